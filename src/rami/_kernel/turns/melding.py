"""The turn after one new meld of an opened player, if it may be laid; whether the turn can then end is not asked."""

from __future__ import annotations

from ..melds.finder import Taken
from ..melds.meld import Code
from .duties import leaves_due
from .faults import take_faults
from .successors import lay
from .turn import Game, Turn


def melded(game: Game, turn: Turn, code: Code, leaving: tuple[Taken, ...]) -> Turn | None:
    """The turn after a valid meld, with the table cards that leave for it; None if that is not legal."""
    rules = game.turn
    if not turn.may_meld(rules) or not turn.may_lay_kind(rules, code):
        return None
    if leaving:
        if len(code) - 1 - len(leaving) < rules.take_min_hand or len(set(leaving)) < len(leaving):
            return None
        for place in {place for place, _ in leaving}:
            if take_faults(game, turn, place, [index for other, index in leaving if other == place]):
                return None
    after = lay(game, turn, code, leaving)
    return None if after is None or leaves_due(rules, turn, after) else after
