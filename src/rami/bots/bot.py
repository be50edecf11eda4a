"""What every bot can do."""

from __future__ import annotations

from typing import Protocol

from rami._kernel.shuffle import SEED_LIMIT
from rami.errors import RamiError, Reason, Violation
from rami.moves import DrawStock, Move
from rami.views import PlayerView

__all__ = ["Bot", "check_breadth", "check_seed", "check_turn", "decision"]


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


def check_breadth(value: int) -> int:
    """The value, if it is a number of moves to compare.

    Parameters:
        value: what was given for it.

    Raises:
        RamiError: if it is not an integer from 1 on.
    """
    if type(value) is int and value >= 1:
        return value
    shown = {"what": "breadth", "expected": "an integer, 1 or more", "got": repr(value)}
    raise RamiError(Violation(Reason.WRONG_TYPE, None, shown))


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
