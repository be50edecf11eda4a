"""After a knock: the other player melds and lays off, then both hands are counted."""

from __future__ import annotations

from ..._kernel.actions import END_REPLY, Action
from ..._kernel.state import Known
from ...moves import EndLayoffs, LayDown, LayOff
from ..judgement import Judgement
from ..replying import judge_reply_lay_down, judge_reply_lay_off
from ..rules import Rules

NAME = "layoff"

_ENDED = Judgement.single(Action(END_REPLY))


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a reply is refused; None for a move that is no reply."""
    if isinstance(move, EndLayoffs):
        return _ENDED
    if isinstance(move, LayDown):
        return judge_reply_lay_down(rules, known.turn, move)
    if isinstance(move, LayOff) and known.knocked is not None:
        return judge_reply_lay_off(rules, known.turn, known.knocked, move)
    return None
