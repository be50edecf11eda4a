"""The best way to sort a hand into melds: exact, by memoised search from the lowest card up."""

from __future__ import annotations

from collections.abc import Sequence

from . import hands
from .codes import JOKER
from .finder import hand_melds
from .melds import Code
from .rules import MeldRules
from .wilds import dressed, pooled, wilds_of

Choice = tuple[int, tuple[Code, ...]]


class Arranger:
    """Finds the melds of a hand with the greatest total weight.

    `weights` gives the weight of a meld by its code, wilds as jokers; `costs` what each card left over takes away.
    """

    __slots__ = ("_by_lowest", "_costs", "_hand", "_known", "_left", "_rules", "_wilds")

    def __init__(
        self, rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
    ) -> None:
        self._rules = rules
        self._hand = pooled(rules, hand)
        self._costs = costs
        self._known: dict[hands.Hand, Choice] = {}
        # the wild to leave first comes first: the cheapest, and of equals the highest
        self._wilds = sorted(wilds_of(rules, hand), key=lambda card: (costs[card], -card))
        self._left = [0]
        for card in self._wilds:
            self._left.append(self._left[-1] + costs[card])
        self._by_lowest: dict[int, list[tuple[Code, int]]] = {}
        for code in hand_melds(rules, hand):
            self._by_lowest.setdefault(min(code[1:]), []).append((code, weights[code]))

    def most(self) -> int:
        """The greatest total weight."""
        return self._best(self._hand)[0]

    def melds(self) -> tuple[Code, ...]:
        """The melds that have it; the first of equals in canonical order."""
        codes = self._best(self._hand)[1]
        if not self._rules.twos_wild:
            return codes
        unused = len(self._wilds) - sum(code[1:].count(JOKER) for code in codes)
        return dressed(codes, sorted(self._wilds[unused:]))

    def _best(self, hand: hands.Hand) -> Choice:
        """(total weight, melds) of some of the cards."""
        first = hand[0]
        if not first:
            return -self._left[hand[-1]], ()
        known = self._known.get(hand)
        if known is not None:
            return known
        lowest = (first & -first).bit_length() - 1
        weight, melds = self._best(hands.remove(hand, lowest))
        best: Choice = (weight - self._costs[lowest], melds)
        for code, worth in self._by_lowest.get(lowest, ()):
            left = hands.remove_all(hand, code[1:])
            if left is None:
                continue
            weight, melds = self._best(left)
            if weight + worth > best[0]:
                best = (weight + worth, (code, *melds))
        self._known[hand] = best
        return best


def arrange(
    rules: MeldRules, hand: hands.Hand, weights: dict[Code, int], costs: Sequence[int]
) -> tuple[Code, ...]:
    """The melds of the best arrangement."""
    return Arranger(rules, hand, weights, costs).melds()
