"""Score sheets and standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rami.match import Standing
from rami.notation.layout import ROOMY, wrapped
from rami.policies.scores import Points, RoundScore, ScoreLine, ScoreReason

__all__ = ["bonus_sheet", "contract_sheet", "names", "score_sheet", "standings_sheet"]


def names(seats: Sequence[int]) -> str:
    """The players in words.

    >>> names([2]), names([0, 1, 3])
    ('player 2', 'players 0, 1 and 3')
    """
    if len(seats) == 1:
        return f"player {seats[0]}"
    return f"players {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def _reason(reason: ScoreReason) -> str:
    return "went out" if reason.code == "winner" and not reason.points else str(reason)


def score_sheet(score: RoundScore, totals: Sequence[Points], width: int = ROOMY) -> list[str]:
    """The points of a round with their reasons, and the totals after it.

    Parameters:
        score: the score of the round.
        totals: the points of each seat, this round included.
        width: how long a line should be at most.

    >>> lines = (ScoreLine(0, 0, (ScoreReason("winner", 0),)), ScoreLine(1, 100, (ScoreReason("flat", 100),)))
    >>> print(*score_sheet(RoundScore(False, 0, lines), (30, 100)), sep=chr(10))
    player  points  total  reasons
         0       0     30  went out
         1     100    100  not opened 100
    """
    lines = ["player  points  total  reasons"]
    for line in score.lines:
        head = f"{line.player:6}  {line.points!s:>6}  {totals[line.player]!s:>5}  "
        lines += wrapped(head, map(_reason, line.reasons), ", ", width)
    return lines


def bonus_sheet(bonuses: Iterable[ScoreLine], width: int = ROOMY) -> list[str]:
    """What the end of a match adds to the totals; nothing where it adds nothing.

    Parameters:
        bonuses: a line for each player, as `Match.bonuses` has them.
        width: how long a line should be at most.

    >>> print(*bonus_sheet([ScoreLine(1, 100, (ScoreReason("game_bonus", 100),))]), sep=chr(10))
    player  bonus  reasons
         1    100  game bonus 100
    """
    lines = [
        text
        for line in bonuses
        if line.reasons
        for text in wrapped(f"{line.player:6}  {line.points!s:>5}  ", map(str, line.reasons), ", ", width)
    ]
    return ["player  bonus  reasons", *lines] if lines else []


def contract_sheet(due: Sequence[int], completed: Sequence[int] = ()) -> list[str]:
    """How many contracts each player has completed, and whose turn of it was the last round.

    Parameters:
        due: the number of the contract to lay, by seat, as `Match.contracts` has them.
        completed: who has just completed one, in that order.

    >>> print(*contract_sheet([2, 1], [0]), sep=chr(10))
    player  contracts
         0          1  completed one
         1          0
    """
    rows = (
        f"{seat:6}  {number - 1:9}{'  completed one' if seat in completed else ''}"
        for seat, number in enumerate(due)
    )
    return ["player  contracts", *rows]


def standings_sheet(standings: Iterable[Standing]) -> list[str]:
    """The places of all players.

    >>> print(*standings_sheet([Standing(1, 2, 40), Standing(2, 0, 100)]), sep=chr(10))
    rank  player  total
       1       2     40
       2       0    100
    """
    rows = (f"{place.rank:4}  {place.player:6}  {place.total!s:>5}" for place in standings)
    return ["rank  player  total", *rows]
