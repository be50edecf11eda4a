"""The duties of a turn: a discard taken has to be placed, and so has a wild recovered, perhaps by the next action.

A recovered joker has to be laid in a new meld; where the rules let it, it may be laid off as well (`RECOVER_PLACE`).
What placing settles is said here; that points are missing, or that the player has to go out, is in the turn.
"""

from __future__ import annotations

from ..rules import RECOVER_PLACE, USE_LAYOFF, USE_MELD, TurnRules
from .turn import Turn


def duties_after(
    rules: TurnRules, turn: Turn, placed: tuple[int, ...], use: int, opening: bool
) -> tuple[bool, tuple[int, ...]]:
    """(taken card still owed, recovered wilds still owed) once hand cards are placed."""
    if not turn.taken_due and not turn.due:
        return False, ()
    owed = list(turn.due)
    taken_due = turn.taken_due
    counts = opening or ((turn.opened or rules.taken_next) and (rules.uses & use) != 0)
    for_due = use == USE_MELD or (use == USE_LAYOFF and rules.recovered == RECOVER_PLACE)
    taken_first = taken_due and rules.recovered == RECOVER_PLACE and not rules.uses & USE_LAYOFF
    for card in placed:
        settles_taken = taken_due and counts and card == turn.taken
        if settles_taken and (taken_first or not (for_due and card in owed)):
            taken_due = False
        elif for_due and card in owed:
            owed.remove(card)
    return taken_due, tuple(owed)


def leaves_due(rules: TurnRules, turn: Turn, after: Turn) -> bool:
    """Whether an action leaves a duty that it had to settle: those of the very next action."""
    wild_stays = turn.next_is_due(rules) and len(after.due) >= len(turn.due)
    return wild_stays or after.taken_is_next(rules)
