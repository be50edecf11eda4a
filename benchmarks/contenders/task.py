"""The functions that a contender provides."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Work = Callable[[], int]
"""The work that is timed; it returns the number of units done."""

Task = Callable[[int, int], Work]
"""A function that prepares the work, given a number of units and the number of a round; preparing is not timed."""

Facts = Callable[[int], Mapping[str, float]]
"""A function that takes the number of a round and measures something itself, such as memory."""
