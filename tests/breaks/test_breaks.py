"""Every rule and every option has its breaks, each break changes something, and what nobody notices is reported."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.breaks import options, table
from tests.breaks.changes import Break, DoesNotApply, code, ignored, preset
from tests.breaks.run import Outcome, Trial, weak
from tests.tracing import INFORMATIVE, TESTS, ledger, playing

from rami.policies.fields import options_of
from rami.policies.options import SLOTS

HARMLESS = code("_kernel.steps", "card = discards[-1]", "card = discards[-1] + 0")


def test_every_rule_has_a_break() -> None:
    assert set(table.BREAKS) == set(ledger()) - INFORMATIVE
    assert all(table.BREAKS.values())


def test_every_option_with_a_choice_has_a_break_and_tests_that_play_with_it() -> None:
    names = {
        f"{slot}.{name}": option
        for slot, policy in SLOTS.items()
        for name, option in options_of(policy).items()
    }
    assert set(options.BREAKS) <= set(names)
    assert [field for field in options.BREAKS if not list(playing(field))] == []
    fixed = set(names) - set(options.BREAKS) - set(options.OF_A_GAME)
    assert [field for field in fixed if names[field].reserved is None] == []


def applies(change: Break) -> bool:
    try:
        change.check()
    except DoesNotApply:
        return False
    return True


def test_every_break_changes_something() -> None:
    """A text that stands no longer where it stood moves with the code."""
    every = [
        each for breaks in (table.BREAKS, options.BREAKS) for changes in breaks.values() for each in changes
    ]
    assert [str(each) for each in every if not applies(each)] == []


@pytest.mark.parametrize(
    "change",
    [
        preset("classic-51", opening__minimum=51),
        code("_kernel.steps", "no such text", "another"),
        code("_kernel.steps", "    return", "    return 0 or"),
        code("_kernel.steps", '"""The steps', '"""The few steps'),
        ignored("opening.maximum"),
    ],
    ids=str,
)
def test_what_changes_nothing_is_no_break(change: Break) -> None:
    with pytest.raises(DoesNotApply):
        change.check()


def test_what_is_weak_is_named() -> None:
    one, other = Trial("R51-SET-01", HARMLESS), Trial("R51-SET-01", ignored("melding.set_max"))
    found = [Outcome(one, (), ("a", "b")), Outcome(other, ("a",), ("b",))]
    assert weak(found) == [f"R51-SET-01: nobody notices: {HARMLESS}", "R51-SET-01: notices no break: b"]
    assert weak([Outcome(other, ("a", "b"), ())]) == []
    assert weak([Outcome(other, trouble="it fell over")]) == [f"R51-SET-01: {other.change}: it fell over"]


def test_breaks_are_noticed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.breaks.run", "R51-SCORE-02", "drawing.no_twin_pickup"],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 problems" in done.stdout
