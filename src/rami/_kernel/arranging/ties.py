"""Break ties between equally good arrangements: prefer the one that leaves lower cards, then the first in order.

Two arrangements are compared face by face, from the lowest up. For each face, count the melds in which it is the lowest
natural: the arrangement with fewer such melds comes first. If the counts are equal, the order of these melds in a hand
(see `finder`) decides, and then the next face.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..cards.codes import JOKER, SUIT
from ..melds.meld import Code, is_run, run_low

# The position of the lowest natural in the sort key, and the bits that distinguish kinds of melds.
LOWEST: Final = 40
WILD: Final = 1 << 39
GROUP_AFTER: Final = 1 << 38
LOW: Final = 30


def lowest(code: Code) -> int:
    """Return the lowest natural of a meld."""
    card = code[1]
    for index in range(2, len(code)):
        if code[index] < card:
            card = code[index]
    return card


def order(code: Code) -> int:
    """Return a sort key: by the lowest natural, then melds without jokers before others, then runs before groups."""
    out = lowest(code) << LOWEST
    if code[-1] == JOKER or JOKER in code[1:]:
        out |= WILD
    if is_run(code):
        # At each place, the end of the run sorts before a natural, and a natural before a joker.
        places = 0
        for index in range(1, 15):
            places <<= 2
            if index < len(code):
                places |= 2 if code[index] == JOKER else 1
        return out | run_low(code) << LOW | places
    # Groups with more cards of the lower suits come first, then groups with fewer jokers.
    suits = [15, 15, 15, 15]
    jokers = 0
    for card in code[1:]:
        if card == JOKER:
            jokers += 1
        else:
            suits[SUIT[card]] -= 1
    a, b, c, d = suits
    return out | GROUP_AFTER | a << 20 | b << 16 | c << 12 | d << 8 | jokers


def orders_of(melds: Sequence[Code]) -> list[int]:
    """Return the sort keys of some melds, ascending."""
    return sorted([order(code) for code in melds])


def comes_first(orders: list[int], others: list[int]) -> bool:
    """Return whether the arrangement with these sort keys is preferred to another."""
    for at in range(min(len(orders), len(others))):
        mine, theirs = orders[at], others[at]
        if mine != theirs:
            card, other = mine >> LOWEST, theirs >> LOWEST
            if card != other:
                return card > other
            more, fewer = _melds_from(card, others), _melds_from(card, orders)
            return fewer < more or (fewer == more and mine < theirs)
    return len(orders) < len(others)


def _melds_from(card: int, orders: list[int]) -> int:
    """Return the number of melds with this lowest natural."""
    count = 0
    for each in orders:
        if each >> LOWEST == card:
            count += 1
    return count
