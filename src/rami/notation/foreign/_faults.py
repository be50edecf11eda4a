"""The error of a reader, with its place."""

from __future__ import annotations

from rami.cards._cursor import expected, short
from rami.errors import InvalidText
from rami.errors.texts import Part


def misses(part: Part, found: str | None, at: int, line: int | None = None) -> InvalidText:
    """Return the error that a part was expected at an index of a line."""
    violation = expected(part, None if not found else short(found))
    return InvalidText(violation.at(line=line, column=at + 1))
