"""Collect the tests once, then fork for each mutant and run the tests that reach the changed lines."""

from __future__ import annotations

import functools
import gc
import pickle
import signal
import time
from array import array
from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import FunctionType

import pytest
from coverage import Coverage
from tests.robust.mutation.mutants import Mutant, same
from tests.support.forking import forked

import rami

Measured = dict[str, tuple[str, float, dict[str, "array[int]"]]]
"""For each test, the digest of the measured code, its seconds, and the lines that it runs, by file."""
Reach = dict[str, dict[int, list[int]]]
"""For each file and line, the numbers of the tests that run it."""

KILLED, SURVIVED, UNREACHED, NO_CHANGE = "killed", "survived", "unreached", "no change"


class Failed(Exception):
    """An error for a test that fails although nothing is changed."""


class Runner:
    """The tests of this process, ready to run on mutants.

    Parameters:
        session: the session that collected the tests.
        limit: the seconds of processor time for a mutant that no test notices.
    """

    def __init__(self, session: pytest.Session, limit: float) -> None:
        self.items = session.items
        self.limit = limit
        self.durations = [0.0] * len(self.items)
        self.reach: Reach = {}
        self._failed = False
        self._killers: dict[tuple[str, str], Counter[int]] = {}
        session.config.pluginmanager.register(self, "mutation runner")
        gc.collect()
        things = gc.get_objects()
        self._caches = [each for each in things if isinstance(each, functools._lru_cache_wrapper)]
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        for each in things:
            if isinstance(each, FunctionType):
                code = each.__code__
                self._functions.setdefault(
                    (code.co_filename, code.co_qualname, code.co_firstlineno), []
                ).append(each)
        # Frozen objects are not copied for each forked process.
        gc.freeze()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record that a test failed."""
        self._failed = self._failed or report.failed

    def passes(self, number: int) -> bool:
        """Return whether a test passes."""
        self._failed = False
        item = self.items[number]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self._failed

    def measure(self, cache: Path) -> None:
        """Measure the seconds and the lines of each test; the cache keeps the results of unchanged files."""
        code = digest(*sorted(Path(rami.__file__).parent.rglob("*.py")))
        known: Measured = pickle.loads(cache.read_bytes()) if cache.exists() else {}
        files: dict[Path, list[int]] = {}
        for number, item in enumerate(self.items):
            files.setdefault(item.path, []).append(number)
        for path, numbers in files.items():
            key = f"{code} {digest(path)}"
            new = [number for number in numbers if known.get(self.items[number].nodeid, ("",))[0] != key]
            if new:
                status, answer = forked(partial(self._measured, new))
                if status:
                    raise Failed(f"a test fails although nothing is changed: {answer.decode() or status}")
                for number, duration, lines in pickle.loads(answer):
                    known[self.items[number].nodeid] = (key, duration, lines)
                cache.write_bytes(pickle.dumps(known))
        for number, item in enumerate(self.items):
            _, self.durations[number], reached = known[item.nodeid]
            for file, lines in reached.items():
                for line in lines:
                    self.reach.setdefault(file, {}).setdefault(line, []).append(number)

    def _measured(self, numbers: list[int], answer: Callable[[bytes], None]) -> int:
        durations = {}
        watch = Coverage(data_file=None, source_pkgs=["rami"], branch=False, config_file=False)
        watch.set_option("run:disable_warnings", ["module-not-measured"])
        watch.start()
        for number in numbers:
            watch.switch_context(str(number))
            start = time.process_time()
            if not self.passes(number):
                answer(self.items[number].nodeid.encode())
                return 1
            durations[number] = time.process_time() - start
        watch.stop()
        lines: dict[int, dict[str, array[int]]] = {number: {} for number in numbers}
        data = watch.get_data()
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                for test in filter(None, tests):
                    lines[int(test)].setdefault(file, array("H")).append(line)
        answer(pickle.dumps([(number, durations[number], lines[number]) for number in numbers]))
        return 0

    def tests_of(self, mutant: Mutant) -> list[int]:
        """Return the tests that run the changed statement: the best killers first, then the shortest."""
        lines = self.reach.get(str(mutant.path), {})
        first, last = mutant.lines
        tests = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        killers = self._killers.setdefault((mutant.module, mutant.function), Counter())
        return sorted(tests, key=lambda test: (-killers[test], self.durations[test], test))

    def verdict(self, mutant: Mutant) -> tuple[str, str]:
        """Return the fate of a mutant, and the test that killed it or the number of tests that did not."""
        code = mutant.code()
        functions = self._functions.get((str(mutant.path), *mutant.where), [])
        if not functions:
            return UNREACHED, "(no such function was imported: has the file been changed since?)"
        if code is None or all(same(code, function.__code__) for function in functions):
            return NO_CHANGE, ""
        tests = self.tests_of(mutant)
        if not tests:
            return UNREACHED, ""

        def child(answer: Callable[[bytes], None]) -> int:
            for function in functions:
                function.__code__ = code
            for cache in self._caches:
                cache.cache_clear()
            start = time.process_time()
            for done, test in enumerate(tests):
                if time.process_time() - start > self.limit:
                    answer(f"{done} of {len(tests)} tests".encode())
                    return 0
                answer(f"{test}\n".encode())
                signal.setitimer(signal.ITIMER_VIRTUAL, 2 + 10 * self.durations[test])
                if not self.passes(test):
                    return 1
            answer(f"{len(tests)} tests".encode())
            return 0

        status, text = forked(child)
        lines = text.decode().split("\n")
        if len(lines) == 1 and status:
            return NO_CHANGE, "Python refuses it"
        if status == 0:
            return SURVIVED, lines[-1]
        killer = int(lines[-2])
        self._killers[mutant.module, mutant.function][killer] += 1
        return KILLED, self.items[killer].nodeid


def digest(*paths: Path) -> str:
    """Return a digest that changes with any of the files."""
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]
