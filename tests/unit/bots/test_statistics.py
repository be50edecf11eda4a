"""Statistics equal the sums over the rounds, however the rounds are divided and merged."""

from __future__ import annotations

import statistics
import tracemalloc
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rami import RamiError, simulate, variants
from rami.bots import GreedyBot, RandomBot
from rami.bots.simulation import RoundResult, Simulation, Tally, tally
from rami.bots.statistics import Distribution, Statistics
from rami.policies.results.scores import Points

pytestmark = pytest.mark.slow(every=2)

SEATS = 3
POINTS = st.one_of(st.integers(-200, 200), st.fractions(-10, 10, max_denominator=4))
ROUNDS = st.lists(
    st.builds(
        RoundResult,
        number=st.integers(0, 50),
        points=st.tuples(*[POINTS] * SEATS),
        turns=st.integers(1, 40),
        winner=st.none() | st.integers(0, SEATS - 1),
        opened=st.tuples(*[st.booleans()] * SEATS),
    ),
    max_size=30,
)


def kept(rounds: list[RoundResult]) -> Simulation:
    return Simulation(variants.CLASSIC_51, SEATS, 7, tuple(rounds))


@given(ROUNDS)
def test_statistics_are_those_of_the_rounds(rounds: list[RoundResult]) -> None:
    sums = kept(rounds).tally
    for dealer, found in enumerate(sums.by_dealer):
        check(found, [each for each in rounds if each.number % SEATS == dealer])
    check(sums.statistics, rounds)
    moved = sums.by_position
    for place in range(SEATS):
        seats = [((each.number + place) % SEATS, each) for each in rounds]
        assert moved.points[place] == Distribution.of(each.points[seat] for seat, each in seats)
        assert moved.wins[place] == sum(each.winner == seat for seat, each in seats)
        assert moved.openings[place] == sum(each.opened[seat] for seat, each in seats)


def check(found: Statistics, rounds: list[RoundResult]) -> None:
    assert found.count == len(rounds)
    for seat in range(SEATS):
        check_distribution(found.points[seat], [each.points[seat] for each in rounds])
        assert found.wins[seat] == sum(each.winner == seat for each in rounds)
        assert found.openings[seat] == sum(each.opened[seat] for each in rounds)
    check_distribution(found.lengths, [each.turns for each in rounds])
    assert found.without_winner == sum(each.winner is None for each in rounds)


def check_distribution(found: Distribution, values: list[Points]) -> None:
    assert found.count == len(values)
    assert found.total == sum(values)
    assert dict(found.counts) == {value: values.count(value) for value in values}
    assert [value for value, _ in found.counts] == sorted(set(values))
    if values:
        assert found.mean == Fraction(sum(values)) / len(values)
    if len(values) > 1:
        assert found.variance == statistics.variance(map(Fraction, values))
        assert found.deviation == pytest.approx(statistics.stdev(map(float, values)), abs=1e-9)
        assert sum(found.interval) / 2 == pytest.approx(float(found.mean), abs=1e-9)
    for width in (1, 7):
        classes = found.histogram(width)
        assert sum(times for _, times in classes) == len(values)
        for start, times in classes:
            assert times == sum(start <= value < start + width for value in values) > 0


@given(ROUNDS, st.lists(st.integers(0, 30), max_size=3))
def test_parts_merge(rounds: list[RoundResult], cuts: list[int]) -> None:
    limits = [0, *sorted(cuts), len(rounds)]
    parts = [kept(rounds[lo : max(lo, hi)]).tally for lo, hi in pairwise(limits)]
    whole = kept(rounds[: limits[-1]]).tally
    assert reduce(add, parts) == reduce(add, reversed(parts)) == whole
    assert hash(reduce(add, parts)) == hash(whole)
    assert sum(part.count for part in parts) == whole.count


def test_sums_are_those_of_the_rounds_that_are_kept() -> None:
    for options in ({}, {"bots": [GreedyBot(), RandomBot(3)]}):
        wanted: dict[str, Any] = {"players": 2, "seed": 3, **options}
        whole = simulate(variants.GIN, 9, **wanted)
        sums = tally(variants.GIN, 9, **wanted)
        assert sums == whole.tally
        assert tally(variants.GIN, 4, **wanted) + tally(variants.GIN, 5, first=4, **wanted) == sums
        found = sums.statistics
        assert (found.wins, found.openings) == (whole.wins, whole.openings)
        assert tuple(each.total for each in found.points) == whole.points
        assert found.lengths.total == whole.turns
    assert repr(sums) == "<Tally of 9 rounds of gin, 2 players>"
    assert tally(variants.GIN, 0).count == 0


@pytest.mark.parametrize(
    "other", [tally(variants.RUMMY_500, 2, seed=3, players=2), tally(variants.GIN, 2, seed=4)], ids=str
)
def test_parts_of_other_simulations_are_refused(other: Tally) -> None:
    with pytest.raises(RamiError) as caught:
        _ = tally(variants.GIN, 2, seed=3) + other
    assert caught.value.violations[0].code == "other_simulation"


def peak(rounds: int) -> int:
    """Return the most memory that was in use while so many rounds were added up."""
    tracemalloc.start()
    try:
        tally(variants.GIN, rounds, seed=1)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_rounds() -> None:
    peak(10)  # what is made once
    small, large = peak(100), peak(1500)
    assert large < small + 60_000  # 1,400 more rounds that were kept would be above 200,000 bytes


@pytest.mark.parametrize(
    "make",
    [
        lambda: Distribution([(1, 0)]),
        lambda: Distribution([(1.5, 1)]),  # type: ignore[list-item]
        lambda: Distribution.of([1]).histogram(0),
        lambda: Statistics([Distribution()], (0,), (), Distribution(), 0),
        lambda: Statistics([Distribution()], (1,), (0,), Distribution(), 0),
        lambda: Statistics([Distribution()], (0,), (0,), Distribution(), 1),
        lambda: Statistics([Distribution.of([1])], (0,), (0,), Distribution(), 0),
        lambda: tally(variants.GIN, 1).statistics.rotated(2),
        lambda: tally(variants.GIN, 1).statistics + tally(variants.CLASSIC_51, 0, players=3).statistics,
        lambda: tally(variants.GIN, 1) + tally(variants.CLASSIC_51, 0, players=3),
    ],
)
def test_impossible_values_are_refused(make: Any) -> None:
    with pytest.raises(RamiError):
        make()
