"""Judge lay-offs and the recovery of wild cards, the moves that change a single table meld.

An action is legal only if the turn can still be completed after it, so each judge checks `completable` last. If only
that check fails, the refusal includes the turn in which the player would be *stuck*, and `lookahead` finds out what
that turn lacks.
"""

from __future__ import annotations

from rami._kernel.cards import hands
from rami._kernel.melds.meld import HIGH_END, LOW_END, extended, is_run, is_wild_at
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import LAY_OFF, SWAP_WILD, Action
from rami._kernel.turns.completion.question import completable
from rami._kernel.turns.faults import lay_off_faults, swap_faults, wild_choices, wilds_for
from rami._kernel.turns.successors import closed_to, fitting_ends, lay_off, swap, unburnt_at
from rami._kernel.turns.table_steps import leads
from rami._kernel.turns.turn import NO_CARD, Turn
from rami.cards import Card
from rami.cards.faces import cards_of
from rami.cards.moves import LayOff, SwapWild
from rami.errors import Reason, Violation
from rami.rounds._engine.listed_moves import ENDS
from rami.rounds._engine.rules import Decision, Rules, against_going_out


def must_place_first(rules: Rules, turn: Turn) -> Violation:
    """Return the violation for a move that ignores a card which must be placed at once."""
    if turn.taken_is_next(rules.game.turn):
        return rules.fault(Reason.DUTY_TAKEN_NEXT, card=Card.from_id(turn.duties.taken))
    # R51-JSWAP-02 requires a new meld with the joker; other games accept any place on the table.
    where = "meld_or_layoff" if rules.game.turn.recovered_joker == "meld_or_layoff" else "new_meld"
    return rules.fault(Reason.DUTY_WILD_NEXT, where=where)


def unfinishable(
    rules: Rules, after: Turn, *others: Violation, code: Reason = Reason.DUTY_UNMEETABLE
) -> Decision:
    """Return the refusal, with all reasons, of an action after which the turn could not be completed."""
    # R51-DISC-01: a turn ends with a discard, so the last card must not be placed.
    if hands.holds_none(after.hand):
        placed = against_going_out(rules, after)
        if placed:
            return Decision.against(*others, *placed)
    return Decision.against(*others, rules.fault(code), stuck=after)


def misplaced(rules: Rules, turn: Turn, place: int, move: LayOff, ends: list[int]) -> list[Violation]:
    """Return a violation if the card does not fit the meld, or if it fits both ends and the move names neither."""
    if not ends:
        cards = cards_of(turn.table[place][2][1:])
        return [rules.fault(Reason.DOES_NOT_FIT, card=move.card, meld=move.meld, cards=cards)]
    return [rules.fault(Reason.END_NOT_NAMED, card=move.card, meld=move.meld)] if len(ends) > 1 else []


def judge_lay_off(rules: Rules, known: Known, move: LayOff) -> Decision:
    """Judge a lay-off."""
    game, turn, card = rules.game, known.turn, move.card.id
    wrong = rules.not_held(turn, move.card)
    # D-47: a recovered wild card must be placed by the next action; only some games accept a lay-off (R500-JRET-01).
    if turn.next_is_due(game.turn) and (
        game.turn.recovered_joker != "meld_or_layoff" or card not in turn.duties.due
    ):
        wrong.append(must_place_first(rules, turn))
    place = turn.place_of(move.meld)
    if turn.taken_is_next(game.turn) and card != turn.duties.taken and not _leads(rules, turn, card, place):
        wrong.append(must_place_first(rules, turn))
    if place < 0:
        return Decision.against(*wrong, rules.fault(Reason.NO_SUCH_MELD, meld=move.meld))
    ends, against = against_joining(rules, turn, place, move)
    wrong += against
    if wrong:
        return Decision.against(*wrong)
    after = lay_off(game, turn, card, place, ends[0])
    assert after is not None  # the card fits there
    action = Action(LAY_OFF, card, place, ends[0])
    # If the card taken must be placed immediately, another card may go first only if it extends a run towards the card
    # taken.
    follows = not after.taken_is_next(game.turn) or leads(game, after, action)
    if follows and completable(game, after, known.memo):
        return Decision.single(action, after)
    return unfinishable(rules, after)


def _leads(rules: Rules, turn: Turn, card: int, place: int) -> bool:
    """Return whether a card extends a run, at either end, towards the card taken."""
    if place < 0 or not hands.count(turn.hand, card):
        return False
    for end in fitting_ends(rules.game, turn, card, place):
        after = lay_off(rules.game, turn, card, place, end)
        if after is not None and leads(rules.game, after, Action(LAY_OFF, card, place, end)):
            return True
    return False


def against_joining(rules: Rules, turn: Turn, place: int, move: LayOff) -> tuple[list[int], list[Violation]]:
    """Return the ends at which a card may be laid off, and the violations; ignore the hand and the duties."""
    wanted = [end for end in (LOW_END, HIGH_END) if move.at in (None, ENDS[end])]
    faults = lay_off_faults(rules.game, turn, move.card.id, place, wanted)
    most = rules.game.turn.pair_layoffs
    wrong = [rules.fault(code, player=turn.player, meld=move.meld, most=most) for code in faults]
    ends, unburnt = _ends(rules, turn, place, move)
    if not ends and unburnt:
        wrong += (rules.fault(Reason.WILD_NOT_BURNT, card=each) for each in cards_of(unburnt))
    else:
        wrong += misplaced(rules, turn, place, move, ends)
    return ends, wrong


def _ends(rules: Rules, turn: Turn, place: int, move: LayOff) -> tuple[list[int], list[int]]:
    """Return the ends at which a card may be laid off, and the cards that a wild must not represent at other ends."""
    ends: list[int] = []
    unburnt: list[int] = []
    code = turn.table[place][2]
    unclosed = [
        end for end in (LOW_END, HIGH_END) if not closed_to(rules.game, turn, move.card.id, place, end)
    ]
    for end in (LOW_END, HIGH_END) if is_run(code) else (LOW_END,):
        grown = extended(rules.game.melds, code, move.card.id, end)
        if grown is None or (is_run(code) and move.at not in (None, ENDS[end])):
            continue
        # If one end is closed to a wild card (D-31), use the other. If both are closed, `lay_off_faults` has said so.
        if unclosed and end not in unclosed:
            continue
        refused = unburnt_at(rules.game, turn, grown, end)
        if refused < 0:
            ends.append(end)
        else:
            unburnt.append(refused)
    return ends, unburnt


def judge_swap(rules: Rules, known: Known, move: SwapWild) -> Decision:
    """Judge the recovery of a wild card."""
    game, turn = rules.game, known.turn
    card, other = move.card.id, _second(move)
    wrong = rules.not_held(turn, move.card)
    if move.other is not None:
        wrong += rules.not_held(turn, move.other)
    if turn.next_is_due(game.turn):
        wrong.append(must_place_first(rules, turn))
    place = turn.place_of(move.meld)
    if place < 0:
        return Decision.against(*wrong, rules.fault(Reason.NO_SUCH_MELD, meld=move.meld))
    if move.at is not None:
        index = move.at
    else:
        choices = wild_choices(game, turn, place, card, other)
        if len(choices) > 1:
            return Decision.against(
                *wrong, rules.fault(Reason.WILD_NOT_NAMED, meld=move.meld, card=move.card)
            )
        code = turn.table[place][2]
        wilds = [at for at in range(len(code) - 1) if is_wild_at(game.melds, code, at + 1)]
        # If this card may replace no wild card of the meld, judge the first wild card to get the reasons. The index
        # is -1 if the meld has no wild card.
        index = (choices or [*wilds, -1])[0]
    wrong += against_recovery(rules, turn, place, index, move)
    if wrong:
        return Decision.against(*wrong)
    after = swap(game, turn, place, index, card, other)
    # The card taken must be placed immediately, but the swap placed another card.
    if after.taken_is_next(game.turn):
        return Decision.against(must_place_first(rules, turn))
    if completable(game, after, known.memo):
        return Decision.single(Action(SWAP_WILD, card, place, index, other=other), after)
    return unfinishable(rules, after, code=Reason.SWAP_UNUSABLE)


def _second(move: SwapWild) -> int:
    return NO_CARD if move.other is None else move.other.id


def against_recovery(rules: Rules, turn: Turn, place: int, index: int, move: SwapWild) -> list[Violation]:
    """Return why the wild card at an index cannot be recovered; the hand and the duties are not checked."""
    misfit = move.card
    if move.other is not None and index in wilds_for(rules.game, turn.table[place][2], misfit.id):
        misfit = move.other
    params = {"player": turn.player, "meld": move.meld, "card": misfit, "at": move.at}
    faults = swap_faults(rules.game, turn, place, index, move.card.id, _second(move))
    # Where wild cards are never recovered, the kernel finds no single condition that failed, so name the rule itself.
    if not faults and rules.game.turn.recovered_joker is None:
        faults = [Reason.SWAP_RUN]
    return [rules.fault(fault, **params) for fault in faults]
