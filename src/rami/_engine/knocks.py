"""Ending the play by showing a hand: a knock, gin, or big gin."""

from __future__ import annotations

from .._kernel import hands
from .._kernel.actions import BIG_GIN_CALL, KNOCK_CALL, Action
from .._kernel.knocking import (
    best_knock,
    big_gin_actions,
    knock_faults,
    without_melds,
)
from .._kernel.melds import Melds
from .._kernel.state import Known
from .._kernel.turn import Turn
from ..cards import Card
from ..errors import Reason, Violation
from ..melds import Meld
from ..moves import BigGin, Knock
from ..policies._reading import code_of
from .decision import Decision
from .lay_downs import meld_faults
from .rules import Rules

__all__ = ["judge_big_gin", "judge_knock"]


def judge_knock(rules: Rules, known: Known, move: Knock) -> Decision:
    """Knock, or say why that is refused."""
    game, turn, card = rules.game, known.turn, move.discard.id
    if game.knock is None:
        return Decision.against(rules.fault(Reason.NO_KNOCKING))
    held = hands.count(turn.hand, card) > 0
    wrong: list[Violation] = [] if held else [rules.not_held(turn, move.discard)]
    wrong.extend(rules.fault(code, card=move.discard) for code in knock_faults(turn, card))
    shape = list(meld_faults(rules, move.melds or ()))
    wrong.extend(shape)
    if not held or shape:
        return Decision.against(*wrong)
    rest = hands.remove(turn.hand, card)
    melds: Melds | None
    if move.melds is None:
        melds = best_knock(game, turn, card)
        if melds is None:
            wrong.append(_too_much(rules, turn, game.deadwood.least(rest)))
    else:
        melds = _codes(rules, move.melds)
        left = _without(rest, melds)
        if left is None:
            wrong.append(rules.fault(Reason.KNOCK_MELDS, cards=_doubled(rest, move.melds)))
        elif game.deadwood.worth(left) > turn.limit:
            wrong.append(_too_much(rules, turn, game.deadwood.worth(left)))
    if wrong or melds is None:
        return Decision.against(*wrong)
    return Decision.single(Action(KNOCK_CALL, card, melds=melds))


def judge_big_gin(rules: Rules, known: Known, move: BigGin) -> Decision:
    """Declare big gin, or say why that is refused."""
    game, turn = rules.game, known.turn
    if game.knock is None:
        return Decision.against(rules.fault(Reason.NO_KNOCKING))
    wrong = [] if game.knock.big_gin else [rules.fault(Reason.NO_BIG_GIN)]
    shape = list(meld_faults(rules, move.melds or ()))
    if shape:
        return Decision.against(*wrong, *shape)
    melds: Melds = ()
    left: hands.Hand | None
    if move.melds is None:
        ways = big_gin_actions(game, turn)
        if ways:
            return Decision.single(ways[0])
        left = without_melds(game, turn.hand)
    else:
        melds = _codes(rules, move.melds)
        left = _without(turn.hand, melds)
    if left is None:
        wrong.append(rules.fault(Reason.KNOCK_MELDS, cards=_doubled(turn.hand, move.melds or ())))
    elif hands.size(left):
        wrong.append(rules.fault(Reason.NOT_ALL_MATCHED, cards=_names(left)))
    if wrong:
        return Decision.against(*wrong)
    return Decision.single(Action(BIG_GIN_CALL, melds=melds))


def _too_much(rules: Rules, turn: Turn, count: int) -> Violation:
    return rules.fault(Reason.KNOCK_DEADWOOD, deadwood=count, limit=turn.limit)


def _codes(rules: Rules, melds: tuple[Meld, ...]) -> Melds:
    return tuple(sorted(code_of(rules.game.melds, meld) for meld in melds))


def _without(hand: hands.Hand, melds: Melds) -> hands.Hand | None:
    return hands.remove_all(hand, [card for code in melds for card in code[1:]])


def _names(hand: hands.Hand) -> tuple[str, ...]:
    return tuple(str(Card.from_id(card)) for card in hands.cards_of(hand))


def _doubled(hand: hands.Hand, melds: tuple[Meld, ...]) -> tuple[str, ...]:
    """Return the cards that the melds use more often than the hand holds them."""
    used = [card for meld in melds for card in meld.cards]
    faces = dict.fromkeys(used)
    return tuple(str(card) for card in faces if used.count(card) > hands.count(hand, card.id))
