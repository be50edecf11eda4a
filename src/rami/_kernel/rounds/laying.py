"""Are new melds legal?  The short answer; why they are not is the engine's question."""

from __future__ import annotations

from ..cards.codes import JOKER
from ..cards.hands import remove_all
from ..melds.finder import Taken
from ..melds.meld import Melds, faults, points_of
from ..turns.completion.question import completable, may_follow
from ..turns.first_lay_downs import opening_faults, refused
from ..turns.melding import melded
from ..turns.successors import open_with
from ..turns.turn import Game, Turn
from .state import Known


def turn_after_laying(game: Game, known: Known, melds: Melds, leaving: tuple[Taken, ...]) -> Turn | None:
    """The turn after an opening, or after one new meld of an opened player; None if it is not legal."""
    for code in melds:
        if max(code[1:]) > JOKER or faults(game.melds, code):
            return None
    if not known.turn.opened:
        return None if leaving else _opened(game, known, melds)
    after = melded(game, known.turn, melds[0], leaving) if len(melds) == 1 else None
    return after if after is not None and completable(game, after, known.memo) else None


def _opened(game: Game, known: Known, melds: Melds) -> Turn | None:
    turn, worth = known.turn, points_of(game.melds, melds)
    if not melds or remove_all(turn.hand, [card for code in melds for card in code[1:]]) is None:
        return None
    wrong, missing, _ = opening_faults(game, turn, melds, worth)
    if wrong and refused(game, wrong):
        return None
    after = open_with(game, turn, melds, worth, missing, wrong != 0)
    return after if may_follow(game, turn, after, known.memo) else None
