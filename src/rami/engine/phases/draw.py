"""The first act of a turn: a card from the stock or from the discard pile."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel import hands
from ..._kernel.actions import DRAW_STOCK, TAKE_DISCARD, Action
from ..._kernel.state import Known, stock_faults, take_faults_at_draw
from ..._kernel.turn import Turn
from ...cards import Card
from ...errors import Reason
from ...moves import DrawStock, Move, TakeDiscard
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """The draws that are possible; the discard only if the turn can be completed with it."""
    if not stock_faults(rules.game, known):
        yield Action(DRAW_STOCK), None
    if not take_faults_at_draw(rules.game, known):
        yield Action(TAKE_DISCARD), None


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a draw is refused."""
    if isinstance(move, DrawStock):
        faults = stock_faults(rules.game, known)
        if not faults:
            return Judgement.single(Action(DRAW_STOCK))
    elif isinstance(move, TakeDiscard):
        faults = take_faults_at_draw(rules.game, known)
        if not faults:
            return Judgement.single(Action(TAKE_DISCARD))
    else:
        return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="draw"))
    top = Card.from_id(known.discards[-1]) if known.discards else None
    held = hands.size(known.turn.hand)
    return Judgement.against(*(rules.fault(code, card=top, count=held) for code in faults))
