"""The best way to sort a hand into melds: exact, by a search that prices bound.

Each card has a *price*, so that no meld gains more than its cards are priced at together: the cards that are
still to be arranged never bring more than their prices.  The search goes from the lowest card up.
"""

from __future__ import annotations

from collections.abc import Sequence

from . import hands
from .codes import JOKER
from .melds import Code
from .packed import Packed
from .rules import MeldRules
from .wilds import dressed, pooled, wilds_of


class Arranger:
    """Finds the melds of a hand with the greatest total weight.

    `weights` gives the weight of every meld of the hand by its code, wilds as jokers, in canonical order;
    `costs` what each card left over takes away.
    """

    __slots__ = (
        "_base",
        "_codes",
        "_counts",
        "_gains",
        "_holes",
        "_lowest",
        "_masks",
        "_packed",
        "_prices",
        "_reached",
        "_rest",
        "_rules",
        "_saved",
        "_sums",
        "_top",
        "_wilds",
    )

    def __init__(
        self, rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
    ) -> None:
        self._rules = rules
        mixed = pooled(rules, hand)
        # the wild to leave first comes first: the cheapest, and of equals the highest
        self._wilds = sorted(wilds_of(rules, hand), key=lambda card: (costs[card], -card))
        # what it saves to use so many wilds: the dearest are used first
        self._saved = [0]
        for card in reversed(self._wilds):
            self._saved.append(self._saved[-1] + costs[card])
        self._base = -sum([costs[card] for card in hands.cards_of(hand)])
        self._codes = list(weights)
        self._packed = Packed(self._codes, mixed)
        self._counts = [0] * (JOKER + 1)
        for card in self._packed.faces:
            self._counts[card] = hands.count(mixed, card)
        # what a meld adds, with the costs of its naturals; its jokers and its lowest natural
        self._gains: list[int] = []
        self._holes: list[int] = []
        self._lowest: list[int] = []
        for code, gain in weights.items():
            lowest = JOKER
            holes = 0
            for index in range(1, len(code)):
                card = code[index]
                if card == JOKER:
                    holes += 1
                else:
                    gain += costs[card]
                    lowest = min(lowest, card)
            self._gains.append(gain)
            self._holes.append(holes)
            self._lowest.append(lowest)
        self._prices = self._card_prices(costs[self._wilds[-1]] if self._wilds else 0)
        self._masks = [0] * len(self._codes)
        for number, code in enumerate(self._codes):
            for card in code[1:]:
                self._masks[number] |= self._packed.fields[card]
        self._sums = [sum([self._prices[card] for card in code[1:]]) for code in self._codes]
        self._rest = sum([self._prices[card] * self._counts[card] for card in self._packed.faces])
        self._reached: dict[int, int] = {}
        self._top = -1

    def _card_prices(self, dearest: int) -> list[int]:
        """A price for each card: as low as those of the others allow."""
        prices = [0] * (JOKER + 1)
        holding: list[list[int]] = [[] for _ in range(JOKER + 1)]
        # what the cards of a meld are priced above its gain
        spare: list[int] = []
        for number, code in enumerate(self._codes):
            gain = self._gains[number] + dearest * self._holes[number]
            size = len(code) - 1
            share = -(-gain // size)
            spare.append(-gain)
            for index in range(1, size + 1):
                card = code[index]
                holding[card].append(number)
                prices[card] = max(prices[card], share)
        for number, code in enumerate(self._codes):
            spare[number] += sum([prices[card] for card in code[1:]])
        for card in self._packed.faces:
            less = prices[card]
            for number in holding[card]:
                if spare[number] < less:
                    less = spare[number]
            if less and self._counts[card] > 1:
                # a meld may hold the card more than once
                less //= max([self._codes[number][1:].count(card) for number in holding[card]])
            prices[card] -= less
            for number in holding[card] if less else ():
                spare[number] -= less
        return prices

    def most(self) -> int:
        """The greatest total weight."""
        if self._top < 0 and self._codes:
            by_gain = sorted(
                range(len(self._codes)), key=lambda number: (self._lowest[number], -self._gains[number])
            )
            self._climb(by_gain, self._packed.full, 0, self._rest, 0)
        return self._base + max(self._top, 0)

    def _climb(self, live: list[int], left: int, gain: int, rest: int, holes: int) -> None:
        """Try all sets of the live melds, each of which fits into what is left."""
        self._top = max(self._top, gain + self._saved[holes])
        if not live:
            return
        # what is left and the first live meld tell which melds are live; once no live meld takes a joker, what is
        # left no longer tells how many were used
        key = (left * len(self._codes) + live[0]) * len(self._saved) + holes
        if self._reached.get(key, -1) >= gain:
            return
        self._reached[key] = gain
        lowest = self._lowest[live[0]]
        at = 0
        while at < len(live) and self._lowest[live[at]] == lowest:
            number = live[at]
            better, still, used = (
                gain + self._gains[number],
                rest - self._sums[number],
                holes + self._holes[number],
            )
            if better + self._saved[used] + still > self._top:
                follow, after, lost = self._following(live, at, left - self._packed.needs[number])
                self._climb(follow, after, better, still - lost, used)
            at += 1
        stay = (left & self._packed.fields[lowest]) // self._packed.units[lowest]
        still = rest - stay * self._prices[lowest]
        if at < len(live) and gain + self._saved[holes] + still > self._top:
            follow, after, lost = self._following(live, at, left & ~self._packed.fields[lowest])
            self._climb(follow, after, gain, still - lost, holes)

    def _following(self, live: list[int], start: int, left: int) -> tuple[list[int], int, int]:
        """The live melds from that index on that still fit, what is left for them, and the price of the rest."""
        packed = self._packed
        needs, guards, masks = packed.needs, packed.guards, self._masks
        follow: list[int] = []
        alive = guards
        for at in range(start, len(live)):
            number = live[at]
            if (left - needs[number]) & guards == guards:
                follow.append(number)
                alive |= masks[number]
        dead = left & ~alive
        lost = 0
        for card in packed.faces if dead else ():
            here = dead & packed.fields[card]
            if here:
                lost += here // packed.units[card] * self._prices[card]
        return follow, left & alive, lost

    def melds(self) -> tuple[Code, ...]:
        """The melds that have it; of equals those that leave the lower cards, then the first in order."""
        self.most()
        if self._top <= 0:
            return ()
        order = sorted(range(len(self._codes)), key=lambda number: (self._lowest[number], number))
        self._reached = {}
        codes = self._first(order, self._packed.full, 0, self._rest, 0)
        assert codes is not None
        if not self._rules.twos_wild:
            return codes
        unused = len(self._wilds) - sum([code[1:].count(JOKER) for code in codes])
        return dressed(codes, sorted(self._wilds[unused:]))

    def _first(self, live: list[int], left: int, gain: int, rest: int, holes: int) -> tuple[Code, ...] | None:
        """The first set of the live melds that reaches the greatest total; sets with fewer of the lowest card come
        first.
        """
        total = gain + self._saved[holes]
        if total == self._top:
            return ()
        if not live or total + rest < self._top:
            return None
        key = (left * len(self._codes) + live[0]) * len(self._saved) + holes
        if self._reached.get(key, -1) >= gain:
            return None
        packed = self._packed
        lowest = self._lowest[live[0]]
        with_it = len([number for number in live if self._lowest[number] == lowest])
        unit, price = packed.units[lowest], self._prices[lowest]
        stay = (left & packed.fields[lowest]) // unit
        without = left - stay * unit
        if total + rest - stay * price >= self._top:
            follow, after, lost = self._following(live, with_it, without)
            found = self._first(follow, after, gain, rest - stay * price - lost, holes)
            if found is not None:
                return found
        for kept in range(1, stay + 1):
            some = without + kept * unit
            for at in range(with_it):
                number = live[at]
                after = some - packed.needs[number]
                if after & packed.guards != packed.guards:
                    continue
                better, used = gain + self._gains[number], holes + self._holes[number]
                still = rest - (stay - kept) * price - self._sums[number]
                if better + self._saved[used] + still < self._top:
                    continue
                follow, after, lost = self._following(live, at, after)
                found = self._first(follow, after, better, still - lost, used)
                if found is not None:
                    return (self._codes[number], *found)
        self._reached[key] = gain
        return None


def arrange(
    rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
) -> tuple[Code, ...]:
    """The melds of the best arrangement."""
    if not weights:
        return ()
    return Arranger(rules, hand, weights, costs).melds()
