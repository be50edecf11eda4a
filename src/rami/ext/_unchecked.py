"""Stand-ins that type checkers see for classes of libraries that are not installed, or not typed."""

from __future__ import annotations

from typing import Any


class Unchecked:
    """An unknown class: it may have any attribute."""

    def __init__(self, *given: Any) -> None:
        """Take anything."""

    def __getattr__(self, name: str) -> Any:
        """Anything."""
        raise AttributeError(name)
