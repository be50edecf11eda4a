"""Lines of a given width whose parts are not torn apart."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["ROOMY", "wrapped"]

ROOMY = 100
"""The usual width of a line, in characters."""


def wrapped(head: str, parts: Iterable[str], separator: str = " ", width: int = ROOMY) -> list[str]:
    """The parts behind a head, with further lines indented by its length.

    Parameters:
        head: how the first line begins.
        parts: what follows; a part is never torn apart, so a long one may stand out.
        separator: what stands between two parts.
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
