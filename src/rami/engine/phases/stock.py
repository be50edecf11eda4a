"""A draw from the stock is all that is left."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import DRAW_STOCK
from ..._kernel.state import Known
from ..._kernel.steps import stock_faults
from ...moves import DrawStock, Move
from ..drawing import judge_stock
from ..judgement import Judgement
from ..naming import PLAIN
from ..rules import Rules

NAME = "stock"


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """The stock."""
    if not stock_faults(rules.game, known):
        yield PLAIN[DRAW_STOCK]


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why the draw is refused; None for any other move."""
    return judge_stock(rules, known) if isinstance(move, DrawStock) else None
