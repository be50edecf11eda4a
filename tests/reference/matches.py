"""What a match makes of its hands: columns, bonuses, credits, contracts; the rest is in scoring.py.

A hand is (winner, points by seat); a void one has no winner and no points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .rules import Rules
from .scoring import MatchEnd, match_end

Number = int | Fraction
Hand = tuple[int | None, Mapping[int, Number]]


class Count(NamedTuple):
    """One column of a match: totals and hands won by seat, and who has won it."""

    totals: tuple[Number, ...]
    won: tuple[int, ...]
    winners: tuple[int, ...]


def hands_won(hands: Sequence[Hand], seats: int) -> tuple[int, ...]:
    return tuple(sum(winner == seat for winner, _ in hands) for seat in range(seats))


def columns(hands: Sequence[Hand], seats: int, rules: Rules, count: int) -> list[Count]:
    """D-145: the first hand won counts in column 1, the second in 1 and 2; a closed column takes nothing more."""
    found = [Count((0,) * seats, (0,) * seats, ()) for _ in range(count)]
    won = [0] * seats
    for winner, points in hands:
        if winner is None:
            continue
        won[winner] += 1
        still_open = [number for number in range(count) if not found[number].winners]
        entered = [number for number in still_open if number < won[winner]]
        if not entered:
            entered = still_open[:1]
        for number in entered:
            column = found[number]
            totals = tuple(total + points.get(seat, 0) for seat, total in enumerate(column.totals))
            boxes = tuple(boxes + (seat == winner) for seat, boxes in enumerate(column.won))
            assert rules.target is not None
            most = max(totals)
            ahead = tuple(seat for seat, total in enumerate(totals) if total == most >= rules.target)
            found[number] = Count(totals, boxes, ahead)
    return found


def bonuses(
    won: Sequence[int], winners: Sequence[int], game: int | None, box: int | None, shutout: bool
) -> tuple[int, ...]:
    """D-144: what the end of a count adds for each seat."""
    losers = [boxes for seat, boxes in enumerate(won) if seat not in winners]
    doubled = shutout and bool(losers) and not any(losers)
    return tuple(
        (box or 0) * boxes + (game or 0) * (seat in winners) * (2 if doubled else 1)
        for seat, boxes in enumerate(won)
    )


def credit_end(totals: Sequence[Number], rules: Rules, hands_counted: int, void: bool) -> MatchEnd:
    """The end of a game of credits (GIN-MATCH-01, D-86): like any other, but the highest total is the best."""
    if void or rules.end == "first_to_target_wins":
        return match_end(totals, rules, void=void)
    assert rules.end == "hands"
    assert rules.hands is not None
    if hands_counted < rules.hands:
        return MatchEnd(False, (), ())
    most = max(totals)
    return MatchEnd(True, tuple(seat for seat, total in enumerate(totals) if total == most), ())


def contract_end(due: Sequence[int], completed: Sequence[int], count: int, tie: str) -> tuple[int, ...]:
    """Who has won (FRU-MATCH-01, D-96): `due` after the hand, `completed` in the order of laying."""
    finished = [seat for seat in completed if due[seat] > count]
    return tuple(sorted(finished)) if tie == "shared" else tuple(finished[:1])
