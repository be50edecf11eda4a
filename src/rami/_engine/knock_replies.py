"""The reply to a knock, move by move: own melds, and lay-offs on the melds that were shown."""

from __future__ import annotations

from .._kernel import hands
from .._kernel.actions import END_REPLY, LAY_DOWN, LAY_OFF, Action
from .._kernel.knocking import may_lay_off, reply_with_card, reply_with_meld
from .._kernel.melds import is_run
from .._kernel.state import Known
from .._kernel.turn import Turn, fitting_ends
from ..errors import Reason, Violation
from ..moves import EndLayoffs, LayDown, LayOff
from ..policies._reading import code_of
from .decision import Decision
from .lay_downs import meld_faults, unsupplied
from .lay_offs import table_cards
from .listed_moves import ENDS, KIND_NAMES
from .rules import Rules

__all__ = ["judge_reply_end", "judge_reply_lay_down", "judge_reply_lay_off"]


_ENDED = Decision.single(Action(END_REPLY))


def judge_reply_end(rules: Rules, known: Known, _: EndLayoffs) -> Decision:
    """End the lay-offs, which is always allowed."""
    return _ENDED


def judge_reply_lay_down(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Lay own melds, one after the other, or say why that is refused."""
    turn = known.turn
    wrong = list(meld_faults(rules, move.melds))
    if not move.melds:
        wrong.append(rules.fault(Reason.OPENING_EMPTY))
    if move.sources:
        wrong.append(rules.fault(Reason.TAKE_OFF))
    wrong.extend(unsupplied(rules, turn, move))
    if wrong:
        return Decision.against(*wrong)
    path: list[tuple[Action, Turn | None]] = []
    for meld in move.melds:
        code = code_of(rules.game.melds, meld)
        after = reply_with_meld(turn, code)
        assert after is not None  # the cards were counted above
        path.append((Action(LAY_DOWN, melds=(code,), leaving=((),)), after))
        turn = after
    return Decision((), tuple(path))


def judge_reply_lay_off(rules: Rules, known: Known, move: LayOff) -> Decision:
    """Lay a card off on a meld that was shown, or say why that is refused."""
    turn, knocked = known.turn, known.knocked
    assert knocked is not None  # the phase is that of replies
    wrong: list[Violation] = []
    card = move.card.id
    if not hands.count(turn.hand, card):
        wrong.append(rules.not_held(turn, move.card))
    if not may_lay_off(rules.game, knocked):
        wrong.append(rules.fault(Reason.NO_LAYOFF_NOW, kind=KIND_NAMES[knocked.kind]))
    place = turn.place_of(move.meld)
    if place < 0:
        return Decision.against(*wrong, rules.fault(Reason.NO_SUCH_MELD, meld=move.meld))
    _, owner, code = turn.table[place]
    if owner != knocked.player:
        wrong.append(rules.fault(Reason.NOT_A_SHOWN_MELD, meld=move.meld))
    ends = fitting_ends(rules.game, turn, card, place)
    if is_run(code) and move.at is not None:
        ends = [end for end in ends if ENDS[end] == move.at]
    if not ends:
        shown = table_cards(turn, place)
        wrong.append(rules.fault(Reason.DOES_NOT_FIT, card=move.card, meld=move.meld, cards=shown))
    elif len(ends) > 1:
        wrong.append(rules.fault(Reason.END_NOT_NAMED, card=move.card, meld=move.meld))
    if wrong:
        return Decision.against(*wrong)
    after = reply_with_card(rules.game, turn, card, place, ends[0])
    return Decision.single(Action(LAY_OFF, card, place, ends[0]), after)
