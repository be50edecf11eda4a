"""A turn as one line: what the player did, move by move."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rami.events import DiscardTaken, DiscardTouched, Event, PenaltyDrawn, StockDrawn, StockRecycled
from rami.moves import LayDown, Move
from rami.notation.tables import ROOMY, wrapped

__all__ = ["TurnText", "move_text"]


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
class TurnText:
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
