"""How much a run searches: everything, or a share that changes each day, so that ten days of quick runs meet it all.

A search is a test whose size is a number: positions, hands, seeds, examples. It says so itself:

- `for number in numbers(40):` goes through all 40 in a full run, through every tenth in a quick one;
- `for step in share_of(steps):` does the same with a list, and `some(40)` is how many of 40 that would be;
- `turn_cap=shorter(60)` plays 60 turns in a full run, 20 in a quick one;
- `assert seen >= enough(200)` holds a full run to its floor, and a quick one to nothing;
- `@pytest.mark.search(cases=3)` lets a quick run take three of a test's parameter sets;
- `@pytest.mark.slow` leaves the test to full runs, `@pytest.mark.slow(every=2)` to them and to every second quick run;
  as the `pytestmark` of a module it halves the module: the tests without `search` take turns.

`pytest --depth full` runs everything; `--day 3` repeats the quick run of another day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar
from zlib import crc32

import pytest

T = TypeVar("T")

SHARES: Final = 10
"""A quick run makes one in so many steps of a search."""


class _Run:
    """What this run does; set once, before tests are imported."""

    full = False
    day = 0


def add_options(parser: pytest.Parser) -> None:
    """Declare `--depth` and `--day`."""
    group = parser.getgroup("rami")
    group.addoption(
        "--depth", choices=("quick", "full"), default="quick", help="how much searches try (quick)"
    )
    group.addoption("--day", type=int, help="the day whose share of the searches a quick run makes (today)")


def configure(config: pytest.Config) -> None:
    """Take over the options; the workers of a run that goes on past midnight keep the day of its start."""
    if config.option.day is None:
        config.option.day = datetime.now(UTC).date().toordinal()
    _Run.full = config.option.depth == "full"
    _Run.day = config.option.day


def search_everything() -> None:
    """Search everything, in a program that is no run of pytest."""
    _Run.full = True


def header() -> str:
    """Return what the head of a report says."""
    return "full" if _Run.full else f"quick, --day {_Run.day} (everything: --depth full)"


def is_full() -> bool:
    """Return whether this run searches everything."""
    return _Run.full


def numbers(count: int) -> range:
    """Return the numbers below `count`, or in a quick run one in ten of them, at least one."""
    return range(count) if _Run.full else range(_Run.day % min(SHARES, count), count, SHARES)


def share_of(cases: Sequence[T]) -> Sequence[T]:
    """Return the cases, or in a quick run one in ten of them, at least one."""
    return [cases[number] for number in numbers(len(cases))] if cases else cases


def some(count: int) -> int:
    """Return how many of `count` examples a run makes."""
    return len(numbers(count))


def shorter(count: int) -> int:
    """Return how long a run is played where the length decides the cost: a third of it in a quick run."""
    return count if _Run.full else -(-count // 3)


def stride(step: int) -> tuple[int, None, int]:
    """Return the bounds, for `islice`, of a search of every `step`-th case."""
    return (0, None, step) if _Run.full else (_Run.day % SHARES * step, None, SHARES * step)


def enough(count: int) -> int:
    """Return the least that a full run has to find; of a share of it nothing is expected."""
    return count if _Run.full else 0


def of_today(count: int, wanted: int) -> set[int]:
    """Return which of `count` cases a quick run takes; the next day goes on where this one ends."""
    return {(_Run.day * wanted + number) % count for number in range(min(wanted, count))}


def left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """Return the slow tests and the cases of searches that a quick run skips today."""
    if _Run.full:
        return set()
    out: set[pytest.Item] = set()
    searches: dict[str, list[pytest.Item]] = {}
    for item in items:
        slow = item.get_closest_marker("slow")
        if slow and "every" not in slow.kwargs:
            out.add(item)
        elif item.get_closest_marker("search"):
            searches.setdefault(item.nodeid.partition("[")[0], []).append(item)
        elif slow and (crc32(item.nodeid.encode()) + _Run.day) % slow.kwargs["every"]:
            out.add(item)
    for cases in searches.values():
        search = cases[0].get_closest_marker("search")
        taken = of_today(len(cases), search.kwargs["cases"]) if search else ()
        # in an order of no meaning, so that the cases of a day differ in all parameters
        cases.sort(key=lambda item: crc32(item.nodeid.encode()))
        out.update(case for number, case in enumerate(cases) if number not in taken)
    return out
