"""The cards left in a hand as people report them: cards, whose suits may be missing, or their points."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from rami.cards import parse_cards

_RANKS = "A23456789TJQK"
_LONGEST_COUNT = 4

UNKNOWN_HAND = "?"
"""What people type for a hand that its owner does not show, and whose cards do not count."""


@attrs.frozen
class Hand:
    """The cards or points left in a hand.

    Parameters:
        cards: the cards; those without a named suit have any suits that the others leave.
        chosen: the cards among them without a named suit.
        points: their points, where players have given these instead of the cards.

    >>> Hand.of("K 3♥ *")
    Hand(cards=('K♣', '3♥', '*'), chosen=('K♣',), points=None)
    >>> Hand.of("35")
    Hand(cards=(), chosen=(), points=35)
    """

    cards: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    points: int | None = None

    @classmethod
    def of(cls, text: str) -> Hand:
        """The hand of a text as `as_typed` writes it.

        Raises:
            InvalidCards: a part of the text is no card.
        """
        return cls(points=int(text)) if is_count(text) else cls.named(as_typed(text))

    @classmethod
    def named(cls, parts: tuple[str, ...]) -> Hand:
        """The hand of cards and ranks alone.

        >>> Hand.named(("7",)).cards
        ('7♣',)
        """
        found = [part for part in parts if part not in _RANKS]
        chosen: list[str] = []
        cards: list[str] = []
        for part in parts:
            if part in _RANKS:
                part = min((f"{part}{suit}" for suit in "♣♦♥♠"), key=[*found, *chosen].count)
                chosen.append(part)
            cards.append(part)
        return cls(tuple(cards), tuple(chosen))

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return not self.cards and self.points is None


def known_cards(text: str) -> tuple[str, ...]:
    """Return the cards of a hand as `Hand.of` reads it, and none of an unknown hand."""
    return () if text == UNKNOWN_HAND else Hand.of(text).cards


def is_count(text: str) -> bool:
    """Whether a text is a number of points, and no cards."""
    return text.isdecimal() and text.isascii() and len(text) <= _LONGEST_COUNT


def as_typed(text: str, ranks: Mapping[str, str] = MappingProxyType({})) -> tuple[str, ...]:
    """The cards of a text, and ranks alone of those without a suit, all with the letters of rami.

    Parameters:
        text: the cards; those with a suit have the letters of rami.
        ranks: the letters that ranks alone may have besides, with those of rami.

    Raises:
        InvalidCards: a part of the text is neither.

    >>> as_typed("R 3h *", {"R": "K"})
    ('K', '3♥', '*')
    """
    found: list[str] = []
    for token in text.replace(",", " ").split():
        bare = token.upper().replace("10", "T")
        bare = ranks.get(bare, bare)
        found += [bare] if len(bare) == 1 and bare in _RANKS else map(str, parse_cards(token))
    return tuple(found)
