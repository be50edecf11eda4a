"""Can a turn end as it is?"""

from __future__ import annotations

from ..cards import hands
from .faults import discard_faults
from .turn import Game, Turn


def can_end(game: Game, turn: Turn) -> bool:
    """Whether the turn can end now: by a discard, or by an emptied hand."""
    if turn.taken_due or turn.due:
        return False
    rules = game.turn
    if hands.holds_none(turn.hand):
        may_finish = rules.finish_by_placing and not turn.must_stay()
        return may_finish and (turn.missing <= 0 or turn.lifts_points(rules))
    if hands.holds_one(turn.hand):
        return not discard_faults(game, turn, hands.faces_of(turn.hand)[0])
    if turn.missing > 0 or turn.go_out:
        return False
    # a card that fits the table is kept back only where another one may go
    return turn.banned < 0 or bool(hands.faces_mask(turn.hand) & ~hands.FACE[turn.banned])
