"""The limit on the search, where a caller sets one."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final

# called at each step of a search: it raises an error once they are too many
SPEND: Final[ContextVar[Callable[[], None] | None]] = ContextVar("SPEND", default=None)
