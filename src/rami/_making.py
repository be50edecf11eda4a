"""How values that are made very often are made quickly: field by field, past a constructor that checks nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from attrs import frozen as frozen_by_base
else:
    # for an attrs class whose fields are read-only properties of its base
    frozen_by_base = partial(attrs.define, slots=False, unsafe_hash=True)

__all__ = ["frozen_by_base", "setter"]


def setter(cls: type, name: str) -> Callable[[object, object], None]:
    """What sets a field of a new object, even where the class is frozen."""
    found: Callable[[object, object], None] = vars(cls)[name].__set__
    return found
