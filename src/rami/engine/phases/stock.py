"""A draw from the stock is all that is left."""

from __future__ import annotations

from ..._kernel.state import Known
from ...moves import DrawStock
from ..drawing import judge_stock
from ..judgement import Judgement
from ..rules import Rules

NAME = "stock"


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why the draw is refused; None for any other move."""
    return judge_stock(rules, known) if isinstance(move, DrawStock) else None
