"""The least worth of the cards that no meld takes: exact for any hand.

Where no card is wild and suits differ within a group, one table holds the least deadwood of every suit row
for runs alone, and the few ways to take groups out are tried before four lookups.  Every other hand goes
through the arranger.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from . import hands
from .arrange import Arranger
from .codes import NATURALS, ROW
from .finder import hand_melds
from .rules import MeldRules


class Deadwood:
    """Counts the deadwood of hands; `values` prices each card by its number, the joker last."""

    __slots__ = ("_table", "_tabled", "rules", "values")

    def __init__(self, rules: MeldRules, values: Sequence[int]) -> None:
        self.rules = rules
        self.values = tuple(values)
        alike = all(self.values[card] == self.values[card % 13] for card in range(NATURALS))
        self._tabled = alike and not rules.twos_wild
        self._table: tuple[int, ...] = ()

    def least(self, hand: hands.Hand) -> int:
        """The least deadwood over all ways to meld."""
        if self._tabled and not any(hand[1:]):
            return self._from_table(hand[0])
        melds = dict.fromkeys(hand_melds(self.rules, hand), 0)
        return -Arranger(self.rules, hand, melds, self.values).most()

    def worth(self, hand: hands.Hand) -> int:
        """What all cards of a hand are worth unmatched."""
        return sum(self.values[card] for card in hands.cards_of(hand))

    def _from_table(self, cards: int) -> int:
        rules = self.rules
        table = self._table
        if not table:
            table = row_table(rules.run_min, rules.max_run, rules.wrap, rules.ace_high, self.values[:13])
            self._table = table
        a, b, c, d = cards & ROW, cards >> 13 & ROW, cards >> 26 & ROW, cards >> 39
        thrice = a & b & (c | d) | c & d & (a | b)
        if not thrice:
            return table[a] + table[b] + table[c] + table[d]
        return _with_groups(table, rules.group_min, min(4, rules.group_max), a, b, c, d, thrice)


def _with_groups(
    table: tuple[int, ...], least: int, most: int, a: int, b: int, c: int, d: int, ranks: int
) -> int:
    """The least deadwood of four suit rows when groups of the given ranks may be taken out."""
    if not ranks:
        return table[a] + table[b] + table[c] + table[d]
    bit = ranks & -ranks
    ranks ^= bit
    best = _with_groups(table, least, most, a, b, c, d, ranks)
    held = (a & bit > 0) + (b & bit > 0) + (c & bit > 0) + (d & bit > 0)
    rest = ~bit
    if least <= held <= most:
        best = min(best, _with_groups(table, least, most, a & rest, b & rest, c & rest, d & rest, ranks))
    if held == 4 and least <= 3 <= most:
        best = min(
            best,
            _with_groups(table, least, most, a, b & rest, c & rest, d & rest, ranks),
            _with_groups(table, least, most, a & rest, b, c & rest, d & rest, ranks),
            _with_groups(table, least, most, a & rest, b & rest, c, d & rest, ranks),
            _with_groups(table, least, most, a & rest, b & rest, c & rest, d, ranks),
        )
    return best


@lru_cache(maxsize=16)
def row_table(
    run_min: int, max_run: int, wrap: bool, ace_high: bool, values: tuple[int, ...]
) -> tuple[int, ...]:
    """The least deadwood of each set of ranks of one suit, when only runs are laid."""
    by_lowest: list[list[int]] = [[] for _ in range(13)]
    last = 26 if wrap else 14 if ace_high else 13
    for low in range(1, 14):
        for length in range(run_min, min(max_run, 13) + 1):
            if low + length - 1 > last:
                break
            mask = 0
            for place in range(low, low + length):
                mask |= 1 << (place - 1) % 13
            by_lowest[(mask & -mask).bit_length() - 1].append(mask)
    table = [0] * (ROW + 1)
    for row in range(1, ROW + 1):
        low_bit = row & -row
        lowest = low_bit.bit_length() - 1
        best = table[row ^ low_bit] + values[lowest]
        for mask in by_lowest[lowest]:
            if row & mask == mask and table[row ^ mask] < best:
                best = table[row ^ mask]
        table[row] = best
    return tuple(table)
