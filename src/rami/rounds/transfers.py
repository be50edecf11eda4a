"""The cards that an event moves between a player's hand and the table, the stock and the discard pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Self

from rami._base.values import FrozenEnum
from rami.cards import Card
from rami.errors import Reason
from rami.rounds.events import (
    CardDiscarded,
    CardLaidOff,
    DiscardBought,
    DiscardTaken,
    Event,
    HandShown,
    MeldsLaid,
    PenaltyDrawn,
    RoundEnded,
    StockDrawn,
    StockRecycled,
    WildRecovered,
)
from rami.rounds.setup import TableMeld

__all__ = ["Place", "Transfer", "transfers"]


class Place(FrozenEnum):
    """The places of cards."""

    STOCK = "stock"
    HAND = "hand"
    """The hand of the player of the event."""
    TABLE = "table"
    DISCARDS = "discards"


class Transfer(NamedTuple):
    """A card that moves between two places, one of which is a player's hand."""

    player: int
    card: Card
    source: Place
    target: Place

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def transfers(event: Event) -> tuple[Transfer, ...]:
    """Return the cards that an event moves into or out of hands, in order.

    Whole piles, as in a deal or a new stock, are not listed, nor cards that go from one meld to another.

    >>> from rami.rounds.events import DiscardTaken
    >>> transfers(DiscardTaken(0, Card("7♠")))
    (Transfer(player=0, card=Card('7♠'), source=Place.DISCARDS, target=Place.HAND),)
    """
    match event:
        case StockDrawn():
            moves = [(event.card, Place.STOCK, Place.HAND)]
        case PenaltyDrawn():
            moves = [(card, Place.STOCK, Place.HAND) for card in event.cards]
        case DiscardBought():
            moves = [
                (event.card, Place.DISCARDS, Place.HAND),
                *((card, Place.STOCK, Place.HAND) for card in event.price),
            ]
        case DiscardTaken():
            # Cards leave the pile from the top; the card of the event is the lowest of them.
            taken = (*reversed(event.above), event.card)
            moves = [(card, Place.DISCARDS, Place.HAND) for card in taken]
        case CardDiscarded():
            moves = [(event.card, Place.HAND, Place.DISCARDS)]
        case CardLaidOff():
            moves = [(event.card, Place.HAND, Place.TABLE)]
        case WildRecovered():
            # KAL-JSWAP-03: some wilds leave a group for both missing cards together.
            put = [event.card] if event.other is None else [event.card, event.other]
            moves = [
                *((card, Place.HAND, Place.TABLE) for card in put),
                (event.wild, Place.TABLE, Place.HAND),
            ]
        case MeldsLaid():
            moves = [(card, Place.HAND, Place.TABLE) for card in _cards(event.melds)]
            # Cards taken from other melds do not come from the hand.
            for source in event.sources:
                moves.remove((source.card, Place.HAND, Place.TABLE))
        case HandShown():
            moves = [(card, Place.HAND, Place.TABLE) for card in _cards(event.melds)]
            if event.discard is not None:
                moves.append((event.discard, Place.HAND, Place.DISCARDS))
        case _:
            return ()
    return tuple(Transfer(event.player, *move) for move in moves)


def _cards(melds: Iterable[TableMeld]) -> Iterator[Card]:
    return (card for laid in melds for card in laid.meld.cards)


_REVEALING: Mapping[type[Event], Reason] = {
    StockRecycled: Reason.UNDO_RECYCLING,
    HandShown: Reason.UNDO_SHOWING,
    RoundEnded: Reason.UNDO_END,
}


def revealed(event: Event) -> Reason | None:
    """Return why a move with this event cannot be undone; None if it revealed no card to anybody."""
    # A draw, a penalty, the price of a discard.
    if any(transfer.source is Place.STOCK for transfer in transfers(event)):
        return Reason.UNDO_DRAW
    return _REVEALING.get(type(event))
