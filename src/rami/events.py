"""What happened: the public consequences of a move, and what each player may see of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from .cards import UNKNOWN, Card, Cards, CardsLike
from .melds import Meld
from .moves import Source
from .policies.scores import KnockKind

__all__ = [
    "CardDiscarded",
    "CardLaidOff",
    "CardsDealt",
    "DiscardTaken",
    "DiscardTouched",
    "Event",
    "HandShown",
    "MeldsLaid",
    "PenaltyDrawn",
    "RoundEnded",
    "StockDrawn",
    "StockRecycled",
    "TakenBack",
    "UpcardPassed",
    "WildRecovered",
    "seen_by",
]


def _hands(hands: Iterable[CardsLike | Cards]) -> tuple[Cards, ...]:
    return tuple(hand if isinstance(hand, Cards) else Cards(hand) for hand in hands)


@attrs.frozen
class CardsDealt:
    """A round of a match was dealt, the `number`-th of them; each player sees the own hand, others `?`.

    Parameters:
        number: which round of the match, from 1.
        dealer: who dealt.
        hands: the hand of each seat.
        upcard: the first discard, or None if no card is turned up.
    """

    number: int
    dealer: int
    hands: tuple[Cards, ...] = attrs.field(converter=_hands)
    upcard: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))


@attrs.frozen
class TakenBack:
    """The last move of a match, or a deal, was taken back: of the events before this one the last `events` are void.

    Parameters:
        events: how many of them.
    """

    events: int


@attrs.frozen
class StockDrawn:
    """A player drew the top card of the stock; others see `?`.

    Parameters:
        player: whose turn it is.
        card: what was drawn.
    """

    player: int
    card: Card


@attrs.frozen
class DiscardTaken:
    """A player took the top card of the discard pile.

    Parameters:
        player: whose turn it is.
        card: what was taken.
    """

    player: int
    card: Card


@attrs.frozen
class DiscardTouched:
    """A player touched the top card of the discard pile and left it there (LEB-OBL-02).

    Parameters:
        player: whose turn it is.
        card: what was touched.
    """

    player: int
    card: Card


@attrs.frozen
class StockRecycled:
    """The discard pile was shuffled into a new stock of `size` cards.

    Parameters:
        size: how many cards the new stock has.
    """

    size: int


@attrs.frozen
class MeldsLaid:
    """A player laid new melds, some cards perhaps coming out of table melds.

    Parameters:
        player: whose turn it is.
        melds: the new melds.
        sources: the cards that came out of melds on the table.
        opening: whether it was the player's opening.
    """

    player: int
    melds: tuple[Meld, ...]
    sources: tuple[Source, ...]
    opening: bool


@attrs.frozen
class CardLaidOff:
    """A player added a card to the table meld `meld`.

    Parameters:
        player: who laid it off.
        card: what was added.
        meld: the id of the meld.
    """

    player: int
    card: Card
    meld: int


@attrs.frozen
class WildRecovered:
    """A player put `card` in the place of the wild card `wild` of table meld `meld`.

    Parameters:
        player: whose turn it is.
        card: what was put there.
        wild: what the player has now.
        meld: the id of the meld.
    """

    player: int
    card: Card
    wild: Card
    meld: int


@attrs.frozen
class CardDiscarded:
    """A player ended the turn with a discard.

    Parameters:
        player: whose turn it was.
        card: what was discarded.
        announced: whether it was said that the hand is nearly empty.
    """

    player: int
    card: Card
    announced: bool


@attrs.frozen
class UpcardPassed:
    """A player left the discard that was offered.

    Parameters:
        player: who passed.
    """

    player: int


@attrs.frozen
class HandShown:
    """A player ended the play by a knock, gin or big gin.

    The discard went face down, others see `?`; big gin has none.

    Parameters:
        player: who showed the hand.
        kind: how.
        discard: the card that went face down.
        melds: the melds of the hand.
        deadwood: the cards in no meld.
    """

    player: int
    kind: KnockKind
    discard: Card | None
    melds: tuple[Meld, ...]
    deadwood: Cards


@attrs.frozen
class PenaltyDrawn:
    """A player had to draw cards from the stock; others see `?` for each.

    Parameters:
        player: who drew.
        cards: what was drawn.
    """

    player: int
    cards: tuple[Card, ...]


@attrs.frozen
class RoundEnded:
    """The round is over; without a winner it is void, unless every player had completed the contract.

    Parameters:
        winner: the seat that went out, or that scores after a knock; None if nobody did.
        complete: whether it ended because every player had completed the contract.
    """

    winner: int | None
    complete: bool = False


Event: TypeAlias = (
    CardsDealt
    | StockDrawn
    | DiscardTaken
    | DiscardTouched
    | StockRecycled
    | MeldsLaid
    | CardLaidOff
    | WildRecovered
    | CardDiscarded
    | PenaltyDrawn
    | UpcardPassed
    | HandShown
    | RoundEnded
    | TakenBack
)
"""Everything that can happen in a match."""


def seen_by(event: Event, player: int | None) -> Event:
    """The event as a player, or a spectator (None), sees it.

    >>> seen_by(StockDrawn(0, Card("7♠")), 1)
    StockDrawn(player=0, card=Card('?'))
    """
    if isinstance(event, StockDrawn) and event.player != player:
        return StockDrawn(event.player, UNKNOWN)
    if isinstance(event, CardsDealt):
        hands = tuple(
            hand if seat == player else Cards.from_ids([UNKNOWN.id] * len(hand))
            for seat, hand in enumerate(event.hands)
        )
        return attrs.evolve(event, hands=hands)
    if isinstance(event, PenaltyDrawn) and event.player != player:
        return PenaltyDrawn(event.player, (UNKNOWN,) * len(event.cards))
    if isinstance(event, HandShown) and event.player != player and event.discard is not None:
        return attrs.evolve(event, discard=UNKNOWN)
    return event
