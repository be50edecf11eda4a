"""Cards as small integers.

A natural card is ``13 * suit + rank - 1`` (clubs 0, diamonds 1, hearts 2, spades 3; ace 1 to king 13).
"""

from __future__ import annotations

from typing import Final

from .._rt import i64

JOKER: Final = 52
UNKNOWN: Final = 53
NATURALS: Final = 52
ACE: Final = 1

BIT: Final = tuple(1 << card for card in range(NATURALS))
RANK: Final = tuple(card % 13 + 1 for card in range(NATURALS)) + (0, 0)
SUIT: Final = tuple(card // 13 for card in range(NATURALS)) + (-1, -1)

ROW: Final = (1 << 13) - 1
# the number of cards of a row, also of one with an ace at both ends
ONES: Final = bytes([row.bit_count() for row in range(2 * (ROW + 1))])
EVERY_NATURAL: Final = (1 << NATURALS) - 1
RANK_CARDS: Final = (0, *(sum(BIT[rank - 1 :: 13]) for rank in range(1, 14)))

# 2 is a primitive root of 53: each bit has a remainder of its own
_CARD_OF: Final = bytes([0, *sorted(range(NATURALS), key=lambda card: BIT[card] % 53)])


def card_of(bit: i64) -> i64:
    """The card of a mask of one."""
    return _CARD_OF[bit % 53]


def natural(suit: i64, position: i64) -> int:
    """The card at a place of a suit's order; 14 is the high ace, and places go on round the corner."""
    return 13 * suit + (position - 1) % 13


def bits(mask: i64) -> list[int]:
    """The naturals of a mask, ascending."""
    out: list[int] = []
    while mask:
        lowest: int = mask & -mask
        out.append(lowest.bit_length() - 1)
        mask &= mask - 1
    return out
