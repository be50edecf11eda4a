"""List every combination of tiles that can be laid in one turn, lazily and with the most tiles first.

A *node* fixes the tiles laid for all numbers up to a given number, and contains every state that these tiles can lead
to. The bound on the tiles that a node can still lay is computed from all its states together, and only when the node
comes up next.

    rack 4♦ 6♦ 7♦, table 5♣ 5♦ 5♥ 5♠
    up to 3   nothing           at most 3 tiles
    up to 4   4♦                at most 3
              nothing           at most 2
    up to 6   4♦ 6♦             at most 3    ...

So the listing never enters a dead branch: between two results it expands at most 13 nodes. Nodes fix different tiles,
so no combination is listed twice. Jokers of the rack come last (see `_fits`).

Different tiles often lead to the same states: whether or not 4♣ 4♦ 4♥ are laid, no run is open after the fours if
nothing else touches them. Such nodes share one `_Stage`, which is searched only once, so a thousand results need few
more searches than a hundred.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product
from typing import Final, final

from .columns import FREE, PATTERN, column_of, top_column
from .groups import COLOURS, PACKED, SPLITS, packed_of
from .lines import RANKS
from .runs import DEAD, MOST_JOKERS
from .search import FIELD, KEY, LEFT, MASK, OPEN, RUN_USED, Grid, Search, start_of

_NOTHING: Final = (0, 0, 0, 0)
# The rack tiles laid of one number, counted by colour.
_Tiles = tuple[int, int, int, int]
# Indexed by the packed tiles of one number: bit j is set if they form groups with j jokers.
_GROUPABLE: Final = [
    sum([1 << jokers for jokers in range(MOST_JOKERS + 1) if SPLITS[packed][jokers] is not None])
    for packed in range(PACKED)
]
_AT_MOST_TWO: Final = 7
_UNKNOWN: Final = -2
# More than any pack has.
_ANY: Final = 1 << 20


@final
class _Stage:
    """The states before a number that some laid tiles can lead to, and the best result known from there.

    `most` is the largest amount that can still be laid: `DEAD` if no play can be completed, `_UNKNOWN` before the
    search.
    """

    __slots__ = ("following", "most", "number", "states")

    def __init__(self, number: int, states: dict[int, int]) -> None:
        self.number: Final = number
        # Maps every state to 0, because the search counts the tiles laid from here on.
        self.states: Final = states
        self.most: int = _UNKNOWN if states else DEAD
        self.following: Final[dict[_Tiles, _Stage]] = {}


@final
class _Node:
    """The tiles laid for each number so far, their count, and the stage that they lead to.

    If `tiles` is not None, it gives the tiles of a number that has yet to be examined, and the stage is the one before
    that number. A node with `jokers` is a result.
    """

    __slots__ = ("fixed", "jokers", "laid", "stage", "tiles")

    def __init__(
        self,
        fixed: tuple[_Tiles, ...],
        laid: int,
        stage: _Stage,
        tiles: _Tiles | None = None,
        jokers: int = DEAD,
    ) -> None:
        self.fixed: Final = fixed
        self.laid: Final = laid
        self.stage: Final = stage
        self.tiles: Final = tiles
        self.jokers: Final = jokers


@final
class Listing:
    """Lists the plays as (rack tiles, rack jokers), for a search in which each tile counts 1."""

    def __init__(self, search: Search, table: Grid, rack: Grid, rack_jokers: int) -> None:
        self._search: Final = search
        self._table: Final = table
        self._rack: Final = rack
        self._rack_jokers: Final = rack_jokers
        self._better: Final = search.line.better()
        # For each number, True if the rack has no tile of it.
        self._bare: Final = [
            not any(rack[colour][number] for colour in range(COLOURS)) for number in range(RANKS)
        ]
        # The place above the king holds aces, which belong to the first number.
        self._bare.append(True)
        # What can be laid of each number; more tiles come first, and among equals those with the first colours.
        self._layable: Final = [
            _layable_of([rack[colour][number] for colour in range(COLOURS)]) for number in range(RANKS)
        ]
        # For each waiting node: (minus the most tiles, minus the numbers fixed, a serial number).
        self._heap: Final[list[tuple[int, int, int]]] = []
        self._nodes: Final[dict[int, _Node]] = {}
        self._serial: int = 0
        self._stages: Final[dict[tuple[int, ...], _Stage]] = {}
        # The largest amount that can still be laid from each state of the best plays found so far.
        self._known: Final[dict[int, int]] = {}
        first = self._stage(0, {start_of(search.jokers): 0})
        most = self._most(first, _ANY)
        if most >= 0:
            self._push(-most - rack_jokers, _Node((), 0, first))

    def following(self) -> tuple[Grid, int] | None:
        """Return the next play, or None at the end."""
        while self._heap:
            rank, _, serial = heappop(self._heap)
            node = self._nodes.pop(serial)
            if node.jokers != DEAD:
                laid = [[tiles[colour] for tiles in node.fixed[:RANKS]] for colour in range(COLOURS)]
                return laid, node.jokers
            opened = self._opened(rank, node)
            if opened is not None:
                self._expand(rank, opened)
        return None

    def _push(self, rank: int, node: _Node) -> None:
        self._serial += 1
        self._nodes[self._serial] = node
        heappush(self._heap, (rank, -len(node.fixed), self._serial))

    def _stage(self, number: int, states: dict[int, int]) -> _Stage:
        """Return the stage for these states; if the states are the same as before, return the same stage."""
        key = (number, *sorted(states))
        found = self._stages.get(key)
        if found is None:
            found = self._stages[key] = _Stage(number, states)
        return found

    def _most(self, stage: _Stage, estimate: int) -> int:
        """Return the most that can be laid from a stage, capped at the estimate; `DEAD` if no play can be completed."""
        if estimate < 0:
            return DEAD
        if stage.most == _UNKNOWN:
            search, known = self._search, self._known
            number = stage.number << KEY
            for state in stage.states:
                if known.get(number | state & ~RUN_USED, DEAD) == estimate:
                    # The best play found earlier passes through this state.
                    stage.most = estimate
                    return estimate
            stage.most = search.most(stage.number, stage.states)
            if stage.most >= 0:
                at = stage.number
                for key in search.path():
                    known[at << KEY | key & ~RUN_USED] = stage.most - search.reached(at, key)
                    at += 1
        return stage.most

    def _opened(self, rank: int, node: _Node) -> _Node | None:
        """Return the node with its stage; return None after lowering its estimate or dropping it."""
        if node.tiles is None:
            return node
        stage = self._after(node.stage, node.tiles)
        most = self._most(stage, -rank - node.laid - self._rack_jokers)
        if most < 0:
            return None
        found = _Node(node.fixed, node.laid, stage)
        reached = -node.laid - most - self._rack_jokers
        if reached > rank:
            self._push(reached, found)
            return None
        return found

    def _expand(self, rank: int, node: _Node) -> None:
        """Put the children of a node on the heap: one for each choice of tiles of the next number on the rack."""
        fixed, stage, laid = node.fixed, node.stage, node.laid
        numbers = self._search.numbers
        while len(fixed) < numbers and self._bare[len(fixed)]:
            stage = self._after(stage, _NOTHING)
            fixed = (*fixed, _NOTHING)
        number = len(fixed)
        if number == numbers:
            for jokers in range(self._rack_jokers + 1):
                if laid + jokers and self._fits(fixed, stage.states, jokers):
                    self._push(-laid - jokers, _Node(fixed, laid, stage, None, jokers))
            return
        for tiles in self._layable[number]:
            self._push(rank, _Node((*fixed, tiles), laid + sum(tiles), stage, tiles))

    def _after(self, stage: _Stage, tiles: _Tiles) -> _Stage:
        """Return the stage that is reached by laying exactly these rack tiles of the next number."""
        found = stage.following.get(tiles)
        if found is None:
            states = self._states_after(stage.number, tiles, stage.states)
            found = stage.following[tiles] = self._stage(stage.number + 1, states)
        return found

    def _states_after(self, number: int, tiles: _Tiles, states: dict[int, int]) -> dict[int, int]:
        """Return the states that `states` lead to when exactly these rack tiles of the number are laid."""
        search = self._search
        order = list(range(COLOURS))
        if number == RANKS:
            column = top_column(search.jokers)
        else:
            patterns: list[int] = []
            for colour in range(COLOURS):
                count = self._table[colour][number] + tiles[colour]
                patterns.append(PATTERN[count, count])
            order.sort(key=patterns.__getitem__)
            aces = (1, 1, 1) if search.line.twice and not number else None
            column = column_of([patterns[colour] for colour in order], search.jokers, FREE, aces)
        found: dict[int, int] = {}
        for key in states:
            left, flag = key >> LEFT & 3, key & RUN_USED
            row0, row1, row2, row3 = [
                search.row(number, colour, key >> FIELD * colour & MASK) for colour in order
            ]
            for code0, seconds in column.ways[left]:
                part0 = row0[code0]
                if part0 < 0:
                    continue
                for code1, thirds in seconds:
                    part1 = row1[code1]
                    if part1 < 0:
                        continue
                    part1 += part0
                    for code2, leaves in thirds:
                        part2 = row2[code2]
                        if part2 < 0:
                            continue
                        part2 += part1
                        for code3, used, _ in leaves:
                            if row3[code3] >= 0:
                                after = (part2 + row3[code3]) & OPEN
                                begun = RUN_USED if after else flag
                                found[after | (left - used) << LEFT | begun] = 0
        return _not_worse(found, search.jokers, self._better)

    def _fits(self, fixed: tuple[_Tiles, ...], states: dict[int, int], jokers: int) -> bool:
        """Return whether these tiles and exactly this many rack jokers can be laid.

        If there is a run, any leftover joker finds a place; otherwise all melds are groups, and the check is quick.
        """
        jokers += self._search.jokers - self._rack_jokers
        for key in states:
            used = self._search.jokers - (key >> LEFT & 3)
            if used == jokers or (used < jokers and key & RUN_USED):
                return True
        reached = 1
        for number in range(RANKS):
            tiles = fixed[number]
            a, b, c, d = [self._table[colour][number] + tiles[colour] for colour in range(COLOURS)]
            groupable = _GROUPABLE[packed_of((a, b, c, d))]
            more = 0
            for at in range(MOST_JOKERS + 1):
                if groupable >> at & 1:
                    more |= reached << at
            reached = more & _AT_MOST_TWO
        return bool(reached >> jokers & 1)


def _layable_of(held: list[int]) -> list[_Tiles]:
    """Return every choice of tiles of one number, given the copies held of each colour; the most tiles come first."""
    a, b, c, d = [range(count, -1, -1) for count in held]
    return sorted(product(a, b, c, d), key=sum, reverse=True)


def _not_worse(states: dict[int, int], jokers: int, better: list[list[int]]) -> dict[int, int]:
    """Return the states that are not clearly worse than another state.

    A state is worse if it differs from another only in having fewer jokers, no run laid, or worse open runs.
    Runs are better if one of them is longer, or if there is one more that may close; `better` lists these by
    state.
    """
    found: dict[int, int] = {}
    for key, value in states.items():
        without = key & ~RUN_USED
        worse = without == key and key | RUN_USED in states
        for more in range((key >> LEFT & 3) + 1, jokers + 1):
            richer = key & OPEN | more << LEFT
            if richer | RUN_USED in states or (without == key and richer in states):
                worse = True
        for colour in range(COLOURS):
            for further in better[key >> FIELD * colour & MASK]:
                if (key | RUN_USED) + (further << FIELD * colour) in states:
                    worse = True
        if not worse:
            found[key] = value
    return found
