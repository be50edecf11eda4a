"""The first lay-down of a player: which sets of melds may open in a turn, listed lazily."""

from __future__ import annotations

from collections.abc import Iterator

from . import contract_search, hands
from .actions import LAY_DOWN, Action, Choice, Step
from .melds import Code, points
from .openings import ILLEGAL, LEGAL, ONLY_OUT, Melds, lay_downs, lay_downs_with
from .relaxed import too_many_stuck
from .turn import Game, Turn, kinds_of, open_with, unburnt_in


def opening_status(game: Game, turn: Turn, melds: Melds, worth: int) -> tuple[int, int]:
    """(LEGAL, ONLY_OUT or ILLEGAL; points still missing) of an opening in this turn."""
    if game.contracts is not None and not game.contracts.met(turn.contract, melds):
        return ILLEGAL, 0
    return _status(game, turn, melds, worth)


def _status(game: Game, turn: Turn, melds: Melds, worth: int) -> tuple[int, int]:
    """The same for melds that are known to fulfil the contract."""
    if unburnt_in(game, turn, melds):
        return ILLEGAL, 0
    if turn.due:
        return _status_without_recovered(game, turn, melds)
    status, missing = _judged(game, turn, melds, worth, keeps_taken(game, turn, melds))
    return _bound_by_taken(game, turn, melds, status), missing


def _judged(game: Game, turn: Turn, melds: Melds, worth: int, spare: bool) -> tuple[int, int]:
    return game.judge.judge(melds, worth, turn.taken, turn.highest, turn.first, spare, turn.contract)


def keeps_taken(game: Game, turn: Turn, melds: Melds) -> bool:
    """Whether a copy of the card taken stays in hand where it may be used after the opening."""
    if not (game.turn.any_same_turn and turn.taken_due):
        return False
    return hands.count(turn.hand, turn.taken) > sum(code[1:].count(turn.taken) for code in melds)


def _bound_by_taken(game: Game, turn: Turn, melds: Melds, status: int) -> int:
    if status == LEGAL and turn.taken_due and not game.turn.any_same_turn and not _holds(melds, turn.taken):
        return ONLY_OUT if game.turn.exempts else ILLEGAL
    return status


def _status_without_recovered(game: Game, turn: Turn, melds: Melds) -> tuple[int, int]:
    """An opening that lays a recovered wild must be valid without the meld that holds it."""
    if game.turn.next_action and not any(_holds(melds, wild) for wild in turn.due):
        return ILLEGAL, 0
    best, best_missing = ILLEGAL, 0
    for index, code in enumerate(melds):
        if not any(wild in code[1:] for wild in turn.due):
            continue
        rest = (*melds[:index], *melds[index + 1 :])
        worth = sum(worth_of(game, other) for other in rest)
        if not rest or unburnt_in(game, turn, rest):
            continue
        status, missing = _judged(game, turn, rest, worth, keeps_taken(game, turn, melds))
        status = _bound_by_taken(game, turn, melds, status)
        if status == LEGAL:
            return LEGAL, missing
        if status == ONLY_OUT:
            best, best_missing = ONLY_OUT, missing
    if best == ILLEGAL and not any(_holds(melds, wild) for wild in turn.due):
        worth = sum(worth_of(game, code) for code in melds)
        status, missing = _judged(game, turn, melds, worth, keeps_taken(game, turn, melds))
        return _bound_by_taken(game, turn, melds, status), missing
    return best, best_missing


def worth_of(game: Game, code: Code) -> int:
    """The worth of a meld in points."""
    return points(game.melds, code)


def _holds(melds: Melds, card: int) -> bool:
    return any(card in code[1:] for code in melds)


def opening_choices(game: Game, turn: Turn) -> Iterator[Choice]:
    """Every opening, each once, in canonical order; without the turn after it where it is clear that it can end.

    So it is where nothing is owed, before and after, and a card stays besides the one that is thrown.
    """
    free = not turn.owes() and turn.banned < 0
    most = hands.size(turn.hand) - 2
    for melds, worth in _openings(game, turn):
        status, missing = _status(game, turn, melds, worth)
        if status == ILLEGAL:
            continue
        action = Action(LAY_DOWN, melds=melds, worth=worth)
        if free and status == LEGAL and not missing and _cards_in(melds) <= most:
            yield action, None
        else:
            yield action, _opened(game, turn, melds, worth, missing, status == ONLY_OUT)


def opening_steps(game: Game, turn: Turn) -> Iterator[Step]:
    """The same, with the turn after each."""
    for action, after in opening_choices(game, turn):
        yield action, opened(game, turn, action) if after is None else after


def opened(game: Game, turn: Turn, action: Action) -> Turn:
    """The turn after an opening that leaves nothing owed."""
    return _opened(game, turn, action.melds, action.worth, 0, False)


def _opened(game: Game, turn: Turn, melds: Melds, worth: int, missing: int, go_out: bool) -> Turn:
    left = hands.remove_all(turn.hand, [card for code in melds for card in code[1:]])
    assert left is not None  # the hand holds the melds
    return open_with(game, turn, melds, worth, left, missing, go_out)


def _cards_in(melds: Melds) -> int:
    """How many cards the melds have."""
    cards = 0
    for code in melds:
        cards += len(code) - 1
    return cards


def _openings(game: Game, turn: Turn) -> Iterator[tuple[Melds, int]]:
    """The sets of melds that may open, before the opening policy and the duties of the turn are asked."""
    judge, kinds = game.judge, kinds_of(game, turn)
    if game.contracts is not None:
        keep = _kept(game)
        return contract_search.lay_downs(game.melds, game.contracts, turn.contract, turn.hand, keep, kinds)
    floor = judge.floor
    if turn.due:
        floor = 0
    elif game.turn.exempts and too_many_stuck(game, turn):
        floor = judge.usual_floor
    return lay_downs(game.melds, turn.hand, floor, judge.clean, kinds, turn.places_to_come(game))


def _kept(game: Game) -> int:
    """How many cards a lay-down has to leave in hand."""
    return 0 if game.turn.finish_by_placing else 1


def _openings_with(game: Game, turn: Turn, card: int) -> Iterator[tuple[Melds, int]]:
    """Such sets that hold a card and need no exemption, to find one quickly."""
    judge, kinds = game.judge, kinds_of(game, turn)
    if game.contracts is None:
        floor, clean = judge.usual_floor, judge.clean
        places = turn.places_to_come(game)
        return lay_downs_with(game.melds, turn.hand, card, floor, clean, kinds, places)
    return contract_search.lay_downs_with(
        game.melds, game.contracts, turn.contract, turn.hand, _kept(game), kinds, card
    )


def opening_steps_with(game: Game, turn: Turn, card: int) -> Iterator[Step]:
    """Openings that hold a card and need no exemption, the dearest first: to find one quickly."""
    for melds, worth in _openings_with(game, turn, card):
        status, missing = _status(game, turn, melds, worth)
        if status == LEGAL:
            after = _opened(game, turn, melds, worth, missing, False)
            yield Action(LAY_DOWN, melds=melds, worth=worth), after
