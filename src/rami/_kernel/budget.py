"""Limit the number of steps that a search may take, if the caller sets a limit."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, final

from ._rt import i64

# A search calls this function at each step; it raises an error after too many steps.
SPEND: Final[ContextVar[Callable[[], None] | None]] = ContextVar("SPEND", default=None)


def step() -> None:
    """Charge the budget one step."""
    spend = SPEND.get()
    if spend is not None:
        spend()


@final
class Meter:
    """Counts small pieces of work and charges the budget one step for every `pieces` of them."""

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
