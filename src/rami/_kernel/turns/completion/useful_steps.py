"""The actions at the table that might help to meet an open duty, likely ones first."""

from __future__ import annotations

from collections.abc import Iterator

from ...rules import RECOVER_PLACE
from ..actions import Step
from ..first_lay_downs import opening_steps, opening_steps_with
from ..table_steps import (
    lay_off_steps,
    meld_steps,
    placing_steps,
    swap_steps,
    take_steps,
    taken_steps,
)
from ..turn import Game, Turn
from .going_out import too_many_stuck


def useful_steps(game: Game, turn: Turn) -> Iterator[Step | None]:
    """Useful actions, the direct ones first; None before the takes, which are long to explore."""
    rules = game.turn
    if turn.taken_is_next(rules):
        yield from taken_steps(game, turn)
        return
    if turn.next_is_due(rules):
        yield from placing_steps(game, turn)
        return
    if not turn.opened:
        in_opening = turn.taken_due and not rules.any_same_turn and not turn.due
        if in_opening:
            yield from opening_steps_with(game, turn, turn.taken)
        exempt = rules.exempts and not turn.must_stay()
        if not in_opening or (exempt and not too_many_stuck(game, turn)):
            yield from opening_steps(game, turn)
        yield from lay_off_steps(game, turn)
        yield from swap_steps(game, turn)
        return
    if turn.taken_due:
        yield from lay_off_steps(game, turn, turn.taken)
    if rules.recovered == RECOVER_PLACE:
        for wild in dict.fromkeys(turn.due):
            yield from lay_off_steps(game, turn, wild)
    yield from meld_steps(game, turn)
    for action, after in lay_off_steps(game, turn):
        if not turn.taken_due or action.card != turn.taken:
            yield action, after
    yield from swap_steps(game, turn)
    if rules.take:
        yield None
        yield from take_steps(game, turn)
