"""The tasks of CP-SAT, which gets a hand or a table as a model. Finding the melds is not timed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.contenders.packing import Problem, tasks
from benchmarks.contenders.task import Facts

LIBRARY: Any = import_module("ortools.sat.python.cp_model")
SOLVER: Any = LIBRARY.CpSolver()
SOLVER.parameters.num_workers = 1


def solve(given: Problem) -> int:
    """Return the most points that melds can have."""
    least, held, melds = given
    if not melds:
        return 0
    model = LIBRARY.CpModel()
    # With two packs, the same meld can be laid twice, so the variables are counts.
    chosen = [model.new_int_var(0, min(held[card] for card in used), "") for used, _ in melds]
    for card, count in enumerate(held):
        users = [(used.count(card), at) for at, (used, _) in enumerate(melds) if card in used]
        if users:
            terms = LIBRARY.LinearExpr.weighted_sum([chosen[at] for _, at in users], [n for n, _ in users])
            model.add(terms <= count)
            if least[card]:
                model.add(terms >= least[card])
    model.maximize(LIBRARY.LinearExpr.weighted_sum(chosen, [points for _, points in melds]))
    SOLVER.solve(model)
    points: float = SOLVER.objective_value
    return round(points)


TASKS = tasks(solve)
FACTS: dict[str, Facts] = {}
