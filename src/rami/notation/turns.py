"""Turns as one line of text."""

from __future__ import annotations

from rami._cursor import Cursor, readable
from rami._move_text import LONGEST_TURN, read_move
from rami._texts import Part
from rami.moves import Move
from rami.turns import Turn

__all__ = ["parse_turn"]


def parse_turn(text: str) -> Turn:
    """The turn of a text: moves with semicolons between them.

    Parameters:
        text: the moves, of at most `LONGEST_TURN` characters together; no text is a turn without moves.

    Raises:
        InvalidText: as `parse_move`.

    >>> parse_turn("take; off 7♠ > 0; drop K♥").moves[1]
    LayOff(card=Card('7♠'), meld=0, at=None)
    """
    cursor = Cursor(readable(text, Part.TURN, LONGEST_TURN))
    return Turn(()) if cursor.done else Turn(read_moves(cursor))


def read_moves(cursor: Cursor) -> tuple[Move, ...]:
    """Return the moves up to the end of a text."""
    moves = [read_move(cursor)]
    while cursor.accepts(";"):
        moves.append(read_move(cursor))
    cursor.ends(Part.END_OF_MOVE)
    return tuple(moves)
