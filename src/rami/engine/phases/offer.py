"""A discard is offered: take it, or leave it."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import PASS, TAKE_DISCARD, Action
from ..._kernel.state import Known
from ..._kernel.steps import take_faults_at_draw
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import Move, PassUpcard, TakeDiscard
from ..drawing import judge_take
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """The discard, if it may be taken, and the pass."""
    if not take_faults_at_draw(rules.game, known):
        yield Action(TAKE_DISCARD), None
    yield Action(PASS), None


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a move is refused."""
    if isinstance(move, PassUpcard):
        return Judgement.single(Action(PASS))
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="offer"))
