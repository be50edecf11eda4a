"""Repeat comparisons that once failed: each is a line of tests/data/regressions, as `soak` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.oracle.differential.cases import CHECKS, OF_THE_VARIANT, Case, Difference, compared, minimised
from tests.oracle.differential.positions import PLANS, round_of
from tests.support.flat import with_options

from rami import variants

DATA = Path(__file__).parents[2] / "data" / "regressions"


def lines() -> Iterator[str]:
    for path in sorted(DATA.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield line


@pytest.mark.parametrize("line", list(lines()))
def test_once_different(line: str) -> None:
    case = Case.parse(line)
    assert case.run() >= 0
    assert Case.parse(case.line) == case


def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the engine judge lay-offs without the right to lay off, and without the rest of the turn."""
    monkeypatch.setattr("rami.rounds._engine.lay_offs.lay_off_faults", lambda *_: [])
    monkeypatch.setattr("rami.rounds._engine.lay_offs.completable", lambda *_: True)


def first_difference() -> Case:
    """Return the first verdict that differs among made positions."""
    house = with_options(
        variants.RAMI_500, {"opening.minimum": 40, "melding.max_run": 13, "match.target": 60}
    )
    for number in range(40):
        rng = Random(f"broken {number}")
        state = round_of(house, PLANS["unopened at a table"], rng)
        try:
            compared("verdicts", state, number)
        except Difference as difference:
            return difference.case
    raise AssertionError("nobody noticed")


def test_a_difference_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    broken(monkeypatch)
    case = first_difference()
    less = minimised(case)
    assert less.problem() is not None
    setup = less.setup
    assert not setup.variant.differences(variants.RAMI_500)
    assert sum(map(len, setup.hands)) <= 7
    assert len(setup.table) <= 1
    assert setup.stock is None
    read = Case.parse(less.line)
    assert read == less
    assert isinstance(read.problem(), AssertionError)
    monkeypatch.undo()
    assert read.problem() is None
    assert case.problem() is None


def test_comparisons_are_named() -> None:
    assert set(CHECKS) >= OF_THE_VARIANT
    with pytest.raises(KeyError):
        Case.parse("nothing 1: rami position 1; variant gin 1; hands K♠ / 8♠").run()
