"""What the points of a round are worth: the chance to win the match."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from rami.policies.slots.contracts import contracts_of
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

_CONTRACT = 20
"""The value of a contract that has been laid, in points, where the first to lay them all wins."""
_HAND = 30
"""The points that a hand changes, where the number of hands is what ends the match."""
_SOME = 100
"""The points to come where nothing says how the match ends."""
_LEAD = 2.0
_SPREAD = 0.36
"""A lead makes a win e times as likely of so many points, and of so many times the points of the whole match.

The latter where none have been scored; then it shrinks like the spread of a random walk, by the root of those to come:
a match to a target takes some eight rounds, in each of which the difference of two totals spreads by a quarter of it.
"""


class Stakes:
    """Each seat's chance to win the match, from the totals after a round; a lead counts more near the end.

    More points are always better here. In a match to the last contract they do not matter.
    """

    def __init__(self, variant: Variant, context: RoundContext) -> None:
        # A custom scorer need not say which way its points go: penalties are the rule of the family.
        kind = getattr(variant.scoring, "kind", "penalty")
        self.sign: int = 1 if kind in ("credit", "net") else -1
        """The factor for points of a score after which more are better."""
        self._match = match = variant.match
        self._context = context
        ticked = isinstance(match, MatchFormat) and match.end == "contracts"
        self._contracts = len(contracts_of(variant.opening) or ()) if ticked else 0
        self._whole: float = self._to_come([0.0] * context.seats, 0)
        self._before = (
            [_CONTRACT * float(due - 1) for due in context.contracts or (1,) * context.seats]
            if self._contracts
            else [self.sign * float(total) for total in context.totals]
        )

    def chance(self, seat: int, points: Sequence[float], completed: Collection[int] = ()) -> float:
        """Return a seat's chance to win the match after a round with these points and contracts laid."""
        merits = [
            before + (_CONTRACT * (each in completed) if self._contracts else points[each])
            for each, before in enumerate(self._before)
        ]
        playing = self._context.playing
        to_come = self._to_come([merits[each] for each in playing], self._context.number)
        scale = _LEAD + _SPREAD * math.sqrt(max(0.0, to_come) * self._whole)
        # Beyond e to the power of 709 a float overflows; at 700 the chance is zero all the same.
        return 1 / sum(math.exp(min(700.0, (merits[each] - merits[seat]) / scale)) for each in playing)

    def _to_come(self, merits: list[float], number: int) -> float:
        """Return the typical points still to be scored before the match ends, after this many hands."""
        match = self._match
        if self._contracts:
            return _CONTRACT * self._contracts - max(merits)
        if not isinstance(match, MatchFormat):
            return _SOME
        if match.end == "hands" and match.hands is not None:
            return _HAND * (match.hands - number)
        # Back to the points as scored, as a target is a number of those.
        totals = sorted(self.sign * merit for merit in merits)
        if match.end == "elimination" and match.elimination_limit is not None:
            # The match ends when the last but one reaches the limit.
            return match.elimination_limit - totals[1]
        return _SOME if match.target is None else match.target - totals[-1]
