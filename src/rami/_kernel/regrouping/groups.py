"""Form the groups of one number: three or four tiles of different colours, perhaps with jokers.

The tiles of a number are packed in base 3, with the copies of the first colour as the lowest digit:

    7♣ 7♦ 7♥ 7♥ *    counts 1, 1, 2, 0    packed 1 + 3 + 2 * 9 = 22    no groups: two of them need six tiles
    7♣ 7♦ 7♥ 7♥ **   these tiles with two jokers                       7♣ 7♥ *  and  7♦ 7♥ *
"""

from __future__ import annotations

from typing import Final

from .runs import DEAD, MOST_JOKERS

COLOURS: Final = 4
GROUP_MIN: Final = 3
GROUP_MAX: Final = 4
# The contents of a number: up to two copies of each colour.
PACKED: Final = 81
Counts = tuple[int, int, int, int]


def unpacked(packed: int) -> Counts:
    """Return the copies of each colour."""
    return packed % 3, packed // 3 % 3, packed // 9 % 3, packed // 27


def packed_of(counts: Counts) -> int:
    """Return the copies of each colour as one number."""
    return counts[0] + 3 * counts[1] + 9 * counts[2] + 27 * counts[3]


def _splits(counts: Counts, jokers: int) -> list[list[int]] | None:
    """Return groups of all these tiles and jokers, or None; a group lists its colours, with `DEAD` for a joker."""
    total = sum(counts) + jokers
    if not total:
        return []
    for groups in range(max(counts), total // GROUP_MIN + 1):
        if GROUP_MIN * groups <= total <= GROUP_MAX * groups:
            found = _placed(counts, jokers, [0] * groups, 0)
            if found is not None:
                return found
    return None


def _placed(counts: Counts, jokers: int, groups: list[int], colour: int) -> list[list[int]] | None:
    """Add the tiles of `colour` and later colours to groups, given as masks of colours; None if that is impossible."""
    if colour == COLOURS:
        return _filled(groups, jokers)
    size = len(groups)
    for chosen in range(1 << size):
        if chosen.bit_count() == counts[colour]:
            more = [groups[at] | (chosen >> at & 1) << colour for at in range(size)]
            found = _placed(counts, jokers, more, colour + 1)
            if found is not None:
                return found
    return None


def _filled(groups: list[int], jokers: int) -> list[list[int]] | None:
    """Return the groups filled up with all these jokers, or None; a group of jokers alone is not allowed."""
    made: list[list[int]] = []
    for mask in groups:
        if not mask:
            return None
        group = [colour for colour in range(COLOURS) if mask >> colour & 1]
        while len(group) < GROUP_MIN:
            group.append(DEAD)
            jokers -= 1
        made.append(group)
    for group in made:
        while len(group) < GROUP_MAX and jokers > 0:
            group.append(DEAD)
            jokers -= 1
    return made if jokers == 0 else None


# Groups that take exactly these tiles and jokers, or None; indexed by packed tiles, then by the number of
# jokers.
SPLITS: Final = [
    [_splits(unpacked(packed), jokers) for jokers in range(MOST_JOKERS + 1)] for packed in range(PACKED)
]
