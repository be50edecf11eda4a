"""Is a lay-down legal?  The short answer; why one is not is the engine's question."""

from __future__ import annotations

from .actions import opening_status, worth_of
from .codes import JOKER
from .completion import completable, may_follow
from .faults import take_faults
from .finder import Taken
from .hands import remove_all
from .melds import faults
from .openings import ILLEGAL, ONLY_OUT, Melds
from .state import Known
from .turn import Game, Turn, lay, open_with


def laid(game: Game, known: Known, melds: Melds, leaving: tuple[Taken, ...]) -> Turn | None:
    """The turn after an opening, or after one new meld of an opened player; None if it is not legal."""
    for code in melds:
        if max(code[1:]) > JOKER or faults(game.melds, code):
            return None
    if not known.turn.opened:
        return None if leaving else _opened(game, known, melds)
    return _laid_one(game, known, melds, leaving) if len(melds) == 1 else None


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
    status, missing = opening_status(game, turn, melds, worth)
    if status == ILLEGAL:
        return None
    after = open_with(game, turn, melds, worth, left, missing, status == ONLY_OUT)
    return after if may_follow(game, turn, after, known.memo) else None


def _laid_one(game: Game, known: Known, melds: Melds, leaving: tuple[Taken, ...]) -> Turn | None:
    turn = known.turn
    code = melds[0]
    if not turn.may_meld(game.turn):
        return None
    if leaving:
        if len(code) - 1 - len(leaving) < game.turn.take_min_hand or len(set(leaving)) < len(leaving):
            return None
        for place in {place for place, _ in leaving}:
            if take_faults(game, turn, place, [index for other, index in leaving if other == place]):
                return None
    after = lay(game, turn, code, leaving)
    if after is None or (turn.next_is_due(game.turn) and len(after.due) >= len(turn.due)):
        return None
    return after if completable(game, after, known.memo) else None
