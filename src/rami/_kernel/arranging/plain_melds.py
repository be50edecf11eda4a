"""Find and count the melds of a plain hand (no wilds, no duplicates) as masks, and name them only on demand.

In gin, the number of ways to knock is needed far more often than a list of them. So a meld is a mask here, and `plane &
mask == mask` tests whether the remaining cards still contain it. 5♥ 6♥ 7♥ 7♣ 7♦ K♠ contains two melds:

    number  head  meld        mask                            points
    0       37    5♥ 6♥ 7♥    bits 30, 31, 32                 18
    1       71    7♣ 7♦ 7♥    bits 6, 19, 32                  21

They share bit 32, the 7♥, so there are two ways to lay one meld but none to lay two. Codes (see `melds.meld`) are built
only when such ways are listed.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from ..budget import SPEND
from ..cards.codes import BIT, ROW, natural
from ..cards.hands import cards_in
from ..melds.meld import FREE_GROUP, GROUP, Code, Melds
from .deadwood import Deadwood


def count_shows(deadwood: Deadwood, plane: i64, limit: i64, barred: i64, big_gin: bool) -> i64:
    """Count the moves that, instead of a discard, would end the play now: knocks within `limit`, and big gin.

    `barred` is the mask of the card that the player must not discard when knocking.
    """
    melds: PlainMelds | None = None
    found: i64 = 0
    discarded = plane & ~barred
    while discarded:
        bit = discarded & -discarded
        discarded ^= bit
        rest = plane ^ bit
        if deadwood.least_of_plane(rest) <= limit:
            if melds is None:
                melds = PlainMelds(deadwood, plane)
            points: i64 = deadwood.points((rest, 0))
            found += melds.sets(0, rest, points, limit)
    if big_gin and deadwood.least_of_plane(plane) == 0:
        if melds is None:
            melds = PlainMelds(deadwood, plane)
        found += melds.partitions(0, plane)
    return found


@final
class PlainMelds:
    """The melds that a plain hand can form, in the order of their codes.

    `heads` lists the heads of the codes, `masks` the cards of each meld, and `prices` the points of these cards when
    unmatched.
    """

    def __init__(self, deadwood: Deadwood, plane: i64) -> None:
        self._deadwood: Final = deadwood
        self.heads: Final[list[int]] = []
        self.masks: Final[list[int]] = []
        self.prices: Final[list[int]] = []
        # Filled when combinations are listed.
        self._codes: list[Code] = []
        self._spend: Final = SPEND.get()
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
        last: i64 = rules.top_place
        low: i64 = rules.first_place
        while low < 14:
            mask: i64 = 0
            price: i64 = 0
            place = low
            while place <= last and place - low < longest:
                rank = (place - 1) % 13
                bit: i64 = BIT[rank]
                # The card is not held, or the run already has it at its other end.
                if not row & bit or mask & bit:
                    break
                mask |= bit
                price += values[rank]
                place += 1
                if place - low >= least:
                    self._add(16 * suit + low, mask << 13 * suit, price)
            low += 1

    def _add_groups(self, rank: i64, cards: i64) -> None:
        """Add the group of all these cards of a rank, and each group that leaves out one card."""
        rules = self._deadwood.rules
        least: i64 = rules.set_min
        most: i64 = rules.set_max
        head: i64 = FREE_GROUP if rules.any_suits else GROUP
        head += rank + 1
        value: i64 = self._deadwood.values[rank]
        size: i64 = 0
        rest = cards
        while rest:
            rest &= rest - 1
            size += 1
        suit: i64 = 3
        while suit >= 0:
            bit = cards & BIT[13 * suit + rank]
            suit -= 1
            if bit and least <= size - 1 <= most:
                self._add(head, cards ^ bit, (size - 1) * value)
            # In the order of codes, the whole group comes right after the one without its highest card.
            if bit and bit << 1 > cards and least <= size <= most:
                self._add(head, cards, size * value)

    def _add(self, head: i64, mask: i64, price: i64) -> None:
        self.heads.append(head)
        self.masks.append(mask)
        self.prices.append(price)

    def code(self, index: int) -> Code:
        """Return the meld with this number."""
        head, cards = self.heads[index], cards_in(self.masks[index])
        if head < GROUP:
            suit, low = head >> 4, head & 15
            return (head, *[natural(suit, low + place) for place in range(len(cards))])
        return (head, *cards)

    def listed(self, plane: i64, limit: i64) -> list[tuple[Melds, int]]:
        """Return (melds, deadwood) for every combination of melds that leaves at most `limit` points of these cards."""
        if not self._codes:
            self._codes = [self.code(index) for index in range(len(self.masks))]
        found: list[tuple[Melds, int]] = []
        self._list(0, (), plane, self._deadwood.points((plane, 0)), limit, found)
        return found

    def _list(
        self, start: i64, chosen: Melds, plane: i64, points: i64, limit: i64, found: list[tuple[Melds, int]]
    ) -> None:
        if self._spend is not None:
            self._spend()
        if points <= limit:
            found.append((chosen, points))
        masks, deadwood = self.masks, self._deadwood
        index = start
        while index < len(masks):
            mask: i64 = masks[index]
            if plane & mask == mask and deadwood.least_of_plane(plane ^ mask) <= limit:
                price: i64 = self.prices[index]
                more = (*chosen, self._codes[index])
                self._list(index + 1, more, plane ^ mask, points - price, limit, found)
            index += 1

    def sets(self, start: i64, plane: i64, points: i64, limit: i64) -> i64:
        """Count the combinations of melds numbered `start` or higher that leave at most `limit` points.

        `points` is the total of the cards left so far.
        """
        found: i64 = 1 if points <= limit else 0
        masks, deadwood = self.masks, self._deadwood
        index = start
        while index < len(masks):
            mask: i64 = masks[index]
            if plane & mask == mask and deadwood.least_of_plane(plane ^ mask) <= limit:
                price: i64 = self.prices[index]
                found += self.sets(index + 1, plane ^ mask, points - price, limit)
            index += 1
        return found

    def partitions(self, start: i64, plane: i64) -> i64:
        """Count the combinations of melds numbered `start` or higher that use every card."""
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
