"""What a contender offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""What is timed; it returns how many units it did."""

Task = Callable[[int, int], Work]
"""Prepares so many units of a round with this number; that is not timed."""

Facts = Callable[[int], Mapping[str, float]]
"""Measures something else than time."""
