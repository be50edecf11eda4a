"""The first act of a turn: a card from the stock or from the discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import DRAW_STOCK, TAKE_DISCARD, TOUCH
from ..._kernel.state import Known
from ..._kernel.steps import stock_faults, take_faults_at_draw, touch_faults
from ...moves import DrawStock, Move, TakeDiscard, TouchDiscard
from ..drawing import judge_stock, judge_take, judge_touch
from ..judgement import Judgement
from ..naming import PLAIN
from ..rules import Rules

NAME = "draw"


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """The draws that are possible; the discard only if the turn can be completed with it."""
    if not stock_faults(rules.game, known):
        yield PLAIN[DRAW_STOCK]
    if not take_faults_at_draw(rules.game, known):
        yield PLAIN[TAKE_DISCARD]
    if not touch_faults(rules.game, known):
        yield PLAIN[TOUCH]


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a draw is refused; None for a move that is no draw."""
    if isinstance(move, DrawStock):
        return judge_stock(rules, known)
    if isinstance(move, TakeDiscard):
        return judge_take(rules, known)
    if isinstance(move, TouchDiscard):
        return judge_touch(rules, known)
    return None
