"""Changed records by the million: ``python -m tests.robust.fuzz.records --count 1000000 --seed 1 --jobs 2``.

Each number of a seed gives one changed record, three in four with a commitment and a digest made to fit, so that only
the rules themselves can refuse them.  A refusal must be an `InvalidText` with a line and a reason; what is accepted
must be the very text that the match is written as, and the same match when it is read again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import attrs
from tests.robust.fuzz.bases import Base, bases
from tests.robust.fuzz.edits import forged, mutated, plain

from rami import RamiError
from rami.errors import InvalidText
from rami.notation.records import dumps

SLOWEST = 10.0
LONGEST_ERROR = 10_000
BATCH = 500


@attrs.define
class Tally:
    """The counts so far."""

    seen: Counter[str] = attrs.Factory(Counter)
    slowest: float = 0.0
    slowest_number: int = 0
    failures: list[str] = attrs.Factory(list)

    def add(self, other: Tally) -> None:
        """Count what another one has seen."""
        self.seen += other.seen
        self.failures += other.failures
        if other.slowest > self.slowest:
            self.slowest, self.slowest_number = other.slowest, other.slowest_number


def changed(seed: int, number: int) -> tuple[Base, str]:
    """The changed record of a number, and the one it comes from."""
    rng = random.Random(f"{seed}/{number}")
    base = rng.choice(bases())
    text = mutated(base.text, rng, [rng.choice(bases()).text for _ in range(4)])
    return base, forged(text) if rng.random() < 0.75 else text


def _check_refusal(error: RamiError, lines: int) -> None:
    """Check that a refusal gives a line and a reason."""
    assert isinstance(error, InvalidText), repr(error)
    told = [dict(each.params).get("line") for each in error.violations]
    assert told, "a refusal without a reason"
    assert all(type(line) is int and 1 <= line <= lines for line in told), f"no such line: {error}"
    assert len(str(error)) <= LONGEST_ERROR, "a refusal too long to read"


def judged(base: Base, text: str) -> str:
    """Whether the record is "refused", "the same" or "another match"; an AssertionError if it is none of these."""
    try:
        match = base.read(text)
    except RamiError as error:
        _check_refusal(error, text.count("\n") + 2)
        return "refused"
    again = dumps(match, reveal="\nseed " in text)
    assert plain(again) == plain(text), "accepted, but not as it is written"
    assert base.read(again) == match, "accepted, but another match when written and read"
    return "the same" if plain(text) == plain(base.text) else "another match"


def batch(seed: int, start: int, stop: int, end: float) -> Tally:
    """The tally of some numbers, as far as the time allows."""
    tally = Tally()
    for number in range(start, stop):
        if time.time() > end:
            break
        base, text = changed(seed, number)
        begun = time.process_time()
        try:
            verdict = judged(base, text)
        except Exception as error:
            verdict = "failed"
            tally.failures.append(f"--seed {seed} --number {number}: {type(error).__name__}: {error}")
        took = time.process_time() - begun
        tally.seen[verdict] += 1
        if took > tally.slowest:
            tally.slowest, tally.slowest_number = took, number
        if took > SLOWEST:
            tally.failures.append(f"--seed {seed} --number {number}: {took:.1f} seconds")
    return tally


def tallies(seed: int, count: int, end: float, jobs: int) -> Iterator[Tally]:
    """The tallies of all numbers, batch by batch."""
    starts = range(0, count, BATCH)
    stops = [min(start + BATCH, count) for start in starts]
    if jobs == 1:
        yield from (batch(seed, start, stop, end) for start, stop in zip(starts, stops, strict=True))
        return
    bases()  # once, before there are several processes
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(batch, [seed] * len(starts), starts, stops, [end] * len(starts))


def main(arguments: list[str] | None = None) -> int:
    """Run, say what has been seen, and return 1 if something failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.robust.fuzz.records", description="Read changed records."
    )
    parser.add_argument("--count", type=int, default=1_000_000, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="where the changes start")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="when to stop at the latest")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--number", type=int, help="only this one, shown")
    given = parser.parse_args(arguments)
    if given.number is not None:
        base, text = changed(given.seed, given.number)
        print(text)
        print(judged(base, text))
        return 0
    begun = time.time()
    tally, shown = Tally(), begun
    for some in tallies(given.seed, given.count, begun + given.seconds, given.jobs):
        tally.add(some)
        print(*some.failures, sep="\n", end="\n" if some.failures else "")
        if time.time() - shown > 60:
            shown = time.time()
            print(f"{tally.seen.total()} records: {dict(tally.seen)}", flush=True)
    counts = ", ".join(f"{count} {what}" for what, count in sorted(tally.seen.items()))
    print(f"{tally.seen.total()} changed records in {time.time() - begun:.0f} s, seed {given.seed}: {counts}")
    print(f"the slowest, number {tally.slowest_number}, took {tally.slowest:.2f} s of a processor")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
