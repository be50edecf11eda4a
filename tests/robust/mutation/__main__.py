"""Run the tests on mutants of some modules, and list the mutants with which no test fails: see CONTRIBUTING.md."""

from __future__ import annotations

import fnmatch
import json
import os
import pkgutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from tests.robust.mutation.equivalents import Equivalents
from tests.robust.mutation.mutants import Mutant, Source
from tests.robust.mutation.runner import KILLED, NO_CHANGE, SURVIVED, UNREACHED, Failed, Runner, digest

import rami

ROOT = Path(__file__).parents[3]
RESULTS = ROOT / "mutants" / "results.jsonl"
TESTED = ("policies", "kernel", "rounds", "cards", "matches", "sessions")
TESTS = ("tests/rules", *(f"tests/unit/{name}" for name in TESTED), "rami")
"""The fast tests, and the examples in the documentation of the package."""
NOT_ASKED = (
    "examples_run",
    "hashes_do_not_depend",
    "readme",
    "shuffle_page",
    "test_layers",
    "test_pages",
    "test_remik",
    "traceability",
)
"""Tests of other subjects, by a part of their names."""
EQUIVALENTS = Equivalents.read()
PATTERNS = (
    "rami._kernel.*",
    "rami.rounds._engine.*",
    "rami.cards.melds",
    "rami.policies.*",
    "rami.matches.match",
    "rami.matches.trails",
    "rami.rounds.setup",
)


class Mutation:
    """The plugin that runs mutants instead of tests.

    Parameters:
        patterns: the names of modules or functions, with wildcards.
        sample: the maximum number of mutants of each module; 0 for all.
        seed: the seed that chooses the sample.
        seconds: the time after which no further mutant is started.
        limit: the seconds of processor time for each mutant.
        again: True to run only the mutants that survived before.
    """

    def __init__(
        self, patterns: Iterable[str], sample: int, seed: str, seconds: float, limit: float, again: bool
    ) -> None:
        self.patterns = tuple(patterns)
        self.sample = sample
        self.seed = seed
        self.end = time.monotonic() + seconds
        self.limit = limit
        self.again = again
        self.killed: set[str] = set()
        self.survivors: set[str] = set()
        self.unexplained = 0

    def chosen(self) -> Iterator[tuple[str, int, list[Mutant]]]:
        """Yield each module with the number of its mutants, and with the mutants to run."""
        done: set[str] = set()
        for pattern in self.patterns:
            for module in _modules():
                if module in done or not (
                    fnmatch.fnmatch(module, pattern) or pattern.startswith(f"{module}.")
                ):
                    continue
                done.add(module)
                every = list(Source(module).mutants())
                some = [each for each in every if any(_matches(each, pattern) for pattern in self.patterns)]
                if self.again:
                    some = [each for each in some if each.identity in self.survivors]
                some.sort(key=lambda mutant: mutant.order(self.seed))
                if some:
                    yield module, len(every), some[: self.sample or None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        RESULTS.parent.mkdir(exist_ok=True)
        self._recall()
        runner = Runner(session, self.limit)
        print(f"{len(runner.items)} tests", flush=True)
        start = time.monotonic()
        try:
            runner.measure(RESULTS.with_name("tests.pickle"))
        except Failed as failure:
            print(failure)
            self.unexplained += 1
            return True
        print(f"measured in {time.monotonic() - start:.0f} s", flush=True)
        for module, made, mutants in self.chosen():
            counts = Counter(self._result(runner, mutant) for mutant in mutants)
            text = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
            print(f"== {module}: {len(mutants)} of {made} mutants: {text}", flush=True)
        return True

    def _recall(self) -> None:
        """Load the results of earlier runs; a killed mutant stays killed as long as its module is unchanged."""
        lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
        for entry in map(json.loads, lines):
            if entry["verdict"] == KILLED:
                self.killed.add(f"{entry['code']} {entry['mutant']}")
                self.survivors.discard(entry["mutant"])
            else:
                self.survivors.add(entry["mutant"])

    def _result(self, runner: Runner, mutant: Mutant) -> str:
        code = digest(mutant.path)
        if EQUIVALENTS.why(mutant):
            return "explained"
        if f"{code} {mutant.identity}" in self.killed:
            return KILLED
        if time.monotonic() > self.end:
            return "left"
        verdict, detail = runner.verdict(mutant)
        if verdict != NO_CHANGE:
            entry = {"mutant": mutant.identity, "code": code, "verdict": verdict, "detail": detail}
            with RESULTS.open("a", encoding="utf-8") as log:
                log.write(json.dumps(entry) + "\n")
        if verdict in {SURVIVED, UNREACHED}:
            self.unexplained += 1
            print(f"{mutant.module}:{mutant.lines[0]} {mutant.function}: {verdict} {detail}")
            print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)
        return verdict


def _matches(mutant: Mutant, pattern: str) -> bool:
    names = mutant.module, f"{mutant.module}.{mutant.function}"
    return any(fnmatch.fnmatch(name, pattern) for name in names)


def _modules() -> list[str]:
    names = [each.name for each in pkgutil.walk_packages(rami.__path__, "rami.")]
    return sorted(name for name in names if not name.endswith("__main__"))


def main(patterns: list[str]) -> int:
    """Run the mutants that the arguments and the environment select."""
    if rami.__compiled__:
        sys.exit("Compiled functions cannot be changed: install the pure build.")
    get = os.environ.get
    mutation = Mutation(
        patterns or PATTERNS,
        sample=int(get("RAMI_MUTATION_SAMPLE", "0" if patterns else "30")),
        seed=get("RAMI_MUTATION_SEED", "0"),
        seconds=float(get("RAMI_MUTATION_SECONDS", "3600")),
        limit=float(get("RAMI_MUTATION_LIMIT", "30")),
        again=bool(get("RAMI_MUTATION_AGAIN")),
    )
    tests = get("RAMI_MUTATION_TESTS", "").split() or TESTS
    options = [
        "-q",
        "-s",
        "--tb=no",
        "--assert=plain",
        "--no-header",
        "--depth=full",
        "-p",
        "no:cacheprovider",
    ]
    options += ["-k", " and ".join(f"not {part}" for part in NOT_ASKED)]
    status = pytest.main([*options, *tests], plugins=[mutation])
    return int(status) or int(mutation.unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
