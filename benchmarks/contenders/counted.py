"""The process whose instructions are counted: it prepares all tasks, then performs them one after another.

Each task is enclosed in two system calls that nothing else makes. Callgrind resets its count at the first and writes
the count to a file at the second.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

BEGIN, END = "getsid", "getpgid"
"""Calls of these two C functions, made by `os.getsid` and `os.getpgid`, mark the start and the end of a task."""
SIZES = {
    "gin rounds": 10,
    "gin in bulk": 50,
    "deadwood": 1000,
    "deadwood in bulk": 5000,
    "best random": 200,
    "best built": 30,
    "openings": 200,
    "openings built": 5,
    "classic rounds": 2,
    "classic in bulk": 4,
}
"""The number of units to count of each task."""
HARD = ("classic-51-five-players-late", "frustration-seven-wilds", "lay-downs-contract-three-runs")
"""The hard positions in which listing the moves is counted."""
NAMES = (*SIZES, *(f"list {name}" for name in HARD))
ROUND = 7


def loop() -> int:
    """Run a loop that does not use rami; its count is the unit of all other counts."""
    total, seen = 0, dict[int, tuple[int, int]]()
    for number in range(20_000):
        seen[number & 255] = (number, total)
        total = (total * 31 + (number ^ total >> 3)) & 0xFFFFFFFF
    return total + len(seen)


def counted(work: Callable[[], object]) -> None:
    """Perform a task between the marks, after a garbage collection, so that earlier tasks do not affect its count."""
    gc.collect()
    os.getsid(0)
    work()
    os.getpgid(0)


def main() -> None:
    """Prepare all tasks, warm up, and perform each task."""
    from benchmarks.positions import suite

    # `guard.py` imports only the names of this module, from an environment in which rami may be missing.
    contender: Any = import_module("benchmarks.contenders.rami")
    ask: Any = import_module("benchmarks.contenders.positions").ask
    kept = suite()
    prepared = [contender.TASKS[name](size, ROUND) for name, size in SIZES.items()]
    for name in SIZES:
        contender.TASKS[name](1, ROUND + 1)()
    for name in HARD:
        ask(kept[name], "first move")
    # The first call of a function includes the work of the dynamic linker, so make it before counting.
    os.getsid(0)
    loop()
    counted(loop)
    for work in prepared:
        counted(work)
    for name in HARD:
        counted(partial(ask, kept[name], "list"))


if __name__ == "__main__":
    main()
