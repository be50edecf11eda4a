"""Compare the instructions that each build executes, counted by callgrind, with the budgets in `budgets.json`."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.contenders.counted import BEGIN, END, NAMES
from benchmarks.environments import CONTENDERS, ROOT, python_of

BUDGETS = Path(__file__).with_name("budgets.json")
TOLERANCE = 0.05
"""The share by which a count may exceed its budget; on the same machine, counts vary by less than 0.5%."""
BUILDS = ("pure", "compiled")

_COUNT = re.compile(r"^summary: (\d+)", re.MULTILINE)


def work(python: Path) -> dict[str, float]:
    """Return the instructions of each task, as a multiple of those of a plain Python loop in the same process."""
    with tempfile.TemporaryDirectory() as folder:
        dumps = Path(folder) / "counts"
        command = [
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={dumps}"),
            *(f"--zero-before={BEGIN}", f"--dump-before={END}"),
            *(str(python), "-m", "benchmarks.contenders.counted"),
        ]
        # The order of sets affects the number of instructions, so fix the hash seed.
        env = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"nothing counted: {done.stderr.strip()[-500:]}")
        counts = [_counted(dumps.with_name(f"counts.{part}")) for part in range(1, len(NAMES) + 2)]
    return {name: each / counts[0] for name, each in zip(NAMES, counts[1:], strict=True)}


def _counted(dump: Path) -> int:
    found = _COUNT.search(dump.read_text(encoding="utf-8"))
    if found is None:
        sys.exit("callgrind has dumped no count")
    return int(found[1])


def compared(found: dict[str, float], budgets: dict[str, float]) -> bool:
    """Print the count of each task next to its budget; return True if all tasks keep to their budgets."""
    kept = True
    for name, value in found.items():
        budget = budgets.get(name)
        if budget is None:
            print(f"  {name:28} {value:10.3f}  no budget")
            continue
        change = value / budget - 1
        verdict = "TOO MUCH" if change > TOLERANCE else "lower it" if change < -TOLERANCE else ""
        # A count far below its budget is not a failure, but the budget should be lowered to protect the gain.
        kept &= change <= TOLERANCE
        print(f"  {name:28} {value:10.3f}  budget {budget:10.3f}  {change:+7.1%}  {verdict}")
    return kept


def main() -> None:
    """Run the command: count, compare, and fail if a budget is exceeded."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.guard", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the counts as the new budgets")
    asked = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("NOT COUNTED: there is no valgrind on this machine")
        return
    version = f"{sys.implementation.name} {sys.version_info.major}.{sys.version_info.minor}"
    budgets: dict[str, Any] = json.loads(BUDGETS.read_text(encoding="utf-8")) if BUDGETS.exists() else {}
    if version not in budgets and not asked.write:
        print(f"NOT COMPARED: there are no budgets for {version}, only for {', '.join(budgets)}")
        return
    kept = True
    for contender in CONTENDERS:
        if contender.key in BUILDS:
            print(f"{contender.title}, {version}, in loops of plain Python", flush=True)
            found = work(python_of(contender))
            of_version = budgets.setdefault(version, {})
            kept &= compared(found, of_version.get(contender.key, {}))
            if asked.write:
                of_version[contender.key] = {name: float(f"{value:.4g}") for name, value in found.items()}
    if asked.write:
        BUDGETS.write_text(json.dumps(budgets, indent=1) + "\n", encoding="utf-8")
    elif not kept:
        sys.exit(f"more work than the budget allows, by more than {TOLERANCE:.0%}")


if __name__ == "__main__":
    main()
