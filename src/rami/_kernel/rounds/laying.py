"""Is an action at the table legal?  The short answer; why one is not is the engine's question."""

from __future__ import annotations

from typing import Final

from ..cards.codes import JOKER
from ..cards.hands import count, remove_all
from ..melds.finder import Taken
from ..melds.meld import Melds, faults, is_run
from ..rules import RECOVER_NEVER, RECOVER_PLACE
from ..turns.actions import LAY_OFF, SWAP_WILD, Action, Step
from ..turns.completion.question import completable, may_follow
from ..turns.faults import lay_off_faults, swap_faults, wild_choices
from ..turns.first_lay_downs import opening_faults, refused, worth_of
from ..turns.melding import melded
from ..turns.successors import fitting_ends, lay_off, open_with, swap
from ..turns.table_steps import leads
from ..turns.turn import NO_CARD, Game, Turn
from .state import Known

NOT_NAMED: Final = -1


def laid(game: Game, known: Known, melds: Melds, leaving: tuple[Taken, ...]) -> Turn | None:
    """The turn after an opening, or after one new meld of an opened player; None if it is not legal."""
    for code in melds:
        if max(code[1:]) > JOKER or faults(game.melds, code):
            return None
    if not known.turn.opened:
        return None if leaving else _opened(game, known, melds)
    after = melded(game, known.turn, melds[0], leaving) if len(melds) == 1 else None
    return after if after is not None and completable(game, after, known.memo) else None


def _opened(game: Game, known: Known, melds: Melds) -> Turn | None:
    turn = known.turn
    cards: list[int] = []
    worth = 0
    for code in melds:
        cards.extend(code[1:])
        worth += worth_of(game, code)
    left = remove_all(turn.hand, cards)
    if not melds or left is None:
        return None
    wrong, missing, _ = opening_faults(game, turn, melds, worth)
    if wrong and refused(game, wrong):
        return None
    after = open_with(game, turn, melds, worth, left, missing, wrong != 0)
    return after if may_follow(game, turn, after, known.memo) else None


def laid_off(game: Game, known: Known, card: int, number: int, end: int) -> Step | None:
    """The lay-off on the meld with that id, and the turn after it; None if it is not legal.

    `end` is NOT_NAMED or the end of a run that the player names.
    """
    turn = known.turn
    place = turn.place_of(number)
    if place < 0 or not count(turn.hand, card):
        return None
    if turn.next_is_due(game.turn) and (game.turn.recovered != RECOVER_PLACE or card not in turn.due):
        return None
    ends = fitting_ends(game, turn, card, place)
    if end != NOT_NAMED and is_run(turn.table[place][2]):
        ends = [end] if end in ends else []
    if len(ends) != 1 or lay_off_faults(game, turn, card, place):
        return None
    after = lay_off(game, turn, card, place, ends[0])
    if after is None:
        return None
    action = Action(LAY_OFF, card, place, ends[0])
    if after.taken_is_next(game.turn) and not leads(game, after, action):
        return None
    return (action, after) if completable(game, after, known.memo) else None


def recovered(game: Game, known: Known, card: int, other: int, number: int, at: int) -> Step | None:
    """The recovery of a wild of the meld with that id, and the turn after it; None if it is not legal.

    `other` is NO_CARD or a second card that replaces the wild, `at` NOT_NAMED or the index of the wild.
    """
    turn = known.turn
    place = turn.place_of(number)
    if place < 0 or not count(turn.hand, card) or (other != NO_CARD and not count(turn.hand, other)):
        return None
    if turn.next_is_due(game.turn) or game.turn.recovered == RECOVER_NEVER:
        return None
    index = at
    if at == NOT_NAMED:
        choices = wild_choices(game, turn, place, card, other)
        if len(choices) != 1:
            return None
        index = choices[0]
    elif swap_faults(game, turn, place, index, card, other):
        return None
    after = swap(game, turn, place, index, card, other)
    if after.taken_is_next(game.turn) or not completable(game, after, known.memo):
        return None
    return Action(SWAP_WILD, card, place, index, other=other), after
