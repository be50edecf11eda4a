"""Small facts about cards and games that several modules of the page use."""

from __future__ import annotations

from collections.abc import Iterable

from rami import Card, Variant
from rami.cards.melds import Placed

from .words import face

__all__ = ["by_suit", "goal", "knocks"]


def by_suit(hand: Iterable[Card]) -> list[Card]:
    """Return the cards by suit, black and red by turns, jokers last."""
    order = (0, 1, 3, 2)
    return sorted(hand, key=lambda card: (4 if card.suit is None else order[card.suit], card))


def knocks(variant: Variant) -> bool:
    """Whether the round ends by showing a hand, so that nothing is laid down."""
    return getattr(variant.closing, "knock_limit", None) is not None


def goal(placed: Placed) -> str:
    """Return the face that a wild card of a meld stands for, a rank where the suit is open; "" for other cards."""
    match placed.stands_for:
        case Card() as card:
            return "" if card == placed.card else face(card)
        case None:
            return ""
        case rank:
            return rank.symbol
