"""Check the verdict of a match policy, because a custom policy may return anything."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import cast

from rami.errors import Reason, Violation, checks
from rami.policies.results.columns import Column
from rami.policies.results.scores import ScoreLine, ScoreReason
from rami.policies.slots.match_format import MatchFacts, MatchVerdict


def verdict_faults(verdict: object, facts: MatchFacts) -> Iterator[Violation]:
    """Yield a violation for each part of a verdict that no round can bring about."""
    if not isinstance(verdict, MatchVerdict):
        yield from checks.instance("verdict", verdict, MatchVerdict)
        return
    seats, playing = facts.seats, facts.playing
    yield from checks.flag("over", verdict.over)
    yield from checks.seats("winners", verdict.winners, seats)
    wrong = checks.seats("eliminated", verdict.eliminated, seats, playing)
    yield from wrong
    yield from checks.seats("deciding", verdict.deciding, seats, playing)
    if verdict.winners and not verdict.over:
        yield Violation(Reason.WON_TOO_EARLY, None, {"seats": tuple(verdict.winners)})
    if not wrong:
        remaining = None if verdict.over else [seat for seat in playing if seat not in verdict.eliminated]
        yield from checks.seat("next_dealer", verdict.next_dealer, seats, remaining)
        # A round needs two players, so a match with one player left must be over, unless somebody may buy back in.
        if remaining is not None and len(remaining) == 1 and not verdict.deciding:
            yield from checks.count("playing", 1, 2)
    yield from _rank_faults(verdict.ranking, seats)
    if verdict.totals is not None:
        yield from checks.members("totals", verdict.totals, _points, seats)
    yield from _line_faults("bonuses", verdict.bonuses, seats)
    yield from checks.members(
        "columns", verdict.columns, lambda field, column: _column_faults(field, column, seats)
    )
    if verdict.contracts is not None:
        # A player who has completed all contracts has the number after the last contract.
        most = None if facts.contracts_total is None else facts.contracts_total + 1
        number = partial(checks.integer, least=1, most=most)
        yield from checks.members("contracts", verdict.contracts, number, len(facts.contracts))


def _rank_faults(ranking: object, seats: int) -> Iterator[Violation]:
    wrong = checks.members("ranking", ranking, checks.collection)
    yield from wrong
    if not wrong:
        ranked = [seat for group in cast("tuple[tuple[object, ...], ...]", ranking) for seat in group]
        yield from checks.seats("ranking", ranked, seats)
        yield from checks.count("ranking", len(ranked), seats)


def _points(field: str, value: object) -> tuple[Violation, ...]:
    # `isinstance` accepts True as an int, but `checks.integer` refuses it.
    if isinstance(value, bool):
        return checks.integer(field, value)
    return checks.instance(field, value, int, Fraction)


def _line_faults(field: str, lines: object, seats: int) -> Iterator[Violation]:
    wrong = checks.members(field, lines, lambda place, line: checks.instance(place, line, ScoreLine))
    yield from wrong
    if wrong:
        return
    given = cast("tuple[ScoreLine, ...]", lines)
    yield from checks.seats(field, [line.player for line in given], seats)
    for number, line in enumerate(given):
        yield from _points(f"{field}[{number}].points", line.points)
        reasons = f"{field}[{number}].reasons"
        yield from checks.members(
            reasons, line.reasons, lambda place, why: checks.instance(place, why, ScoreReason)
        )


def _column_faults(field: str, column: object, seats: int) -> Iterator[Violation]:
    if not isinstance(column, Column):
        yield from checks.instance(field, column, Column)
        return
    yield from checks.members(f"{field}.totals", column.totals, _points, seats)
    yield from checks.members(f"{field}.hands_won", column.hands_won, partial(checks.integer, least=0), seats)
    yield from checks.seats(f"{field}.winners", column.winners, seats)
    yield from _line_faults(f"{field}.bonuses", column.bonuses, seats)
