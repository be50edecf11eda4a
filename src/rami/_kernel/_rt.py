"""Pure Python stand-ins for mypyc's native integers and class hints (see the stub beside this file)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

i64 = int


def mypyc_attr(**hints: object) -> Callable[[type[_T]], type[_T]]:
    """Accept the options for a compiled class, and return a decorator that leaves the class unchanged."""
    return lambda cls: cls
