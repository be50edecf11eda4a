"""Run the tests on mutants of some modules, and list the mutants with which no test fails: see CONTRIBUTING.md.

`--depth quick --day 3` runs only what the quick tests of that day run. Afterwards `RAMI_MUTATION_AGAIN=quick-3` tries
the mutants that survived them with the full tests, and prints which test fails.
"""

from __future__ import annotations

import argparse
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
RESULTS = ROOT / "mutants"
"""A folder for each run, "full" or "quick-3", with its results and its measured tests."""
TESTED = ("policies", "kernel", "rounds", "cards", "matches", "sessions", "notation")
TESTS = ("tests/rules", *(f"tests/unit/{name}" for name in TESTED), "tests/oracle/differential", "rami")
"""The fast tests, the comparisons with the reference, and the examples in the documentation of the package."""
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
        run: the depth of the tests, "full" or "quick-3" with the day.
        sample: the maximum number of mutants of each module; 0 for all.
        seed: the seed that chooses the sample.
        seconds: the time after the measurement of the tests at which no further mutant is started.
        limit: the seconds of processor time for each mutant.
        again: the run whose survivors alone are tried; "" for all mutants.
    """

    def __init__(
        self,
        patterns: Iterable[str],
        run: str,
        sample: int,
        seed: str,
        seconds: float,
        limit: float,
        again: str,
    ) -> None:
        self.patterns = tuple(patterns)
        self.results = RESULTS / run / "results.jsonl"
        self.sample = sample
        self.seed = seed
        self.seconds = seconds
        self.limit = limit
        self.again = again
        self.killed, _ = _recalled(run)
        _, self.survivors = _recalled(again or run)
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
        self.results.parent.mkdir(parents=True, exist_ok=True)
        runner = Runner(session, self.limit)
        print(f"{len(runner.items)} tests", flush=True)
        start = time.monotonic()
        try:
            runner.measure(self.results.with_name("tests.pickle"))
        except Failed as failure:
            print(failure)
            self.unexplained += 1
            return True
        print(f"measured in {time.monotonic() - start:.0f} s", flush=True)
        self.end = time.monotonic() + self.seconds
        for module, made, mutants in self.chosen():
            counts = Counter(self._result(runner, mutant) for mutant in mutants)
            text = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
            print(f"== {module}: {len(mutants)} of {made} mutants: {text}", flush=True)
        return True

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
            with self.results.open("a", encoding="utf-8") as log:
                log.write(json.dumps(entry) + "\n")
        if verdict in {SURVIVED, UNREACHED}:
            self.unexplained += 1
        if verdict in {SURVIVED, UNREACHED} or (verdict == KILLED and self.again):
            print(f"{mutant.module}:{mutant.lines[0]} {mutant.function}: {verdict} {detail}")
            print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)
        return verdict


def _recalled(run: str) -> tuple[set[str], set[str]]:
    """Return the killed mutants of a run, which stay killed while their module is unchanged, and the survivors."""
    path = RESULTS / run / "results.jsonl"
    killed, survivors = set(), set()
    for entry in map(json.loads, path.read_text("utf-8").splitlines() if path.exists() else []):
        if entry["verdict"] == KILLED:
            killed.add(f"{entry['code']} {entry['mutant']}")
            survivors.discard(entry["mutant"])
        else:
            survivors.add(entry["mutant"])
    return killed, survivors


def _matches(mutant: Mutant, pattern: str) -> bool:
    names = mutant.module, f"{mutant.module}.{mutant.function}"
    return any(fnmatch.fnmatch(name, pattern) for name in names)


def _modules() -> list[str]:
    names = [each.name for each in pkgutil.walk_packages(rami.__path__, "rami.")]
    return sorted(name for name in names if not name.endswith("__main__"))


def main(arguments: list[str]) -> int:
    """Run the mutants that the arguments and the environment select."""
    parser = argparse.ArgumentParser(prog="nox -s mutation --")
    parser.add_argument("patterns", nargs="*", help="modules or functions")
    parser.add_argument(
        "--depth", choices=("quick", "full"), default="full", help="see tests/support/depth.py"
    )
    parser.add_argument("--day", default="0", help="the day of quick tests")
    asked = parser.parse_args(arguments)
    if rami.__compiled__:
        sys.exit("Compiled functions cannot be changed: install the pure build.")
    get = os.environ.get
    quick = asked.depth == "quick"
    mutation = Mutation(
        asked.patterns or PATTERNS,
        run=f"quick-{asked.day}" if quick else "full",
        sample=int(get("RAMI_MUTATION_SAMPLE", "0" if asked.patterns else "30")),
        seed=get("RAMI_MUTATION_SEED", "0"),
        seconds=float(get("RAMI_MUTATION_SECONDS", "3600")),
        limit=float(get("RAMI_MUTATION_LIMIT", "30")),
        again=get("RAMI_MUTATION_AGAIN", ""),
    )
    os.environ.setdefault("RAMI_HYPOTHESIS_PROFILE", "quick" if quick else "mutation")
    tests = get("RAMI_MUTATION_TESTS", "").split() or TESTS
    options = ["-q", "-s", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "--no-header"]
    options += [f"--depth={asked.depth}", f"--day={asked.day}"]
    options += ["-k", " and ".join(f"not {part}" for part in NOT_ASKED)]
    status = pytest.main([*options, *tests], plugins=[mutation])
    return int(status) or int(mutation.unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
