"""Time the suite of hard positions."""

from __future__ import annotations

import argparse
import statistics
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

from benchmarks.workers import Worker

SUITE = Path(__file__).with_name("positions.toml")
QUESTIONS = ("first move", "list", "list after it", "explain")
OF_HANDS = ("first move", "list")
REPEATED = 3
"""The number of measurements of a query that takes less than a tenth of the limit; the median counts."""


def suite() -> dict[str, dict[str, str]]:
    """Return the entries of `positions.toml` by name."""
    return tomllib.loads(SUITE.read_text(encoding="utf-8"))


def measured(worker: Worker, kept: Mapping[str, str], limit: float) -> dict[str, float | None]:
    """Return the seconds that each query takes. The first query over the limit gets None, and no later ones run."""
    found: dict[str, float | None] = {}
    for question in QUESTIONS if "position" in kept else OF_HANDS:
        times: list[float] = []
        while len(times) < REPEATED:
            answer = worker.ask({"kept": dict(kept), "question": question}, limit)
            if answer is None:
                return {**found, question: None}
            times.append(float(answer["seconds"]))
            # Slow queries vary less, and repeating them would take minutes.
            if times[0] > limit / 10:
                break
        found[question] = statistics.median(times)
    return found


def shown(seconds: float | None, limit: float) -> str:
    """Return a time in milliseconds as text."""
    return f"> {1000 * limit:,.0f}" if seconds is None else f"{1000 * seconds:,.2f}"


def main() -> None:
    """Run the command: time the suite with the rami that is installed for this Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="entries of positions.toml; all by default")
    parser.add_argument("--limit", type=float, default=10.0, help="the maximum number of seconds for a query")
    asked = parser.parse_args()
    print(f"{'milliseconds':36}", *(f"{question:>14}" for question in QUESTIONS))
    kept = suite()
    with Worker("rami", sys.executable) as worker:
        for name in asked.names or kept:
            found = measured(worker, kept[name], asked.limit)
            print(f"{name:36}", *(f"{shown(value, asked.limit):>14}" for value in found.values()), flush=True)


if __name__ == "__main__":
    main()
