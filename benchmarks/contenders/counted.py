"""The process whose instructions are counted: it prepares everything, then does one piece of work."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

NOTHING, CALIBRATION = "nothing", "calibration"
SIZES = {
    "gin rounds": 4,
    "gin in bulk": 20,
    "deadwood": 500,
    "deadwood in bulk": 2000,
    "best random": 100,
    "best built": 20,
    "openings": 100,
    "openings built": 5,
    "classic rounds": 1,
}
"""How many units of each task are counted."""
HARD = ("classic-51-five-players-late", "frustration-seven-wilds", "lay-downs-contract-three-runs")
"""The hard positions of which the list of moves is counted."""
NAMES = (*SIZES, *(f"list {name}" for name in HARD))
ROUND = 7


def loop() -> int:
    """Plain Python that no version of rami changes."""
    total, seen = 0, dict[int, tuple[int, int]]()
    for number in range(20_000):
        seen[number & 255] = (number, total)
        total = (total * 31 + (number ^ total >> 3)) & 0xFFFFFFFF
    return total + len(seen)


def main() -> None:
    """Prepare all, warm up, and do what is asked."""
    from benchmarks.positions import suite

    # rami is not there where only the names are wanted
    contender: Any = import_module("benchmarks.contenders.rami")
    ask: Any = import_module("benchmarks.contenders.positions").ask
    kept = suite()
    prepared = {name: contender.TASKS[name](size, ROUND) for name, size in SIZES.items()}
    for name in SIZES:
        contender.TASKS[name](1, ROUND + 1)()
    for name in HARD:
        ask(kept[name], "first move")
    name = sys.argv[1]
    if name == CALIBRATION:
        loop()
    elif name in prepared:
        prepared[name]()
    elif name != NOTHING:
        ask(kept[name.removeprefix("list ")], "list")


if __name__ == "__main__":
    main()
