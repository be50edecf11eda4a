"""Selections: the moves that a player may mean by tapping cards on a screen.

The cards may be in the hand or on the table. `moves_of` lists the moves that use one card or one table meld, and
`lay_downs` the ways to lay several cards in new melds. In games where players rearrange the whole table, `arrangement`
also finds a new table for cards that fit only if other melds change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice, product

from rami._kernel.arranging.pairs import sets_of_pairs
from rami._kernel.cards import hands
from rami._kernel.melds.meld import Melds
from rami._kernel.openings.covers import covers
from rami.cards import Card, CardsLike, parse_cards
from rami.cards.melds import Meld, meld_of_code
from rami.cards.moves import LayDown, Move, Rearrange, Source
from rami.errors import InvalidCards, RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer, items
from rami.policies._compiled import game_of
from rami.policies._refusals import copy_violations
from rami.rounds._engine.legal import basis
from rami.rounds._engine.rearranging import found_for
from rami.rounds.round import Round
from rami.rounds.setup import TableMeld
from rami.rounds.views import PlayerView

__all__ = ["arrangement", "lay_downs", "moves_of"]

MOST = 100
"""The maximum number of lay-downs for one selection of cards."""


def moves_of(
    position: PlayerView | Round, card: Card | str | None = None, meld: int | None = None
) -> Iterator[Move]:
    """Yield the listed moves that use a card, a table meld, or both, without listing the others.

    All these moves are legal now, so the function yields none out of turn; use `PlayerView.in_turn` to plan the
    player's next turn. If moves differ only by interchangeable wild cards, `legal_moves` lists one of them; this
    function yields the one with the card you name.

    Parameters:
        position: the player's view; a round means the view of the player to act.
        card: the card, or its text; None for any card.
        meld: the id of the table meld; None for all moves, including moves that use no table meld.

    Raises:
        InvalidCards: the text does not name exactly one card.

    >>> from rami import Round, variants
    >>> start = Round.deal(variants.GIN, players=2, seed=7, dealer=0)
    >>> view = start.view(0)
    >>> print(*moves_of(view, "5♣"), *moves_of(view.in_turn(), "5♣"))
    discard 5♣
    """
    wrong = instance("position", position, PlayerView, Round)
    reject(RamiError, wrong + (() if meld is None else integer("meld", meld)))
    moves = position.legal_moves
    return iter(()) if isinstance(moves, tuple) else moves.involving(card, meld)


def lay_downs(
    position: PlayerView | Round, cards: CardsLike, sources: Iterable[Source] | None = None
) -> tuple[LayDown, ...]:
    """List the lay-downs that use exactly these cards, in one meld or several.

    Cards that the hand lacks are taken from melds on the table. The function returns at most a hundred lay-downs,
    those with the fewest melds first. It leaves out lay-downs that are illegal on this player's turn, unless all of
    them are; `PlayerView.explain` then gives the reasons. Call `explain` on `view.in_turn()` if another player is to
    act.

    Parameters:
        position: the player's view; a round means the view of the player to act.
        cards: the cards of the new melds, including cards from the table.
        sources: the cards taken from melds on the table, with their places; None to let the function find them.

    Raises:
        InvalidCards: a string is not a card, the pack has fewer copies of a card, or there are more cards than in the
            hand and on the table together.
        InvalidMeld: the cards form no melds.

    >>> from rami import Round, Setup, variants
    >>> round = Round.from_setup(
    ...     Setup(
    ...         variant=variants.CLASSIC_51,
    ...         hands=["8♦ 8♥ 2♠ K♣", "9♣ 3♦"],
    ...         table=[(0, "5♣ 6♣ 7♣ 8♣"), (1, "8♣ 9♣ T♣ J♣")],
    ...         phase="play",
    ...     )
    ... )
    >>> for move in lay_downs(round, "8♦ 8♥ 8♣"):
    ...     print(move)
    lay 8♣ 8♦ 8♥ from 0:8♣
    lay 8♣ 8♦ 8♥ from 1:8♣
    """
    reject(RamiError, instance("position", position, PlayerView, Round))
    view = (position.view(position.player) if isinstance(position, Round) else position).in_turn()
    chosen = parse_cards(cards)
    ids = bytes(card.id for card in chosen)
    reject(InvalidCards, copy_violations(view.variant, ids))
    game = game_of(view.variant)
    most = len(view.hand) + sum(len(laid.meld) for laid in view.table)
    if len(chosen) > most:
        raise InvalidCards(Violation(Reason.TOO_MANY_CARDS, None, {"count": len(chosen), "limit": most}))
    picked = hands.of_cards(ids, game.planes)
    found: Iterator[Melds] = islice(covers(game.melds, picked), MOST)
    if game.turn.pairs and len(chosen) % 2 == 0:
        # OKO-OPEN-02: a player may open with pairs too, so also split the cards into pairs.
        found = chain(found, islice(sets_of_pairs(picked, len(chosen) // 2), MOST))
    # Sort by the number of melds: a player who taps a run of six cards means one meld, not two.
    melds = sorted((tuple(map(meld_of_code, cover)) for cover in dict.fromkeys(found)), key=len)
    if not melds:
        # The cards form no meld; let the variant raise the error that says why.
        melds = [(view.variant.meld(chosen),)]
    if sources is None:
        lacking = sorted((Counter(chosen) - Counter(view.hand)).elements())
        spots = [_spots(view.table, card) for card in lacking]
        ways: Iterable[tuple[Source, ...]] = product(*filter(None, spots))
    else:
        ways = (items(RamiError, "sources", sources, Source),)
    moves = islice(_named(melds, list(islice(ways, MOST))), MOST)
    named = tuple(dict.fromkeys(moves))
    return tuple(move for move in named if move in view.legal_moves) or named


def arrangement(position: PlayerView | Round, cards: CardsLike) -> Rearrange | None:
    """Return a move that lays exactly these hand cards and arranges the table around them; None if there is none.

    The new table keeps as many of the existing melds as possible. The move is legal on this player's turn, even if
    the player has to open with it. If the result is None, call `PlayerView.explain` with a `LayDown` of the cards to
    get the reasons.

    Parameters:
        position: the player's view; a round means the view of the player to act.
        cards: the cards to lay, all from the hand.

    Raises:
        InvalidCards: a string is not a card.

    >>> from rami import Round, Setup, variants
    >>> from rami.policies import Seat
    >>> round = Round.from_setup(
    ...     Setup(
    ...         variant=variants.RUMMIKUB,
    ...         hands=["4♣ 6♣ 7♣ 2♥", "9♣ 3♦"],
    ...         table=[(1, "5♣ 5♦ 5♥ 5♠")],
    ...         seats=[Seat(opened=True)] * 2,
    ...     )
    ... )
    >>> print(arrangement(round, "4♣ 6♣"), arrangement(round, "4♣"))
    arrange 4♣ 5♣ 6♣ | 5♦ 5♥ 5♠ None
    """
    reject(RamiError, instance("position", position, PlayerView, Round))
    view = (position.view(position.player) if isinstance(position, Round) else position).in_turn()
    moves = view.legal_moves
    move = LayDown([parse_cards(cards)])
    # Out of turn, `legal_moves` is an empty tuple.
    if isinstance(moves, tuple) or move not in moves:
        return None
    rules, known = basis(moves)
    return found_for(rules, known.turn, move)


def _spots(table: tuple[TableMeld, ...], card: Card) -> list[Source]:
    """Return a source for each place on the table that holds this card."""
    found: list[Source] = []
    for laid in table:
        places = [at for at, other in enumerate(laid.meld) if other == card]
        found += (Source(card, laid.id, at if len(places) > 1 else None) for at in places)
    return found


def _named(melds: Iterable[tuple[Meld, ...]], ways: list[tuple[Source, ...]]) -> Iterator[LayDown]:
    """Yield lay-downs of the melds, assigning each source in turn to every meld that has its card."""
    for laid, sources in product(melds, ways):
        # One card of the table cannot be two sources.
        if len({(source.meld, source.card, source.at) for source in sources}) < len(sources):
            continue
        into = [[at for at, meld in enumerate(laid) if source.card in meld.cards] for source in sources]
        for places in product(*into):
            given = zip(sources, places, strict=True)
            yield LayDown(laid, [Source(each.card, each.meld, each.at, at) for each, at in given])
