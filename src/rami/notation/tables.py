"""Hands and the melds on the table, in lines of a given width whose parts are kept whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rami._drawing import ROOMY, wrapped
from rami.cards import Cards
from rami.setup import TableMeld

__all__ = ["hands_text", "table_text", "wrapped"]


def hands_text(hands: Sequence[Cards], seats: Iterable[int], player: str = "player") -> list[str]:
    """The hands of the given seats, a line for each.

    Parameters:
        hands: the hands by seat.
        seats: the seats to show.
        player: the word in front of a seat.

    >>> hands_text([Cards("7♠ 8♠"), Cards("K♥ *")], [0, 1])
    ['player 0  7♠ 8♠', 'player 1  K♥ *']
    """
    return [f"{player} {seat}  {hands[seat]}".rstrip() for seat in seats]


def table_text(table: Iterable[TableMeld], head: str = "", width: int = ROOMY) -> list[str]:
    """The melds on the table behind their ids, by which moves call them.

    Parameters:
        table: the melds.
        head: how the first line begins; the others are indented by its length.
        width: how long a line should be at most.

    >>> table_text([TableMeld(0, 2, "7♠ 8♠ 9♠"), TableMeld(3, 1, "A♦ A♥ *")], "table ")
    ['table [0] 7♠ 8♠ 9♠  [3] A♦ A♥ *']
    """
    return wrapped(head, [f"[{laid.id}] {laid}" for laid in table], "  ", width)
