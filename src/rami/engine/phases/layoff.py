"""After a knock: the other player melds and lays off, then both hands are counted."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import END_REPLY, Action
from ..._kernel.knocking import reply_steps
from ..._kernel.state import Known
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import EndLayoffs, LayDown, LayOff, Move
from ..judgement import Judgement
from ..replying import judge_reply_lay_down, judge_reply_lay_off
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """Own melds, lay-offs, and the end of both."""
    if known.knocked is not None:
        yield from reply_steps(rules.game, known.turn, known.knocked)
    yield Action(END_REPLY), None


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a move is refused."""
    if isinstance(move, EndLayoffs):
        return Judgement.single(Action(END_REPLY))
    if isinstance(move, LayDown):
        return judge_reply_lay_down(rules, known.turn, move)
    if isinstance(move, LayOff) and known.knocked is not None:
        return judge_reply_lay_off(rules, known.turn, known.knocked, move)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="layoff"))
