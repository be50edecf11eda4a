"""After a knock: the other player melds and lays off, then both hands are counted."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import END_REPLY, Action
from ..._kernel.knocking import reply_steps
from ..._kernel.state import Known
from ...moves import EndLayoffs, LayDown, LayOff, Move
from ..judgement import Judgement
from ..naming import PLAIN, move_of
from ..replying import judge_reply_lay_down, judge_reply_lay_off
from ..rules import Rules

NAME = "layoff"

_ENDED = Judgement.single(Action(END_REPLY))


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """Own melds, lay-offs, and the end of both."""
    if known.knocked is not None:
        for action, _ in reply_steps(rules.game, known.turn, known.knocked):
            yield move_of(rules, known.turn, action)
    yield PLAIN[END_REPLY]


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a reply is refused; None for a move that is no reply."""
    if isinstance(move, EndLayoffs):
        return _ENDED
    if isinstance(move, LayDown):
        return judge_reply_lay_down(rules, known.turn, move)
    if isinstance(move, LayOff) and known.knocked is not None:
        return judge_reply_lay_off(rules, known.turn, known.knocked, move)
    return None
