"""The first act of a turn: a card from the stock or from the discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import DRAW_STOCK, TAKE_DISCARD, TOUCH, Action
from ..._kernel.state import Known
from ..._kernel.steps import stock_faults, take_faults_at_draw, touch_faults
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import DrawStock, Move, TakeDiscard, TouchDiscard
from ..drawing import judge_stock, judge_take, judge_touch
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """The draws that are possible; the discard only if the turn can be completed with it."""
    if not stock_faults(rules.game, known):
        yield Action(DRAW_STOCK), None
    if not take_faults_at_draw(rules.game, known):
        yield Action(TAKE_DISCARD), None
    if not touch_faults(rules.game, known):
        yield Action(TOUCH), None


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a draw is refused."""
    if isinstance(move, DrawStock):
        return judge_stock(rules, known)
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    if isinstance(move, TouchDiscard):
        return judge_touch(rules, known)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="draw"))
