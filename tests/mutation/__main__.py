"""Run mutants of the modules that are named and list those that no test notices: see CONTRIBUTING.md."""

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
from tests.mutation.equivalents import Equivalents
from tests.mutation.mutants import Mutant, Source
from tests.mutation.runner import KILLED, SURVIVED, UNREACHED, Failed, Runner, digest

import rami

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "mutants" / "results.jsonl"
TESTS = (
    "tests/rules",
    "tests/policies",
    "tests/engine",
    *map(str, sorted(Path("tests").glob("test_*.py"))),
    "rami",
)
"""The fast tests, and the examples in the documentation of the package."""
NOT_ASKED = ("examples_run", "readme", "layers", "traceability", "hashes_do_not_depend", "shuffle_page")
"""Tests of other things, by a part of their names."""
PATTERNS = ("rami._kernel.*", "rami.engine.*", "rami.melds", "rami.policies.*", "rami.match", "rami.setup")


class Mutation:
    """The plugin that runs mutants where pytest would run tests.

    Parameters:
        patterns: which modules, or which functions of them.
        sample: at most so many mutants of each module; 0 for all.
        seed: which ones.
        seconds: begin no mutant later than this.
        limit: processor time for each mutant.
    """

    def __init__(self, patterns: Iterable[str], sample: int, seed: str, seconds: float, limit: float) -> None:
        self.patterns = tuple(patterns)
        self.sample = sample
        self.seed = seed
        self.end = time.monotonic() + seconds
        self.limit = limit
        self.unexplained = 0

    def chosen(self) -> Iterator[tuple[str, int, list[Mutant]]]:
        """Each module, how many mutants it has, and those to be run."""
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
                some.sort(key=lambda mutant: mutant.order(self.seed))
                yield module, len(every), some[: self.sample or None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the mutants."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        RESULTS.parent.mkdir(exist_ok=True)
        runner = Runner(session, self.limit)
        print(f"{len(runner.items)} tests, measured in", end=" ", flush=True)
        start = time.monotonic()
        try:
            runner.measure(RESULTS.with_name("tests.pickle"))
        except Failed as failure:
            print(failure)
            self.unexplained += 1
            return True
        print(f"{time.monotonic() - start:.0f} s", flush=True)
        equivalents = Equivalents.read()
        known = _known()
        with RESULTS.open("a", encoding="utf-8") as log:
            for module, made, mutants in self.chosen():
                counts: Counter[str] = Counter()
                for mutant in mutants:
                    key = f"{digest(mutant.path)} {mutant.identity}"
                    why = equivalents.why(mutant)
                    if why:
                        counts["explained"] += 1
                        continue
                    if key in known:
                        counts[KILLED] += 1
                        continue
                    if time.monotonic() > self.end:
                        counts["left"] += 1
                        continue
                    verdict, detail = runner.verdict(mutant)
                    counts[verdict] += 1
                    if verdict == KILLED:
                        log.write(json.dumps({"mutant": key, "killer": detail}) + "\n")
                        log.flush()
                    elif verdict in {SURVIVED, UNREACHED}:
                        self.unexplained += 1
                        _tell(mutant, verdict, detail)
                text = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
                print(f"== {module}: {len(mutants)} of {made} mutants: {text}", flush=True)
        return True


def _tell(mutant: Mutant, verdict: str, detail: str) -> None:
    print(f"{mutant.module}:{mutant.lines[0]} {mutant.function}: {verdict} {detail}")
    print(f"  - {mutant.before}\n  + {mutant.after}", flush=True)


def _matches(mutant: Mutant, pattern: str) -> bool:
    names = mutant.module, f"{mutant.module}.{mutant.function}"
    return any(fnmatch.fnmatch(name, pattern) for name in names)


def _modules() -> list[str]:
    names = [each.name for each in pkgutil.walk_packages(rami.__path__, "rami.")]
    return sorted(name for name in names if not name.endswith("__main__"))


def _known() -> set[str]:
    if not RESULTS.exists():
        return set()
    return {json.loads(line)["mutant"] for line in RESULTS.read_text(encoding="utf-8").splitlines()}


def main(patterns: list[str]) -> int:
    """Run the mutants that the arguments and the environment ask for."""
    get = os.environ.get
    mutation = Mutation(
        patterns or PATTERNS,
        sample=int(get("RAMI_MUTATION_SAMPLE", "0" if patterns else "30")),
        seed=get("RAMI_MUTATION_SEED", "0"),
        seconds=float(get("RAMI_MUTATION_SECONDS", "3600")),
        limit=float(get("RAMI_MUTATION_LIMIT", "30")),
    )
    tests = get("RAMI_MUTATION_TESTS", "").split() or TESTS
    options = ["-q", "-s", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "--no-header"]
    status = pytest.main(
        [*options, "-k", " and ".join(f"not {part}" for part in NOT_ASKED), *tests], plugins=[mutation]
    )
    return int(status) or int(mutation.unexplained > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
