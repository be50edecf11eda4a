"""The discard that ends a turn."""

from __future__ import annotations

from collections.abc import Iterator

from .._kernel import hands
from .._kernel.actions import ANNOUNCED, DISCARD, SILENT, Action
from .._kernel.turn import Turn, discard_faults, discards
from ..cards import Card
from ..errors import Reason, Violation
from ..moves import Discard
from ..policies.faults import with_rule
from .judgement import Judgement
from .rules import Rules

__all__ = ["discard_actions", "judge_discard", "not_held"]


def _announces(rules: Rules, turn: Turn) -> bool:
    """Whether a discard now is one at which the player may announce."""
    at = rules.game.draw.announce_at
    return at > 0 and hands.size(turn.hand) - 1 == at


def discard_actions(rules: Rules, turn: Turn) -> Iterator[tuple[Action, Turn | None]]:
    """Every legal discard, once for each face."""
    announces = _announces(rules, turn)
    for card in discards(rules.game, turn):
        if announces:
            yield Action(DISCARD, card, at=ANNOUNCED), None
        yield Action(DISCARD, card, at=SILENT), None


def not_held(rules: Rules, turn: Turn, card: Card, needed: int = 1) -> Violation:
    """The violation of a card that is not in the hand often enough."""
    held = hands.count(turn.hand, card.id)
    return rules.fault(Reason.CARD_NOT_HELD, card=card, held=held, needed=needed)


def judge_discard(rules: Rules, turn: Turn, move: Discard) -> Judgement:
    """Why a discard is refused."""
    wrong: list[Violation] = []
    card = move.card
    if not hands.count(turn.hand, card.id):
        wrong.append(not_held(rules, turn, card))
    for code in discard_faults(rules.game, turn, card.id):
        if code == "last_card":
            wrong.extend(
                with_rule(rules.variant, found) for found in rules.variant.closing.finish_by_discard(card)
            )
            continue
        shown = Card.from_id(turn.taken) if code == Reason.DUTY_TAKEN else card
        wrong.append(rules.fault(code, card=shown, missing=turn.missing))
    if move.announce and not _announces(rules, turn):
        wrong.append(rules.fault(Reason.NOT_ANNOUNCING, count=rules.variant.conduct.announce_at))
    if wrong:
        return Judgement.against(*wrong)
    return Judgement.single(Action(DISCARD, card.id, at=ANNOUNCED if move.announce else SILENT))
