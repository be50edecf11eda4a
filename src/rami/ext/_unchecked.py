"""What type checkers see in place of a class of a library that is not installed beside them, or tells them nothing."""

from __future__ import annotations

from typing import Any


class Unchecked:
    """A class of which nothing is known: it may have any attribute."""

    def __init__(self, *given: Any) -> None:
        """Take anything."""

    def __getattr__(self, name: str) -> Any:
        """Anything."""
        raise AttributeError(name)
