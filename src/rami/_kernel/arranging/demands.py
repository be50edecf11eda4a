"""Arrangements that count only if they have a required number of runs.

In Indian 13 a player needs at least two runs to declare, one of them *clean*, that is, without a joker. The best
arrangement without this demand may consist only of groups. So the runs are chosen first: the search tries every choice
of runs that meets the demand, starting with clean runs. The arranger melds the remaining cards, and the choice that
leaves the fewest points wins. In 3♣ 4♣ 5♣ 5♦ 5♥ 6♥ 7♥ the group 5♣ 5♦ 5♥ would break both runs, but 3♣ 4♣ 5♣ and 5♥
6♥ 7♥ meet the demand and leave only 5♦.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ..cards import hands
from ..cards.codes import BIT, JOKER
from ..melds.finder import hand_melds
from ..melds.meld import Code, Melds, is_clean_run, is_run
from ..melds.wilds import dressed, holes_of, pooled, wilds_of
from ..rules import MeldRules
from .arrange import Arranger

# The naturals of a meld as a mask, its number of jokers, and the meld.
Need = tuple[int, int, Code]


@final
class Demand:
    """The runs that an arrangement must have: at least `runs`, of which at least `clean` have no wild."""

    __slots__ = ("clean", "runs")

    def __init__(self, runs: int, clean: int) -> None:
        self.runs: Final = max(runs, clean)
        self.clean: Final = clean

    def met(self, rules: MeldRules, melds: Melds) -> bool:
        """Return whether the melds meet the demand."""
        clean = 0
        runs = 0
        for code in melds:
            if is_run(code):
                runs += 1
                if is_clean_run(rules, code):
                    clean += 1
        return runs >= self.runs and clean >= self.clean


@final
class Demanded:
    """The melds that meet a demand with the least deadwood; `found` is None if the deadwood is above `most`.

    The search tries every choice of runs that meets the demand, with the best melds of the other cards. The
    search ends once the deadwood is as low as it would be without the demand.
    """

    def __init__(
        self,
        rules: MeldRules,
        hand: hands.Hand,
        demand: Demand,
        costs: Sequence[int],
        most: int,
        known: list[Need] | None = None,
    ) -> None:
        self._rules: Final = rules
        self._hand: Final = hand
        self._demand: Final = demand
        self._costs: Final = costs
        # The most expensive wilds are laid first.
        self._wilds: Final = sorted(wilds_of(rules, hand), key=lambda card: -costs[card])
        self._seen: Final[set[tuple[hands.Hand, int]]] = set()
        self.found: Melds | None = None
        self.left = most + 1
        mixed = pooled(rules, hand)
        # The melds of part of a hand are among those of the whole hand, which the caller may pass as `known`.
        self._needs: Final = needs_of(hand_melds(rules, hand)) if known is None else held_melds(known, mixed)
        codes = [code for _, _, code in self._needs]
        runs = _different([code for code in codes if is_run(code)])
        clean = [code for code in runs if JOKER not in code[1:]]
        self._floor = 0
        if len(clean) >= 1 or (demand.clean == 0 and len(runs) >= 1):
            self._floor = -self._arranger(hand, codes).most(-most)
            if self._floor <= most:
                self._choose(mixed, (), clean, runs, 0, demand.clean)

    def _choose(
        self, mixed: hands.Hand, chosen: Melds, clean: list[Code], runs: list[Code], start: int, due: int
    ) -> bool:
        """Add the runs still required, clean runs first; return True if no other choice can beat the result."""
        if due == 0 and len(chosen) == self._demand.runs:
            return self._fill(mixed, chosen)
        if chosen and -self._of_rest(chosen).most(1 - self.left) >= self.left:
            return False
        more = clean if due else runs
        for index in range(start, len(more)):
            left = hands.remove_all(mixed, more[index][1:])
            if left is None:
                continue
            # After the last clean run, the other runs may be of any kind.
            after = index if due != 1 else 0
            if self._choose(left, (*chosen, more[index]), clean, runs, after, max(0, due - 1)):
                return True
        return False

    def _fill(self, mixed: hands.Hand, chosen: Melds) -> bool:
        key = (mixed, holes_of(chosen))
        if key in self._seen:
            return False
        self._seen.add(key)
        arranger = self._of_rest(chosen)
        left = -arranger.most(1 - self.left)
        if left < self.left:
            self.found = tuple(sorted((*self._laid(chosen), *arranger.melds())))
            self.left = left
        return self.left == self._floor

    def _laid(self, chosen: Melds) -> Melds:
        return dressed(chosen, self._wilds[: holes_of(chosen)])

    def _of_rest(self, chosen: Melds) -> Arranger:
        """Return the arranger of the remaining cards, without a demand."""
        rest = hands.remove_all(self._hand, [card for code in self._laid(chosen) for card in code[1:]])
        assert rest is not None  # the runs come from this hand
        held = held_melds(self._needs, pooled(self._rules, rest))
        return self._arranger(rest, [code for _, _, code in held])

    def _arranger(self, hand: hands.Hand, codes: list[Code]) -> Arranger:
        return Arranger(self._rules, hand, codes, [0] * len(codes), self._costs)


def needs_of(codes: list[Code]) -> list[Need]:
    """Return, for each meld, (mask of naturals, number of jokers, meld); the mask is -1 if a card occurs twice."""
    out: list[Need] = []
    for code in codes:
        mask = jokers = 0
        for card in code[1:]:
            if card == JOKER:
                jokers += 1
            else:
                mask = -1 if mask < 0 or mask & BIT[card] else mask | BIT[card]
        out.append((mask, jokers, code))
    return out


def held_melds(needs: list[Need], mixed: hands.Hand) -> list[Need]:
    """Return the melds of a hand that a part of it can still form; `mixed` is that part, with jokers for its wilds."""
    first, jokers = mixed[0], mixed[-1]
    return [
        need
        for need in needs
        if need[1] <= jokers
        and (first & need[0] == need[0] if need[0] >= 0 else hands.remove_all(mixed, need[2][1:]) is not None)
    ]


def _different(runs: list[Code]) -> list[Code]:
    """Return the runs, the longest first, with only one run for each combination of cards."""
    known: dict[tuple[int, ...], Code] = {}
    for code in runs:
        known.setdefault(tuple(sorted(code[1:])), code)
    return sorted(known.values(), key=lambda code: -len(code))
