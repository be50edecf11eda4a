"""Measure rami and comparable libraries, print the results, and write them to files."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks import measure, plots, positions, report
from benchmarks.environments import CONTENDERS, NotInstalled, python_of, versions
from benchmarks.rows import ROWS
from benchmarks.workers import Worker, WorkerFailed

RESULTS = Path(__file__).with_name("results")
PARTS = ("table", "memory", "streams", "imports", "moves", "cores", "curves", "positions")
BUILDS = ("pure", "compiled")


def machine() -> dict[str, object]:
    """Return the properties of this machine that affect the results, but nothing that identifies it."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "architecture": platform.machine(),
        "processors": os.cpu_count(),
    }


def say(text: str) -> None:
    """Print a progress message to standard error, where it does not mix with the results."""
    print(text, file=sys.stderr, flush=True)


def pythons_for(keys: list[str]) -> tuple[dict[str, Path], dict[str, str]]:
    """Return the interpreter of each contender, and for each that cannot be installed, the reason."""
    found: dict[str, Path] = {}
    missing: dict[str, str] = {}
    for contender in CONTENDERS:
        if contender.key in keys:
            say(f"environment of {contender.title}")
            try:
                found[contender.key] = python_of(contender)
            except NotInstalled as error:
                missing[contender.key] = str(error)
                say(f"NOT MEASURED: {contender.title}: {error}")
    return found, missing


def run(parts: list[str], keys: list[str], quick: bool) -> dict[str, Any]:
    """Measure the given parts for the given contenders."""
    pythons, missing = pythons_for(keys)
    rounds, seconds = (3, 0.08) if quick else (9, 0.3)
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        workers: dict[str, Worker] = {}
        for contender in CONTENDERS:
            if contender.key in pythons:
                try:
                    worker = Worker(contender.tasks, pythons[contender.key])
                except WorkerFailed as error:
                    missing[contender.key] = str(error)
                    say(f"NOT MEASURED: {contender.title}: {error}")
                    continue
                workers[contender.key] = stack.enter_context(worker)
        builds = {key: workers[key] for key in BUILDS if key in workers}
        what: dict[str, Callable[[], object]] = {
            "table": lambda: [_row(row, workers, seconds, rounds) for row in ROWS],
            "memory": lambda: measure.facts(workers, "memory", 1),
            "streams": lambda: measure.facts(builds, "streams", 1),
            "imports": lambda: measure.imports(pythons, 5 if quick else 15),
            "moves": lambda: measure.facts(workers, "moves", 1),
            "cores": lambda: measure.facts(builds, "cores", 1 if quick else 3),
            "curves": lambda: {
                name.removeprefix("by "): measure.facts(builds, name, 1 if quick else 5)
                for name in next(iter(builds.values())).about["facts"]
                if name.startswith("by ")
            },
            "positions": lambda: _positions(builds, 1.0 if quick else 5.0),
        }
        results: dict[str, object] = {}
        for part in parts:
            say(f"{part} ({time.monotonic() - begun:.0f} s so far)")
            results[part] = what[part]()
    say(f"measured in {time.monotonic() - begun:.0f} s")
    return {
        "machine": machine(),
        "contenders": {
            contender.key: {
                "title": contender.title,
                "versions": versions(pythons[contender.key], contender.packages),
            }
            for contender in CONTENDERS
            if contender.key in pythons and contender.key not in missing
        },
        "not measured": missing,
        "rounds": rounds,
        **results,
    }


def _row(row: Any, workers: Mapping[str, Worker], seconds: float, rounds: int) -> object:
    say(f"  {row.title}")
    return measure.row_result(row, workers, seconds, rounds)


def _positions(builds: Mapping[str, Worker], limit: float) -> object:
    found: dict[str, object] = {}
    for name, kept in positions.suite().items():
        say(f"  {name}")
        found[name] = {key: positions.measured(worker, kept, limit) for key, worker in builds.items()}
    return {"limit": limit, "found": found}


def main() -> None:
    """Run the command: measure, print the results, and write them to files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="measure fewer rounds, in about a minute")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="the parts to measure")
    parser.add_argument(
        "--contenders",
        nargs="+",
        choices=[contender.key for contender in CONTENDERS],
        default=[contender.key for contender in CONTENDERS],
    )
    parser.add_argument("--name", help="the name of the result files; by default latest or quick")
    asked = parser.parse_args()
    results = _rounded(run(asked.only, asked.contenders, asked.quick))
    told = report.text(results)
    print(told)
    RESULTS.mkdir(exist_ok=True)
    # Only a complete run may replace the published results.
    name = asked.name or ("quick" if asked.quick or asked.only != list(PARTS) else "latest")
    written = {
        f"{name}.json": json.dumps(results, indent=1, ensure_ascii=False) + "\n",
        f"{name}.md": told + "\n",
        **{f"{name}-{plot}.svg": drawn for plot, drawn in plots.drawn(results).items()},
    }
    for file, text in written.items():
        (RESULTS / file).write_text(text, encoding="utf-8")
    say(f"written: {', '.join(written)}")


def _rounded(results: dict[str, Any]) -> Any:
    """Return the results with numbers rounded to four digits, which is more than their precision."""
    return json.loads(json.dumps(results), parse_float=lambda digits: float(f"{float(digits):.4g}"))


if __name__ == "__main__":
    main()
