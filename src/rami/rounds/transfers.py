"""Transfers: which cards an event moves between a player's hand and the table, the stock or the discard pile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self, cast

from rami.cards import Card
from rami.cards.moves import Source
from rami.errors import Reason
from rami.rounds.effects import EFFECTS, CardsMove, MeldsPut, Place
from rami.rounds.events import Event, HandShown, RoundEnded, StockRecycled
from rami.rounds.setup import TableMeld

__all__ = ["Transfer", "transfers"]


class Transfer(NamedTuple):
    """A card that moves into or out of a player's hand."""

    player: int
    card: Card
    source: Place
    target: Place

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


# Look these up once, because bots list the transfers of every event they see.
_MOVING: Mapping[type[Event], tuple[CardsMove, ...]] = {
    kind: tuple(each for each in effects if isinstance(each, CardsMove)) for kind, effects in EFFECTS.items()
}


def transfers(event: Event) -> tuple[Transfer, ...]:
    """Return the cards that an event moves into or out of hands, in order.

    A deal and a new stock move many cards at once and are not listed; nor are cards that go from meld to meld.

    >>> from rami.rounds.events import DiscardTaken
    >>> transfers(DiscardTaken(0, Card("7♠")))
    (Transfer(player=0, card=Card('7♠'), source=Place.DISCARDS, target=Place.HAND),)
    """
    moving = _MOVING.get(type(event))
    return tuple(_listed(event, moving)) if moving else ()


def _listed(event: Any, moving: tuple[CardsMove, ...]) -> Iterator[Transfer]:
    for effect in moving:
        cards = _cards(getattr(event, effect.cards))
        if effect.without is not None:
            for card in _cards(getattr(event, effect.without)):
                cards.remove(card)
        if effect.source is Place.DISCARDS:
            cards.reverse()
        for card in cards:
            yield Transfer(event.player, card, effect.source, effect.target)


def _cards(found: object) -> list[Card]:
    """Return the cards in a field that contains a card, a meld, a source, several of these, or nothing."""
    if isinstance(found, Card):
        return [found]
    if isinstance(found, TableMeld):
        return list(found.meld if isinstance(found.meld, tuple) else found.meld.cards)
    if isinstance(found, Source):
        return [found.card]
    return [card for each in cast("Sequence[object]", found or ()) for card in _cards(each)]


def melds_put(event: Event) -> list[TableMeld]:
    """Return the melds that an event puts on the table, in order; each replaces the meld with the same id."""
    put = [each.melds for each in EFFECTS.get(type(event), ()) if isinstance(each, MeldsPut)]
    found = (getattr(event, field) for field in put)
    return [laid for each in found for laid in ((each,) if isinstance(each, TableMeld) else each)]


_REVEALING: Mapping[type[Event], Reason] = {
    StockRecycled: Reason.UNDO_RECYCLING,
    HandShown: Reason.UNDO_SHOWING,
    RoundEnded: Reason.UNDO_END,
}


def revealed(event: Event) -> Reason | None:
    """Return why a move with this event cannot be taken back; None if the event allows a takeback."""
    # Cards that leave the stock in a draw, as a penalty, or as the price of a discard have been seen by somebody.
    if any(transfer.source is Place.STOCK for transfer in transfers(event)):
        return Reason.UNDO_DRAW
    return _REVEALING.get(type(event))
