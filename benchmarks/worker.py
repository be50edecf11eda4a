"""The process of a contender: it reads requests, one JSON object per line, and answers each with a line of JSON."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Mapping
from importlib import import_module
from typing import Any


def answer(contender: Any, asked: Mapping[str, Any]) -> Mapping[str, object]:
    """Carry out a request: a round of a task, facts, or a query about a hard position."""
    if "task" in asked:
        work = contender.TASKS[asked["task"]](asked["size"], asked["number"])
        # Collect the garbage of earlier rounds now, not during the measurement.
        gc.collect()
        start = time.perf_counter()
        units = work()
        return {"seconds": time.perf_counter() - start, "units": units}
    if "facts" in asked:
        return dict(contender.FACTS[asked["facts"]](asked["number"]))
    from benchmarks.contenders.positions import ask

    return {"seconds": ask(asked["kept"], asked["question"])}


def main() -> None:
    """Answer requests until the input ends."""
    # A library may print to standard output, so send the answers to a copy of it, and everything else to standard
    # error.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    contender = import_module(f"benchmarks.contenders.{sys.argv[1]}")
    about = {"tasks": list(contender.TASKS), "facts": list(contender.FACTS)}
    print(json.dumps(about), file=answers)
    for line in sys.stdin:
        print(json.dumps(answer(contender, json.loads(line))), file=answers)


if __name__ == "__main__":
    main()
