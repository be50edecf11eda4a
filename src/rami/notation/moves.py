"""Turns read from their compact text; the moves in them are those of `rami.moves`."""

from __future__ import annotations

from rami._cursor import Cursor, readable
from rami._move_text import LONGEST_TURN, parse_move, read_move
from rami.moves import Move
from rami.turns import Turn

__all__ = ["LONGEST_TURN", "parse_move", "parse_turn"]


def parse_turn(text: str) -> Turn:
    """Return the turn of a text: moves with semicolons between them.

    Parameters:
        text: the moves, of at most `LONGEST_TURN` characters together; no text is a turn without moves.

    Raises:
        InvalidText: as `parse_move`.

    >>> parse_turn("take; off 7♠ > 0; drop K♥").moves[1]
    LayOff(card=Card('7♠'), meld=0, at=None)
    """
    cursor = Cursor(readable(text, "turn", LONGEST_TURN))
    return Turn(()) if cursor.done else Turn(read_moves(cursor))


def read_moves(cursor: Cursor) -> tuple[Move, ...]:
    """Return the moves up to the end of a text.

    Parameters:
        cursor: where the first one begins.

    Raises:
        InvalidText: there is something else.
    """
    moves = [read_move(cursor)]
    while cursor.accepts(";"):
        moves.append(read_move(cursor))
    cursor.ends("end_of_move")
    return tuple(moves)
