"""What happened: the public consequences of a move, and what each player may see of them."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from .cards import UNKNOWN, Card
from .melds import Meld
from .moves import Source

__all__ = [
    "CardDiscarded",
    "CardLaidOff",
    "DiscardTaken",
    "Event",
    "MeldsLaid",
    "PenaltyDrawn",
    "RoundEnded",
    "StockDrawn",
    "StockRecycled",
    "WildRecovered",
    "seen_by",
]


@attrs.frozen
class StockDrawn:
    """A player drew the top card of the stock; others see `?`."""

    player: int
    card: Card


@attrs.frozen
class DiscardTaken:
    """A player took the top card of the discard pile."""

    player: int
    card: Card


@attrs.frozen
class StockRecycled:
    """The discard pile was shuffled into a new stock of `size` cards."""

    size: int


@attrs.frozen
class MeldsLaid:
    """A player laid new melds, some cards perhaps coming out of table melds."""

    player: int
    melds: tuple[Meld, ...]
    sources: tuple[Source, ...]
    opening: bool


@attrs.frozen
class CardLaidOff:
    """A player added a card to the table meld `meld`."""

    player: int
    card: Card
    meld: int


@attrs.frozen
class WildRecovered:
    """A player put `card` in the place of the wild card `wild` of table meld `meld`."""

    player: int
    card: Card
    wild: Card
    meld: int


@attrs.frozen
class CardDiscarded:
    """A player ended the turn with a discard."""

    player: int
    card: Card
    announced: bool


@attrs.frozen
class PenaltyDrawn:
    """A player had to draw cards from the stock; others see `?` for each."""

    player: int
    cards: tuple[Card, ...]


@attrs.frozen
class RoundEnded:
    """The round is over; `winner` is None for a void round."""

    winner: int | None


Event: TypeAlias = (
    StockDrawn
    | DiscardTaken
    | StockRecycled
    | MeldsLaid
    | CardLaidOff
    | WildRecovered
    | CardDiscarded
    | PenaltyDrawn
    | RoundEnded
)


def seen_by(event: Event, player: int | None) -> Event:
    """The event as a player, or a spectator (None), sees it.

    >>> seen_by(StockDrawn(0, Card("7♠")), 1)
    StockDrawn(player=0, card=Card('?'))
    """
    if isinstance(event, StockDrawn) and event.player != player:
        return StockDrawn(event.player, UNKNOWN)
    if isinstance(event, PenaltyDrawn) and event.player != player:
        return PenaltyDrawn(event.player, (UNKNOWN,) * len(event.cards))
    return event
