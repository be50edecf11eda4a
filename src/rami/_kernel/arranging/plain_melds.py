"""The melds of a plain hand, one without wilds or duplicates: found and counted on masks, named only on demand."""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from ..cards.codes import BIT, ROW, natural
from ..cards.hands import cards_in
from ..melds.meld import FREE_GROUP, GROUP, Code
from .deadwood import Deadwood


def count_shows(deadwood: Deadwood, plane: i64, limit: i64, barred: i64, big_gin: bool) -> i64:
    """The number of moves that end the play with a plain hand before its discard: knocks within `limit`, and big gin.

    `barred` has the card that no knock may throw, as a mask.
    """
    melds: PlainMelds | None = None
    found: i64 = 0
    thrown = plane & ~barred
    while thrown:
        bit = thrown & -thrown
        thrown ^= bit
        rest = plane ^ bit
        if deadwood.least_of_plane(rest) <= limit:
            if melds is None:
                melds = PlainMelds(deadwood, plane)
            worth: i64 = deadwood.worth((rest, 0))
            found += melds.sets(0, rest, worth, limit)
    if big_gin and deadwood.least_of_plane(plane) == 0:
        if melds is None:
            melds = PlainMelds(deadwood, plane)
        found += melds.partitions(0, plane)
    return found


@final
class PlainMelds:
    """The melds that a plain hand can form: `heads` as in their codes, cards as `masks`, and their unmatched points."""

    def __init__(self, deadwood: Deadwood, plane: i64) -> None:
        self._deadwood: Final = deadwood
        self.heads: Final[list[int]] = []
        self.masks: Final[list[int]] = []
        self.prices: Final[list[int]] = []
        a, b, c, d = plane & ROW, plane >> 13 & ROW, plane >> 26 & ROW, plane >> 39
        self._add_runs(0, a)
        self._add_runs(1, b)
        self._add_runs(2, c)
        self._add_runs(3, d)
        thrice = a & b & (c | d) | c & d & (a | b)
        rank: i64 = 0
        while thrice:
            if thrice & 1:
                column = a & 1 | (b & 1) << 13 | (c & 1) << 26 | (d & 1) << 39
                self._add_groups(rank, column << rank)
            a, b, c, d, thrice = a >> 1, b >> 1, c >> 1, d >> 1, thrice >> 1
            rank += 1

    def _add_runs(self, suit: i64, row: i64) -> None:
        rules, values = self._deadwood.rules, self._deadwood.values
        least: i64 = rules.run_min
        longest: i64 = rules.max_run
        last: i64 = 26 if rules.wrap else rules.last_place
        low: i64 = rules.first_place
        while low < 14:
            mask: i64 = 0
            price: i64 = 0
            place = low
            while place <= last and place - low < longest:
                rank = (place - 1) % 13
                bit: i64 = BIT[rank]
                # the card is not held, or the run has it already at its other end
                if not row & bit or mask & bit:
                    break
                mask |= bit
                price += values[rank]
                place += 1
                if place - low >= least:
                    self._add(16 * suit + low, mask << 13 * suit, price)
            low += 1

    def _add_groups(self, rank: i64, cards: i64) -> None:
        """The groups with these cards of a rank, and without one of them."""
        rules = self._deadwood.rules
        least: i64 = rules.group_min
        most: i64 = rules.group_max
        head: i64 = FREE_GROUP if rules.any_suits else GROUP
        head += rank + 1
        value: i64 = self._deadwood.values[rank]
        size: i64 = 0
        rest = cards
        while rest:
            rest &= rest - 1
            size += 1
        if least <= size <= most:
            self._add(head, cards, size * value)
        rest = cards if least <= size - 1 <= most else 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            self._add(head, cards ^ bit, (size - 1) * value)

    def _add(self, head: i64, mask: i64, price: i64) -> None:
        self.heads.append(head)
        self.masks.append(mask)
        self.prices.append(price)

    def code(self, index: int) -> Code:
        """The meld with that number."""
        head, cards = self.heads[index], cards_in(self.masks[index])
        if head < GROUP:
            suit, low = head >> 4, head & 15
            return (head, *[natural(suit, low + place) for place in range(len(cards))])
        return (head, *cards)

    def sets(self, start: i64, plane: i64, worth: i64, limit: i64) -> i64:
        """The number of sets of disjoint melds, from `start` on, that leave at most `limit` of the `worth` points."""
        found: i64 = 1 if worth <= limit else 0
        masks, deadwood = self.masks, self._deadwood
        index = start
        while index < len(masks):
            mask: i64 = masks[index]
            if plane & mask == mask and deadwood.least_of_plane(plane ^ mask) <= limit:
                price: i64 = self.prices[index]
                found += self.sets(index + 1, plane ^ mask, worth - price, limit)
            index += 1
        return found

    def partitions(self, start: i64, plane: i64) -> i64:
        """The number of sets of disjoint melds, from a number on, that leave no card."""
        if not plane:
            return 1
        found: i64 = 0
        masks = self.masks
        index = start
        while index < len(masks):
            mask: i64 = masks[index]
            if plane & mask == mask:
                found += self.partitions(index + 1, plane ^ mask)
            index += 1
        return found
