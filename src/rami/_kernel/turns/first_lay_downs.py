"""Lazily list the combinations of melds with which a player may open in a given turn.

`openings` deals only with hands and points. This module adds the facts of the turn: a card just taken has to be in one
of the melds, a recovered wild counts only in a meld that the opening does not need, and a player who goes out in the
same turn may need no points. So a combination of melds has *faults* (bits of `openings.judge`), and a number of points
that lay-offs must still add. 9♠ 10♠ J♠ and 7♣ 7♦ 7♥ have 50 points, one short of the 51 that Classic 51 requires: the
fault is POINTS, and `refused` checks whether going out in this turn would excuse it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from ..arranging.pairs import sets_of_pairs, sets_with
from ..budget import Meter
from ..cards import hands
from ..melds.meld import Melds, is_pair, points, points_of
from ..openings import contract_lay_downs
from ..openings.contracts import distance as contract_distance
from ..openings.judge import (
    EMPTY,
    ESCALATES,
    NOT_BURNT,
    PICKUP,
    POINTS,
    RECOVERED_LEFT,
    TAKEN_LEFT,
    TOO_MANY,
    UNCLEAN,
    UNLAID,
    WITH_RECOVERED,
    pairs_due,
)
from ..openings.openings import REFUSED_A_STEP, lay_downs, lay_downs_with
from .actions import LAY_DOWN, Action, Choice, Step
from .completion.going_out import GoingOut, screen, too_many_stuck
from .successors import open_with, unburnt_in
from .turn import NO_CARD, Game, Turn, supply_now, supply_of

# The maximum number of combinations of melds to examine in the search for the one closest to an opening.
TRIED: Final = 300

# The faults of an opening as bits, the points that lay-offs must still add, and the melds that were judged: all of
# them, or all except the meld that contains a recovered wild.
Judged = tuple[int, int, Melds]


def opening_faults(game: Game, turn: Turn, melds: Melds, value: int) -> Judged:
    """Return the faults that valid melds would have as the opening of this turn."""
    faults, missing, tried = _faults(game, turn, melds, value)
    return faults | contract_breaches(game, turn, melds), missing, tried


def contract_breaches(game: Game, turn: Turn, melds: Melds) -> int:
    """Return the faults that keep melds from fulfilling the current contract, if there is one."""
    contracts = game.contracts
    if contracts is None:
        return 0
    left = hands.size(turn.hand) - _cards_in(melds)
    unlaid = contracts.lay_down_all and left not in leftovers(game)
    return contracts.faults(turn.terms.contract, melds) | (UNLAID if unlaid and left >= 0 and melds else 0)


def refused(game: Game, faults: int) -> bool:
    """Return whether these faults forbid an opening even if the player goes out this turn."""
    if faults & TAKEN_LEFT and game.turn.taken_next:
        return True
    if faults == TAKEN_LEFT:
        return not game.turn.exempts
    return faults & ~(game.judge.lifted | TAKEN_LEFT | WITH_RECOVERED) != 0


def _faults(game: Game, turn: Turn, melds: Melds, value: int) -> Judged:
    """Return the faults of melds already known to fulfil the contract."""
    also = NOT_BURNT if game.melds.burnt and unburnt_in(game, turn, melds) else 0
    if turn.duties.taken_due and not game.turn.any_same_turn and not _holds(melds, turn.duties.taken):
        also |= TAKEN_LEFT
    if not turn.may_lay(game.turn, len(melds)):
        also |= TOO_MANY
    spare = holds_taken_again(game, turn, melds)
    if turn.duties.due:
        faults, missing, tried = _with_recovered(game, turn, melds, value, spare)
        return faults | also, missing, tried
    faults, missing = judged(game, turn, melds, value, spare)
    return faults | also, missing, melds


def judged(game: Game, turn: Turn, melds: Melds, value: int, spare: bool = False) -> tuple[int, int]:
    """Return the faults under the opening rules alone, and the points that lay-offs must still add."""
    taken, highest, contract = turn.duties.taken, turn.tracked.highest, turn.terms.contract
    faults, missing, missing_if_out = game.judge.judge(
        melds, value, taken, highest, turn.is_first(), spare, contract, turn
    )
    return faults, missing_if_out if faults else missing


def holds_taken_again(game: Game, turn: Turn, melds: Melds) -> bool:
    """Return whether another copy of the card taken remains in hand, for use after the opening."""
    if not (game.turn.any_same_turn and turn.duties.taken_due):
        return False
    return hands.count(turn.hand, turn.duties.taken) > sum(
        code[1:].count(turn.duties.taken) for code in melds
    )


def _with_recovered(game: Game, turn: Turn, melds: Melds, value: int, spare: bool) -> Judged:
    """Judge an opening that lays a recovered wild; the melds without that wild must be an opening by themselves."""
    best: Judged | None = None
    for index, code in enumerate(melds):
        if not any(wild in code[1:] for wild in turn.duties.due):
            continue
        rest = (*melds[:index], *melds[index + 1 :])
        if not rest:
            best = WITH_RECOVERED | EMPTY, 0, rest
            continue
        faults, missing = judged(game, turn, rest, value - points(game.melds, code), spare)
        if game.melds.burnt and unburnt_in(game, turn, rest):
            faults |= NOT_BURNT
        if not faults:
            return 0, missing, rest
        if best is None or not refused(game, faults):
            best = faults | WITH_RECOVERED, missing, rest
    if best is not None:
        return best
    faults, missing = judged(game, turn, melds, value, spare)
    return faults | RECOVERED_LEFT if game.turn.next_action else faults, missing, melds


def _holds(melds: Melds, card: int) -> bool:
    return any(card in code[1:] for code in melds)


def opening_choices(game: Game, turn: Turn, screened: GoingOut | None = None) -> Iterator[Choice]:
    """Yield every opening in canonical order, with the turn after it, or with None if that turn can clearly end.

    The turn can clearly end if the opening leaves no duty and a card remains after the discard, or if the player can go
    out in a known way.
    """
    duties = turn.duties
    # An opening without faults contains the card taken, unless the card may be placed later in the same turn.
    free = not (duties.due or duties.go_out or duties.missing > 0)
    free = free and not (duties.taken_due and game.turn.any_same_turn)
    most = hands.size(turn.hand) - 2
    if duties.banned >= 0:
        most -= hands.count(turn.hand, duties.banned)
    meter = Meter(REFUSED_A_STEP)
    # A player who opens with a fault has to go out. Most such openings leave cards without a place, so filter them
    # out.
    screened = screened or screen(game, turn)
    for melds, value in _openings(game, turn, screened):
        faults, missing, _ = _faults(game, turn, melds, value)
        if faults and (refused(game, faults) or _sticks(game, turn, melds, screened)):
            meter.count()
            continue
        action = Action(LAY_DOWN, melds=melds, points=value, out=faults != 0)
        if missing:
            clear = False
        elif faults:
            clear = screened is not None and screened.leads_out(melds)
        else:
            clear = free and _cards_in(melds) <= most
        yield action, None if clear else open_with(game, turn, melds, value, missing, faults != 0)


def _sticks(game: Game, turn: Turn, melds: Melds, screened: GoingOut | None) -> bool:
    """Return whether a quick test proves that the player cannot go out after laying these melds."""
    if game.turn.pairs and is_pair(melds[0]):
        # After an opening with pairs the player may lay more pairs, so the test of the hand before it proves nothing.
        return False
    if out_of_reach(game, turn):
        return True
    return screened is not None and screened.sticks(melds)


def out_of_reach(game: Game, turn: Turn) -> bool:
    """Return whether going out would excuse a faulty opening without pairs, but is impossible in this turn."""
    return game.turn.exempts and (turn.must_stay() or too_many_stuck(game, turn))


def opening_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Yield every opening with the turn after it."""
    for action, after in opening_choices(game, turn):
        yield action, opened(game, turn, action) if after is None else after


def opened(game: Game, turn: Turn, action: Action) -> Turn:
    """Return the turn after an opening that lacks no points."""
    return open_with(game, turn, action.melds, action.points, 0, action.out)


def _cards_in(melds: Melds) -> int:
    """Return the number of cards in the melds."""
    cards = 0
    for code in melds:
        cards += len(code) - 1
    return cards


def _openings(game: Game, turn: Turn, screened: GoingOut | None) -> Iterator[tuple[Melds, int]]:
    """Yield the combinations of melds that could open; the opening policy and the duties have yet to be checked."""
    found = _openings_in_melds(game, turn, screened)
    if not game.turn.pairs:
        return found
    return chain(found, valued(game, sets_of_pairs(turn.hand, opening_pairs(game, turn))))


def opening_pairs(game: Game, turn: Turn) -> int:
    """Return the number of pairs needed to open in this turn."""
    return pairs_due(game.turn.pairs, game.turn.track_highest, turn.tracked.highest)


def valued(game: Game, sets: Iterator[Melds]) -> Iterator[tuple[Melds, int]]:
    """Yield each combination of melds with its points."""
    for melds in sets:
        yield melds, points_of(game.melds, melds)


def _openings_in_melds(game: Game, turn: Turn, screened: GoingOut | None) -> Iterator[tuple[Melds, int]]:
    """Yield the openings without pairs."""
    judge = game.judge
    if game.turn.one_by_one:
        return _single_melds(game, turn)
    if game.contracts is not None:
        supply, number = supply_of(game, turn), turn.terms.contract
        return contract_lay_downs.lay_downs(supply, game.contracts, number, leftovers(game))
    floor = judge.floor
    if turn.duties.due:
        floor = 0
    elif out_of_reach(game, turn):
        floor = judge.usual_floor
    elif screened is not None and judge.usual_floor > 0:
        # With fewer points the player has to go out.
        due = turn.duties.taken if turn.duties.taken_due and not game.turn.any_same_turn else NO_CARD
        return lay_downs(supply_of(game, turn), judge.usual_floor, judge.clean, due, screened.sticks)
    return lay_downs(supply_of(game, turn), floor, judge.clean, _needed_card(game, turn))


def _needed_card(game: Game, turn: Turn) -> int:
    """Return the card taken if every opening without pairs has to contain it; NO_CARD otherwise."""
    duties, rules = turn.duties, game.turn
    if not duties.taken_due or duties.due or rules.any_same_turn:
        return NO_CARD
    needed = rules.taken_next or not rules.exempts or out_of_reach(game, turn)
    return duties.taken if needed else NO_CARD


def _single_melds(game: Game, turn: Turn) -> Iterator[tuple[Melds, int]]:
    """Yield the melds of the hand, each as a combination of one."""
    for code in supply_now(game, turn).melds():
        yield (code,), points(game.melds, code)


def leftovers(game: Game) -> tuple[int, ...]:
    """Return the numbers of cards, ascending, that may remain in hand if a lay-down must take all others."""
    rules = game.turn
    if not rules.finish_by_placing:
        return (1,)
    return (0, 1) if rules.last_discards else (0,)


def _openings_with(game: Game, turn: Turn, card: int) -> Iterator[tuple[Melds, int]]:
    """Yield openings that contain a card and do not depend on going out, in any order; the first is found quickly."""
    if game.turn.one_by_one:
        return (each for each in _single_melds(game, turn) if card in each[0][0][1:])
    supply = supply_of(game, turn)
    if game.contracts is None:
        found = lay_downs_with(supply, card, game.judge.usual_floor, game.judge.clean)
        if game.turn.pairs:
            return chain(valued(game, sets_with(turn.hand, opening_pairs(game, turn), card)), found)
        return found
    return contract_lay_downs.lay_downs(supply, game.contracts, turn.terms.contract, leftovers(game), card)


def opening_steps_with(game: Game, turn: Turn, card: int) -> Iterator[Step]:
    """Yield openings that contain a card and do not depend on going out; high-scoring melds come first."""
    meter = Meter(REFUSED_A_STEP)
    for melds, value in _openings_with(game, turn, card):
        faults, missing, _ = _faults(game, turn, melds, value)
        if faults:
            meter.count()
            continue
        after = open_with(game, turn, melds, value, missing, False)
        yield Action(LAY_DOWN, melds=melds, points=value), after


def nearest_opening(game: Game, turn: Turn, card: int) -> Melds | None:
    """Return melds that contain a card and come closest to an opening; those that lack only points come first.

    At most a few hundred combinations are examined, beginning with high-scoring melds.
    """
    best: Melds | None = None
    least = (1 << 30, 0, 0)
    sets = lay_downs_with(supply_of(game, turn), card, 0, None)
    if game.turn.one_by_one:
        sets = _openings_with(game, turn, card)
    for melds, value in islice(sets, TRIED):
        faults = opening_faults(game, turn, melds, value)[0]
        lacks = _lacks(game, turn, melds, faults, value)
        if lacks < least:
            best, least = melds, lacks
    return best


def _lacks(game: Game, turn: Turn, melds: Melds, faults: int, value: int) -> tuple[int, int, int]:
    """Return how far melds are from an opening, as a sort key: kind of fault, missing melds of a contract, points."""
    kind = 2 + faults.bit_count()
    if faults & ~(POINTS | PICKUP | ESCALATES) == 0:
        kind = 1 if faults else 0
    elif faults == UNCLEAN:
        kind = 2
    far = 0
    if game.contracts is not None:
        far = contract_distance(game.contracts.due[turn.terms.contract - 1], melds, game.contracts.exact)
    return kind, far, -value
