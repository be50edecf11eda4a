"""Rewards for learning agents: a number for each player of a finished round.

Points are penalties in some games and credits in others, and the games are for two to eight players. `Rewards` turns
points into numbers that can be compared between games and that, by default, add up to 0.
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
    """The rule that turns the score of a finished round into rewards.

    Parameters:
        kind: "margin" for the player's points minus the average of the other players, where penalties count as negative
            points; "points" for the player's points alone; "win" for 1 to the player who went out or who scores after a
            knock, and an equal share of -1 to each of the others.
        scale: the factor by which points are multiplied.
        completed: the extra reward for a contract that the player completed in the round, in games with contracts; a
            void round completes no contract.
        illegal: the reward for an illegal action, usually negative; the action has no other effect.

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
        """Return the rewards by seat; seats that do not play get 0, and all seats get 0 until the round is over.

        Parameters:
            position: the round to reward.
        """
        reject(RamiError, instance("position", position, Round))
        context = position.context
        if not position.over:
            return (0.0,) * context.seats
        score = position.score()
        points = [score.points(seat) for seat in range(context.seats)]
        rewards = self.shared(context.playing, points, score.winner, credit=score.credit)
        # D-98: rounds of Frustration have no points, so reward the players who complete their contract. D-130: a void
        # round completes no contract, so read the score, not the position.
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
            playing: the seats that play; other seats get 0.
            points: the points of the round, by seat.
            winner: the seat that went out or scores after a knock; None if nobody won.
            credit: True if more points are better, False if points are penalties.
        """
        wrong = () if winner is None else integer("winner", winner)
        reject(RamiError, wrong + flag("credit", credit))
        reject(RamiError, seats("playing", playing, len(items(RamiError, "points", points))))
        rewards = [0.0] * len(points)
        if self.kind == "win":
            # If nobody wins, all rewards are 0, so that they still add up to 0.
            for seat in playing if winner is not None else ():
                rewards[seat] = 1.0 if seat == winner else -1.0 / (len(playing) - 1)
            return tuple(rewards)
        sign = self.scale if credit else -self.scale
        scaled = [sign * float(each) for each in points]
        total = sum(scaled) if self.kind == "margin" else 0.0
        for seat in playing:
            # Use the mean of the other players instead of their sum, so that rewards have the same scale for any number
            # of players.
            others = (total - scaled[seat]) / (len(playing) - 1) if self.kind == "margin" else 0.0
            rewards[seat] = scaled[seat] - others + 0.0  # never -0.0
        return tuple(rewards)
