"""The tasks of python-chess: the time that a server needs for a move, to compare with rami's."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any

from benchmarks.contenders.moves import MOVES, Times
from benchmarks.contenders.task import Facts, Task

LIBRARY: Any = import_module("chess")


def _moves(number: int) -> Mapping[str, float]:
    """Return the times in random games; the text of a position counts as the equivalent of a view in JSON."""
    choice, times = random.Random(number), Times()
    board = LIBRARY.Board()
    for _ in range(MOVES):
        move = choice.choice(times.of("list", partial(_listed, board)))
        times.of("JSON", board.fen)
        times.of("play", partial(board.push, move))
        if board.is_game_over():
            board = LIBRARY.Board()
    return dict(times.told("chess"))


def _listed(board: Any) -> list[Any]:
    return list(board.legal_moves)


TASKS: dict[str, Task] = {}
FACTS: dict[str, Facts] = {"moves": _moves}
