"""The protocol of a contender."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""The timed work; it returns the number of units done."""

Task = Callable[[int, int], Work]
"""Prepares this many units of a round with this number; that is not timed."""

Facts = Callable[[int], Mapping[str, float]]
"""Measures something other than time."""
