"""What every bot can do."""

from __future__ import annotations

from typing import Protocol

from rami.errors import RamiError
from rami.moves import DrawStock, Move
from rami.views import PlayerView

__all__ = ["Bot", "check_turn"]


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
