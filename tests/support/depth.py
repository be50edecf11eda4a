"""The depth of a test run: a full run completes all searches, and a quick run takes a part that changes every day.

A search is a test that tries a number of positions, hands, seeds or examples. Ten quick runs on successive days try all
of them. A test uses these functions and marks:

- `for number in numbers(40):` takes all 40 numbers in a full run, and every tenth in a quick run;
- `for step in share_of(steps):` does the same with a list, and `some(40)` returns the size of such a part;
- `turn_cap=shorter(60)` plays 60 turns in a full run, and 20 in a quick run;
- `assert seen >= enough(200)` requires 200 in a full run, and nothing in a quick run;
- `@pytest.mark.search(cases=3)` takes three of the test's parameter sets in a quick run;
- `@pytest.mark.slow` skips the test in quick runs; `@pytest.mark.slow(every=2)` skips it in every second quick run. As
  the `pytestmark` of a module, it makes the tests without `search` take turns, so that a quick run takes half of them.

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
"""A quick run tries one case of a search out of this number."""


class _Run:
    """The settings of this run, which are set before tests are imported."""

    full = False
    day = 0


def add_options(parser: pytest.Parser) -> None:
    """Add the options `--depth` and `--day` to pytest."""
    group = parser.getgroup("rami")
    group.addoption(
        "--depth", choices=("quick", "full"), default="quick", help="how much searches try (quick)"
    )
    group.addoption("--day", type=int, help="the day whose share of the searches a quick run makes (today)")


def configure(config: pytest.Config) -> None:
    """Read the options; all workers use the day on which the run started, even after midnight."""
    if config.option.day is None:
        config.option.day = datetime.now(UTC).date().toordinal()
    _Run.full = config.option.depth == "full"
    _Run.day = config.option.day


def header() -> str:
    """Return the text for the header of a test report."""
    return "full" if _Run.full else f"quick, --day {_Run.day} (everything: --depth full)"


def is_full() -> bool:
    """Return whether this run completes all searches."""
    return _Run.full


def numbers(count: int) -> range:
    """Return the numbers below `count`; in a quick run, one in ten of them, but at least one."""
    return range(count) if _Run.full else range(_Run.day % min(SHARES, count), count, SHARES)


def share_of(cases: Sequence[T]) -> Sequence[T]:
    """Return the cases; in a quick run, one in ten of them, but at least one."""
    return [cases[number] for number in numbers(len(cases))] if cases else cases


def some(count: int) -> int:
    """Return the number of examples that this run tries out of `count`."""
    return len(numbers(count))


def shorter(count: int) -> int:
    """Return the length of a search whose time depends on its length: a third of `count` in a quick run."""
    return count if _Run.full else -(-count // 3)


def stride(step: int) -> tuple[int, None, int]:
    """Return the arguments of `islice` for a search that takes every `step`-th case."""
    return (0, None, step) if _Run.full else (_Run.day % SHARES * step, None, SHARES * step)


def enough(count: int) -> int:
    """Return the number of cases that a search must find: `count` in a full run, 0 in a quick run."""
    return count if _Run.full else 0


def of_today(count: int, wanted: int) -> set[int]:
    """Return the cases, out of `count`, that a quick run takes today; tomorrow the next cases follow."""
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
        # The order is by hash, so that the cases of a day differ in all parameters.
        cases.sort(key=lambda item: crc32(item.nodeid.encode()))
        out.update(case for number, case in enumerate(cases) if number not in taken)
    return out
