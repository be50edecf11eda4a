"""The actions at the table that can help to meet an open duty.

Left out are only melds of the hand without a card that is owed, where nothing but that card has to be placed: such a
meld prepares nothing, as its cards can do in hand whatever they could do on the table.  That holds while a meld may be
laid in the shape that it can grow into, no card has to be burnt, and any natural card may be the last one, discarded.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cards.codes import NATURALS
from ...rules import ENDS_FREE, RECOVER_PLACE, SHARE_FREE, USE_MELD
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
    """Such actions, the direct ones first; None before the takes, which lead far."""
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
    owed = {*turn.due, turn.taken} if turn.taken_due else set(turn.due)
    if turn.taken_due:
        yield from lay_off_steps(game, turn, turn.taken)
    if rules.recovered == RECOVER_PLACE:
        for wild in dict.fromkeys(turn.due):
            yield from lay_off_steps(game, turn, wild)
    owing_only = _owing_only(game, turn)
    for action, after in meld_steps(game, turn):
        if not (owing_only and owed.isdisjoint(action.melds[0][1:])):
            yield action, after
    for action, after in lay_off_steps(game, turn):
        if not turn.taken_due or action.card != turn.taken:
            yield action, after
    yield from swap_steps(game, turn)
    if rules.take:
        yield None
        yield from take_steps(game, turn)


def _owing_only(game: Game, turn: Turn) -> bool:
    """Whether melds of the hand are of use only with a card that is owed."""
    rules = game.melds
    return (
        rules.ends == ENDS_FREE
        and (rules.share_always or rules.share == SHARE_FREE)
        and not rules.burnt
        and (not turn.taken_due or bool(game.turn.uses & USE_MELD))
        and not turn.go_out
        and turn.missing == 0
        and all(game.turn.finish_by_discard[:NATURALS])
    )
