"""Between the draw and the end of a turn: the actions at the table, then the discard."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import Action, table_steps
from ..._kernel.completion import may_follow
from ..._kernel.state import Known
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import BigGin, Discard, Knock, LayDown, LayOff, Move, SwapWild
from ..discarding import discard_actions, judge_discard
from ..judgement import Judgement
from ..laying import judge_lay_down
from ..rules import Rules
from ..showing import judge_big_gin, judge_knock, show_actions
from ..touching import judge_lay_off, judge_swap


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """Every action after which the turn can still be completed."""
    yield from show_actions(rules, known.turn)
    for action, after in table_steps(rules.game, known.turn):
        if may_follow(rules.game, known.turn, after, known.memo):
            yield action, after
    yield from discard_actions(rules, known.turn)


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a move is refused, or the listed actions that it amounts to."""
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
    if isinstance(move, Discard):
        return judge_discard(rules, known.turn, move)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="play"))
