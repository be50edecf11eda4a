"""The lack of a hand: its deadwood, or its rough distance from being declared."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from rami._kernel.arranging.deadwood import Deadwood
from rami._kernel.arranging.demands import Demand
from rami._kernel.arranging.pairs import unpaired
from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER
from rami._kernel.rules import MeldRules
from rami._kernel.turns.turn import Game

PER_CARD = 10
"""The deadwood points assumed for a card in no meld."""
_NO_RUN = 2
"""The number of cards that a missing required run counts as, and again for a pure run."""


@lru_cache(maxsize=64)
def lack_of(game: Game) -> Callable[[hands.Hand], int]:
    """The function that gives the lack of a hand, in points: without wild cards and demands, its deadwood."""
    knock, rules, demand = game.knock, game.melds, game.deadwood.demand
    if knock is None or not knock.declared or (demand is None and game.deadwood.tabled and not knock.pairs):
        return game.deadwood.least
    return _Lack(rules, demand or Demand(0, 0), knock.pairs).of


class _Lack:
    """Counts the cards that natural melds leave, the runs asked for laid first; a wild card makes up for one.

    Where a hand may be declared in pairs, the cards that these leave count if they are fewer.
    """

    def __init__(self, rules: MeldRules, demand: Demand, pairs: bool) -> None:
        self._pairs = pairs
        self._wild = rules.wild_faces
        self._natural = rules.tame is not None
        self._demand = demand
        self._left = Deadwood(rules.tame or rules, (1,) * (JOKER + 1)).least_of_plane
        self._runs = _short_runs(rules)

    def of(self, hand: hands.Hand) -> int:
        """The lack of a hand; a second copy of a card does not help."""
        plane = twice = 0
        for each in hand[:-1]:
            twice += (plane & each).bit_count()
            plane |= each
        tame = plane & ~self._wild
        wilds = hand[-1] + (plane & self._wild).bit_count()
        best = self._least(tame, 0) - wilds
        if self._natural and tame != plane:
            best = min(best, self._least(plane, 0) - hand[-1])
        lacking = best + twice
        return PER_CARD * (min(lacking, unpaired(hand)) if self._pairs else lacking)

    def _least(self, plane: int, laid: int) -> int:
        """The cards left after `laid` pure runs, and those that missing runs count as."""
        demand = self._demand
        missing = demand.runs - laid
        if missing <= 0:
            return self._left(plane)
        best: int = self._left(plane) + _NO_RUN * (missing + max(0, demand.clean - laid))
        for run in self._runs:
            if plane & run == run:
                best = min(best, self._least(plane ^ run, laid + 1))
        return best


def _short_runs(rules: MeldRules) -> tuple[int, ...]:
    """The natural runs of the two smallest sizes, as masks."""
    return tuple(
        sum(1 << 13 * suit + (place - 1) % 13 for place in range(low, low + size))
        for size in (rules.run_min, rules.run_min + 1)
        for suit in range(4)
        for low in range(rules.first_place, rules.last_place - size + 2)
        if size <= rules.max_run
    )
