"""Comparisons that once differed, replayed: a line of tests/data/regressions each, as the soak prints it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.differential.cases import CHECKS, OF_THE_VARIANT, Case, Difference, compared, minimised
from tests.differential.positions import PLANS, round_of
from tests.flat import with_options

from rami import variants
from rami._kernel.cards import hands
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import LAY_OFF, Action, Step
from rami._kernel.turns.successors import fitting_ends, lay_off
from rami._kernel.turns.turn import Game

DATA = Path(__file__).parent.parent / "data" / "regressions"


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
    """The engine judges lay-offs without asking who may lay off."""

    def unasked(game: Game, known: Known, card: int, number: int, _: int) -> Step | None:
        turn = known.turn
        place = turn.place_of(number)
        ends = fitting_ends(game, turn, card, place) if place >= 0 and hands.count(turn.hand, card) else []
        after = lay_off(game, turn, card, place, ends[0]) if ends else None
        return None if after is None else (Action(LAY_OFF, card, place, ends[0]), after)

    monkeypatch.setattr("rami._engine.lay_offs.laid_off", unasked)


def first_difference() -> Case:
    """The first verdict that differs among made positions."""
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
    assert sum(map(len, setup.hands)) <= 6
    assert len(setup.table) == 1
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
