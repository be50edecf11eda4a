"""Turns as one line: read as they are played, and told with what they brought about."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rami._cursor import Cursor, readable
from rami._drawing import ROOMY, wrapped
from rami._move_text import LONGEST_TURN, read_move
from rami._texts import Part
from rami._values import Value
from rami.events import DiscardTaken, DiscardTouched, Event, PenaltyDrawn, StockDrawn, StockRecycled
from rami.moves import LayDown, Move
from rami.turns import Turn

__all__ = ["TurnText", "move_text", "parse_turn"]


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


def move_text(move: Move, events: Iterable[Event] = ()) -> str:
    """A move with what it brought about.

    Parameters:
        move: what was played.
        events: what happened, as `rami.Round.step` tells it or as a player may see it.

    >>> from rami import Card, DrawStock
    >>> move_text(DrawStock(), [StockDrawn(0, Card("7♠"))])
    'draw 7♠'
    >>> move_text(LayDown(["7♠ 8♠ 9♠", "A♦ A♥ *"], points=57))
    'lay 7♠ 8♠ 9♠ + A♦ A♥ * (57 points)'
    """
    text = str(move)
    if isinstance(move, LayDown) and move.points is not None:
        text += f" ({move.points} points)"
    for event in events:
        if isinstance(event, (StockDrawn, DiscardTaken, DiscardTouched)):
            text += f" {event.card}"
        elif isinstance(event, StockRecycled):
            text = f"new stock of {event.size}; {text}"
        elif isinstance(event, PenaltyDrawn):
            text += f", penalty {' '.join(map(str, event.cards))}"
    return text


@attrs.frozen
class TurnText(Value):
    """The turn of a player, told move by move.

    Parameters:
        number: which turn of the round, from 1.
        player: whose turn it is.
        moves: the moves so far, as texts.

    >>> turn = TurnText(3, 1).then("draw 7♠").then("drop K♥")
    >>> print(*turn.lines(left=13), sep=chr(10))
       3       1    13  draw 7♠; drop K♥
    """

    HEADING = "turn  player  left  moves"
    """The line above turns."""

    number: int
    player: int
    moves: tuple[str, ...] = ()

    def then(self, text: str) -> TurnText:
        """The turn with one more move."""
        return attrs.evolve(self, moves=(*self.moves, text))

    def lines(self, left: int, width: int = ROOMY) -> list[str]:
        """The turn under `HEADING`.

        Parameters:
            left: how many cards the player holds in the end.
            width: how long a line should be at most.
        """
        return wrapped(f"{self.number:4}  {self.player:6}  {left:4}  ", self.moves, "; ", width)
