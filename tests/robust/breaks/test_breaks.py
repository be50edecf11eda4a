"""Every rule and every option has breaks, and breaks with which no test fails are reported."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType

import pytest
from tests.robust.breaks import small, table
from tests.robust.breaks.changes import World, others
from tests.robust.breaks.run import Outcome, main
from tests.support.tracing import TESTS, citing_tests, files_citing

from rami.variants import CLASSIC_51


def double(numbers: list[int], least: int = 0) -> list[int]:
    """Return the doubles of some numbers; the tests of this module change this function."""
    found = [2 * each for each in numbers if each > least]
    if not found or least < 0:
        found.append(0)
    return sorted(found, reverse=True)


@pytest.mark.only("pure", "machine code cannot be changed")
def test_every_rule_has_its_places_and_citing_tests() -> None:
    known = {*World().functions, *table.options()}
    cited = citing_tests()
    unknown = {rule: set(table.places(rule)) - known for rule in table.rules()}
    assert {rule: places for rule, places in unknown.items() if places} == {}
    assert [rule for rule in table.rules() if not table.places(rule)] == []
    assert [rule for rule in table.rules() if rule not in cited and not files_citing(rule)] == []


def test_values_beside_that_of_a_preset() -> None:
    assert list(others(CLASSIC_51, "opening.minimum"))[:2] == [52, 50]
    assert set(others(CLASSIC_51, "opening.clean")) == {None, "run_window", "run_or_set"}
    assert (2, 6) in others(CLASSIC_51, "equipment.players")
    assert list(others(CLASSIC_51, "dealing.upcard")) == [True]


def test_small_changes_of_a_function() -> None:
    assert isinstance(double, FunctionType)
    found = dict(small.changed(double))
    assert f"{double.__name__}: if False:" in " ".join(found)
    results: set[str] = set()
    for code in found.values():
        changed = FunctionType(code, globals(), argdefs=double.__defaults__)
        try:
            results.add(str(changed([1, 2])))
        except TypeError:
            results.add("TypeError")
    assert results >= {"[4, 2]", "[2, 4]", "[6, 3]", "[0]", "[4, 2, 0]"}


def test_unnoticed_changes_are_named() -> None:
    assert Outcome("R51-SET-01", 2, 9).problems == []
    assert Outcome("R51-SET-01", 2, 9, ("melding.set_max",), ("a test",)).problems == [
        "R51-SET-01: nobody notices a break of melding.set_max",
        "R51-SET-01: notices no break: a test",
    ]


@pytest.mark.only("pure", "machine code cannot be changed")
def test_a_place_that_does_not_exist_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(table, "functions", lambda: {"R51-SET-01": "no_such_function"})
    assert main(["R51-SET-01"]) == 2
    assert capsys.readouterr().out == (
        "tests/data/rules.csv, row R51-SET-01: there is no function or option no_such_function\n"
    )


@pytest.mark.slow
@pytest.mark.only("pure", "machine code cannot be changed")
@pytest.mark.parametrize("names", [("R51-SCORE-02", "R51-DISC-01", "drawing.no_twin_pickup")])
def test_breaks_are_noticed(names: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.robust.breaks.run", *names],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 problems" in done.stdout
