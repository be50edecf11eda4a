"""Numbers that depend on how many play: one for all, or one for two players, the next for three, and so on."""

from __future__ import annotations


def by_players(value: int | tuple[int, ...], players: int) -> int:
    """The number that applies to this many players: the first is for two, the last also for more."""
    return value if isinstance(value, int) else value[max(0, min(players - 2, len(value) - 1))]


def largest(value: int | tuple[int, ...]) -> int:
    """The largest of several numbers, or the only one."""
    return value if isinstance(value, int) else max(value)


def smallest(value: int | tuple[int, ...]) -> int:
    """The smallest of several numbers, or the only one."""
    return value if isinstance(value, int) else min(value)
