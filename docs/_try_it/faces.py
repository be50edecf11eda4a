"""Small facts about cards and games that several modules of the page use."""

from __future__ import annotations

from collections.abc import Iterable

from rami import Card, Variant

__all__ = ["by_suit", "knocks"]


def by_suit(hand: Iterable[Card]) -> list[Card]:
    """Return the cards by suit, black and red by turns, jokers last."""
    order = (0, 1, 3, 2)
    return sorted(hand, key=lambda card: (4 if card.suit is None else order[card.suit], card))


def knocks(variant: Variant) -> bool:
    """Whether the round ends by showing a hand, so that nothing is laid down."""
    return getattr(variant.closing, "knock_limit", None) is not None
