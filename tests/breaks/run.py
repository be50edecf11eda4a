"""Break each rule on purpose, run the tests that cite it, and see that they notice.

`python -m tests.breaks.run [rule or option ...]`.  The tests are collected once; every break is made in a copy of the
process.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from types import FrameType
from typing import Any

import attrs
import pytest
from _pytest.runner import runtestprotocol
from tests.breaks import options, table
from tests.breaks.changes import Break, Ignored, Preset, World
from tests.tracing import TESTS, files_citing, playing

NO_PROOF = ("InvalidVariant",)
"""A test that fails with one of these has not looked at the rule."""


LONGEST, LONGEST_SLOW = 1.5, 6.0
"""Seconds of work after which a test is taken to go on for ever, because of the break; more of it is not run."""


SLOW = ("tests/differential/",)
"""Tests that are asked only until they notice a break of the rule, unless nobody else notices.

They take over the options of the variant and so notice breaks of the code alone.
"""


@attrs.frozen
class Trial:
    """One break of one rule.

    Parameters:
        rule: the rule, or the option as "slot.field".
        change: the break.
    """

    rule: str
    change: Break


@attrs.frozen
class Outcome:
    """What the citing tests said of a break.

    Parameters:
        trial: what was tried.
        noticed: the tests that failed.
        unnoticed: the others.
        trouble: why the break could not be tried; "" if it was.
    """

    trial: Trial
    noticed: tuple[str, ...] = ()
    unnoticed: tuple[str, ...] = ()
    trouble: str = ""


class Runner:
    """A plugin that runs the citing tests of each break instead of all tests once.

    Parameters:
        trials: what to try.
        jobs: how many processes at a time.
    """

    def __init__(self, trials: Sequence[Trial], jobs: int) -> None:
        self.trials = trials
        self.jobs = jobs
        self.outcomes: list[Outcome] = []
        self._failed: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("not all tests could be collected")
        citing: dict[str, list[tuple[str, pytest.Item]]] = {}
        for item in session.items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    citing.setdefault(rule, []).append((_name(item, mark), item))
        for field in {trial.rule for trial in self.trials} & set(options.BREAKS):
            players = set(playing(field))
            found = [(item.nodeid.partition("[")[0], item) for item in session.items]
            citing[field] = [(name, item) for name, item in found if name in players]
        world = World()
        gc.collect()
        gc.freeze()
        for outcome in self._tried(citing, world):
            self.outcomes.append(outcome)
            tests = len(outcome.noticed) + len(outcome.unnoticed)
            shown = outcome.trouble or f"{len(outcome.noticed)} of {tests}"
            _say(f"{outcome.trial.rule:22} {shown:10} {outcome.trial.change}")
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        signal.setitimer(signal.ITIMER_PROF, LONGEST_SLOW if item.nodeid.startswith(SLOW) else LONGEST)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed and call.excinfo is not None and call.excinfo.typename not in NO_PROOF:
            self._failed.add(item.nodeid)
        return report

    def _tried(self, citing: dict[str, list[tuple[str, pytest.Item]]], world: World) -> Iterator[Outcome]:
        running: list[tuple[Trial, int, int]] = []
        waiting = list(self.trials)
        while running or waiting:
            while waiting and len(running) < self.jobs:
                trial = waiting.pop(0)
                into, out = os.pipe()
                child = os.fork()
                if not child:
                    os.close(into)
                    self._child(trial, citing.get(trial.rule, []), world, out)
                os.close(out)
                running.append((trial, child, into))
            trial, child, into = running.pop(0)
            with os.fdopen(into) as pipe:
                text = pipe.read()
            os.waitpid(child, 0)
            found: dict[str, list[str]] = json.loads(text) if text else {"trouble": ["the process died"]}
            yield Outcome(
                trial,
                tuple(found.get("noticed", ())),
                tuple(found.get("unnoticed", ())),
                " ".join(found.get("trouble", ())),
            )

    def _child(self, trial: Trial, tests: list[tuple[str, pytest.Item]], world: World, out: int) -> None:
        """Break the rule in this process, run its tests, and write what was found."""
        found: dict[str, list[str]]
        try:
            trial.change.apply(world)
            signal.signal(signal.SIGPROF, _too_long)
            alert = {name for each in self.outcomes if each.trial.rule == trial.rule for name in each.noticed}
            blunt = isinstance(trial.change, (Preset, Ignored)) and self._may_break_code(trial.rule)
            later = [test for test in tests if test[0].startswith(SLOW) and (blunt or test[0] in alert)]
            asked = [test for test in tests if test not in later]
            noticed = self._noticed(asked)
            noticed = noticed or self._noticed(later)
            found = {"noticed": sorted(noticed), "unnoticed": sorted({name for name, _ in tests} - noticed)}
        except BaseException as error:
            found = {"trouble": [f"{type(error).__name__}: {error}"]}
        with os.fdopen(out, "w") as pipe:
            json.dump(found, pipe)
        os._exit(0)

    def _may_break_code(self, rule: str) -> bool:
        """Whether some break of the rule is one of the code."""
        changes = [trial.change for trial in self.trials if trial.rule == rule]
        return not all(isinstance(change, (Preset, Ignored)) for change in changes)

    def _noticed(self, tests: Sequence[tuple[str, pytest.Item]]) -> set[str]:
        """Which of these tests fail."""
        spent: dict[str, float] = {}
        for name, item in tests:
            most = LONGEST_SLOW if name.startswith(SLOW) else LONGEST
            if item.nodeid in self._failed or spent.get(name, 0) > most:
                continue
            before = time.process_time()
            runtestprotocol(item, log=False, nextitem=None)
            spent[name] = (
                most + 1 if item.nodeid in self._failed else spent.get(name, 0) + time.process_time() - before
            )
        return {name for name, item in tests if item.nodeid in self._failed}


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the test does not come to an end")


def _name(item: pytest.Item, mark: pytest.Mark) -> str:
    """The test that cites: the whole function, or the one case whose own mark it is."""
    callspec: Any = getattr(item, "callspec", None)
    of_case = callspec is not None and mark in callspec.marks
    return item.nodeid if of_case else item.nodeid.partition("[")[0]


def _files(rule: str) -> set[str]:
    """The files whose tests are to notice a break."""
    if rule in options.BREAKS:
        return {str(TESTS.parent / test.partition("::")[0]) for test in playing(rule)}
    return {str(path) for path in files_citing(rule)}


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def weak(found: Iterable[Outcome]) -> list[str]:
    """What is wrong: breaks that nobody notices, and tests that notice no break of a rule that they cite."""
    out: list[str] = []
    alert: dict[str, set[str]] = {}
    cited: dict[str, set[str]] = {}
    for outcome in found:
        rule = outcome.trial.rule
        if outcome.trouble:
            out.append(f"{rule}: {outcome.trial.change}: {outcome.trouble}")
            continue
        if not outcome.noticed:
            out.append(f"{rule}: nobody notices: {outcome.trial.change}")
        alert.setdefault(rule, set()).update(outcome.noticed)
        cited.setdefault(rule, set()).update(outcome.noticed, outcome.unnoticed)
    for rule, tests in cited.items():
        if rule in options.BREAKS:
            continue
        out.extend(f"{rule}: notices no break: {test}" for test in sorted(tests - alert[rule]))
    return out


def main(arguments: Sequence[str]) -> int:
    """Try the breaks of the rules and options named, or of all; print what is weak."""
    breaks = {**table.BREAKS, **options.BREAKS}
    unknown = sorted(set(arguments) - set(breaks))
    if unknown:
        _say(f"no break of {' '.join(unknown)}")
        return 2
    start = time.monotonic()
    trials = [Trial(rule, change) for rule in arguments or breaks for change in breaks[rule]]
    runner = Runner(trials, os.cpu_count() or 1)
    files = sorted({file for trial in trials for file in _files(trial.rule)})
    flags = ["-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "--rootdir", str(TESTS.parent)]
    status = pytest.main([*flags, *files], plugins=[runner])
    problems = weak(runner.outcomes)
    _say("\n".join(["", *problems]))
    _say(f"{len(runner.outcomes)} breaks, {len(problems)} problems, {time.monotonic() - start:.0f} s")
    return 1 if problems or len(runner.outcomes) < len(trials) else int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
