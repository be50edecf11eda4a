"""Judge new melds: the opening, and later melds with or without cards from the table.

The kernel accepts most legal lay-downs in one step, `turn_after_laying`. If that fails, this module examines each part
of the move and collects every reason against it. The move may still be legal as a *sequence*: if the melds are laid one
after another, taking cards for one may free the cards that the next one needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rami._kernel.melds.finder import Taken
from rami._kernel.melds.meld import Code, Melds, is_pair, is_run, points, points_of
from rami._kernel.melds.wilds import unburnt
from rami._kernel.openings.judge import NOT_BURNT, RECOVERED_LEFT, TAKEN_LEFT, TOO_MANY, WITH_RECOVERED
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import LAY_DOWN, Action
from rami._kernel.turns.completion.question import completable, turn_after_laying
from rami._kernel.turns.faults import take_faults
from rami._kernel.turns.first_lay_downs import holds_taken_again, opening_faults, opening_pairs, refused
from rami._kernel.turns.successors import lay, leaves_due, next_id, open_with, unburnt_in
from rami._kernel.turns.turn import Turn
from rami.cards import Card
from rami.cards.faces import cards_of
from rami.cards.melds import Meld
from rami.cards.moves import LayDown
from rami.errors import Reason, Violation
from rami.policies._callbacks import Situation
from rami.policies._refusals import code_of, copy_violations, meld_violations, opening_violations
from rami.rounds._engine.lay_offs import must_place_first, unfinishable
from rami.rounds._engine.rules import Decision, Rules

Spot = tuple[int, int]
Spots = list[list[Spot]]
"""For each new meld, the places on the table of the cards it takes: the id of a table meld and an index in it."""


def judge_lay_down(rules: Rules, known: Known, move: LayDown) -> Decision:
    """Judge a lay-down; the path of the decision may have one action for each meld."""
    turn, game = known.turn, rules.game
    codes = tuple(code_of(game.melds, meld) for meld in move.melds)
    spots, wrong = sources_for(rules, turn, move)
    leaving = tuple((turn.place_of(number), index) for taken in spots for number, index in taken)
    after = None if wrong else turn_after_laying(game, known.turn, known.memo, codes, leaving)
    if after is not None:
        value = points_of(game.melds, codes)
        pairs = 0 if turn.opened else sum(map(is_pair, codes))
        # Where an opening needs nothing but a meld, the first meld opens, and each of the others is a separate listed
        # move.
        if game.turn.one_by_one and not turn.opened and len(codes) > 1 and not pairs:
            return _judge_sequence(rules, known, codes, spots)
        if pairs > opening_pairs(game, turn):
            return _judge_pairs(rules, known, codes)
        # The kernel accepts several melds only as an opening, and an opening takes no card from the table (D-118).
        by_meld = (leaving,) if turn.opened else ((),) * len(codes)
        return Decision.single(Action(LAY_DOWN, melds=codes, leaving=by_meld, points=value), after)
    shape = list(meld_faults(rules, move.melds))
    wrong = [*shape, *wrong, *unsupplied(rules, turn, move)]
    if not move.melds:
        wrong.append(rules.fault(Reason.OPENING_EMPTY))
    if not turn.opened:
        if move.sources:
            wrong.append(rules.fault(Reason.TAKE_IN_OPENING))
        # Points, pairs and contracts can be judged only if all melds are valid.
        return Decision.against(*wrong) if shape else _against_opening(rules, known, codes, wrong)
    wrong.extend(_take_faults(rules, turn, move, spots))
    wrong.extend(_wrong_kinds(rules, turn, codes))
    if not turn.may_lay(game.turn, len(codes)):
        wrong.append(_too_many(rules, turn, len(codes)))
    # If no later turn allows further melds (LIV-DOWN-04), do not tell the player to wait for the next turn.
    if game.turn.opening_only:
        wrong.append(rules.fault(Reason.FURTHER_MELD))
    elif turn.fresh_open and game.turn.melds_next_turn:
        wrong.append(rules.fault(Reason.OPENING_NEXT_TURN))
    return Decision.against(*wrong) if wrong else _judge_sequence(rules, known, codes, spots)


def meld_faults(rules: Rules, melds: tuple[Meld, ...]) -> Iterator[Violation]:
    """Yield a violation for each rule about melds that these new melds break."""
    for meld in melds:
        yield from copy_violations(rules.variant, bytes([card.id for card in meld.cards]))
        if not any(card.is_unknown for card in meld.cards):
            yield from meld_violations(rules.variant, rules.game.melds, code_of(rules.game.melds, meld))


def sources_for(rules: Rules, turn: Turn, move: LayDown) -> tuple[Spots, list[Violation]]:
    """Find the sources of each new meld on the table; return their places, and a violation for each wrong source."""
    spots: Spots = [[] for _ in move.melds]
    wrong: list[Violation] = []
    for source in move.sources:
        place = turn.place_of(source.meld)
        if place < 0:
            wrong.append(rules.fault(Reason.NO_SUCH_MELD, meld=source.meld))
            continue
        code = turn.table[place][2]
        indexes = [index for index, card in enumerate(code[1:]) if card == source.card.id]
        if source.at is not None:
            indexes = [index for index in indexes if index == source.at]
        elif not is_run(code):
            # Two copies in a group are interchangeable. In a run it matters which copy leaves, because the run splits
            # there.
            indexes = indexes[:1]
        spot = (source.meld, indexes[0]) if len(indexes) == 1 else None
        unused = source.card not in move.melds[source.into].cards
        if spot is None or unused or any(spot in taken for taken in spots):
            wrong.append(rules.fault(Reason.TAKE_NOT_IN_MELD, card=source.card, meld=source.meld))
        else:
            spots[source.into].append(spot)
    return spots, wrong


def laid_by(move: LayDown) -> Counter[int]:
    """Return the cards of a lay-down that must come from the hand, because no source supplies them."""
    cards = Counter(card.id for meld in move.melds for card in meld)
    return cards - Counter(source.card.id for source in move.sources)


def unsupplied(rules: Rules, turn: Turn, move: LayDown) -> list[Violation]:
    """Return a violation for each card that comes neither from the hand nor from a source."""
    return rules.lacking(turn, laid_by(move))


def _take_faults(rules: Rules, turn: Turn, move: LayDown, spots: Spots) -> Iterator[Violation]:
    """Yield a violation for each card that must not be taken from the table, in the order of the new melds."""
    for meld, taken in zip(move.melds, spots, strict=True):
        if not taken:
            continue
        # R51-TAKE-01: a new meld made from table cards needs a card from the hand too.
        from_hand = len(meld) - len(taken)
        if from_hand < rules.game.turn.take_min_hand_cards:
            yield rules.fault(
                Reason.TAKE_HAND_CARDS, needed=rules.game.turn.take_min_hand_cards, count=from_hand
            )
        for number in dict.fromkeys(number for number, _ in taken):
            place = turn.place_of(number)
            indexes = [index for other, index in taken if other == number]
            cards = _named(turn, [(place, index) for index in indexes])
            for code in take_faults(rules.game, turn, place, indexes):
                # Another new meld may free the card first; `_judge_sequence` checks that.
                if code == Reason.TAKE_POSITION and len(move.melds) > 1:
                    continue
                yield rules.fault(code, card=cards, meld=number, player=turn.player)


def _judge_sequence(rules: Rules, known: Known, codes: Melds, spots: Spots) -> Decision:
    """Judge melds laid one after another, in any order that works."""
    refused: list[Decision] = []
    path = _sequence(rules, known, known.turn, list(enumerate(codes)), spots, refused)
    if path is not None:
        return Decision((), tuple(path))
    stuck = next((each.stuck for each in refused if each.stuck is not None), None)
    return Decision.against(*(found for each in refused for found in each.violations), stuck=stuck)


def _sequence(
    rules: Rules,
    known: Known,
    turn: Turn,
    rest: list[tuple[int, Code]],
    spots: Spots,
    refused: list[Decision],
) -> list[tuple[Action, Turn | None]] | None:
    if not rest:
        return []
    # D-126: the move is legal if some order of the melds is legal. One meld may burn the card that a wild in another
    # represents.
    for number, code in rest:
        not_burnt = unburnt(rules.game.melds, code, turn.places(rules.game))
        if not_burnt:
            refused.append(Decision.against(*_not_burnt(rules, not_burnt)))
            continue
        leaving = tuple((turn.place_of(meld), index) for meld, index in spots[number])
        value = points(rules.game.melds, code)
        opened = None if turn.opened else open_with(rules.game, turn, (code,), value, 0, False)
        after = opened or lay(rules.game, turn, code, leaving)
        if after is None:
            first = spots[number][0][0]
            fault = rules.fault(Reason.TAKE_POSITION, card=_named(turn, leaving), meld=first)
            refused.append(Decision.against(fault))
            continue
        if leaves_due(rules.game.turn, turn, after):
            refused.append(Decision.against(must_place_first(rules, turn)))
            continue
        if not completable(rules.game, after, known.memo):
            refused.append(unfinishable(rules, after))
            continue
        others = [item for item in rest if item[0] != number]
        # The move names places on the table as it is before the first meld. Each meld laid may shift the places of
        # later sources.
        moved = _relocated(turn, leaving, spots)
        following = _sequence(rules, known, after, others, moved, refused)
        if following is not None:
            action = Action(LAY_DOWN, melds=(code,), leaving=(leaving,), points=value)
            return [(action, after), *following]
    return None


def _judge_pairs(rules: Rules, known: Known, codes: Melds) -> Decision:
    """Judge an opening with more pairs than needed; the surplus pairs are laid one by one.

    The pair with the discard that was taken comes first, because the opening has to place that card.
    """
    turn, game = known.turn, rules.game
    first = sorted(codes, key=lambda code: (turn.duties.taken not in code[1:], code))
    first = first[: opening_pairs(game, turn)]
    others = list(codes)
    for code in first:
        others.remove(code)
    value = points_of(game.melds, first)
    after = open_with(game, turn, tuple(first), value, 0, False)
    rest = _judge_sequence(rules, known.in_turn(after), tuple(others), [[] for _ in others])
    opening = Action(LAY_DOWN, melds=tuple(sorted(first)), leaving=((),) * len(first), points=value)
    return Decision((), ((opening, after), *rest.path)) if rest.path else rest


def _wrong_kinds(rules: Rules, turn: Turn, codes: Melds) -> Iterator[Violation]:
    """Yield a violation if the melds include a pair, or a meld other than a pair, that the player must not lay."""
    # OKO-LAY-02, OKO-LAY-03: a player who opened with pairs may lay only pairs, and others may lay pairs only if
    # somebody has opened with pairs.
    for code in codes:
        if not turn.may_lay_kind(rules.game.turn, code):
            yield rules.fault(
                Reason.PAIR_BY_OTHERS if is_pair(code) else Reason.MELD_AFTER_PAIRS, player=turn.player
            )
            return


def _too_many(rules: Rules, turn: Turn, melds: int) -> Violation:
    most = rules.game.turn.melds_a_turn
    return rules.fault(Reason.MELDS_IN_TURN, count=turn.tracked.laid + melds, most=most)


def _not_burnt(rules: Rules, cards: list[int]) -> Iterator[Violation]:
    return (rules.fault(Reason.WILD_NOT_BURNT, card=card) for card in cards_of(cards))


def _named(turn: Turn, taken: Sequence[Taken]) -> tuple[Card, ...]:
    return cards_of(turn.table[place][2][index + 1] for place, index in taken)


def _relocated(turn: Turn, leaving: tuple[Taken, ...], spots: Spots) -> Spots:
    """Return the new places of cards on the table after the cards in `leaving` have left their melds."""
    gone: dict[int, set[int]] = {}
    for place, index in leaving:
        gone.setdefault(place, set()).add(index)
    new: dict[Spot, Spot] = {}
    number_of_split = next_id(turn.table)
    for place, (number, _, code) in enumerate(turn.table):
        if place not in gone:
            continue
        # A card that leaves the middle of a run splits the run: the lowest piece keeps the id, and the others get new
        # ids.
        piece, offset, started = number, 0, False
        for index in range(len(code) - 1):
            if index in gone[place]:
                # A group has no middle, so its remaining cards form one meld.
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


def _against_opening(rules: Rules, known: Known, codes: Melds, wrong: list[Violation]) -> Decision:
    """Refuse valid melds as an opening, for the reasons found here and those already in `wrong`."""
    turn, game = known.turn, rules.game
    value = points_of(game.melds, codes)
    faults, missing, judged = opening_faults(game, turn, codes, value)
    # R51-OPEN-06: an opening may be short of points if lay-offs can make them up. It then fails only if the turn cannot
    # be completed.
    only_unfinished = not wrong and not (faults and refused(game, faults))
    if faults & NOT_BURNT:
        # D-48: `judged` omits the meld with a recovered wild card, since the opening has to be valid without that meld.
        wrong.extend(_not_burnt(rules, unburnt_in(game, turn, codes) or unburnt_in(game, turn, judged)))
    if faults & RECOVERED_LEFT:
        wrong.append(must_place_first(rules, turn))
    counted = points_of(game.melds, judged)
    spare = holds_taken_again(game, turn, codes)
    taken, highest = turn.duties.taken, turn.tracked.highest
    situation = Situation(taken, highest, turn.is_first(), spare, turn.terms.contract, turn)
    wrong.extend(opening_violations(rules.variant, faults, judged, counted, situation))
    if faults & WITH_RECOVERED:
        wrong.append(rules.fault(Reason.OPENING_WITH_RECOVERED))
    if faults & TOO_MANY:
        wrong.append(_too_many(rules, turn, len(codes)))
    if faults & TAKEN_LEFT:
        if turn.taken_is_next(game.turn):
            wrong.append(must_place_first(rules, turn))
        else:
            wrong.append(rules.fault(Reason.DUTY_TAKEN_IN_OPENING, card=Card.from_id(turn.duties.taken)))
    if not only_unfinished:
        return Decision.against(*wrong)
    return unfinishable(rules, open_with(game, turn, codes, value, missing, faults != 0), *wrong)
