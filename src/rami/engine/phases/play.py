"""Between the draw and the end of a turn: the actions at the table, then the discard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ..._kernel.actions import table_steps
from ..._kernel.completion import may_follow
from ..._kernel.state import Known
from ...errors import Reason
from ...moves import BigGin, Discard, Knock, LayDown, LayOff, Move, SwapWild
from ..discarding import discard_moves, judge_discard
from ..judgement import Judgement
from ..laying import judge_lay_down
from ..naming import move_of
from ..rules import Rules
from ..showing import judge_big_gin, judge_knock, show_moves
from ..touching import judge_lay_off, judge_swap

NAME = "play"


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """Every move after which the turn can still be completed."""
    turn = known.turn
    before = show_moves(rules, turn) if rules.game.knock is not None else _at_the_table(rules, known)
    return chain(before, discard_moves(rules, turn))


def _at_the_table(rules: Rules, known: Known) -> Iterator[Move]:
    for action, after in table_steps(rules.game, known.turn):
        if may_follow(rules.game, known.turn, after, known.memo):
            yield move_of(rules, known.turn, action)


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
