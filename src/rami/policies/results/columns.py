"""Columns: a match that is scored several times in parallel, as on a Hollywood score sheet."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rami._base.values import Value
from rami.errors import RamiError, reject
from rami.errors.checks import instance, integer, tupled
from rami.policies.results.scores import Points, RoundScore, ScoreLine, exact

__all__ = ["Column"]


@attrs.frozen
class Column(Value):
    """One column of a match that is scored in several columns.

    Parameters:
        totals: each seat's points from the hands that count in this column, without bonuses.
        hands_won: for each seat, the number of its wins that count in this column.
        winners: the seats of the winners of the column; () while it is open.
        bonuses: for each seat, the points added when the column closes; () while it is open, and in matches without
            bonuses.
    """

    totals: tuple[Points, ...] = attrs.field(converter=tupled)
    hands_won: tuple[int, ...] = attrs.field(converter=tupled)
    winners: tuple[int, ...] = attrs.field(default=(), converter=tupled)
    bonuses: tuple[ScoreLine, ...] = attrs.field(default=(), converter=tupled)

    @property
    def closed(self) -> bool:
        """Whether the column takes no more entries."""
        return bool(self.winners)

    def entered(self, score: RoundScore, target: int | None) -> Column:
        """Count one more hand, and close the column if a player reaches the target.

        Parameters:
            score: the score of a round with a winner.
            target: the total that closes the column; None if no total closes it.
        """
        wrong = instance("score", score, RoundScore)
        reject(RamiError, wrong + (() if target is None else integer("target", target)))
        totals = tuple(exact(total + score.points(seat)) for seat, total in enumerate(self.totals))
        hands_won = tuple(won + (seat == score.winner) for seat, won in enumerate(self.hands_won))
        most = max(totals)
        over = target is not None and most >= target
        winners = tuple(seat for seat, total in enumerate(totals) if over and total == most)
        return Column(totals, hands_won, winners)


def columns_of(
    scores: Iterable[RoundScore], seats: int, count: int, target: int | None
) -> tuple[Column, ...]:
    """Return the columns of a match after these rounds (GIN-MATCH-01).

    The first hand that a player wins counts in the first column, the second in the first two columns, and the nth in
    the first n. A closed column takes no more entries. If all of these columns are closed, the hand counts in the next
    open column.

    Parameters:
        scores: the scores of the match; rounds without a winner count in no column.
        seats: the number of players at the start of the match.
        count: the number of columns.
        target: the total that closes a column.

    >>> hands = [
    ...     RoundScore(False, 0, (ScoreLine(0, points),), credit=True)
    ...     for points in (25, 18, 36)
    ... ]
    >>> [column.totals for column in columns_of(hands, seats=2, count=3, target=100)]
    [(79, 0), (54, 0), (36, 0)]
    """
    columns = [Column((0,) * seats, (0,) * seats)] * count
    won = [0] * seats
    for score in scores:
        if score.void or score.winner is None:
            continue
        won[score.winner] += 1
        still_open = [number for number, column in enumerate(columns) if not column.closed]
        due = [number for number in still_open if number < won[score.winner]]
        for number in due or still_open[:1]:
            columns[number] = columns[number].entered(score, target)
    return tuple(columns)
