"""Judge moves that rearrange the whole table, given as a complete table or just as the cards to lay.

A proposed table is judged by counting cards: every card of the old table must still be there, the others must come from
the hand, and all must be in melds. No search is needed, and one pass finds every violation. Only the short form, which
names just the cards from the hand, needs a search for a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import attrs

from rami._kernel.cards import hands
from rami._kernel.cards.codes import JOKER, bits
from rami._kernel.melds.meld import Code, extended, points_of
from rami._kernel.regrouping.completing import BOUND
from rami._kernel.regrouping.regrouper import Regrouper
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import REARRANGE, Action
from rami._kernel.turns.opening_amid import opening_faults, opening_in, openings_of, opens_amid
from rami._kernel.turns.rearranging import (
    bound,
    cards_on,
    emptied,
    laid_sets,
    least_changed,
    opens_alone,
    rearrangement,
    sets_amid,
    unlocked,
)
from rami._kernel.turns.successors import ends_for
from rami._kernel.turns.turn import NO_CARD, Turn
from rami.cards import Cards
from rami.cards.faces import cards_of
from rami.cards.melds import MeldOrCards, meld_of_code
from rami.cards.moves import LayDown, LayOff, Rearrange, new_rearrangement
from rami.errors import RamiError, Reason, Violation
from rami.policies._callbacks import Situation
from rami.policies._refusals import copy_violations, meld_violations, named_by, opening_violations
from rami.rounds._engine.lay_downs import Spots, laid_by, sources_for
from rami.rounds._engine.lay_offs import misplaced
from rami.rounds._engine.listed_moves import ENDS
from rami.rounds._engine.rules import Decision, Rules, against_going_out


def judge_rearrange(rules: Rules, known: Known, move: Rearrange) -> Decision:
    """Judge a proposed table."""
    game, turn = rules.game, known.turn
    read, wrong = _read(rules, move.melds)
    before = Counter(cards_on(turn.table))
    if len(read) == len(move.melds):  # Hot path: the codes of the melds contain the numbers of the cards.
        after = Counter([card for code in read for card in code[1:]])
    else:
        after = Counter([card.id for meld in move.melds for card in meld])
    gone, laid = before - after, after - before
    wrong += copy_violations(rules.variant, bytes(sorted(after.elements()))) if laid else []
    if gone:
        wrong.append(rules.fault(Reason.TABLE_CARDS_GONE, cards=cards_of(sorted(gone.elements()))))
    wrong += rules.lacking(turn, laid)
    if not laid:
        wrong.append(rules.fault(Reason.NOTHING_LAID))
    codes = tuple(sorted(read))
    opening: tuple[Code, ...] = ()
    if opens_alone(game, turn):
        opening, touched = _opening(turn, codes)
        wrong += (rules.fault(Reason.OPENING_ON_TABLE, meld=number) for number in touched)
        if laid and not touched and not wrong:
            wrong += _against_opening(rules, turn, opening)
    elif not wrong:
        naturals = [card for card in after.elements() if card != JOKER]
        for mask in bound(game, turn, codes, naturals):
            reason = Reason.JOKER_BOUND_TO_ALL if mask & BOUND else Reason.JOKER_BOUND
            wrong.append(rules.fault(reason, cards=cards_of(bits(mask & ~BOUND))))
        wrong += (rules.fault(Reason.JOKER_LOCKED, meld=number) for number in unlocked(game, turn, codes))
    cards = bytes(sorted(laid.elements()))
    if opens_amid(game, turn) and not wrong:
        wrong += _against_opening_amid(rules, turn, codes, cards)
    action = Action(REARRANGE, melds=codes, laid=cards)
    if len(cards) == hands.size(turn.hand) and not wrong:
        # Judge the listed table instead: whether these cards may be laid does not depend on how the player arranges
        # them.
        wrong += against_going_out(rules, emptied(game, turn, rearrangement(game, turn, cards) or action))
    if wrong:
        return Decision.against(*wrong)
    return Decision.single(action)


def judge_cards(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Judge the short form of a rearrangement: cards to lay in whatever melds they fit."""
    turn = known.turn
    found = found_for(rules, turn, move)
    if found is not None:
        return judge_rearrange(rules, known, found)
    if move.sources:
        return _judge_taking(rules, known, move)
    laid = laid_by(move)
    wrong = copy_violations(rules.variant, bytes(sorted(laid.elements())))
    wrong += rules.lacking(turn, laid)
    if not laid:
        wrong.append(rules.fault(Reason.NOTHING_LAID))
    if not wrong:
        wrong.append(_unlayable(rules, turn, laid))
    return Decision.against(*wrong)


def judge_joining(rules: Rules, known: Known, move: LayOff) -> Decision:
    """Judge a card that joins a table meld while the rest of the table stays as it is."""
    turn = known.turn
    found = grown_by(rules, turn, move)
    if found is not None:
        return judge_rearrange(rules, known, found)
    place = turn.place_of(move.meld)
    wrong = rules.not_held(turn, move.card)
    if place < 0:
        return Decision.against(*wrong, rules.fault(Reason.NO_SUCH_MELD, meld=move.meld))
    return Decision.against(*wrong, *against_growing(rules, turn, place, move))


def against_growing(rules: Rules, turn: Turn, place: int, move: LayOff) -> list[Violation]:
    """Return why a card cannot join this meld while the others stay as they are; the hand is not checked."""
    wrong = [rules.fault(Reason.OPENING_ON_TABLE, meld=move.meld)] if opens_alone(rules.game, turn) else []
    if opens_amid(rules.game, turn):
        wrong.append(rules.fault(Reason.OPENING_FROM_HAND))
    return wrong + misplaced(rules, turn, place, move, _ends(rules, turn, place, move))


def _ends(rules: Rules, turn: Turn, place: int, move: LayOff) -> list[int]:
    ends = ends_for(rules.game.melds, turn.table[place][2], move.card.id)
    return [end for end in ends if move.at in (None, ENDS[end])]


def grown_by(rules: Rules, turn: Turn, move: LayOff) -> Rearrange | None:
    """Return the table with a hand card added to one of its melds; None if the card does not fit there."""
    place = turn.place_of(move.meld)
    ends = [] if place < 0 or rules.not_held(turn, move.card) else _ends(rules, turn, place, move)
    if len(ends) != 1:
        return None
    codes = [code for _, _, code in turn.table]
    grown = extended(rules.game.melds, codes[place], move.card.id, ends[0])
    assert grown is not None  # the card fits there
    codes[place] = grown
    return new_rearrangement(tuple(map(meld_of_code, sorted(codes))), Cards([move.card]))


def _unlayable(rules: Rules, turn: Turn, laid: Counter[int]) -> Violation:
    """Return the violation for cards that cannot all be laid; it lists as many of them as can be laid together."""
    game, cards = rules.game, bytes(sorted(laid.elements()))
    alone = opens_alone(game, turn)
    picked = hands.of_cards(cards, game.planes)
    if opens_amid(game, turn):
        if not openings_of(game, turn, picked):
            own = next(laid_sets(game, (), picked), b"")
            short = rules.fault(Reason.OPENING_UNREACHED, cards=cards_of(own))
            return short if own else rules.fault(Reason.OPENING_FROM_HAND)
        most = next(sets_amid(game, turn, picked), b"")
    else:
        most = next(laid_sets(game, () if alone else turn.table, picked), b"")
    if alone and most == cards:
        # The cards do form melds, but are worth too few points.
        return rules.fault(Reason.OPENING_UNREACHED, cards=cards_of(cards))
    return rules.fault(Reason.CARDS_UNLAID, cards=cards_of(cards), most=cards_of(most))


def found_for(rules: Rules, turn: Turn, move: LayDown) -> Rearrange | None:
    """Return a rearrangement that lays exactly the cards of a lay-down and leaves most melds alone; None if none does.

    If the cards form melds on their own, the new table contains these melds. The cards that remain
    of broken melds are arranged again.
    """
    ids = bytes(sorted(laid_by(move).elements()))
    held = hands.remove_all(turn.hand, ids) if ids and max(ids) <= JOKER else None
    if held is None:
        return None
    alone = opens_alone(rules.game, turn)
    codes, wrong = _read(rules, move.melds)
    given = tuple(sorted(codes))
    if alone:
        apart = bool(move.sources or opening_faults(rules.game, turn, given))
    else:
        apart = opens_amid(rules.game, turn) and not opening_in(rules.game, turn, given, ids)[1]
    if not wrong and not apart:
        spots, impossible = sources_for(rules, turn, attrs.evolve(move, melds=[*map(meld_of_code, codes)]))
        rest = None if impossible else _without(rules, turn, spots)
        if rest is not None:
            return new_rearrangement(tuple(map(meld_of_code, sorted([*codes, *rest]))), Cards.from_ids(ids))
    action = None if move.sources else rearrangement(rules.game, turn, ids)
    if action is None:
        return None
    action = least_changed(rules.game, turn, action)
    return new_rearrangement(tuple(map(meld_of_code, action.melds)), Cards.from_ids(action.laid))


def _without(rules: Rules, turn: Turn, spots: Spots) -> list[Code] | None:
    """Return melds for all cards left on the table, with as few melds changed as possible; None if they form none."""
    whole, loose = _left(turn, spots)
    if not loose:
        return whole
    regrouper, planes = Regrouper(rules.game.melds), rules.game.planes
    melds = regrouper.arranged(hands.of_cards([card for cards in loose for card in cards], planes))
    if melds is None:
        cards = [card for cards in (*loose, *(code[1:] for code in whole)) for card in cards]
        whole, melds = [], regrouper.arranged(hands.of_cards(cards, planes))
    return None if melds is None else [*whole, *melds]


def _left(turn: Turn, spots: Spots) -> tuple[list[Code], list[list[int]]]:
    """Return the table melds that give up no card, and the cards that each of the others keeps."""
    whole: list[Code] = []
    loose: list[list[int]] = []
    for number, _, code in turn.table:
        gone = [index for taken in spots for meld, index in taken if meld == number]
        if gone:
            loose.append([card for index, card in enumerate(code[1:]) if index not in gone])
        else:
            whole.append(code)
    return whole, loose


def _judge_taking(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Judge new melds that take cards from table melds, leaving the rest of each table meld together."""
    codes, wrong = _read(rules, move.melds)
    melds = [*map(meld_of_code, codes)]
    spots, impossible = ([], []) if wrong else sources_for(rules, known.turn, attrs.evolve(move, melds=melds))
    if wrong or impossible:
        return Decision.against(*wrong, *impossible)
    whole, loose = _left(known.turn, spots)
    left = (tuple(cards_of(cards)) for cards in loose if cards)
    return judge_rearrange(rules, known, Rearrange([*melds, *map(meld_of_code, whole), *left]))


def with_laid(turn: Turn, move: Rearrange) -> Rearrange:
    """Return a rearrangement that states which cards it lays from the hand."""
    after = Counter(card.id for meld in move.melds for card in meld)
    laid = after - Counter(cards_on(turn.table))
    return new_rearrangement(move.melds, Cards.from_ids(bytes(sorted(laid.elements()))))


def _read(rules: Rules, melds: Iterable[MeldOrCards]) -> tuple[list[Code], list[Violation]]:
    """Return the codes of the melds that the rules allow, and the violations of the others."""
    found: list[Code] = []
    wrong: list[Violation] = []
    for meld in melds:
        try:
            code, given = named_by(rules.variant, meld)
        except RamiError as error:
            wrong += error.violations
            continue
        if against := meld_violations(rules.variant, rules.game.melds, code, given=given):
            wrong += against
        else:
            found.append(code)
    return found, wrong


def _opening(turn: Turn, codes: tuple[Code, ...]) -> tuple[tuple[Code, ...], list[int]]:
    """Return the melds that are new on the table, and the ids of old melds that are gone."""
    new, touched = list(codes), list[int]()
    for number, _, code in turn.table:
        if code in new:
            new.remove(code)
        else:
            touched.append(number)
    return tuple(new), touched


def opening_points(rules: Rules, turn: Turn, melds: Iterable[Code], laid: bytes) -> int:
    """Return the points of the opening on a new table, if the player has to open; otherwise 0."""
    opening, codes = tuple[Code, ...](), tuple(sorted(melds))
    if opens_alone(rules.game, turn):
        opening, _ = _opening(turn, codes)
    elif opens_amid(rules.game, turn):
        opening, _ = opening_in(rules.game, turn, codes, laid)
    return points_of(rules.game.melds, opening)


def _against_opening_amid(rules: Rules, turn: Turn, melds: tuple[Code, ...], laid: bytes) -> list[Violation]:
    """Return why no melds of a new table form an opening made of hand cards alone (RKB-D03)."""
    opening, opens = opening_in(rules.game, turn, melds, laid)
    if opens:
        return []
    wrong = _against_opening(rules, turn, opening) if opening else []
    return wrong or [rules.fault(Reason.OPENING_FROM_HAND)]


def _against_opening(rules: Rules, turn: Turn, melds: tuple[Code, ...]) -> list[Violation]:
    faults = opening_faults(rules.game, turn, melds)
    points = points_of(rules.game.melds, melds)
    situation = Situation(NO_CARD, 0, turn.is_first(), turn=turn)
    return opening_violations(rules.variant, faults, melds, points, situation)
