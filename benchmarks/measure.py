"""Measurements that alternate between contenders, so that other programs slow all of them down equally."""

from __future__ import annotations

import statistics
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.rows import Goal, Row
from benchmarks.workers import Worker

Result = dict[str, Any]
WARM_UP = 999
"""The number of the round that warms up a contender and is not measured."""


def spread(values: Sequence[float]) -> Result:
    """Return the median, the lowest and the highest value."""
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def alternate(ask: Mapping[str, Callable[[int], float]], rounds: int) -> dict[str, list[float]]:
    """Measure the contenders in turn, reversing the order in every second round, and return their results."""
    found: dict[str, list[float]] = {key: [] for key in ask}
    for number in range(rounds):
        # A contender may leave the processor warm or the caches cold for the next one, so alternate the order.
        for key in ask if number % 2 else reversed(list(ask)):
            found[key].append(ask[key](number))
    return found


def sized(worker: Worker, task: str, seconds: float, most: int) -> int:
    """Return the number of units that a contender can do in the given time; the trials also warm it up."""
    size = 1
    while True:
        answer = worker.ask({"task": task, "size": size, "number": WARM_UP})
        assert answer is not None  # there is no limit
        took: float = max(answer["seconds"], 1e-7)
        # A quarter of the time is long enough to extrapolate from.
        if took > seconds / 4 or size >= most:
            return max(1, min(most, round(size * seconds / took)))
        size = min(most, max(2 * size, int(size * seconds / 3 / took)))


def row_result(row: Row, workers: Mapping[str, Worker], seconds: float, rounds: int) -> Result:
    """Return the rates of all contenders in a row of the table, and the state of its goals."""
    ask: dict[str, Callable[[int], float]] = {}
    for key, task in row.tasks.items():
        if key in workers and task in workers[key].about["tasks"]:
            ask[key] = _rate(workers[key], task, sized(workers[key], task, seconds, row.most))
    rates = alternate(ask, rounds)
    return {
        "key": row.key,
        "title": row.title,
        "unit": row.unit,
        "rates": {key: spread(found) for key, found in rates.items()},
        "missing": [key for key in row.tasks if key not in ask],
        "quoted": [
            {"title": title, "times": times, "of": of, "rate": statistics.median(rates[of]) * times}
            for title, of, times in row.quoted
            if of in rates
        ],
        "ratios": {
            f"{key} / {other}": spread(_ratios(rates[key], rates[other]))
            for key in ("pure", "compiled")
            for other in ("pure", *(key for key in rates if key not in ("pure", "compiled")))
            if key in rates and other in rates and key != other
        },
        "goals": [_judged(goal, rates) for goal in row.goals],
    }


def _rate(worker: Worker, task: str, size: int) -> Callable[[int], float]:
    def ask(number: int) -> float:
        answer = worker.ask({"task": task, "size": size, "number": number})
        assert answer is not None  # there is no limit
        return float(answer["units"] / max(answer["seconds"], 1e-9))

    return ask


def _ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(ours, theirs, strict=True)]


def _judged(goal: Goal, rates: Mapping[str, Sequence[float]]) -> Result:
    shown: Result = {"build": goal.build, "words": goal.words, "times": goal.times, "against": goal.against}
    if goal.build not in rates or goal.against not in rates:
        return {**shown, "ratio": None, "reached": None}
    # Take ratios within a round, because the load on the machine changes between rounds.
    ratio = spread(_ratios(rates[goal.build], rates[goal.against]))
    return {**shown, "ratio": ratio, "reached": ratio["median"] >= goal.times}


def imports(pythons: Mapping[str, Path], rounds: int) -> dict[str, Result]:
    """Return the seconds that an import takes in a new process, for both builds, python-chess and attrs."""
    modules = {"pure": "rami", "compiled": "rami", "chess": "chess", "attrs": "attrs"}
    ask: dict[str, Callable[[int], float]] = {}
    for key, module in modules.items():
        # The environment of the pure build has attrs, as a dependency of rami.
        where = "pure" if key == "attrs" else key
        if where in pythons:
            ask[key] = _import(pythons[where], module)
    for call in ask.values():
        call(-1)  # the first import writes the bytecode
    return {key: spread(found) for key, found in alternate(ask, rounds).items()}


def _import(python: Path, module: str) -> Callable[[int], float]:
    code = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"

    def ask(_: int) -> float:
        done = subprocess.run([str(python), "-I", "-c", code], stdout=subprocess.PIPE, text=True, check=True)
        return float(done.stdout)

    return ask


def facts(workers: Mapping[str, Worker], name: str, rounds: int) -> dict[str, dict[str, Result]]:
    """Return the facts of a given name from each contender that reports them."""
    told: dict[str, dict[str, list[float]]] = {}
    for number in range(rounds):
        for key, worker in workers.items():
            if name in worker.about["facts"]:
                answer = worker.ask({"facts": name, "number": number})
                assert answer is not None  # there is no limit
                for what, value in answer.items():
                    told.setdefault(key, {}).setdefault(what, []).append(value)
    return {key: {what: spread(values) for what, values in all_of.items()} for key, all_of in told.items()}
