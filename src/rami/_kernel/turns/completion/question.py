"""Can this turn still be completed?  Exact, and asked only where a duty makes it a question."""

from __future__ import annotations

from ...cards import hands
from ..ending import can_end
from ..knocking import can_show
from ..table_steps import taken_steps
from ..turn import Game, Turn
from .memo import Memo
from .plans import completes
from .runs import remember
from .search import completes_by_search, ends_round, may_end_round


def may_follow(game: Game, before: Turn, after: Turn, memo: Memo) -> bool:
    """Whether an action that leads from one turn to the other is allowed: the turn can still be completed."""
    if ends_round(game, before, after):
        return may_end_round(game, after)
    return completable(game, after, memo)


def completable(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether some sequence of legal actions ends the turn."""
    if can_end(game, turn):
        return True
    if game.knock is not None:
        return can_show(game, turn)
    if hands.holds_none(turn.hand):
        return False
    if turn.taken_is_next(game.turn):
        # mostly any placement of the card will do, and a large hand has many melds besides
        placed = False
        for _, after in taken_steps(game, turn):
            if can_end(game, after):
                return True
            placed = True
        if not placed:
            return False
    key = turn.key(game)
    known = memo.answers.get(key)
    if known is None:
        known = _by_plans(game, turn, memo) or completes_by_search(game, turn, memo)
        remember(memo.answers, key, known)
    return known


def _by_plans(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether a plan that completed another turn completes this one."""
    return turn.opened and not turn.go_out and any(completes(game, turn, plan) for plan in memo.plans)
