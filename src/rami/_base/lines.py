"""Lines of text: English sentences marked for translation, wrapped paragraphs, and tables with aligned columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

Say = Callable[..., str]
"""A function that translates an English sentence and fills in its parameters."""

ROOMY = 100
"""The usual width of a line in characters."""

# The second comma in the brackets is the Arabic one.
_AFTER_COMMA = re.compile("(?<=[,،]) ")


def marked(english: str) -> str:
    """Return an English string unchanged; the call marks the string for translation in the catalogues."""
    return english


def wrapped(head: str, parts: Iterable[str], separator: str = " ", width: int = ROOMY) -> list[str]:
    """Join parts into lines: the first line begins with a head, and the others are indented to match.

    Parameters:
        head: the beginning of the first line.
        parts: the parts that follow; none is ever broken, so a long part may exceed the width.
        separator: the text between two parts.
        width: the maximum number of characters in a line.

    >>> wrapped("table ", ["7♠ 8♠ 9♠", "A♦ A♥ *", "K♣ K♥ K♠"], " | ", width=24)
    ['table 7♠ 8♠ 9♠ | A♦ A♥ *', '      K♣ K♥ K♠']
    """
    made: list[str] = []
    line = ""
    for part in parts:
        if line and len(head) + len(line) + len(separator) + len(part) > width:
            # A comma may stay at the end of a line, but a bar between melds is dropped at a line break.
            made.append(line + separator.rstrip() if separator.strip() in {",", ";"} else line)
            line = part
        else:
            line = f"{line}{separator}{part}" if line else part
    indent = " " * len(head)
    return [f"{indent if number else head}{text}".rstrip() for number, text in enumerate([*made, line])]


def clauses(text: str) -> list[str]:
    """Split text after each comma.

    >>> clauses("draws K♥, lays 7♠ 8♠ 9♠ and discards 2♦")
    ['draws K♥,', 'lays 7♠ 8♠ 9♠ and discards 2♦']
    """
    return _AFTER_COMMA.split(text)


def aligned(
    head: Sequence[str], cells: Sequence[Sequence[str]], left: int = 0, width: int = ROOMY
) -> list[str]:
    """Return the lines of a table; its last `left` columns are aligned to the left, the others to the right.

    If the table is too wide for a line, each row becomes a list of headings and cells.

    >>> aligned(["player", "points"], [["Anna", "7"], ["Ben", "31"]])
    ['player  points', '  Anna       7', '   Ben      31']
    """
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    first = len(head) - left
    if sum(widths[:first]) + 2 * first + 16 * bool(left) > width:
        named = (
            [f"{title} {cell}".strip() for title, cell in zip(head, row, strict=True) if cell]
            for row in cells
        )
        return [line for parts in named for line in _indented(parts, width)]
    made: list[str] = []
    for row in (head, *cells):
        parts = [
            cell.ljust(width) if place >= first else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        if left:
            made += wrapped("  ".join([*parts[:-1], ""]), clauses(row[-1]), width=width)
        else:
            made.append("  ".join(parts))
    return made


def _indented(parts: Sequence[str], width: int) -> list[str]:
    """Join parts with commas and indent further lines."""
    first, *more = wrapped("", parts, ", ", width - 2)
    return [first, *(f"  {line}" for line in more)]
