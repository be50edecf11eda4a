"""Decide whether a turn can still be completed, first by quick tests, then by a search.

An action is legal if the turn after it can be completed (`may_follow`). `turn_after_laying` checks new melds that a
player names; it only accepts or refuses them, and the public layer explains refusals.
"""

from __future__ import annotations

from ...cards import hands
from ...cards.codes import JOKER
from ...melds.finder import Taken
from ...melds.meld import Melds, faults, points_of
from ..faults import can_end, melded
from ..first_lay_downs import opening_faults, refused
from ..knocking import can_show
from ..successors import open_with
from ..table_steps import taken_steps
from ..turn import Game, Turn
from .memo import Memo
from .plans import completes
from .runs import remember
from .search import completes_by_search, ends_round, may_end_round


def may_follow(game: Game, before: Turn, after: Turn, memo: Memo) -> bool:
    """Return whether an action is legal, that is, whether the turn `after` it can still be completed."""
    # With the last contract the round ends, so nothing is left to complete.
    if ends_round(game, before, after):
        return may_end_round(game, after)
    return completable(game, after, memo)


def completable(game: Game, turn: Turn, memo: Memo) -> bool:
    """Return whether some sequence of legal actions ends the turn."""
    if can_end(game, turn):
        return True
    if game.knock is not None:
        return can_show(game, turn)
    if hands.holds_none(turn.hand):
        return False
    if turn.taken_is_next(game.turn):
        # Try only actions that place the card: usually the turn can end after one of them, and a large hand has many
        # other melds.
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
    """Return whether a plan that completed another turn also completes this turn."""
    if not turn.opened or turn.duties.go_out:
        return False
    return any(completes(game, turn, plan) for plan in memo.plans)


def turn_after_laying(
    game: Game, turn: Turn, memo: Memo, melds: Melds, leaving: tuple[Taken, ...]
) -> Turn | None:
    """Return the turn after an opening, or after a new meld of a player who has opened; None if it is illegal."""
    for code in melds:
        if max(code[1:]) > JOKER or faults(game.melds, code):
            return None
    if not turn.opened:
        return None if leaving else _opened(game, turn, memo, melds)
    after = melded(game, turn, melds[0], leaving) if len(melds) == 1 else None
    return after if after is not None and completable(game, after, memo) else None


def _opened(game: Game, turn: Turn, memo: Memo, melds: Melds) -> Turn | None:
    points = points_of(game.melds, melds)
    if not melds or hands.remove_all(turn.hand, [card for code in melds for card in code[1:]]) is None:
        return None
    wrong, missing, _ = opening_faults(game, turn, melds, points)
    if wrong and refused(game, wrong):
        return None
    after = open_with(game, turn, melds, points, missing, wrong != 0)
    return after if may_follow(game, turn, after, memo) else None
