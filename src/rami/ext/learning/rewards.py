"""The reward of each player for a round, for learning.

A score counts penalties in one game and credits in another, for two to eight players. `Rewards` turns it into a number
for each seat, zero-sum by default, that can be compared between games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import attrs

from rami._base.values import Value
from rami.errors import RamiError, reject
from rami.errors.checks import flag, instance, integer, items, one_of, real, seats
from rami.policies.results.scores import Points
from rami.rounds.round import Round

__all__ = ["Rewards"]


_KINDS = ("margin", "points", "win")


def _known(_: object, field: attrs.Attribute[Any], value: object) -> None:
    reject(RamiError, one_of(field.name, value, _KINDS))


def _finite(_: object, field: attrs.Attribute[Any], value: object) -> None:
    reject(RamiError, real(field.name, value))


@attrs.frozen
class Rewards(Value):
    """How the score of a finished round becomes rewards.

    Parameters:
        kind: "margin" for the points of the round, penalties counting as negative, less the average of the others;
            "points" for the points alone; "win" for 1 to the player who went out or scores after a knock, and -1 shared
            by the others.
        scale: the factor of the points.
        completed: the reward for a contract that the round ticks, in games of contracts; a void round ticks none.
        illegal: the penalty for each illegal action, which changes nothing else.

    Raises:
        RamiError: the kind is unknown, or a number is not finite.

    >>> from rami import Setup, variants
    >>> from rami.rounds.setup import KnockFact
    >>> hands, knock = ["A♥ 2♥", "K♣"], KnockFact(0, "knock")
    >>> over = Round.from_setup(
    ...     Setup(
    ...         variant=variants.GIN, hands=hands, discards="9♠", knock=knock, phase="over"
    ...     )
    ... )
    >>> Rewards().of(over)
    (0.07, -0.07)
    """

    kind: Literal["margin", "points", "win"] = attrs.field(default="margin", validator=_known)
    scale: float = attrs.field(default=0.01, validator=_finite)
    completed: float = attrs.field(default=1.0, validator=_finite)
    illegal: float = attrs.field(default=-1.0, validator=_finite)

    def of(self, position: Round) -> tuple[float, ...]:
        """Return the rewards by seat; zeros until the round is over and for seats that do not play.

        Parameters:
            position: the round.
        """
        reject(RamiError, instance("position", position, Round))
        context = position.context
        if not position.over:
            return (0.0,) * context.seats
        score = position.score()
        points = [score.points(seat) for seat in range(context.seats)]
        rewards = self.shared(context.playing, points, score.winner, credit=score.credit)
        # Rounds of Frustration have no points (D-98), so the reward is for laying the contract. A void round ticks no
        # contract (D-130), so the score decides here, not the position.
        return tuple(each + self.completed * (seat in score.completed) for seat, each in enumerate(rewards))

    def shared(
        self,
        playing: Sequence[int],
        points: Sequence[Points],
        winner: int | None,
        *,
        credit: bool = True,
    ) -> tuple[float, ...]:
        """Return the rewards by seat from the points of a round.

        Parameters:
            playing: the seats that play; the others get 0.
            points: the points, by seat.
            winner: the seat that went out, or scores after a knock; None for nobody.
            credit: True where more points are better.
        """
        wrong = () if winner is None else integer("winner", winner)
        reject(RamiError, wrong + flag("credit", credit))
        reject(RamiError, seats("playing", playing, len(items(RamiError, "points", points))))
        rewards = [0.0] * len(points)
        if self.kind == "win":
            # A round that nobody wins gives everybody 0, so that rewards still add up to 0.
            for seat in playing if winner is not None else ():
                rewards[seat] = 1.0 if seat == winner else -1.0 / (len(playing) - 1)
            return tuple(rewards)
        sign = self.scale if credit else -self.scale
        scaled = [sign * float(each) for each in points]
        total = sum(scaled) if self.kind == "margin" else 0.0
        for seat in playing:
            # Points are compared with the mean of the others, so that a round of five has the same scale as one of two.
            others = (total - scaled[seat]) / (len(playing) - 1) if self.kind == "margin" else 0.0
            rewards[seat] = scaled[seat] - others + 0.0  # never -0.0
        return tuple(rewards)
