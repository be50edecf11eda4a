"""The limit on the search, if a caller sets one."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, final

from ._rt import i64

# Called at each step of a search; raises an error after too many steps.
SPEND: Final[ContextVar[Callable[[], None] | None]] = ContextVar("SPEND", default=None)


@final
class Meter:
    """Counts small pieces of work, several of which make one step of the budget."""

    __slots__ = ("_done", "_pieces", "_spend")

    def __init__(self, pieces: i64) -> None:
        self._spend: Final[Callable[[], None] | None] = SPEND.get()
        self._pieces: Final[i64] = pieces
        self._done: i64 = 0

    def count(self, pieces: i64 = 1) -> None:
        """Count more pieces."""
        if self._spend is None:
            return
        self._done += pieces
        while self._done >= self._pieces:
            self._done -= self._pieces
            self._spend()
