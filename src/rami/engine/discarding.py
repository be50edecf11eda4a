"""The discard that ends a turn."""

from __future__ import annotations

from collections.abc import Iterator

from .._kernel import hands
from .._kernel.actions import ANNOUNCED, DISCARD, SILENT, Action
from .._kernel.codes import JOKER
from .._kernel.turn import Turn, discard_faults, discards
from ..cards import Card
from ..errors import Reason, Violation
from ..moves import Discard, Move
from ..policies.faults import with_rule
from .judgement import Judgement
from .naming import ANNOUNCED_DISCARDS, DISCARDS
from .rules import Rules

__all__ = ["discard_moves", "judge_discard", "not_held"]

_SILENT = tuple(Judgement.single(Action(DISCARD, card, at=SILENT)) for card in range(JOKER + 1))
_ANNOUNCED = tuple(Judgement.single(Action(DISCARD, card, at=ANNOUNCED)) for card in range(JOKER + 1))


def _announces(rules: Rules, turn: Turn) -> bool:
    """Whether a discard now is one at which the player may announce."""
    at = rules.game.draw.announce_at
    return at > 0 and hands.size(turn.hand) - 1 == at


def discard_moves(rules: Rules, turn: Turn) -> Iterator[Move]:
    """Every legal discard, once for each face."""
    found = discards(rules.game, turn)
    if not _announces(rules, turn):
        return map(DISCARDS.__getitem__, found)
    return (move for card in found for move in (ANNOUNCED_DISCARDS[card], DISCARDS[card]))


def not_held(rules: Rules, turn: Turn, card: Card, needed: int = 1) -> Violation:
    """The violation of a card that is not in the hand often enough."""
    held = hands.count(turn.hand, card.id)
    return rules.fault(Reason.CARD_NOT_HELD, card=card, held=held, needed=needed)


def judge_discard(rules: Rules, turn: Turn, move: Discard) -> Judgement:
    """Why a discard is refused."""
    card = move.card
    if card.id in discards(rules.game, turn):
        if not move.announce:
            return _SILENT[card.id]
        if _announces(rules, turn):
            return _ANNOUNCED[card.id]
    wrong: list[Violation] = []
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
    return Judgement.against(*wrong)
