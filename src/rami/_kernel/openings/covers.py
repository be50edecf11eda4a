"""Divide all cards of a hand among new melds, in every possible way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ..budget import Meter
from ..cards import hands
from ..cards.codes import JOKER, bits
from ..melds.finder import candidates_of
from ..melds.meld import Melds
from ..melds.natural_wilds import Supply
from ..rules import Candidate, MeldRules

# Each step of the budget pays for trying this many melds.
MELDS_A_STEP: Final = 30
# The maximum number of hands to remember as impossible to cover.
MOST_HOPELESS: Final = 1 << 18


def covers(rules: MeldRules, hand: hands.Hand) -> Iterator[Melds]:
    """Lazily yield the combinations of melds that use all the cards; interchangeable wilds count once."""
    for mixed, wilds in Supply(rules, hand).mixes():
        for melds in _Covers(candidates_of(rules, mixed)[0]).covering(mixed):
            for laid in wilds.dressings(melds):
                yield tuple(sorted(laid))


@final
class _Covers:
    """Searches for covers: one meld must take the lowest remaining card, and high-scoring melds are tried first."""

    def __init__(self, found: list[Candidate]) -> None:
        self._with: Final[dict[int, list[Candidate]]] = {}
        # The hands known to have no cover.
        self._hopeless: Final[set[hands.Hand]] = set()
        self._meter: Final = Meter(MELDS_A_STEP)
        for each in sorted(found, key=_best_first):
            for card in set(each.code[1:]):
                self._with.setdefault(card, []).append(each)

    def covering(self, left: hands.Hand) -> Iterator[Melds]:
        """Yield the combinations of melds that use a whole hand whose wilds are jokers."""
        if hands.holds_none(left):
            yield ()
            return
        if left in self._hopeless:
            return
        card = bits(left[0] & -left[0])[0] if left[0] else JOKER
        some = False
        for each in self._with.get(card, ()):
            self._meter.count()
            if each.jokers > left[-1]:
                continue
            rest = hands.remove_all(left, each.code[1:])
            if rest is None:
                continue
            for others in self.covering(rest):
                some = True
                yield (each.code, *others)
        if not some and len(self._hopeless) < MOST_HOPELESS:
            self._hopeless.add(left)


def _best_first(each: Candidate) -> int:
    return -each.points
