"""Judge draws and discards, the moves between a hand and the stock or the discard pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rami._kernel.cards import hands
from rami._kernel.rounds.draws import calling, stock_is_spent, take_faults_at_draw, taking
from rami._kernel.rounds.listing import ANNOUNCE, FOLD_CODE, SHOW_CODE, TAKE_CODE, allows, announces
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import TAKE_DISCARD, Action
from rami._kernel.turns.faults import discard_faults, discards
from rami._kernel.turns.successors import fitting_ends
from rami._kernel.turns.turn import Game, Turn
from rami.cards import Card
from rami.cards.moves import Discard, Fold, ShowTurned, TakeDiscard
from rami.errors import Reason, Violation
from rami.rounds._engine.rules import ALLOWED, Decision, Judge, Rules, against_going_out

_OF_CARD = (
    Reason.DISCARD_TWIN,
    Reason.DISCARD_WILD,
    Reason.DISCARD_UNCALLED,
    Reason.DISCARD_UNUSABLE,
    Reason.NO_KNOCK_WITH_DISCARD,
)


def plain_judge(code: int, faults_of: Callable[[Game, Known], list[str]]) -> Judge:
    """Return a judge for a move that names no card, such as a draw; `faults_of` lists the reasons against it."""

    def judge(rules: Rules, known: Known, _: object) -> Decision:
        faults = faults_of(rules.game, known)
        return _refused(rules, known, faults) if faults else ALLOWED[code]

    return judge


def judge_take(rules: Rules, known: Known, move: TakeDiscard) -> Decision:
    """Judge taking one or more discards."""
    count = move.count
    faults = take_faults_at_draw(rules.game, known, count)
    if not faults and count == 1:
        return ALLOWED[TAKE_CODE]
    if not faults:
        return Decision.single(Action(TAKE_DISCARD, known.discards[-count], at=count))
    # GIN-VOID-01: once the stock is spent, a player may take the last discard only to knock.
    must_knock = stock_is_spent(rules.game, known.stock_size)
    # R51-DRAW-02: if the player cannot use the card, return the turn that would fail, so that `lookahead` can explain
    # it.
    ahead = faults[-1] in (Reason.DISCARD_UNUSABLE, Reason.NO_KNOCK_WITH_DISCARD)
    called = calling(rules.game, known)
    after = taking(rules.game, known.turn, known.discards, must_knock, count, called) if ahead else None
    return _refused(rules, known, faults, after, count)


def judge_fold(rules: Rules, known: Known, _: Fold) -> Decision:
    """Judge dropping out of the round."""
    if allows(rules.game, known, FOLD_CODE):
        return ALLOWED[FOLD_CODE]
    return Decision.against(rules.fault(Reason.NO_FOLDING))


def judge_show(rules: Rules, known: Known, _: ShowTurned) -> Decision:
    """Check whether the player may show the other copy of the turned-up card."""
    if not rules.game.draw.turned_show:
        return Decision.against(rules.fault(Reason.TURNED_NOT_SHOWN))
    # OKE-IND-01: the card may be shown only on the player's first turn, and only once in a round.
    if known.showable < 0:
        return Decision.against(rules.fault(Reason.TURNED_SHOWN_LATE))
    missing = rules.not_held(known.turn, Card.from_id(known.showable))
    return Decision.against(*missing) if missing else ALLOWED[SHOW_CODE]


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


def end_fault(rules: Rules, turn: Turn, code: str, card: Card | None = None) -> Violation:
    """Return the violation for ending the turn now or, if a card is given, for discarding it."""
    if code in (Reason.DUTY_POINTS, Reason.DUTY_PICKUP):
        return rules.fault(code, missing=turn.duties.missing)
    if code == Reason.DUTY_TAKEN:
        return rules.fault(code, card=Card.from_id(turn.duties.taken))
    # OKO-DISC-03: name the meld that the card fits.
    if code == Reason.DISCARD_FITS and card is not None:
        fitting = (
            number
            for at, (number, _, _) in enumerate(turn.table)
            if fitting_ends(rules.game, turn, card.id, at)
        )
        return rules.fault(code, card=card, meld=next(fitting))
    return rules.fault(code, card=card) if code == Reason.RETURNED_DISCARD else rules.fault(code)


def judge_discard(rules: Rules, known: Known, move: Discard) -> Decision:
    """Judge a discard."""
    turn, card = known.turn, move.card
    if discards(rules.game, turn) & hands.FACE[card.id]:
        # D-16: only a discard with an announcement is a separate move; "discard K♥ silent" is the plain discard.
        if not move.announce:
            return ALLOWED[card.id]
        if announces(rules.game, turn):
            return ALLOWED[ANNOUNCE + card.id]
    wrong = rules.not_held(turn, card)
    held = not wrong
    for code in discard_faults(rules.game, turn, card.id):
        if code == "last_card":
            # The closing policy decides which cards may be discarded last, so it supplies the violation.
            wrong.extend(against_going_out(rules, turn, card.id) if held else ())
            continue
        wrong.append(end_fault(rules, turn, code, card))
    if move.announce and not announces(rules.game, turn):
        wrong.append(rules.fault(Reason.NOT_ANNOUNCING, count=rules.variant.conduct.announce_at))
    return Decision.against(*wrong)
