"""New melds: the opening, and melds laid after it, with or without cards of the table."""

from __future__ import annotations

from collections.abc import Iterator

from .._kernel import hands
from .._kernel.actions import LAY_DOWN, Action
from .._kernel.burnt import unburnt
from .._kernel.completion import completable, may_follow
from .._kernel.faults import take_faults
from .._kernel.finder import Taken
from .._kernel.first_lay_downs import keeps_taken, opening_status, worth_of
from .._kernel.laying import laid
from .._kernel.melds import Code, is_run
from .._kernel.openings import ILLEGAL, ONLY_OUT, Melds
from .._kernel.state import Known
from .._kernel.turn import Turn, lay, next_id, open_with, unburnt_in
from ..cards import Card
from ..errors import Reason, Violation
from ..melds import Meld
from ..moves import LayDown, Source
from ..policies.compiled import opening_facts
from ..policies.faults import copy_violations, meld_violations, with_rule
from ..policies.questions import breach, code_of, contract_due, must_open_with_taken
from .discarding import not_held
from .judgement import Judgement
from .rules import Rules
from .touching import must_place_first, unfinishable

__all__ = ["judge_lay_down", "meld_faults"]

# a table card on its way: the id of the table meld and the index of the card there
Spot = tuple[int, int]


def judge_lay_down(rules: Rules, known: Known, move: LayDown) -> Judgement:
    """Why a lay-down is refused, or the single lay-downs that it amounts to."""
    return _accepted(rules, known, move) or _judged_in_full(rules, known, move)


def _accepted(rules: Rules, known: Known, move: LayDown) -> Judgement | None:
    """The judgement of a legal opening or new meld; None where it takes more to tell."""
    turn, game = known.turn, rules.game
    spots = [_spot(rules, turn, source, move)[0] for source in move.sources]
    leaving = tuple((turn.place_of(spot[0]), spot[1]) for spot in spots if spot is not None)
    if len(leaving) < len(spots):
        return None
    codes = tuple(code_of(game.melds, meld) for meld in move.melds)
    after = laid(game, known, codes, leaving)
    if after is None:
        return None
    worth = sum(worth_of(game, code) for code in codes)
    by_meld = (leaving,) if turn.opened else ((),) * len(codes)
    return Judgement.single(Action(LAY_DOWN, melds=codes, leaving=by_meld, worth=worth), after)


def _judged_in_full(rules: Rules, known: Known, move: LayDown) -> Judgement:
    turn = known.turn
    wrong = list(meld_faults(rules, move.melds))
    are_melds = not wrong
    if not move.melds:
        wrong.append(rules.fault(Reason.OPENING_EMPTY))
    spots: list[list[Spot]] = [[] for _ in move.melds]
    for source in move.sources:
        spot, refused = _spot(rules, turn, source, move)
        wrong.extend(refused)
        if spot is not None:
            spots[source.into].append(spot)
    wrong.extend(_doubled(rules, turn, spots))
    wrong.extend(_supply_faults(rules, turn, move))
    codes = tuple(code_of(rules.game.melds, meld) for meld in move.melds)
    if turn.opened:
        wrong.extend(_take_faults(rules, turn, move, spots))
        if not turn.may_meld(rules.game.turn):
            wrong.append(rules.fault(Reason.OPENING_NEXT_TURN))
        if wrong:
            return Judgement.against(*wrong)
        return _judge_sequence(rules, known, codes, spots)
    if move.sources:
        wrong.append(rules.fault(Reason.TAKE_IN_OPENING))
    if wrong:
        return Judgement.against(*wrong, *(_opening_faults(rules, turn, codes) if are_melds else ()))
    return _judge_opening(rules, known, codes)


def meld_faults(rules: Rules, melds: tuple[Meld, ...]) -> Iterator[Violation]:
    """What keeps new melds from being melds of this game."""
    for meld in melds:
        wrong = copy_violations(rules.variant, bytes([card.id for card in meld.cards]))
        yield from wrong
        if not any(card.is_unknown for card in meld.cards):
            yield from meld_violations(rules.variant, rules.game.melds, code_of(rules.game.melds, meld))


def _spot(rules: Rules, turn: Turn, source: Source, move: LayDown) -> tuple[Spot | None, list[Violation]]:
    """Where a source's card lies."""
    place = turn.place_of(source.meld)
    if place < 0:
        return None, [rules.fault(Reason.NO_SUCH_MELD, meld=source.meld)]
    code = turn.table[place][2]
    indexes = [index for index, card in enumerate(code[1:]) if card == source.card.id]
    if source.at is not None:
        indexes = [index for index in indexes if index == source.at]
    elif not is_run(code):
        indexes = indexes[:1]
    if len(indexes) != 1 or source.card not in move.melds[source.into].cards:
        return None, [rules.fault(Reason.TAKE_NOT_IN_MELD, card=source.card, meld=source.meld)]
    return (source.meld, indexes[0]), []


def _doubled(rules: Rules, turn: Turn, spots: list[list[Spot]]) -> Iterator[Violation]:
    """Table cards that are named more than once."""
    named = [spot for taken in spots for spot in taken]
    for number, index in dict.fromkeys(named):
        if named.count((number, index)) > 1:
            card = Card.from_id(turn.table[turn.place_of(number)][2][index + 1])
            yield rules.fault(Reason.TAKE_NOT_IN_MELD, card=card, meld=number)


def _supply_faults(rules: Rules, turn: Turn, move: LayDown) -> Iterator[Violation]:
    """Cards of the new melds that neither the hand nor a source supplies."""
    needed: dict[int, int] = {}
    for meld in move.melds:
        for card in meld.cards:
            needed[card.id] = needed.get(card.id, 0) + 1
    for source in move.sources:
        needed[source.card.id] = needed.get(source.card.id, 0) - 1
    for card_id in sorted(needed):
        if needed[card_id] > hands.count(turn.hand, card_id):
            yield not_held(rules, turn, Card.from_id(card_id), needed[card_id])


def _take_faults(rules: Rules, turn: Turn, move: LayDown, spots: list[list[Spot]]) -> Iterator[Violation]:
    """What stands against the sources, each new meld seen by itself."""
    for meld, taken in zip(move.melds, spots, strict=True):
        if not taken:
            continue
        from_hand = len(meld) - len(taken)
        if from_hand < rules.game.turn.take_min_hand:
            yield rules.fault(Reason.TAKE_HAND_CARDS, needed=rules.game.turn.take_min_hand, count=from_hand)
        for number in dict.fromkeys(number for number, _ in taken):
            place = turn.place_of(number)
            indexes = [index for other, index in taken if other == number]
            cards = tuple(str(Card.from_id(turn.table[place][2][index + 1])) for index in indexes)
            for code in take_faults(rules.game, turn, place, indexes):
                if code == Reason.TAKE_POSITION and len(move.melds) > 1:
                    continue
                yield rules.fault(code, card=cards, meld=number, player=turn.player)


def _judge_sequence(rules: Rules, known: Known, codes: Melds, spots: list[list[Spot]]) -> Judgement:
    """Several melds are laid one after the other, in any order that works."""
    refused: list[Violation] = []
    path = _sequence(rules, known, known.turn, list(enumerate(codes)), spots, refused)
    if path is None:
        return Judgement.against(*refused)
    return Judgement((), tuple(path))


def _sequence(
    rules: Rules,
    known: Known,
    turn: Turn,
    rest: list[tuple[int, Code]],
    spots: list[list[Spot]],
    refused: list[Violation],
) -> list[tuple[Action, Turn | None]] | None:
    if not rest:
        return []
    for number, code in rest:
        not_burnt = unburnt(rules.game.melds, code, turn.places(rules.game))
        if not_burnt:
            refused.extend(_not_burnt(rules, not_burnt))
            continue
        leaving = tuple((turn.place_of(meld), index) for meld, index in spots[number])
        after = lay(rules.game, turn, code, leaving)
        if after is None:
            refused.append(
                rules.fault(Reason.TAKE_POSITION, card=_names(turn, leaving), meld=spots[number][0][0])
            )
            continue
        if turn.next_is_due(rules.game.turn) and len(after.due) >= len(turn.due):
            refused.append(must_place_first(rules))
            continue
        if not completable(rules.game, after, known.memo):
            refused.extend(unfinishable(rules, after))
            continue
        others = [item for item in rest if item[0] != number]
        moved = _relocated(turn, leaving, spots)
        following = _sequence(rules, known, after, others, moved, refused)
        if following is not None:
            action = Action(LAY_DOWN, melds=(code,), leaving=(leaving,), worth=worth_of(rules.game, code))
            return [(action, after), *following]
    return None


def _not_burnt(rules: Rules, cards: list[int]) -> Iterator[Violation]:
    for card in cards:
        yield rules.fault(Reason.WILD_NOT_BURNT, card=Card.from_id(card))


def _names(turn: Turn, leaving: tuple[Taken, ...]) -> tuple[str, ...]:
    return tuple(str(Card.from_id(turn.table[place][2][index + 1])) for place, index in leaving)


def _relocated(turn: Turn, leaving: tuple[Taken, ...], spots: list[list[Spot]]) -> list[list[Spot]]:
    """Where the cards named by sources lie once other cards have left their melds."""
    gone: dict[int, set[int]] = {}
    for place, index in leaving:
        gone.setdefault(place, set()).add(index)
    new: dict[Spot, Spot] = {}
    number_of_split = next_id(turn.table)
    for place, (number, _, code) in enumerate(turn.table):
        if place not in gone:
            continue
        piece, offset, started = number, 0, False
        for index in range(len(code) - 1):
            if index in gone[place]:
                started = started and not is_run(code)
                continue
            if not started:
                if offset or piece != number:
                    number_of_split += 1
                    piece, offset = number_of_split, 0
                started = True
            new[number, index] = (piece, offset)
            offset += 1
    return [[new.get(spot, spot) for spot in taken] for taken in spots]


def _judge_opening(rules: Rules, known: Known, codes: Melds) -> Judgement:
    turn, game = known.turn, rules.game
    total = sum(worth_of(game, code) for code in codes)
    status, missing = opening_status(game, turn, codes, total)
    wrong = _opening_faults(rules, turn, codes)
    if status == ILLEGAL:
        return Judgement.against(*(wrong or [rules.fault(Reason.DUTY_UNMEETABLE)]))
    left = hands.remove_all(turn.hand, [card for code in codes for card in code[1:]])
    assert left is not None
    after = open_with(game, turn, codes, total, left, missing, status == ONLY_OUT)
    if not may_follow(game, turn, after, known.memo):
        return Judgement.against(*(wrong if status == ONLY_OUT else []), *unfinishable(rules, after))
    action = Action(LAY_DOWN, melds=codes, leaving=((),) * len(codes), worth=total)
    return Judgement.single(action, after)


def _opening_faults(rules: Rules, turn: Turn, codes: Melds) -> list[Violation]:
    """What the opening policy and the duties of the turn hold against an opening that is not exempt."""
    variant, game = rules.variant, rules.game
    wrong = list(_not_burnt(rules, unburnt_in(game, turn, codes)))
    judged = codes
    if turn.due:
        if game.turn.next_action and not any(wild in code[1:] for wild in turn.due for code in codes):
            wrong.append(must_place_first(rules))
        holding = [index for index, code in enumerate(codes) if any(wild in code[1:] for wild in turn.due)]
        if holding:
            judged = (*codes[: holding[0]], *codes[holding[0] + 1 :])
    total = sum(worth_of(game, code) for code in judged)
    without_taken = not variant.drawing.discard_in_clean_run and not keeps_taken(game, turn, codes)
    due = contract_due(variant, turn.contract or None)
    facts = opening_facts(game.melds, judged, total, turn.taken, turn.highest, turn.first, without_taken, due)
    wrong.extend(with_rule(variant, found) for found in variant.opening.verdict(facts).violations)
    wrong.extend(breach(variant, turn.contract, codes, wrong))
    if wrong and judged != codes:
        wrong.append(rules.fault(Reason.OPENING_WITH_RECOVERED))
    if turn.taken_due and must_open_with_taken(variant) and not any(turn.taken in code[1:] for code in codes):
        wrong.append(rules.fault(Reason.DUTY_TAKEN_IN_OPENING, card=Card.from_id(turn.taken)))
    return wrong
