"""Rebuild the melds of a play from the states through which the search went.

The search finds how many tiles each colour puts into runs, but not which groups the other tiles form. For each number,
`laid_out` finds a way from the state before that number to the state after it, and assigns every tile and joker a
place:

    states    (1,)        (2,)        (3,)
    number    5♦          6♦          7♦ 7♣ 7♠ *
    melds     5♦          5♦ 6♦       5♦ 6♦ 7♦  and the group 7♣ 7♠ *

A run is written from its lowest number up, and a joker in a run represents the tile of its place.
"""

from __future__ import annotations

from typing import Final, final

from .groups import COLOURS, GROUP_MAX, PACKED, SPLITS, packed_of, unpacked
from .lines import ACE_CODES, RANKS
from .runs import CODES, COPIES, DEAD, LONG
from .search import FIELD, LEFT, MASK, Grid, Search


@final
class Shape:
    """A meld with the places of its jokers: a run of a colour that starts at a number, or a group of a number.

    `tiles` lists the colours of a group or the numbers of a run, with `DEAD` for a joker. `colour` is `DEAD`
    for a group.
    """

    __slots__ = ("colour", "number", "tiles")

    def __init__(self, colour: int, number: int, tiles: list[int]) -> None:
        self.colour: Final = colour
        self.number = number
        self.tiles = tiles


@final
class Layout:
    """The rack tiles laid, the melds, and the number of jokers not yet placed."""

    __slots__ = ("laid", "melds", "numbers", "spare")

    def __init__(self, numbers: int, laid: Grid, melds: list[Shape], spare: int) -> None:
        self.numbers: Final = numbers
        self.laid: Final = laid
        self.melds: Final = melds
        self.spare = spare

    def place_spare(self) -> None:
        """Add leftover jokers to melds, at the end of a run or in a group of three.

        Afterwards jokers remain only if all melds are groups and too few of them have room for a fourth tile.
        """
        while self.spare and self._place_one():
            self.spare -= 1

    def _place_one(self) -> bool:
        for meld in self.melds:
            if meld.colour == DEAD:
                if len(meld.tiles) == GROUP_MAX:
                    continue
                meld.tiles.append(DEAD)
            elif meld.number + len(meld.tiles) < self.numbers:
                meld.tiles.append(DEAD)
            elif meld.number:
                meld.number -= 1
                meld.tiles.insert(0, DEAD)
            else:
                # The run has all numbers: split it, and let the joker extend the lower half by one number.
                half = self.numbers // 2
                self.melds.append(Shape(meld.colour, half, meld.tiles[half:]))
                meld.tiles = [*meld.tiles[:half], DEAD]
            return True
        return False


def group_of(number: int, colours: list[int]) -> Shape:
    """Return the group of these colours."""
    return Shape(DEAD, number, list(colours))


def laid_out(search: Search, table: Grid, rack: Grid) -> Layout:
    """Return the tiles and melds of the best play that the search has found."""
    keys = search.path()
    laid = [[0] * RANKS for _ in range(COLOURS)]
    melds: list[Shape] = []
    open_runs: list[list[Shape]] = [[] for _ in range(COLOURS)]
    for number in range(search.numbers):
        way = _way(search, table, rack, number, keys)
        split = SPLITS[packed_of(way.grouped)][way.in_groups]
        assert split is not None  # the way was chosen because this works
        melds += [group_of(number, colours) for colours in split]
        for colour in range(COLOURS):
            tiles, jokers, natural = _tiles_of(search, number, way.codes[colour])
            if number < RANKS:
                laid[colour][number] = natural + way.grouped[colour] - table[colour][number]
            # The order of `runs`: short runs continue first, then long runs, then new runs begin.
            runs = sorted(open_runs[colour], key=_length)
            short = sum([1 for run in runs if len(run.tiles) < LONG])
            kept = min(tiles, len(runs))
            assert kept >= short  # otherwise the state would be dead
            going_on = runs[:kept]
            melds += runs[kept:]
            while len(going_on) < tiles:
                going_on.append(Shape(colour, number, []))
            for at in range(tiles):
                going_on[at].tiles.append(DEAD if at < jokers else number)
            open_runs[colour] = going_on
    for colour in range(COLOURS):
        melds += open_runs[colour]
    return Layout(search.numbers, laid, melds, keys[search.numbers] >> LEFT & 3)


def _length(run: Shape) -> int:
    return len(run.tiles)


@final
class _Way:
    """A choice for one number: the tiles and jokers in groups, and the code of each colour for its runs."""

    __slots__ = ("codes", "grouped", "in_groups")

    def __init__(self, grouped: tuple[int, int, int, int], in_groups: int, codes: list[int]) -> None:
        self.grouped: Final = grouped
        self.in_groups: Final = in_groups
        self.codes: Final = codes


def _tiles_of(search: Search, number: int, code: int) -> tuple[int, int, int]:
    """Return the number of tiles that a code puts into runs, of jokers among them, and of naturals of the rank."""
    if number or not search.line.twice:
        tiles, jokers = CODES[code]
        return tiles, jokers, tiles - jokers
    low, high = ACE_CODES[code]
    return low, 0, low + high


def _way(search: Search, table: Grid, rack: Grid, number: int, keys: list[int]) -> _Way:
    """Return a choice that leads from one state of the path to the next with the recorded jokers and gain."""
    before, after = keys[number], keys[number + 1]
    steps, value = search.steps(number), search.values[number]
    used = (before >> LEFT & 3) - (after >> LEFT & 3)
    gain = search.reached(number + 1, after) - search.reached(number, before)
    if search.valued:
        gain -= used * search.joker_values[number]
    # The kept aces are laid in the place above the king, but they were counted at the first number.
    top = number == RANKS
    lies = [0 if top else table[colour][number] for colour in range(COLOURS)]
    held = [COPIES if top else lies[colour] + rack[colour][number] for colour in range(COLOURS)]
    for packed in range(1 if top else PACKED):
        counts = unpacked(packed)
        if not all(counts[colour] <= held[colour] for colour in range(COLOURS)):
            continue
        for in_groups in range(used + 1):
            if SPLITS[packed][in_groups] is None:
                continue
            # (value laid, jokers used, codes) for the colours so far.
            partial: list[tuple[int, int, list[int]]] = [(0, in_groups, [])]
            for colour in range(COLOURS):
                row = steps[before >> FIELD * colour & MASK]
                longer: list[tuple[int, int, list[int]]] = []
                for code in range(len(row)):
                    if row[code] != after >> FIELD * colour & MASK:
                        continue
                    _, jokers, naturals = _tiles_of(search, number, code)
                    if lies[colour] <= naturals + counts[colour] <= held[colour]:
                        more = search.laid(number, code, counts[colour], lies[colour])
                        for laid, spent, codes in partial:
                            if spent + jokers <= used:
                                longer.append((laid + more, spent + jokers, [*codes, code]))
                partial = longer
            for laid, spent, codes in partial:
                if spent == used and laid * value == gain:
                    return _Way(counts, in_groups, codes)
    raise AssertionError("no way between two states")
