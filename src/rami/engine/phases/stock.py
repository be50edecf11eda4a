"""A draw from the stock is all that is left."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import DRAW_STOCK, Action
from ..._kernel.state import Known
from ..._kernel.steps import stock_faults
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import DrawStock, Move
from ..drawing import judge_stock
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """The stock."""
    if not stock_faults(rules.game, known):
        yield Action(DRAW_STOCK), None


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a move is refused."""
    if isinstance(move, DrawStock):
        return judge_stock(rules, known)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="stock"))
