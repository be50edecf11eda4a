"""Deal the hidden cards again, choosing among all assignments that the viewer cannot rule out, each equally likely.

Suppose that a viewer of a two-player round knows that 7♣ went into the stock when the discards were last
recycled, and that the other player has since drawn once. Then 7♣ is in the pool `recycled`: it is in the stock or in
the other player's hand, which contains at most one recycled card (`draws`). First, `ways` and `weights` count the
assignments with no, one, two and more recycled cards in hands. Then one of these cases is chosen in proportion to its
count, and the cards are dealt at random.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb

from ..cards.shuffle import Stream, mix


@dataclass(eq=False, repr=False)
class Hidden:
    """The cards that a viewer cannot locate, and the places where they may be.

    The cards are in three pools. Cards of `anywhere` may be anywhere. Cards of `recycled` went into the stock at the
    last recycling, and are there or with players who have drawn since. Cards of `in_hands` cannot be in the stock.
    `sizes` gives the free places of each hand, `draws` the maximum number of recycled cards that each hand may contain,
    and `stock` the size of the stock.
    """

    anywhere: bytes
    recycled: bytes
    in_hands: bytes
    sizes: tuple[int, ...]
    draws: tuple[int, ...]
    stock: int

    def without(self, seat: int, cards: bytes) -> Hidden:
        """Return the hidden cards after one hand has been filled; the remaining `cards` may be anywhere."""
        return replace(self, anywhere=cards, sizes=(*self.sizes[:seat], 0, *self.sizes[seat + 1 :]))

    def ways(self) -> list[list[int]]:
        """Count, for each hand, the ways to place 0, 1, ... recycled cards in that hand and all later hands."""
        out = [[1]]
        for size, most in zip(reversed(self.sizes), reversed(self.draws), strict=True):
            behind = out[-1]
            here = [0] * (len(behind) + min(size, most))
            for count in range(min(size, most) + 1):
                places = comb(size, count)
                for other, number in enumerate(behind):
                    here[other + count] += places * number
            out.append(here)
        out.reverse()
        return out

    def weights(self, ways: list[list[int]]) -> list[int]:
        """Return the numbers of assignments with 0, 1, ... recycled cards in all hands together."""
        free = sum(self.sizes)
        out: list[int] = []
        for count, number in enumerate(ways[0]):
            in_stock = len(self.recycled) - count
            others = self.stock - in_stock
            left = len(self.anywhere) - others
            possible = in_stock >= 0 and others >= 0 and 0 <= left <= free - count
            fits = possible and left + len(self.in_hands) == free - count
            # Choose the places of recycled cards in the stock, then the places in hands of cards from
            # anywhere.
            out.append(number * comb(self.stock, in_stock) * comb(free - count, left) if fits else 0)
        return out

    def possible(self) -> bool:
        """Return whether any assignment exists."""
        if not self.recycled and not self.in_hands:
            return len(self.anywhere) == sum(self.sizes) + self.stock and min(self.sizes) >= 0
        return any(self.weights(self.ways()))

    def dealt(self, numbers: Stream) -> tuple[list[bytearray], bytes]:
        """Return a random assignment: the hidden cards of each hand, and the stock."""
        recycled = bytearray(self.recycled)
        anywhere = bytearray(self.anywhere)
        mix(anywhere, numbers)
        if not recycled and not self.in_hands:
            return _split(anywhere, self.sizes), bytes(anywhere)
        mix(recycled, numbers)
        ways = self.ways()
        count = pick(numbers, self.weights(ways))
        shares: list[int] = []
        left = count
        for place, size in enumerate(self.sizes):
            most = min(size, self.draws[place], left)
            behind = ways[place + 1]
            share = pick(
                numbers,
                [
                    comb(size, n) * (behind[left - n] if left - n < len(behind) else 0)
                    for n in range(most + 1)
                ],
            )
            shares.append(share)
            left -= share
        dealt = _split(recycled, tuple(shares))
        # `_split` has taken the cards for the hands out of `recycled`, so the rest of it is in the stock.
        others = self.stock - len(recycled)
        stock = recycled + anywhere[:others]
        mix(stock, numbers)
        rest = anywhere[others:] + self.in_hands
        mix(rest, numbers)
        more = _split(rest, tuple(size - share for size, share in zip(self.sizes, shares, strict=True)))
        return [one + two for one, two in zip(dealt, more, strict=True)], bytes(stock)


def _split(cards: bytearray, sizes: tuple[int, ...]) -> list[bytearray]:
    """Deal piles of these sizes from the end of the cards, and remove them."""
    out: list[bytearray] = []
    for size in sizes:
        cut = len(cards) - size
        out.append(cards[cut:])
        del cards[cut:]
    return out


def pick(numbers: Stream, weights: list[int]) -> int:
    """Choose an index at random, and return it; the chance of each index is proportional to its weight."""
    total = sum(weights)
    number = numbers.below(total)
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise ValueError(total)
