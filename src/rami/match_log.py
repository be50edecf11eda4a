"""The log of a match: each move with its player, and the announcement of the last round."""

from __future__ import annotations

import attrs

from rami._values import Value
from rami.moves import Move

__all__ = ["LastRound", "LoggedMove"]


@attrs.frozen
class LoggedMove(Value):
    """A move of a match, and who made it.

    Parameters:
        player: the seat.
        move: the move.
    """

    player: int
    move: Move

    def __str__(self) -> str:
        return f"player {self.player}: {self.move}"


@attrs.frozen
class LastRound(Value):
    """The point at which a round was announced as the last of a match.

    Parameters:
        round: the number of the round in the log, from 1.
        after: how many of its moves had been played.
        player: the player who announced it; None for the whole table.
    """

    round: int
    after: int
    player: int | None = None

    def __str__(self) -> str:
        return "last" if self.player is None else f"last {self.player}"
