"""Cards as small integers, and naturals as the bits of a mask.

A natural card is ``13 * suit + rank - 1`` (clubs 0, diamonds 1, hearts 2, spades 3; ace 1 to king 13), and its bit in a
mask has that number. A *row* is the mask of one suit, with the ace at bit 0. The ace is below the 2 and above the king,
so the search for runs uses the fourteen *places* of a suit, a row with the ace again at bit 13. For A♥ Q♥ K♥:

    row 0b1100000000001    places 0b11100000000001    starts_of_three 0b00100000000000, the queen
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
# The number of cards in each row, including rows with an ace at both ends.
ONES: Final = bytes([row.bit_count() for row in range(2 * (ROW + 1))])
EVERY_NATURAL: Final = (1 << NATURALS) - 1
RANK_CARDS: Final = (0, *(sum(BIT[rank - 1 :: 13]) for rank in range(1, 14)))

# 2 is a primitive root of 53, so masks of different single bits leave different remainders when divided by 53.
_CARD_OF: Final = bytes([0, *sorted(range(NATURALS), key=lambda card: BIT[card] % 53)])


def card_of(bit: i64) -> i64:
    """Return the card of a mask with a single bit."""
    return _CARD_OF[bit % 53]


def natural(suit: i64, position: i64) -> int:
    """Return the card at a place in a suit; 14 is the high ace, and higher places wrap around."""
    return 13 * suit + (position - 1) % 13


def bits(mask: i64) -> list[int]:
    """Return the naturals of a mask, ascending."""
    out: list[int] = []
    while mask:
        lowest: int = mask & -mask
        out.append(lowest.bit_length() - 1)
        mask &= mask - 1
    return out


def ranks_held(cards: i64, suits: i64) -> i64:
    """Return the ranks held in at least `suits` suits (1, 2 or 3), as a row."""
    a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39 & ROW
    if suits >= 3:
        return a & b & (c | d) | c & d & (a | b)
    if suits == 2:
        return a & b | c & d | (a | b) & (c | d)
    return a | b | c | d


def with_high_ace(row: i64) -> i64:
    """Return the places of a row, with the ace at both ends."""
    return row | (row & 1) << 13


def around(row: i64) -> i64:
    """Return the places of a row from place 1 up: an ace at both ends, and the other ranks again above the high ace."""
    return row << 1 | row << 14


def places_of(cards: i64) -> i64:
    """Return the places of the cards in all suits."""
    low = with_high_ace(cards & ROW) | with_high_ace(cards >> 13 & ROW) << 15
    return low | with_high_ace(cards >> 26 & ROW) << 30 | with_high_ace(cards >> 39 & ROW) << 45


def row_at(places: i64) -> i64:
    """Return the row of ranks that fill these places."""
    return places & ROW | places >> 13 & 1


def cards_at(places: i64) -> i64:
    """Return the naturals at these places in all suits."""
    low = row_at(places) | row_at(places >> 15) << 13
    return low | row_at(places >> 30) << 26 | row_at(places >> 45) << 39


def starts_of_three(places: i64) -> i64:
    """Return the places at which three consecutive cards start."""
    return places & places >> 1 & places >> 2
