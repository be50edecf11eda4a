"""List every set of tiles that one turn can lay, lazily and most tiles first.

A *node* fixes the tiles laid for all numbers up to a given number, and holds every state that these tiles can
lead to. The search bounds the tiles that a node can still lay, from all its states together, and only when
the node comes up next.

    rack 4♦ 6♦ 7♦, table 5♣ 5♦ 5♥ 5♠
    up to 3   nothing           at most 3 tiles
    up to 4   4♦                at most 3
              nothing           at most 2
    up to 6   4♦ 6♦             at most 3    ...

So the listing never enters a dead branch: between two results it expands at most 13 nodes. Nodes fix
different tiles, so no set is listed twice. Jokers of the rack come last (see `_fits`).
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import product
from typing import Final, final

from .columns import FREE, PATTERN, column_of, top_column
from .groups import COLOURS, PACKED, SPLITS, packed_of
from .lines import RANKS
from .runs import DEAD, MOST_JOKERS
from .search import FIELD, LEFT, MASK, OPEN, RUN_USED, Grid, Search, start_of

_NOTHING: Final = (0, 0, 0, 0)
Choice = tuple[int, int, int, int]
# Indexed by the packed tiles of one number: bit j is set if they form groups with j jokers.
_GROUPABLE: Final = [
    sum([1 << jokers for jokers in range(MOST_JOKERS + 1) if SPLITS[packed][jokers] is not None])
    for packed in range(PACKED)
]
_AT_MOST_TWO: Final = 7


@final
class _Node:
    """The tiles laid for each number so far, and the states that they can lead to.

    If the node has a `choice` for its last number, that number is still to be examined, and the states come
    before it. If the node has `jokers`, it is a result.
    """

    __slots__ = ("choice", "fixed", "jokers", "states")

    def __init__(
        self,
        fixed: tuple[Choice, ...],
        states: dict[int, int],
        choice: Choice | None = None,
        jokers: int = DEAD,
    ) -> None:
        self.fixed: Final = fixed
        self.states: Final = states
        self.choice: Final = choice
        self.jokers: Final = jokers


@final
class Listing:
    """Lists the plays as (rack tiles, rack jokers), for a search in which each tile counts 1."""

    def __init__(self, search: Search, table: Grid, rack: Grid, rack_jokers: int) -> None:
        self._search: Final = search
        self._table: Final = table
        self._rack: Final = rack
        self._rack_jokers: Final = rack_jokers
        # For each number, whether the rack has no tile of it.
        self._bare: Final = [
            not any(rack[colour][number] for colour in range(COLOURS)) for number in range(RANKS)
        ]
        # The place above the king holds aces, which belong to the first number.
        self._bare.append(True)
        # For each waiting node: (minus the most tiles, minus the numbers fixed, a serial number).
        self._heap: Final[list[tuple[int, int, int]]] = []
        self._nodes: Final[dict[int, _Node]] = {}
        self._serial: int = 0
        start = {start_of(search.jokers): 0}
        most = search.most(0, start)
        if most >= 0:
            self._push(-most - rack_jokers, _Node((), start))

    def following(self) -> tuple[Grid, int] | None:
        """Return the next play, or None at the end."""
        while self._heap:
            rank, _, serial = heappop(self._heap)
            node = self._nodes.pop(serial)
            if node.jokers != DEAD:
                laid = [[choice[colour] for choice in node.fixed[:RANKS]] for colour in range(COLOURS)]
                return laid, node.jokers
            opened = self._opened(rank, node)
            if opened is not None:
                self._expand(rank, opened)
        return None

    def _push(self, rank: int, node: _Node) -> None:
        self._serial += 1
        self._nodes[self._serial] = node
        heappush(self._heap, (rank, -len(node.fixed), self._serial))

    def _opened(self, rank: int, node: _Node) -> _Node | None:
        """Return a node with its states if its estimate holds; otherwise push it back with a lower one, or drop it."""
        if node.choice is None:
            return node
        number = len(node.fixed)
        states = self._after(number - 1, node.choice, node.states)
        most = self._search.most(number, states) if states else DEAD
        if most < 0:
            return None
        found = _Node(node.fixed, states)
        if -most - self._rack_jokers > rank:
            self._push(-most - self._rack_jokers, found)
            return None
        return found

    def _expand(self, rank: int, node: _Node) -> None:
        """Put the children of a node on the heap: one for each choice of its next number that has rack tiles."""
        fixed, states = node.fixed, node.states
        numbers = self._search.numbers
        while len(fixed) < numbers and self._bare[len(fixed)]:
            states = self._after(len(fixed), _NOTHING, states)
            fixed = (*fixed, _NOTHING)
        number = len(fixed)
        if number == numbers:
            laid = next(iter(states.values()))
            for jokers in range(self._rack_jokers + 1):
                if laid + jokers and self._fits(fixed, states, jokers):
                    self._push(-laid - jokers, _Node(fixed, states, None, jokers))
            return
        a, b, c, d = [range(self._rack[colour][number], -1, -1) for colour in range(COLOURS)]
        # Choices with most tiles come first; among equals, tiles of the first colours.
        for choice in sorted(product(a, b, c, d), key=sum, reverse=True):
            self._push(rank, _Node((*fixed, choice), states, choice))

    def _after(self, number: int, choice: Choice, states: dict[int, int]) -> dict[int, int]:
        """Return the states after a number if exactly the rack tiles of `choice` are laid."""
        search = self._search
        order = list(range(COLOURS))
        if number == RANKS:
            column = top_column(search.jokers)
        else:
            patterns: list[int] = []
            for colour in range(COLOURS):
                count = self._table[colour][number] + choice[colour]
                patterns.append(PATTERN[count, count])
            order.sort(key=patterns.__getitem__)
            aces = (1, 1, 1) if search.line.twice and not number else None
            column = column_of([patterns[colour] for colour in order], search.jokers, FREE, aces)
        gain = sum(choice) * search.values[number]
        found: dict[int, int] = {}
        for key, value in states.items():
            left, flag = key >> LEFT & 3, key & RUN_USED
            row0, row1, row2, row3 = [
                search.row(number, colour, key >> FIELD * colour & MASK) for colour in order
            ]
            for code0, seconds in column.ways[left]:
                if row0[code0] < 0:
                    continue
                for code1, thirds in seconds:
                    if row1[code1] < 0:
                        continue
                    for code2, leaves in thirds:
                        if row2[code2] < 0:
                            continue
                        part = row0[code0] + row1[code1] + row2[code2]
                        for code3, used, _ in leaves:
                            if row3[code3] >= 0:
                                after = (part + row3[code3]) & OPEN
                                begun = RUN_USED if after else flag
                                found[after | (left - used) << LEFT | begun] = value + gain
        return _not_worse(found, search.jokers)

    def _fits(self, fixed: tuple[Choice, ...], states: dict[int, int], jokers: int) -> bool:
        """Return whether these tiles and exactly this many rack jokers can be laid.

        If there is a run, any leftover joker finds a place; otherwise all melds are groups, which is quick to check.
        """
        jokers += self._search.jokers - self._rack_jokers
        for key in states:
            used = self._search.jokers - (key >> LEFT & 3)
            if used == jokers or (used < jokers and key & RUN_USED):
                return True
        reached = 1
        for number in range(RANKS):
            choice = fixed[number]
            a, b, c, d = [self._table[colour][number] + choice[colour] for colour in range(COLOURS)]
            groupable = _GROUPABLE[packed_of((a, b, c, d))]
            more = 0
            for at in range(MOST_JOKERS + 1):
                if groupable >> at & 1:
                    more |= reached << at
            reached = more & _AT_MOST_TWO
        return bool(reached >> jokers & 1)


def _not_worse(states: dict[int, int], jokers: int) -> dict[int, int]:
    """Return the states, except those with the same open runs as a state with more jokers or with a run laid."""
    found: dict[int, int] = {}
    for key, value in states.items():
        without = key & ~RUN_USED
        worse = without == key and key | RUN_USED in states
        for more in range((key >> LEFT & 3) + 1, jokers + 1):
            better = key & OPEN | more << LEFT
            if better | RUN_USED in states or (without == key and better in states):
                worse = True
        if not worse:
            found[key] = value
    return found
