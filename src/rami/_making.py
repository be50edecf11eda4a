"""How values that are made very often are made quickly: field by field, past a constructor that checks nothing."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["setter"]


def setter(cls: type, name: str) -> Callable[[object, object], None]:
    """What sets a field of a new object, even where the class is frozen."""
    found: Callable[[object, object], None] = vars(cls)[name].__set__
    return found
