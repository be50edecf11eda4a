"""The discard that ends a turn."""

from __future__ import annotations

from ..._kernel.cards import hands
from ..._kernel.rounds.listing import ANNOUNCE, announces
from ..._kernel.rounds.state import Known
from ..._kernel.turns.faults import discard_faults, discards
from ..._kernel.turns.successors import fitting_ends
from ..._kernel.turns.turn import Turn
from ...cards import Card
from ...cards.moves import Discard
from ...errors import Reason, Violation
from ...policies._compiled import with_rule
from .rules import ALLOWED, Decision, Rules


def end_fault(rules: Rules, turn: Turn, code: str, card: Card | None = None) -> Violation:
    """Return the violation of a turn that may not end, or not with that card."""
    if code in (Reason.DUTY_POINTS, Reason.DUTY_PICKUP):
        return rules.fault(code, missing=turn.missing)
    if code == Reason.DUTY_TAKEN:
        return rules.fault(code, card=Card.from_id(turn.taken))
    if code == Reason.DISCARD_FITS and card is not None:
        fitting = (
            number
            for at, (number, _, _) in enumerate(turn.table)
            if fitting_ends(rules.game, turn, card.id, at)
        )
        return rules.fault(code, card=card, meld=next(fitting))
    return rules.fault(code, card=card) if code == Reason.RETURNED_DISCARD else rules.fault(code)


def judge_discard(rules: Rules, known: Known, move: Discard) -> Decision:
    """Discard a card, or say why that is refused."""
    turn, card = known.turn, move.card
    if discards(rules.game, turn) & hands.FACE[card.id]:
        if not move.announce:
            return ALLOWED[card.id]
        if announces(rules.game, turn):
            return ALLOWED[ANNOUNCE + card.id]
    wrong = rules.not_held(turn, card)
    for code in discard_faults(rules.game, turn, card.id):
        if code == "last_card":
            wrong.extend(
                with_rule(rules.variant, found) for found in rules.variant.closing.finish_by_discard(card)
            )
            continue
        wrong.append(end_fault(rules, turn, code, card))
    if move.announce and not announces(rules.game, turn):
        wrong.append(rules.fault(Reason.NOT_ANNOUNCING, count=rules.variant.conduct.announce_at))
    return Decision.against(*wrong)
