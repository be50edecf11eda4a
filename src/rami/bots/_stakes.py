"""Stakes: each player's chance of winning the match, computed from the points of a round."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from rami.policies.slots.contracts import contracts_of
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant
from rami.rounds.setup import RoundContext

_CONTRACT = 20
"""The value in points of each contract laid, in games won by the first player to lay all contracts."""
_HAND = 30
"""The typical points of one round, in a match that ends after a given number of rounds."""
_SOME = 100
"""The assumed number of points still to come, in a match without a fixed end."""
_LEAD = 2.0
_SPREAD = 0.36
"""The lead that makes a win e times as likely: a number of points, plus a share of the points in the whole match.

The share is full only before any points are scored. Later it shrinks with the square root of the points to come, like
the spread of a random walk. A match to a target takes about eight rounds, and each round spreads the difference between
two totals by a quarter of the target.
"""


class Stakes:
    """Computes each seat's chance of winning the match from the totals after a round; a lead counts more near the end.

    Points are signed here so that more is always better. In a match that is played to the last contract, only
    contracts count.
    """

    def __init__(self, variant: Variant, context: RoundContext) -> None:
        # A custom scorer need not state its kind; assume penalties, which most rummy games count.
        kind = getattr(variant.scoring, "kind", "penalty")
        self.sign: int = 1 if kind in ("credit", "net") else -1
        """The factor, 1 or -1, that turns scored points into points that players want to maximise."""
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
        """Return a seat's chance of winning the match after a round with these points and completed contracts.

        Parameters:
            seat: the seat.
            points: the points of the round, by seat.
            completed: the seats that laid their contract in the round.
        """
        merits = [
            before + (_CONTRACT * (each in completed) if self._contracts else points[each])
            for each, before in enumerate(self._before)
        ]
        playing = self._context.playing
        to_come = self._to_come([merits[each] for each in playing], self._context.number)
        scale = _LEAD + _SPREAD * math.sqrt(max(0.0, to_come) * self._whole)
        # Limit the exponent: a float overflows above e to the power of 709, and at 700 the chance is practically 0
        # anyway.
        return 1 / sum(math.exp(min(700.0, (merits[each] - merits[seat]) / scale)) for each in playing)

    def _to_come(self, merits: list[float], number: int) -> float:
        """Return the number of points that usually follow after `number` rounds of the match."""
        match = self._match
        if self._contracts:
            return _CONTRACT * self._contracts - max(merits)
        if not isinstance(match, MatchFormat):
            return _SOME
        if match.end == "hands" and match.hands is not None:
            return _HAND * (match.hands - number)
        # The limit and the target are stated in points as scored, so undo the sign.
        totals = sorted(self.sign * merit for merit in merits)
        if match.end == "elimination" and match.elimination_limit is not None:
            # The match ends when only one player is still below the limit, so the second-lowest total decides.
            return match.elimination_limit - totals[1]
        return _SOME if match.target is None else match.target - totals[-1]
