"""The first act of a turn: a card from the stock or from the discard pile."""

from __future__ import annotations

from ..._kernel.state import Known
from ...moves import DrawStock, TakeDiscard, TouchDiscard
from ..drawing import judge_stock, judge_take, judge_touch
from ..judgement import Judgement
from ..rules import Rules

NAME = "draw"


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a draw is refused; None for a move that is no draw."""
    if isinstance(move, DrawStock):
        return judge_stock(rules, known)
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    if isinstance(move, TouchDiscard):
        return judge_touch(rules, known)
    return None
