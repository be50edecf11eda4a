"""Judge moves that rearrange the whole table, given as a complete table or as a list of cards to lay.

A proposed table is judged by counting cards: every card of the old table must still be there, the others must come from
the hand, and all must be in melds. That takes no search and finds every violation in one pass. Only the short form,
which names just the cards from the hand, needs a search for a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER, bits
from rami._kernel.melds.meld import Code, points_of
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import REARRANGE, Action
from rami._kernel.turns.rearranging import (
    bound,
    cards_on,
    emptied,
    laid_sets,
    least_changed,
    opening_faults,
    opens_alone,
    rearrangement,
)
from rami._kernel.turns.turn import NO_CARD, Turn
from rami.cards import Card, Cards
from rami.cards.faces import cards_of
from rami.cards.melds import Meld, MeldOrCards, meld_of_code
from rami.cards.moves import LayDown, Rearrange, new_rearrangement
from rami.errors import RamiError, Reason, Violation
from rami.policies._refusals import code_of, copy_violations, opening_violations, read_meld
from rami.rounds._engine.lay_downs import meld_faults
from rami.rounds._engine.rules import Decision, Rules, against_going_out


def judge_rearrange(rules: Rules, known: Known, move: Rearrange) -> Decision:
    """Return the decision on a proposed table."""
    game, turn = rules.game, known.turn
    melds, wrong = _read(rules, move.melds)
    before = Counter(cards_on(turn.table))
    after = Counter(card.id for meld in move.melds for card in meld)
    gone, laid = before - after, after - before
    wrong += copy_violations(rules.variant, bytes(sorted(after.elements()))) if laid else []
    if gone:
        wrong.append(rules.fault(Reason.TABLE_CARDS_GONE, cards=cards_of(sorted(gone.elements()))))
    for card in sorted(laid):
        wrong += rules.not_held(turn, Card.from_id(card), laid[card])
    if not laid:
        wrong.append(rules.fault(Reason.NOTHING_LAID))
    codes = tuple(sorted(code_of(game.melds, meld) for meld in melds))
    opening: tuple[Code, ...] = ()
    if opens_alone(game, turn):
        opening, touched = _opening(turn, codes)
        wrong += (rules.fault(Reason.OPENING_ON_TABLE, meld=number) for number in touched)
        if laid and not touched and not wrong:
            wrong += _against_opening(rules, turn, opening)
    elif not wrong:
        naturals = [card for card in after.elements() if card != JOKER]
        for mask in bound(game, turn, codes, naturals):
            wrong.append(rules.fault(Reason.JOKER_BOUND, cards=cards_of(bits(mask))))
    cards = bytes(sorted(laid.elements()))
    action = Action(REARRANGE, melds=codes, laid=cards)
    if len(cards) == hands.size(turn.hand) and not wrong:
        # Judge the listed table instead: the cards may be laid or not, no matter how the player arranges them.
        wrong += against_going_out(rules, emptied(game, turn, rearrangement(game, turn, cards) or action))
    if wrong:
        return Decision.against(*wrong)
    return Decision.single(action)


def judge_cards(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Return the decision on cards to lay in any melds, the short form of a rearrangement."""
    turn = known.turn
    found = found_for(rules, turn, move)
    if found is not None:
        return judge_rearrange(rules, known, found)
    laid = Counter(card.id for meld in move.melds for card in meld)
    wrong = copy_violations(rules.variant, bytes(sorted(laid.elements())))
    for card in sorted(laid):
        wrong += rules.not_held(turn, Card.from_id(card), laid[card])
    if not laid:
        wrong.append(rules.fault(Reason.NOTHING_LAID))
    if not wrong:
        wrong.append(_unlayable(rules, turn, laid))
    return Decision.against(*wrong)


def _unlayable(rules: Rules, turn: Turn, laid: Counter[int]) -> Violation:
    """Return the violation by cards that fit no table; it names the largest set of them that can be laid."""
    game, cards = rules.game, bytes(sorted(laid.elements()))
    alone = opens_alone(game, turn)
    picked = hands.of_cards(cards, game.planes)
    most = next(laid_sets(game, () if alone else turn.table, picked), b"")
    if alone and most == cards:
        # The cards do form melds, but have too few points.
        return rules.fault(Reason.OPENING_UNREACHED, cards=cards_of(cards))
    return rules.fault(Reason.CARDS_UNLAID, cards=cards_of(cards), most=cards_of(most))


def found_for(rules: Rules, turn: Turn, move: LayDown) -> Rearrange | None:
    """Return a rearrangement that lays exactly the cards of a lay-down and changes few melds; None if there is none.

    Melds that make an opening are taken as they are.
    """
    ids = bytes(sorted(card.id for meld in move.melds for card in meld))
    held = hands.remove_all(turn.hand, ids) if ids and max(ids) <= JOKER else None
    if held is None:
        return None
    if opens_alone(rules.game, turn):
        melds, wrong = _read(rules, move.melds)
        codes = tuple(sorted(code_of(rules.game.melds, meld) for meld in melds))
        if not wrong and not opening_faults(rules.game, turn, codes):
            table = sorted([*codes, *(code for _, _, code in turn.table)])
            return new_rearrangement(tuple(map(meld_of_code, table)), Cards.from_ids(ids))
    action = rearrangement(rules.game, turn, ids)
    if action is None:
        return None
    action = least_changed(rules.game, turn, action)
    return new_rearrangement(tuple(map(meld_of_code, action.melds)), Cards.from_ids(action.laid))


def with_laid(turn: Turn, move: Rearrange) -> Rearrange:
    """Return a rearrangement that states which cards it lays from the hand."""
    after = Counter(card.id for meld in move.melds for card in meld)
    laid = after - Counter(cards_on(turn.table))
    return new_rearrangement(move.melds, Cards.from_ids(bytes(sorted(laid.elements()))))


def _read(rules: Rules, melds: Iterable[MeldOrCards]) -> tuple[list[Meld], list[Violation]]:
    """Return the melds that the rules identify, and the violations by the rest."""
    found: list[Meld] = []
    wrong: list[Violation] = []
    for meld in melds:
        try:
            read = read_meld(rules.variant, meld)
        except RamiError as error:
            wrong += error.violations
            continue
        wrong += meld_faults(rules, (read,))
        found.append(read)
    return found, wrong


def _opening(turn: Turn, codes: tuple[Code, ...]) -> tuple[tuple[Code, ...], list[int]]:
    """Return the melds that are new to the table, and the ids of old melds that are no longer there."""
    new, touched = list(codes), list[int]()
    for number, _, code in turn.table:
        if code in new:
            new.remove(code)
        else:
            touched.append(number)
    return tuple(new), touched


def _against_opening(rules: Rules, turn: Turn, melds: tuple[Code, ...]) -> list[Violation]:
    faults = opening_faults(rules.game, turn, melds)
    points = points_of(rules.game.melds, melds)
    return opening_violations(rules.variant, faults, melds, points, NO_CARD, 0, turn.is_first(), turn=turn)
