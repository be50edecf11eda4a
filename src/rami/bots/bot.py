"""What every bot can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard, cast

from rami._checks import integer
from rami._kernel.shuffle import SEED_LIMIT
from rami.errors import RamiError, Reason, Violation, reject
from rami.moves import DrawStock, Move
from rami.views import PlayerView

__all__ = ["Bot", "check_bots", "check_breadth", "check_seed", "check_turn", "decision", "is_bot"]


class Bot(Protocol):
    """Anything that chooses a move from what one player knows."""

    def choose(self, view: PlayerView) -> Move:
        """One of the legal moves of the viewer.

        Parameters:
            view: what the player to act knows.

        Raises:
            RamiError: if it is not the viewer's turn.
        """
        ...


def check_turn(view: PlayerView) -> None:
    """Refuse a view whose viewer has nothing to choose.

    Parameters:
        view: what a player, or a spectator, knows.

    Raises:
        RamiError: if it is not the viewer's turn.
    """
    if not view.to_act:
        raise RamiError(*view.explain(DrawStock()))


def is_bot(value: object) -> TypeGuard[Bot]:
    """Whether a value can choose moves; a class of bots cannot, its objects can.

    Parameters:
        value: anything.
    """
    return not isinstance(value, type) and callable(getattr(value, "choose", None))


def check_bots(value: object, count: int) -> tuple[Bot, ...]:
    """So many bots: those of a sequence, or one bot for all.

    Parameters:
        value: what was given for them.
        count: how many are needed.

    Raises:
        RamiError: if it is neither a bot nor a sequence of so many.
    """
    given: object = value
    if is_bot(value):
        return (value,) * count
    bots = tuple(cast("Sequence[object]", value)) if isinstance(value, Sequence) else ()
    chosen = tuple(filter(is_bot, bots))
    if isinstance(value, Sequence) and len(chosen) == len(bots) == count:
        return chosen
    strange = next((each for each in bots if not is_bot(each)), None if bots else given)
    if strange is not None:
        shown = {"field": "bots", "expected": "Bot", "got": type(strange)}
        raise RamiError(Violation(Reason.WRONG_TYPE, None, shown))
    shown = {"field": "bots", "count": len(bots), "expected": count}
    raise RamiError(Violation(Reason.WRONG_COUNT, None, shown))


def check_breadth(value: int, what: str = "breadth") -> int:
    """The value, if it is a number of moves to compare, or another number from 1 on.

    Parameters:
        value: what was given for it.
        what: the name of the parameter.

    Raises:
        RamiError: if it is not an integer from 1 on.
    """
    reject(RamiError, integer(what, value, 1))
    return value


def check_seed(value: int) -> int:
    """The value, if it is a seed.

    Parameters:
        value: what was given for it.

    Raises:
        RamiError: if it is not an integer from 0 to 2**256 - 1.
    """
    if type(value) is int and 0 <= value < SEED_LIMIT:
        return value
    raise RamiError(Violation(Reason.SEED_RANGE))


def decision(view: PlayerView) -> str:
    """What tells one decision of a match from another.

    Parameters:
        view: what the player to act knows.
    """
    context = view.context
    place = f"{view.viewer} {view.turn} {view.phase} {context.number} {context.totals}"
    return f"{place} {view.hand} {len(view.table)} {view.stock_size}"
