"""The process whose instructions are counted: it prepares everything, then does one piece of work after another.

Each piece stands between two calls that nothing else makes, at which callgrind begins to count and writes a count down.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

BEGIN, END = "getsid", "getpgid"
"""The functions of the C library that `os.getsid` and `os.getpgid` call."""
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
"""How many units of each task are counted."""
HARD = ("classic-51-five-players-late", "frustration-seven-wilds", "lay-downs-contract-three-runs")
"""The hard positions whose lists of moves are counted."""
NAMES = (*SIZES, *(f"list {name}" for name in HARD))
ROUND = 7


def loop() -> int:
    """Plain Python that no version of rami changes: the unit for all other counts."""
    total, seen = 0, dict[int, tuple[int, int]]()
    for number in range(20_000):
        seen[number & 255] = (number, total)
        total = (total * 31 + (number ^ total >> 3)) & 0xFFFFFFFF
    return total + len(seen)


def counted(work: Callable[[], object]) -> None:
    """Do a piece of work between the marks; when garbage is collected in it does not depend on what was before."""
    gc.collect()
    os.getsid(0)
    work()
    os.getpgid(0)


def main() -> None:
    """Prepare all, warm up, and do each piece."""
    from benchmarks.positions import suite

    # rami is not there where only the names are wanted
    contender: Any = import_module("benchmarks.contenders.rami")
    ask: Any = import_module("benchmarks.contenders.positions").ask
    kept = suite()
    prepared = [contender.TASKS[name](size, ROUND) for name, size in SIZES.items()]
    for name in SIZES:
        contender.TASKS[name](1, ROUND + 1)()
    for name in HARD:
        ask(kept[name], "first move")
    # a first call of each mark makes the dynamic linker look it up
    os.getsid(0)
    loop()
    counted(loop)
    for work in prepared:
        counted(work)
    for name in HARD:
        counted(partial(ask, kept[name], "list"))


if __name__ == "__main__":
    main()
