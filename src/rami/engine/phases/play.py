"""Between the draw and the end of a turn: the actions at the table, then the discard."""

from __future__ import annotations

from ..._kernel.state import Known
from ...errors import Reason
from ...moves import BigGin, Discard, Knock, LayDown, LayOff, SwapWild
from ..discarding import judge_discard
from ..judgement import Judgement
from ..laying import judge_lay_down
from ..rules import Rules
from ..showing import judge_big_gin, judge_knock
from ..touching import judge_lay_off, judge_swap

NAME = "play"


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a move is refused, or the listed actions that it amounts to; None for a move of another phase."""
    if isinstance(move, Discard):
        return judge_discard(rules, known.turn, move)
    if isinstance(move, Knock):
        return judge_knock(rules, known.turn, move)
    if isinstance(move, BigGin):
        return judge_big_gin(rules, known.turn, move)
    if rules.game.knock is not None and isinstance(move, (LayDown, LayOff, SwapWild)):
        return Judgement.against(rules.fault(Reason.CONCEALED))
    if isinstance(move, LayDown):
        return judge_lay_down(rules, known, move)
    if isinstance(move, LayOff):
        return judge_lay_off(rules, known, move)
    if isinstance(move, SwapWild):
        return judge_swap(rules, known, move)
    return None
