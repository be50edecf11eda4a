"""Break each rule on purpose, and check that the tests that cite it fail.

The command is `python -m tests.robust.breaks.run [rule or option ...]`. The tests are collected once, and each break is
made in a forked process. A rule is broken in one way after another until each test that cites it has failed at least
once.
"""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import FrameType
from typing import Any

import attrs
import pytest
from _pytest.runner import runtestprotocol
from tests.robust.breaks.changes import Break, Ignored, Small, World, breaks_of
from tests.robust.breaks.table import ignorable, options, places, presets_with, rules
from tests.support.forking import forked
from tests.support.tracing import TESTS, files_citing, playing

NO_PROOF = (
    "AttributeError",
    "IndexError",
    "InvalidVariant",
    "KeyError",
    "NameError",
    "RecursionError",
    "TypeError",
    "UnboundLocalError",
)
"""Errors that prove nothing, because a test that fails with one of them has not reached the rule."""

LONGEST, LONGEST_SLOW, LONGEST_TRIAL = 1.5, 3.0, 20
"""Seconds of work after which a test, or the trial of a break, is stopped, because the break may make it endless."""

MOST = 60
"""The maximum number of breaks tried for one place."""

SLOW = ("tests/oracle/differential/",)
"""Tests that copy the options of the variant, and so notice only changes of functions."""

Tests = dict[str, list[pytest.Item]]
"""The tests, each with its cases."""


@attrs.frozen
class Outcome:
    """The result for a rule or an option.

    Parameters:
        rule: the rule, or the option as "slot.field".
        tests: the number of tests that should notice a break.
        tried: the number of breaks tried.
        blunt: the places (options or functions) whose breaks all went unnoticed.
        asleep: the tests that noticed nothing.
    """

    rule: str
    tests: int
    tried: int
    blunt: tuple[str, ...] = ()
    asleep: tuple[str, ...] = ()

    @property
    def problems(self) -> list[str]:
        """The problems, as lines of the report."""
        return [
            *(f"{self.rule}: nobody notices a break of {place}" for place in self.blunt),
            *(f"{self.rule}: notices no break: {test}" for test in self.asleep),
        ]


class Runner:
    """A plugin that runs the citing tests of each break instead of all tests once.

    Parameters:
        names: the rules and options.
        jobs: the number of processes at a time.
        show: the function that receives each outcome.
    """

    def __init__(self, names: Sequence[str], jobs: int, show: Callable[[Outcome], None]) -> None:
        self.names = names
        self.jobs = jobs
        self.show = show
        self.outcomes: list[Outcome] = []
        self._failed: set[str] = set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("not all tests could be collected")
        self._citing: dict[str, Tests] = {name: {} for name in self.names}
        played = {field: set(playing(field)) for field in set(self.names) & set(options())}
        for item in session.items:
            whole = item.nodeid.partition("[")[0]
            for mark in item.iter_markers("rule"):
                for rule in set(mark.args) & set(self.names):
                    self._citing[rule].setdefault(_name(item, mark), []).append(item)
            for field, players in played.items():
                for test in {whole, item.nodeid} & players:
                    self._citing[field].setdefault(test, []).append(item)
        self._world = World()
        self._world.functions  # noqa: B018 - found before the processes part
        gc.collect()
        gc.freeze()
        RUNNING.append(self)
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(self.jobs, fork) as pool:
            for outcome in pool.map(_outcome, self.names):
                self.outcomes.append(outcome)
                self.show(outcome)
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

    def outcome(self, name: str) -> Outcome:
        """Break one rule in one way after another, alternating between its places."""
        tests = self._citing[name]
        asleep, tried = set(tests), 0
        breaks = self._breaks(name)
        blunt = dict.fromkeys(breaks)
        for changes in itertools.zip_longest(*breaks.values()):
            for place, change in zip(breaks, changes, strict=True):
                if change is not None and (asleep or place in blunt):
                    _, answer = forked(partial(self._reported, change, tests, asleep))
                    noticed = set(answer.decode().splitlines())
                    asleep -= noticed
                    tried += 1
                    if noticed:
                        blunt.pop(place, None)
        if name in options():
            asleep.clear()
        return Outcome(name, len(tests), tried, tuple(blunt), tuple(sorted(asleep)))

    def _reported(
        self, change: Break, tests: Tests, asleep: set[str], answer: Callable[[bytes], None]
    ) -> int:
        """Send the name of each test that notices the break, until this process ends or its time is up."""
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_TRIAL, LONGEST_TRIAL))
        for each in self._noticed(change, tests, asleep):
            answer(f"{each}\n".encode())
        return 0

    def _breaks(self, name: str) -> dict[str, list[Break]]:
        """Return the breaks of each place of a rule; for an option, houses that change it are ignored."""
        if name in options():
            return {name: [Ignored(name)]}
        return {
            place: list(itertools.islice(breaks_of(place, presets_with(name), self._world), MOST))
            for place in places(name)
        }

    def _noticed(self, change: Break, tests: Tests, asleep: set[str]) -> Iterator[str]:
        """Yield the tests of a rule that fail after the break: at least one, and all that have never failed so far."""
        change.apply(self._world)
        signal.signal(signal.SIGPROF, _too_long)
        quick = [test for test in tests if not test.startswith(SLOW)]
        slow = [test for test in tests if test.startswith(SLOW) and isinstance(change, Small)]
        found = False
        for name in sorted(quick, key=lambda each: each not in asleep):
            if (name in asleep or not found) and self._fails(tests[name], LONGEST):
                found = True
                yield name
        for name in slow:
            # A change that no quick test notices may have no effect at all.
            if (found or not quick) and name in asleep and self._fails(tests[name], LONGEST_SLOW):
                yield name

    def _fails(self, cases: Iterable[pytest.Item], most: float) -> bool:
        """Return whether a case of a test fails, among those that can be run in `most` seconds."""
        start = time.process_time()
        for item in cases:
            runtestprotocol(item, log=False, nextitem=None)
            if item.nodeid in self._failed:
                return True
            if time.process_time() - start > most:
                break
        return False


RUNNING: list[Runner] = []
"""The plugin, for the forked processes."""


def _outcome(name: str) -> Outcome:
    return RUNNING[0].outcome(name)


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError("the test does not come to an end")


def _name(item: pytest.Item, mark: pytest.Mark) -> str:
    """Return the test that cites: the whole function, or the single case that carries the mark."""
    callspec: Any = getattr(item, "callspec", None)
    of_case = callspec is not None and mark in callspec.marks
    return item.nodeid if of_case else item.nodeid.partition("[")[0]


def _files(name: str) -> set[str]:
    """Return the files whose tests should notice a break."""
    if name in options():
        return {str(TESTS.parent / test.partition("::")[0]) for test in playing(name)}
    return {str(path) for path in files_citing(name)}


def _misnamed(names: Iterable[str]) -> list[str]:
    """Return a message for each place in the table that does not exist."""
    known = {*World().functions, *options()}
    return [
        f"tests/data/rules.csv, row {name}: there is no function or option {place}"
        for name in names
        if name not in options()
        for place in places(name)
        if place not in known
    ]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _show(outcome: Outcome) -> None:
    _say(f"{outcome.rule:32} {outcome.tests - len(outcome.asleep)} of {outcome.tests} after {outcome.tried}")


def main(arguments: Sequence[str]) -> int:
    """Break the given rules and options, or all of them, and print which breaks go unnoticed."""
    every = [*rules(), *ignorable()]
    unknown = sorted(set(arguments) - set(every))
    if unknown:
        _say(f"no rule or option {' '.join(unknown)}")
        return 2
    start = time.monotonic()
    names = list(arguments) or every
    if misnamed := _misnamed(names):
        _say("\n".join(misnamed))
        return 2
    runner = Runner(names, int(os.environ.get("RAMI_BREAKS_JOBS", os.cpu_count() or 1)), _show)
    files = sorted({file for name in names for file in _files(name)})
    flags = ["-q", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "--depth=full"]
    flags += ["--rootdir", str(TESTS.parent)]
    status = pytest.main([*flags, *files], plugins=[runner])
    problems = [problem for outcome in runner.outcomes for problem in outcome.problems]
    tried = sum(outcome.tried for outcome in runner.outcomes)
    _say("\n".join(["", *problems]))
    _say(f"{tried} breaks, {len(problems)} problems, {time.monotonic() - start:.0f} s")
    return 1 if problems or len(runner.outcomes) < len(names) else int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
