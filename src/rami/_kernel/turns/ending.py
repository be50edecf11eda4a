"""Can a turn end as it is?"""

from __future__ import annotations

from ..cards import hands
from .faults import discard_faults
from .turn import Game, Turn


def can_end(game: Game, turn: Turn) -> bool:
    """Whether the turn can end now: by a discard, or by an emptied hand."""
    if turn.taken_due or turn.due:
        return False
    if hands.holds_none(turn.hand):
        return game.turn.finish_by_placing and (turn.missing <= 0 or game.turn.out_lifts_points)
    if not hands.holds_one(turn.hand):
        if turn.missing > 0 or turn.go_out:
            return False
        if turn.banned < 0:
            return True
    elif turn.missing > 0 and not game.turn.out_lifts_points:
        return False
    return any(not discard_faults(game, turn, card) for card in hands.faces_of(turn.hand))
