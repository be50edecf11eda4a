"""The draw that begins a turn."""

from __future__ import annotations

from typing import Any

from .._kernel.cards import hands
from .._kernel.rounds.state import Known
from .._kernel.rounds.steps import stock_faults, stock_is_spent, take_faults_at_draw, taking, touch_faults
from .._kernel.turns.actions import DRAW_STOCK, TAKE_DISCARD, TOUCH, Action
from .._kernel.turns.turn import Turn
from ..cards import Card
from ..errors import Reason
from ..moves import DrawStock, TakeDiscard, TouchDiscard
from .rules import Decision, Rules

_DRAWN = Decision.single(Action(DRAW_STOCK))
_TAKEN = Decision.single(Action(TAKE_DISCARD))
_TOUCHED = Decision.single(Action(TOUCH))
_OF_TOP_CARD = (Reason.DISCARD_TWIN, Reason.DISCARD_UNUSABLE, Reason.NO_KNOCK_WITH_DISCARD)


def judge_stock(rules: Rules, known: Known, _: DrawStock) -> Decision:
    """Draw from the stock, or say why that is refused."""
    faults = stock_faults(rules.game, known)
    return _refused(rules, known, faults) if faults else _DRAWN


def judge_take(rules: Rules, known: Known, _: TakeDiscard) -> Decision:
    """Take the top discard, or say why that is refused."""
    faults = take_faults_at_draw(rules.game, known)
    if not faults:
        return _TAKEN
    must_knock = stock_is_spent(rules.game, known.stock_size)
    ahead = faults[-1] in (Reason.DISCARD_UNUSABLE, Reason.NO_KNOCK_WITH_DISCARD)
    after = taking(rules.game, known.turn, known.discards, must_knock) if ahead else None
    return _refused(rules, known, faults, after)


def judge_touch(rules: Rules, known: Known, _: TouchDiscard) -> Decision:
    """Touch the top discard and leave it, or say why that is refused."""
    faults = touch_faults(rules.game, known)
    return _refused(rules, known, faults) if faults else _TOUCHED


def _refused(rules: Rules, known: Known, faults: list[str], stuck: Turn | None = None) -> Decision:
    return Decision.against(*(rules.fault(code, **_params(known, code)) for code in faults), stuck=stuck)


def _params(known: Known, code: str) -> dict[str, Any]:
    if code in _OF_TOP_CARD:
        return {"card": Card.from_id(known.discards[-1])}
    return {"count": hands.size(known.turn.hand)} if code == Reason.DISCARD_AT_ONE_CARD else {}
