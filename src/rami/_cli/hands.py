"""The cards left in a hand as people report them: cards, whose suits may be missing, or their points."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from rami.cards import Card, Cards, parse_cards

_RANKS = "A23456789TJQK"
# More than any hand counts, and `int` never meets a text of thousands of digits.
_LONGEST_COUNT = 4


@attrs.frozen
class Hand:
    """A hand left at the end of a round: its cards, or only its points.

    Parameters:
        cards: the cards; a card typed without a suit is given a free one, and a hand that its owner does not show
            holds an unknown card.
        bare: the cards that were typed without a suit.
        points: their points, if the players typed these instead of cards.

    >>> Hand.typed("K 3♥ *")
    Hand(cards=Cards('K♣ 3♥ *'), bare=Cards('K♣'), points=None)
    """

    cards: Cards = Cards()
    bare: Cards = Cards()
    points: int | None = None

    @classmethod
    def typed(cls, text: str, ranks: Mapping[str, str] = MappingProxyType({})) -> Hand:
        """Return a hand from cards as people type them.

        Parameters:
            text: the cards; those with a suit are in the letters of rami.
            ranks: further letters for ranks that stand alone, with rami's letters for them.

        Raises:
            InvalidCards: a part of the text is not a card.

        >>> Hand.typed("R 3h *", {"R": "K"}).cards
        Cards('K♣ 3♥ *')
        """
        parts = [_part(token, ranks) for token in text.replace(",", " ").split()]
        named = [str(card) for part in parts if isinstance(part, tuple) for card in part]
        bare: list[str] = []
        for rank in parts:
            if isinstance(rank, str):
                # A suit comes again only when all four are there: even one pack holds four of a rank.
                bare.append(min((f"{rank}{suit}" for suit in "♣♦♥♠"), key=[*named, *bare].count))
        return cls(Cards([*named, *bare]), Cards(bare))

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return not self.cards and self.points is None


def is_count(text: str) -> bool:
    """Return whether a text is a number of points rather than cards."""
    return text.isdecimal() and text.isascii() and len(text) <= _LONGEST_COUNT


def _part(token: str, ranks: Mapping[str, str]) -> str | tuple[Card, ...]:
    """Return the letter of a rank that stands alone; read anything else as cards."""
    # People write 10, the notation T.
    bare = token.upper().replace("10", "T")
    # Only a rank that stands alone: R is a king in French, and `Rc` is read as a card.
    bare = ranks.get(bare, bare)
    return bare if len(bare) == 1 and bare in _RANKS else parse_cards(token)
