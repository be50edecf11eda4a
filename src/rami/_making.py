"""How values that are made at every move are made quickly: field by field, past a constructor that checks nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

__all__ = ["setter"]


def setter(cls: type, name: str) -> Callable[[object, object], None]:
    """What sets a field of a new object, even where the class is frozen."""
    return cast("Callable[[object, object], None]", cast(Any, vars(cls)[name]).__set__)
