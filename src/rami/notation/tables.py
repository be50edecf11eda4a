"""Hands and the melds on the table, in lines of a given width whose parts are kept whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rami.cards import Cards
from rami.setup import TableMeld

__all__ = ["ROOMY", "hands_text", "table_text", "wrapped"]

ROOMY = 100
"""The usual width of a line, in characters."""


def wrapped(head: str, parts: Iterable[str], separator: str = " ", width: int = ROOMY) -> list[str]:
    """Return the parts after a head, with further lines indented by its length.

    Parameters:
        head: how the first line begins.
        parts: what follows; a part is kept whole, so a long one may make a longer line.
        separator: what is between two parts.
        width: how long a line should be at most.

    >>> wrapped("table ", ["7♠ 8♠ 9♠", "A♦ A♥ *", "K♣ K♥ K♠"], " | ", width=24)
    ['table 7♠ 8♠ 9♠ | A♦ A♥ *', '      K♣ K♥ K♠']
    """
    lines: list[str] = []
    line = ""
    for part in parts:
        if line and len(head) + len(line) + len(separator) + len(part) > width:
            lines.append(line + separator.rstrip() if separator.strip() in {",", ";"} else line)
            line = part
        else:
            line = f"{line}{separator}{part}" if line else part
    indent = " " * len(head)
    return [f"{indent if number else head}{text}".rstrip() for number, text in enumerate([*lines, line])]


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
