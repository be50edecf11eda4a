"""What mypyc has of its own (see the stub beside this file), as it is in Python: native integers, hints for classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")

i64 = int


def mypyc_attr(*, acyclic: bool, free_list_len: int) -> Callable[[type[_T]], type[_T]]:
    """How compiled objects of a class are kept: out of the search for cycles, and one of them for the next."""
    return lambda cls: cls
