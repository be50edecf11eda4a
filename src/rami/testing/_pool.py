"""Random moves that are almost legal, or legal but spelled differently from the listed moves.

Listed moves alone would test only the list. An almost legal move tests whether `in`, `explain` and `play` agree. A
legal move in another spelling, such as a run with its cards in a different order, tests whether `canonical` finds the
corresponding listed move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rami._kernel.cards.shuffle import Stream
from rami.cards import JOKER, Card, Suit, moves
from rami.cards.melds import Group, Meld, Run
from rami.cards.moves import End, Move, Source
from rami.errors import RamiError
from rami.rounds.round import Round
from rami.testing._walks import pick

_PLAIN: tuple[Move, ...] = (
    moves.DrawStock(),
    moves.TakeDiscard(),
    moves.TouchDiscard(),
    moves.PassUpcard(),
    moves.EndLayoffs(),
    moves.EndRound(),
    moves.ShowTurned(),
    moves.TakeDiscard(2),
    moves.TakeDiscard(5),
    # Players seldom hold this card, so most of these knocks break several rules at the same time.
    moves.Knock("K♥"),
    moves.BigGin(),
)
_ENDS: tuple[End | None, ...] = (None, None, "low", "high")
_ANNOUNCEMENTS = (None, None, True, False)
_INDICES = (None, None, 0, 1, 2, 3)


def other_moves(position: Round, stream: Stream, listed: Sequence[Move], count: int) -> Iterator[Move]:
    """Yield up to `count` moves of all kinds for the player to act; many of them are almost legal."""
    for _ in range(count):
        try:
            move = _other(position, stream, listed)
        except RamiError:
            continue  # these parts make no move
        yield move


def _other(position: Round, stream: Stream, listed: Sequence[Move]) -> Move:
    kind = stream.below(12)
    if kind == 0:
        return pick(stream, _PLAIN)
    if kind == 1:
        return moves.Discard(_card(position, stream), pick(stream, _ANNOUNCEMENTS))
    if kind <= 3:
        return moves.LayOff(_card(position, stream), _table_id(position, stream), pick(stream, _ENDS))
    if kind == 4:
        meld, at, card = _table_id(position, stream), pick(stream, _INDICES), _card(position, stream)
        # KAL-JSWAP-03: only this rule uses a second card; in other games it would just be refused and test nothing
        # more.
        both = position.variant.table.set_joker == "both_at_once" and stream.below(2) == 0
        return moves.SwapWild(meld, at, card, _card(position, stream) if both else None)
    if kind <= 6:
        melds = [_meld(position, stream) for _ in range(1 + (stream.below(3) == 0))]
        return moves.LayDown(melds, _sources(position, stream, melds))
    if kind == 7:
        return moves.Knock(_card(position, stream), _shown(position, stream))
    return _bent(pick(stream, listed), position, stream, listed) if listed else moves.DrawStock()


def _card(position: Round, stream: Stream) -> Card:
    held = list(position.hands[position.player])
    return pick(stream, held) if held and stream.below(100) < 85 else Card.from_id(stream.below(53))


def _table_id(position: Round, stream: Stream) -> int:
    ids = [item.id for item in position.table]
    return pick(stream, ids) if ids and stream.below(100) < 95 else stream.below(12)


def _meld(position: Round, stream: Stream) -> Meld:
    """Return a group or run that contains a card of the hand or the table, sometimes with wild cards."""
    pool = [*position.hands[position.player], *(card for item in position.table for card in item.meld.cards)]
    # If the hand and the table contain only jokers, there is no natural card, so any card of the pack will do.
    centre = pick(stream, [card for card in pool if card.is_natural] or [Card("7♠")])
    assert centre.rank is not None  # a natural card has a rank and a suit
    assert centre.suit is not None
    size = pick(stream, (3, 3, 3, 4, 5))
    group = stream.below(2) == 0
    low = max(1, centre.rank - stream.below(size))
    if group:
        first = stream.below(4)
        cards = [Card.of(centre.rank, Suit((first + step) % 4)) for step in range(size)]
    else:
        cards = [Card.of((low + step - 1) % 13 + 1, centre.suit) for step in range(size)]
    wilds = [JOKER, *(Card.of(rank, suit) for rank in position.variant.equipment.wild_ranks for suit in Suit)]
    cards = [pick(stream, wilds) if stream.below(8) == 0 else card for card in cards]
    if group:
        return Group(cards, rank=centre.rank, suits=position.variant.melding.set_suits)
    return Run(cards, low=low, suit=centre.suit)


def _sources(position: Round, stream: Stream, melds: Sequence[Meld]) -> list[Source]:
    """Return sources on the table for the cards of the melds that the hand lacks."""
    found: list[Source] = []
    held = list(position.hands[position.player])
    used: set[tuple[int, int]] = set()
    for into in sorted(range(len(melds)), key=lambda number: melds[number].code):
        for card in melds[into].cards:
            # In one case out of ten, take the card from the table although the hand holds it; another copy may lie
            # there.
            if card in held and stream.below(10):
                held.remove(card)
                continue
            places = [
                (item.id, index)
                for item in position.table
                for index, other in enumerate(item.meld.cards)
                if other == card and (item.id, index) not in used
            ]
            if places:
                place = pick(stream, places)
                used.add(place)
                found.append(Source(card, place[0], pick(stream, (None, place[1])), into))
    return found


def _shown(position: Round, stream: Stream) -> tuple[Meld, ...] | None:
    """Return the melds to show with a knock: all of the best melds, all but the first, or None."""
    if stream.below(2):
        return None
    melds = position.variant.best_melds(position.hands[position.player], "deadwood").melds
    return melds[stream.below(2) :]


def _bent(move: Move, position: Round, stream: Stream, listed: Sequence[Move]) -> Move:
    """Return a legal move that is spelled differently, merged with a second move, or damaged."""
    if isinstance(move, moves.LayDown):
        more: Sequence[Meld] = ()
        # Three lay-downs in ten get a meld that the hand may lack. Half of the others are merged with a second
        # lay-down, even if the two are illegal together.
        if stream.below(10) < 3:
            more = [_meld(position, stream)]
        elif stream.below(2):
            others = [other for other in listed if isinstance(other, moves.LayDown) and not other.sources]
            more = pick(stream, others).melds if others else ()
        return moves.LayDown([*move.melds, *more], move.sources if stream.below(10) < 8 else ())
    if isinstance(move, moves.LayOff):
        return moves.LayOff(move.card, move.meld, pick(stream, _ENDS))
    if isinstance(move, moves.SwapWild):
        if move.other is None:
            return moves.SwapWild(move.meld, pick(stream, _INDICES), move.card)
        one, other = move.card, move.other
        card, second = pick(stream, ((one, None), (one, other), (other, one)))
        return moves.SwapWild(move.meld, pick(stream, _INDICES), card, second)
    if isinstance(move, moves.Knock):
        return moves.Knock(move.discard, pick(stream, (None, move.melds, ())))
    if isinstance(move, moves.BigGin):
        return moves.BigGin()
    return move
