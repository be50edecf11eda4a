"""The best way to sort a hand into melds: exact, by memoised search from the lowest card up."""

from __future__ import annotations

from collections.abc import Sequence

from . import hands
from .codes import JOKER
from .finder import hand_melds
from .melds import Code
from .rules import MeldRules

Choice = tuple[int, tuple[Code, ...]]


class Arranger:
    """Finds the melds of a hand with the greatest total weight.

    `weights` gives the weight of a meld by its code, `costs` what each card left over takes away.
    """

    __slots__ = ("_by_lowest", "_costs", "_known")

    def __init__(
        self, rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
    ) -> None:
        self._costs = costs
        self._known: dict[hands.Hand, Choice] = {}
        self._by_lowest: dict[int, list[tuple[Code, int]]] = {}
        for code in hand_melds(rules, hand):
            self._by_lowest.setdefault(min(code[1:]), []).append((code, weights[code]))

    def best(self, hand: hands.Hand) -> Choice:
        """(total weight, melds); the first of equals in canonical order."""
        first = hand[0]
        if not first:
            return -self._costs[JOKER] * hand[-1], ()
        known = self._known.get(hand)
        if known is not None:
            return known
        lowest = (first & -first).bit_length() - 1
        weight, melds = self.best(hands.remove(hand, lowest))
        best: Choice = (weight - self._costs[lowest], melds)
        for code, worth in self._by_lowest.get(lowest, ()):
            left = hands.remove_all(hand, code[1:])
            if left is None:
                continue
            weight, melds = self.best(left)
            if weight + worth > best[0]:
                best = (weight + worth, (code, *melds))
        self._known[hand] = best
        return best


def arrange(
    rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
) -> tuple[Code, ...]:
    """The melds of the best arrangement."""
    return Arranger(rules, hand, weights, costs).best(hand)[1]
