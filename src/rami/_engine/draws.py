"""The draw that begins a turn, dropping out instead of it, and showing a copy of the card turned up."""

from __future__ import annotations

from typing import Any

from .._kernel.cards import hands
from .._kernel.rounds.draws import (
    calling,
    end_faults,
    may_declare_wrongly,
    stock_faults,
    stock_is_spent,
    take_faults_at_draw,
    taking,
    touch_faults,
)
from .._kernel.rounds.listing import FOLD_CODE, allows
from .._kernel.rounds.state import PLAY, Known
from .._kernel.turns.actions import DRAW_STOCK, END_ROUND, FOLD, SHOW_TURNED, TAKE_DISCARD, TOUCH, Action
from .._kernel.turns.turn import Turn
from ..cards import Card
from ..errors import Reason
from ..moves import DrawStock, EndRound, Fold, ShowTurned, TakeDiscard, TouchDiscard
from .rules import Decision, Rules

_DRAWN = Decision.single(Action(DRAW_STOCK))
_TAKEN = Decision.single(Action(TAKE_DISCARD))
_TOUCHED = Decision.single(Action(TOUCH))
_ENDED = Decision.single(Action(END_ROUND))
_OF_CARD = (
    Reason.DISCARD_TWIN,
    Reason.DISCARD_WILD,
    Reason.DISCARD_UNCALLED,
    Reason.DISCARD_UNUSABLE,
    Reason.NO_KNOCK_WITH_DISCARD,
)
_FOLDED = Decision.single(Action(FOLD))
_SHOWN = Decision.single(Action(SHOW_TURNED))


def judge_stock(rules: Rules, known: Known, _: DrawStock) -> Decision:
    """Draw from the stock, or say why that is refused."""
    faults = stock_faults(rules.game, known)
    return _refused(rules, known, faults) if faults else _DRAWN


def judge_take(rules: Rules, known: Known, move: TakeDiscard) -> Decision:
    """Take the top discard, or several, or say why that is refused."""
    count = move.count
    faults = take_faults_at_draw(rules.game, known, count)
    if not faults and count == 1:
        return _TAKEN
    if not faults:
        return Decision.single(Action(TAKE_DISCARD, known.discards[-count], at=count))
    must_knock = stock_is_spent(rules.game, known.stock_size)
    ahead = faults[-1] in (Reason.DISCARD_UNUSABLE, Reason.NO_KNOCK_WITH_DISCARD)
    called = calling(rules.game, known)
    after = taking(rules.game, known.turn, known.discards, must_knock, count, called) if ahead else None
    return _refused(rules, known, faults, after, count)


def judge_touch(rules: Rules, known: Known, _: TouchDiscard) -> Decision:
    """Touch the top discard and leave it, or say why that is refused."""
    faults = touch_faults(rules.game, known)
    return _refused(rules, known, faults) if faults else _TOUCHED


def judge_end(rules: Rules, known: Known, _: EndRound) -> Decision:
    """End the round in place of a draw, or say why that is refused."""
    faults = end_faults(rules.game, known)
    return _refused(rules, known, faults) if faults else _ENDED


def judge_fold(rules: Rules, known: Known, _: Fold) -> Decision:
    """Drop out of the round, or say why that is refused."""
    if known.phase == PLAY and not may_declare_wrongly(rules.game, known):
        return Decision.against(rules.fault(Reason.WRONG_PHASE, phase="play"))
    return (
        _FOLDED if allows(rules.game, known, FOLD_CODE) else Decision.against(rules.fault(Reason.NO_FOLDING))
    )


def judge_show(rules: Rules, known: Known, _: ShowTurned) -> Decision:
    """Show the other copy of the card turned up, or say why that is refused."""
    if not rules.game.draw.turned_shown:
        return Decision.against(rules.fault(Reason.TURNED_NOT_SHOWN))
    if known.showable < 0:
        return Decision.against(rules.fault(Reason.TURNED_SHOWN_LATE))
    missing = rules.not_held(known.turn, Card.from_id(known.showable))
    return Decision.against(*missing) if missing else _SHOWN


def _refused(
    rules: Rules, known: Known, faults: list[str], stuck: Turn | None = None, count: int = 1
) -> Decision:
    found = (rules.fault(code, **_params(rules, known, code, count)) for code in faults)
    return Decision.against(*found, stuck=stuck)


def _params(rules: Rules, known: Known, code: str, count: int) -> dict[str, Any]:
    if code in _OF_CARD:
        return {"card": Card.from_id(known.discards[-count])}
    if code == Reason.DISCARD_UNOPENED:
        return {"player": known.turn.player}
    if code == Reason.DISCARD_DEPTH:
        return {"count": count, "most": rules.game.draw.depth}
    if code == Reason.DISCARDS_SHORT:
        return {"count": count, "size": len(known.discards)}
    return {"count": hands.size(known.turn.hand)} if code == Reason.DISCARD_AT_ONE_CARD else {}
