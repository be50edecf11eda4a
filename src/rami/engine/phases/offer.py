"""A discard is offered: take it, or leave it."""

from __future__ import annotations

from ..._kernel.actions import PASS, Action
from ..._kernel.state import Known
from ...moves import PassUpcard, TakeDiscard
from ..drawing import judge_take
from ..judgement import Judgement
from ..rules import Rules

NAME = "offer"

_PASSED = Judgement.single(Action(PASS))


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why an answer is refused; None for a move that is no answer."""
    if isinstance(move, PassUpcard):
        return _PASSED
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    return None
