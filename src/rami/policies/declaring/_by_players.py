"""Numbers that may depend on how many people play: an int, or a tuple of ints for two, three, four and more players."""

from __future__ import annotations


def by_players(value: int | tuple[int, ...], players: int) -> int:
    """Return the number for this many players; the last number of a tuple applies to more players too."""
    return value if isinstance(value, int) else value[max(0, min(players - 2, len(value) - 1))]


def shares(
    values: tuple[int, ...], fewest: int = 2, most: int | None = None
) -> list[tuple[int, int, int | None]]:
    """Return each number with the range of players to which it applies; None as the end stands for "or more".

    Equal neighbours share a range.

    Parameters:
        values: the numbers for two players, for three, and up to the last, which also applies to more players.
        fewest: the minimum number of players in the game.
        most: the maximum number of players in the game; None for no limit.

    >>> shares((10, 7, 7, 6)), shares((2, 2, 2, 3), 3, 8), shares((1, 2), 2, 3)
    ([(10, 2, 2), (7, 3, 4), (6, 5, None)], [(2, 3, 4), (3, 5, None)], [(1, 2, 2), (2, 3, 3)])
    """
    last = len(values) + 1
    made: list[tuple[int, int, int | None]] = []
    for players in range(fewest, max(fewest, last) + 1):
        if most is not None and players > most:
            break
        value = by_players(values, players)
        # Merge equal neighbours: (10, 7, 7, 6) is printed as "7 with 3 or 4 players" (BAS-DEAL-02).
        if made and made[-1][0] == value:
            made[-1] = (value, made[-1][1], players)
        else:
            made.append((value, players, players))
    value, least, reached = made[-1]
    if reached is not None and reached >= last and (most is None or most > least):
        made[-1] = (value, least, None)
    return made


def largest(value: int | tuple[int, ...]) -> int:
    """Return the largest number of a tuple; return a single number unchanged."""
    return value if isinstance(value, int) else max(value)


def smallest(value: int | tuple[int, ...]) -> int:
    """Return the smallest number of a tuple; return a single number unchanged."""
    return value if isinstance(value, int) else min(value)
