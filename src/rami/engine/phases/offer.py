"""A discard is offered: take it, or leave it."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import PASS, TAKE_DISCARD, Action
from ..._kernel.state import Known
from ..._kernel.steps import take_faults_at_draw
from ...moves import Move, PassUpcard, TakeDiscard
from ..drawing import judge_take
from ..judgement import Judgement
from ..naming import PLAIN
from ..rules import Rules

NAME = "offer"

_PASSED = Judgement.single(Action(PASS))


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """The discard, if it may be taken, and the pass."""
    if not take_faults_at_draw(rules.game, known):
        yield PLAIN[TAKE_DISCARD]
    yield PLAIN[PASS]


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why an answer is refused; None for a move that is no answer."""
    if isinstance(move, PassUpcard):
        return _PASSED
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    return None
