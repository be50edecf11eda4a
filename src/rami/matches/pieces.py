"""Pieces: the cards on a screen, each with an id, so that a client can sort and move them and tell equal cards apart.

A client that animates cards needs to know which of two sevens moved. Like a `Board`, `Pieces` work that out from events
alone. Each card gets an id when it first appears on the screen and keeps it as it moves from place to place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Card, CardsLike, parse_cards
from rami.cards.moves import Source
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import integer
from rami.rounds import events
from rami.rounds.effects import Place
from rami.rounds.events import CardsDealt, Event, seen_by
from rami.rounds.setup import TableMeld
from rami.rounds.takebacks import followed, wrong_story
from rami.rounds.transfers import transfers

__all__ = ["Piece", "Pieces"]


@attrs.frozen
class Piece(Value):
    """A card on a screen.

    Parameters:
        id: the id of the piece, unique in its round.
        card: the face as the viewer last saw it; "?" if the viewer has never seen it.
    """

    id: int
    card: Card

    def __str__(self) -> str:
        return f"{self.card}#{self.id}"


Row = tuple[Piece, ...]


@attrs.frozen(kw_only=True)
class Pieces(Value):
    """The cards on a viewer's screen; each card keeps its id as long as it stays on the screen.

    Pieces follow from the events that the viewer receives, so they reveal nothing more. Cards get ids in order of
    appearance; after a deal, the hands get theirs seat by seat, in card order. If a card returns to the stock, its id
    is dropped. Nobody can see which of several equal cards another player has played, so `Pieces` always picks one by
    the same rule.

    Parameters:
        viewer: the seat of the viewer, or None for a spectator.
        hands: the pieces of each seat, the latest at the end; the viewer may rearrange their own hand.
        discards: the discard pile, its top card last.
        table: the melds, as pairs of the meld's id and its pieces in order.
        ids: the number of ids assigned so far.

    >>> from rami import Match, variants
    >>> match = Match.start(variants.CLASSIC_51, players=2, seed=7)
    >>> pieces = Pieces.of(match.events(1), viewer=1)
    >>> print(*pieces.hands[1])
    4♣#13 5♣#14 A♦#15 2♦#16 4♦#17 5♦#18 J♦#19 Q♦#20 A♥#21 7♥#22 J♥#23 2♠#24 6♠#25 T♠#26
    >>> later = match.play("discard J♥")
    >>> for event in later.events(1, since=match.mark):
    ...     pieces = pieces.after(event, played=[23])
    >>> print(*pieces.discards)
    J♥#23
    """

    viewer: int | None
    hands: tuple[Row, ...]
    discards: Row = ()
    table: tuple[tuple[int, Row], ...] = ()
    ids: int = 0

    @classmethod
    def of(cls, events: Iterable[Event], viewer: int | None) -> Pieces:
        """Return the pieces after these events.

        Parameters:
            events: the events, starting with a deal; if they take back a move or a deal, they must include the events
                of that move or deal.
            viewer: the seat of the viewer, or None for a spectator.

        Raises:
            RamiError: the events contain no deal, or could not happen in this order.
        """
        reject(RamiError, () if viewer is None else integer("viewer", viewer))
        return followed(events, cls(viewer=viewer, hands=()).after)

    def after(self, event: Event, played: Collection[int] = ()) -> Pieces:
        """Return the pieces after one more event.

        Pieces cannot follow a `TakenBack`: go back to earlier pieces that you have kept, or call `Pieces.of` again.

        Parameters:
            event: the next event; anything in it that is hidden from the viewer is ignored.
            played: the ids of the pieces that the viewer chose for this move; among equal pieces, these move.

        Raises:
            RamiError: the event could not happen to these pieces.
        """
        try:
            return _Fold(self, played).after(seen_by(event, self.viewer))
        except (ValueError, IndexError, KeyError):
            raise wrong_story(event) from None

    def moved(self, piece: int, to: int) -> Pieces:
        """Move a piece to another index of the viewer's hand and return the pieces.

        Parameters:
            piece: the id of the piece.
            to: the index, from 0; -1 for the end.

        Raises:
            RamiError: the viewer holds no such piece.

        >>> from rami import Match, variants
        >>> hand = Pieces.of(Match.start(variants.GIN, players=2, seed=7).events(0), viewer=0)
        >>> print(*hand.moved(4, 0).hands[0][:3])
        7♦#4 8♣#0 J♣#1
        """
        reject(RamiError, (*integer("piece", piece), *integer("to", to)))
        hand = list(self._own_hand)
        found = next((each for each in hand if each.id == piece), None)
        if found is None:
            raise RamiError(Violation(Reason.NO_SUCH_PIECE, None, {"piece": piece}))
        hand.remove(found)
        hand.insert(len(hand) if to < 0 else to, found)
        return self._with_own_hand(hand)

    def sorted(self, cards: CardsLike) -> Pieces:
        """Sort the viewer's hand and return the pieces; cards that are not named go to the end.

        Parameters:
            cards: the cards in the new order, such as the melds of `Variant.best_melds`.

        >>> from rami import Match, variants
        >>> match = Match.start(variants.CLASSIC_51, players=2, seed=7)
        >>> best = match.variant.best_melds(match.view(0).hand, "deadwood")
        >>> order = [card for meld in best.melds for card in meld]
        >>> print(
        ...     *Pieces.of(match.events(0), viewer=0).sorted(order).hands[0][:5], best.deadwood
        ... )
        8♣#1 9♣#2 T♣#3 A♣#0 Q♣#4 79
        """
        hand, first = list(self._own_hand), list[Piece]()
        for card in parse_cards(cards):
            found = next((each for each in hand if each.card == card), None)
            if found is not None:
                hand.remove(found)
                first.append(found)
        return self._with_own_hand([*first, *hand])

    @property
    def _own_hand(self) -> Row:
        return () if self.viewer is None else self.hands[self.viewer]

    def _with_own_hand(self, hand: Iterable[Piece]) -> Pieces:
        hands = (tuple(hand) if seat == self.viewer else row for seat, row in enumerate(self.hands))
        return attrs.evolve(self, hands=tuple(hands))


class _Fold:
    """The changes that one event makes to the pieces."""

    def __init__(self, before: Pieces, played: Collection[int]) -> None:
        self._before = before
        self._played = played
        self._hands = [list(row) for row in before.hands]
        self._discards = list(before.discards)
        self._table = {number: list(row) for number, row in before.table}
        self._ids = before.ids

    def after(self, event: Event) -> Pieces:
        """Return the pieces after an event, as the viewer sees it."""
        self._change(event)
        return attrs.evolve(
            self._before,
            hands=tuple(map(tuple, self._hands)),
            discards=tuple(self._discards),
            table=tuple((number, tuple(self._table[number])) for number in sorted(self._table)),
            ids=self._ids,
        )

    def _change(self, event: Event) -> None:
        match event:
            case CardsDealt():
                self._hands = [[self._new(card) for card in hand] for hand in event.hands]
                self._discards = [] if event.upcard is None else [self._new(event.upcard)]
                self._table = {}
            case events.StockRecycled():
                # Drop the ids, by which a viewer could recognise a card that is drawn from the new stock.
                del self._discards[: event.size]
            case events.CardLaidOff():
                added, before = [self._from_hand(event.player, event.card)], self._table[event.meld.id]
                self._lay(event.meld, added + before if event.at == "low" else before + added)
            case events.WildRecovered():
                row = self._table[event.meld.id]
                cards = [event.card] if event.other is None else [event.card, event.other]
                placed = [self._from_hand(event.player, card) for card in cards]
                # The wild card keeps its id on the way from the table to the hand, so that a client can animate it.
                self._hands[event.player].append(row[event.at])
                self._lay(event.meld, [*row[: event.at], *placed, *row[event.at + 1 :]])
            case events.MeldsLaid():
                self._lay_melds(event)
            case events.TableRearranged():
                self._rearrange(event)
            case events.HandShown():
                self._show(event)
            case events.RoundScored():
                for seat, hand in enumerate(event.hands):
                    # Leave the viewer's own hand alone: its cards are known, and the viewer may have sorted them.
                    if seat != self._before.viewer:
                        self._hands[seat] = [self._from_hand(seat, card) for card in hand]
            case events.TakenBack():
                # Ids depend on the order of all events, so no event can be undone.
                raise ValueError(event)
            case _:
                for player, card, source, target in transfers(event):
                    if target is Place.DISCARDS:
                        self._discards.append(self._from_hand(player, card))
                    else:
                        drawn = self._new(card) if source is Place.STOCK else self._discards.pop()
                        self._hands[player].append(drawn)

    def _new(self, card: Card) -> Piece:
        self._ids += 1
        return Piece(self._ids - 1, card)

    def _from_hand(self, player: int, card: Card) -> Piece:
        """Take a piece for this card out of a hand: a chosen piece, one that shows the card, or else a "?"."""
        hand = self._hands[player]
        # In another player's hand most pieces are `?`, and any `?` may be this card.
        fitting = [each for each in hand if each.card in (card, UNKNOWN) or card == UNKNOWN]
        found = min(fitting, key=lambda each: (each.id not in self._played, each.card != card))
        hand.remove(found)
        return found if card == UNKNOWN else Piece(found.id, card)

    def _lay(self, laid: TableMeld, pieces: list[Piece]) -> None:
        """Lay pieces as a meld, in the order of its cards."""
        self._table[laid.id] = [_taken(pieces, card) for card in laid.meld]

    def _complete(self, player: int, laid: TableMeld, row: list[Piece]) -> None:
        """Lay a meld from the pieces in `row`, which lie on the table, and take its other cards from the hand."""
        held = list(laid.meld)
        for piece in row:
            held.remove(piece.card)
        self._lay(laid, [*row, *(self._from_hand(player, card) for card in held)])

    def _lay_melds(self, event: events.MeldsLaid) -> None:
        # Read every source before a meld changes, because sources refer to the table before the move.
        spots = list(self._spots(event.sources))
        pieces = [self._table[meld][at] for meld, at in spots]
        rest = {
            meld: [piece for at, piece in enumerate(self._table[meld]) if (meld, at) not in spots]
            for meld, _ in spots
        }
        for number, laid in enumerate(event.melds):
            pairs = zip(event.sources, pieces, strict=True)
            self._complete(event.player, laid, [piece for source, piece in pairs if source.into == number])
        # If a run was split, its lowest piece keeps the id, and the pieces above it get new ids.
        for laid in sorted(event.left, key=lambda laid: (laid.id not in rest, laid.id)):
            cards = list(laid.meld)
            whence = rest.get(laid.id) or next(row for row in rest.values() if _begins(row, cards))
            self._lay(laid, whence)

    def _rearrange(self, event: events.TableRearranged) -> None:
        # Sources refer to the table before the move.
        before = self._table
        pieces = [before[meld][at] for meld, at in self._spots(event.sources)]
        self._table = {}
        for number, laid in enumerate(event.table):
            pairs = zip(event.sources, pieces, strict=True)
            taken = (piece for source, piece in pairs if source.into == number)
            self._complete(event.player, laid, [*before.get(laid.id, ()), *taken])

    def _spots(self, sources: Sequence[Source]) -> Iterator[tuple[int, int]]:
        """Yield the place of each source: the id of its meld, and its index in that meld."""
        met: set[tuple[int, int]] = set()
        for source in sources:
            row = self._table[source.meld]
            found = [at for at, piece in enumerate(row) if piece.card == source.card]
            at = source.at if source.at in found else next(at for at in found if (source.meld, at) not in met)
            met.add((source.meld, at))
            yield source.meld, at

    def _show(self, event: events.HandShown) -> None:
        player, discard = event.player, event.discard
        # A viewer who cannot see the discard still knows which piece it was: the only one left over.
        hidden = discard is not None and discard.is_unknown
        if discard is not None and not hidden:
            self._discards.append(self._from_hand(player, discard))
        for laid in event.melds:
            self._lay(laid, [self._from_hand(player, card) for card in laid.meld])
        left = [self._from_hand(player, card) for card in event.deadwood]
        if hidden:
            self._discards.append(Piece(self._from_hand(player, UNKNOWN).id, UNKNOWN))
        self._hands[player] = left


def _taken(pieces: list[Piece], card: Card) -> Piece:
    found = next(piece for piece in pieces if piece.card == card)
    pieces.remove(found)
    return found


def _begins(row: list[Piece], cards: list[Card]) -> bool:
    return [piece.card for piece in row[: len(cards)]] == cards
