"""The tasks of HiGHS, which gets a hand or a table as an integer program. Finding the melds is not timed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.contenders.packing import Problem, tasks
from benchmarks.contenders.task import Facts

LIBRARY: Any = import_module("highspy")
SOLVER: Any = LIBRARY.Highs()
for _option, _value in (("output_flag", False), ("threads", 1)):
    SOLVER.setOptionValue(_option, _value)


def solve(given: Problem) -> int:
    """Return the most points that melds can have."""
    least, held, melds = given
    if not melds:
        return 0
    program = LIBRARY.HighsLp()
    program.num_col_, program.num_row_ = len(melds), len(held)
    program.col_cost_ = [float(points) for _, points in melds]
    program.col_lower_ = [0.0] * len(melds)
    program.col_upper_ = [float(min(held[card] for card in used)) for used, _ in melds]
    program.row_lower_ = [float(count) for count in least]
    program.row_upper_ = [float(count) for count in held]
    program.sense_ = LIBRARY.ObjSense.kMaximize
    program.integrality_ = [LIBRARY.HighsVarType.kInteger] * len(melds)
    starts, rows, values = [0], list[int](), list[float]()
    for used, _ in melds:
        for card in sorted(set(used)):
            rows.append(card)
            values.append(float(used.count(card)))
        starts.append(len(rows))
    program.a_matrix_.format_ = LIBRARY.MatrixFormat.kColwise
    program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = starts, rows, values
    SOLVER.passModel(program)
    SOLVER.run()
    points: float = SOLVER.getObjectiveValue()
    return round(points)


TASKS = tasks(solve)
FACTS: dict[str, Facts] = {}
