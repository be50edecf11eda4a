"""Search for differences between the engine and the reference, for any length of time.

    python -m tests.oracle.differential.soak [--seconds N] [--seed N] [--jobs N] [--preset SLUG ...] [--crowded]

The search plays house rules of every preset: first all pairs of compatible option values, then larger random
combinations. At the first difference, it reduces the position, prints it as a line for tests/data/regressions, and ends
with status 1. With `--crowded`, it makes only late positions, and also compares the engine's search with a search
without shortcuts.
"""

from __future__ import annotations

import argparse
import os
import secrets
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from random import Random
from types import FrameType

import attrs
from tests.oracle.differential import knock_checks
from tests.oracle.differential.cases import Case, Difference, compared, minimised
from tests.oracle.differential.domains import PRESETS, kind_of
from tests.oracle.differential.pairwise import Coverage, Space, pairs_met
from tests.oracle.differential.positions import BURNT, CROWDED, PLANS, Plan, made
from tests.oracle.differential.whole import chosen, seats_for

from rami import Match, Round
from rami.notation.positions import position_text
from rami.policies.variant import Variant
from rami.rounds.setup import Setup

SECONDS_FOR_ONE = 8
LONGEST_ROUND = 40
TABLES: dict[str, Plan] = {**PLANS, **BURNT}


class TooSlow(BaseException):
    """A comparison took too long: it is neither a difference nor an agreement."""


@contextmanager
def limited(seconds: float) -> Generator[None, None, None]:
    """Limit the processor time of a comparison."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@attrs.define
class Tally:
    """Numbers of things compared, by comparison, and of those left out because they took too long."""

    found: Counter[str] = attrs.Factory(Counter)

    def run(self, check: str, state: Round, rng: Random) -> int:
        """Run a comparison with a random seed, and return the seed."""
        seed = rng.getrandbits(32)
        try:
            with limited(SECONDS_FOR_ONE):
                self.found[check] += compared(check, state, seed)
        except TooSlow:
            self.found["too slow"] += 1
        return seed


def soak_house(variant: Variant, rng: Random, tally: Tally) -> None:
    """Compare everything under one set of house rules."""
    kind = kind_of(variant)
    if kind == "knocking":
        soak_knocks(variant, rng, tally)
    else:
        soak_melds(variant, rng, tally, ["endings", "match"] if kind == "melds" else ["played"])


def soak_crowded(variant: Variant, rng: Random, tally: Tally) -> None:
    """Compare crowded tables, with much to take, to recover and to prepare."""
    for _ in range(3):
        state = made_position(variant, rng, CROWDED)
        for check in ("walks", "shortcuts", "shortcuts", "turns", "midway", "verdicts"):
            tally.run(check, state, rng)


def made_position(variant: Variant, rng: Random, tables: Mapping[str, Plan] = TABLES) -> Round:
    """Return a hard position before a draw, with as many seats as the house allows."""
    plan = tables[rng.choice(sorted(tables))]
    lo, hi = variant.equipment.players
    seats = min(max(plan.seats[0], lo), hi)
    return Round.from_setup(made(variant, attrs.evolve(plan, seats=(seats, seats)), rng))


def soak_melds(variant: Variant, rng: Random, tally: Tally, matches: Sequence[str]) -> None:
    """Compare made positions, a round from its deal, endings and matches."""
    for _ in range(2):
        state = made_position(variant, rng)
        for check in ("turns", "midway", "verdicts"):
            tally.run(check, state, rng)
    state = Match.start(variant, seats_for(variant, rng), rng.getrandbits(32)).round
    for check in matches:
        tally.run(check, state, rng)
    turns = 0
    while not state.over and turns < LONGEST_ROUND:
        starting = state.phase != "play"
        turns += starting
        if rng.random() < (0.06 if starting else 0.03) or state.turn < 3:
            tally.run("turns", state, rng)
            tally.run("verdicts", state, rng)
        seed = tally.run("step", state, rng)
        state = state.play(chosen(state, Random(seed)))
    tally.run("score", state, rng)


def soak_knocks(variant: Variant, rng: Random, tally: Tally) -> None:
    """Compare hands from their deals, in step with the reference, and a match."""
    tally.run("knock-match", Match.start(variant, 2, rng.getrandbits(32)).round, rng)
    for _ in range(2):
        state = Match.start(variant, 2, rng.getrandbits(32)).round
        for _ in range(150):
            if state.over:
                break
            if rng.random() < 0.3:
                tally.run("knock-here", state, rng)
            seed = tally.run("knock-step", state, rng)
            state = state.play(knock_checks.pick(state, Random(seed)))


def houses(
    rng: Random, slugs: Sequence[str], coverage: Mapping[str, Coverage]
) -> Iterator[tuple[str, int | None, Variant]]:
    """Yield the numbered rows of every preset in turn, then random houses without end."""
    for number in range(max(len(coverage[slug].rows) for slug in slugs)):
        for slug in slugs:
            if number < len(coverage[slug].rows):
                yield slug, number, coverage[slug].rows[number]
    spaces = {slug: Space(PRESETS[slug]) for slug in slugs}
    while True:
        for slug in slugs:
            yield slug, None, spaces[slug].house(rng, spaces[slug].names, rng.randint(3, 12))


@attrs.define
class Report:
    """The report of one search."""

    seed: int
    job: int
    tallies: dict[str, Counter[str]]
    rows: dict[str, list[int]]
    more: Counter[str]
    failure: str = ""


def search(
    seconds: float, seed: int, job: int, jobs: int, coverage: Mapping[str, Coverage], crowded: bool = False
) -> Report:
    """Compare every house of this job's share until the time is over or something differs."""
    start = time.monotonic()
    slugs = list(coverage)
    lots = Random(f"soak {seed} {job}")
    report = Report(seed, job, {slug: Counter() for slug in slugs}, {slug: [] for slug in slugs}, Counter())
    share = islice(houses(lots, slugs, coverage), job, None, jobs)
    for slug, number, variant in share:
        if time.monotonic() - start > seconds:
            break
        tally = Tally(report.tallies[slug])
        try:
            (soak_crowded if crowded else soak_house)(variant, lots, tally)
        except Difference as difference:
            say(f"DIFFERENCE, being made smaller\n{difference.case.line}")
            report.failure = report_of(difference)
            break
        except Exception:
            house = Setup(variant=variant, hands=["", ""])
            report.failure = f"a comparison broke off\n{traceback.format_exc()}{position_text(house)}"
            break
        if number is None:
            report.more[slug] += 1
        else:
            report.rows[slug].append(number)
    return report


def report_of(difference: Difference) -> str:
    """Return the difference and its smallest case as text."""
    lines = [f"DIFFERENCE\n{difference.case.line}\n{type(difference.cause).__name__}: {difference.cause}"]
    try:
        with limited(60):
            less = minimised(difference.case)
            lines.append(f"smallest case: {less.problem()}")
    except TooSlow:
        less = difference.case
        lines.append("no smaller case found in time")
    lines.append(f"add this line to a file of tests/data/regressions:\n{less.line}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("RAMI_SOAK_SECONDS", "600")))
    chance = os.environ.get("RAMI_SOAK_SEED") or str(secrets.randbelow(10**9))
    parser.add_argument("--seed", type=int, default=int(chance))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preset", action="append", choices=sorted(PRESETS))
    parser.add_argument("--crowded", action="store_true", help="only crowded tables")
    parser.add_argument("--line", help="compare only this case")
    given = parser.parse_args(arguments)
    if given.line:
        Case.parse(given.line).run()
        return 0
    slugs = given.preset or [
        slug for slug in PRESETS if not given.crowded or kind_of(PRESETS[slug]) != "knocking"
    ]
    say(f"seed {given.seed}, {given.seconds:g} seconds, {given.jobs} jobs")
    coverage = described(slugs, given.seed)
    shares = [
        (given.seconds, given.seed, job, given.jobs, coverage, given.crowded) for job in range(given.jobs)
    ]
    if given.jobs == 1:
        reports = [search(*shares[0])]
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            reports = list(pool.map(search, *zip(*shares, strict=True)))
    return summary(coverage, given.seed, reports)


def described(slugs: Sequence[str], seed: int) -> dict[str, Coverage]:
    """Make the covering arrays, and print their sizes and what they leave out."""
    rng = Random(f"soak {seed}")
    found: dict[str, Coverage] = {}
    for slug in slugs:
        coverage = found[slug] = Space(PRESETS[slug]).covering(rng)
        met = coverage.pairs - len(coverage.refused)
        say(
            f"{slug}: {met} pairs of values in {len(coverage.rows)} rows; {len(coverage.refused)} pairs are "
            f"refused, most of them with one of {len(coverage.alone)} values that no game of this kind can have"
        )
    return found


def summary(coverages: Mapping[str, Coverage], seed: int, reports: Sequence[Report]) -> int:
    """Print the numbers of comparisons; return 1 if something differs, else 0."""
    for slug, coverage in coverages.items():
        total = sum((report.tallies[slug] for report in reports), Counter[str]())
        rows = [coverage.rows[number] for report in reports for number in report.rows[slug]]
        more = sum(report.more[slug] for report in reports)
        met, possible = pairs_met(PRESETS[slug], rows), coverage.pairs - len(coverage.refused)
        counts = ", ".join(f"{name} {count}" for name, count in sorted(total.items()))
        say(f"{slug}: {len(rows)} rows, {met} of {possible} pairs, and {more} random houses; {counts}")
    failures = [report.failure for report in reports if report.failure]
    for failure in failures:
        say(failure)
    say(f"seed {seed}: {len(failures)} differences" if failures else f"seed {seed}: no difference")
    return 1 if failures else 0


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
