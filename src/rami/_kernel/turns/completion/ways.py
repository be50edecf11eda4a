"""Ways to go out after an opening, which also work for other openings with some of the same melds.

Suppose that a player who opens with 7♣ 8♣ 9♣ could go out by laying 4♦ 4♥ 4♠, adding 10♣ to the run and discarding
K♠. Then this way also works for the opening 7♣ 8♣ 9♣, 4♦ 4♥ 4♠. It does not work for the opening 4♦ 4♥ 4♠, because the
run that 10♣ joins would not be on the table yet. There may be thousands of openings, but only a few ways to go out.

A way is only a likely plan, like every plan: playing it shows whether the rules allow each action.
"""

from __future__ import annotations

from typing import Final

from ..._rt import mypyc_attr
from ...melds.meld import Code, Melds
from ..successors import next_id
from ..turn import Turn
from .plans import ANYWHERE, Plan

# The melds of the opening for which a way was found, in the order of their ids; the plan after it; and those of its
# melds that further cards join.
Way = tuple[Melds, Plan, Melds]


@mypyc_attr(acyclic=True, free_list_len=1)
class Ways:
    """The ways to go out that are known for the openings of one turn."""

    __slots__ = ("_first", "_laying", "_size", "_table", "_ways")

    def __init__(self, turn: Turn) -> None:
        self._table: Final = turn.table
        self._size: Final = len(turn.table)
        # The id of the first meld of an opening.
        self._first: Final = next_id(turn.table)
        self._ways: Final[list[Way]] = []
        # For each meld, the ways that lay it, as a mask of their indexes.
        self._laying: Final[dict[Code, int]] = {}

    def add(self, melds: Melds, plan: Plan) -> None:
        """Keep a plan that goes out after an opening with these melds."""
        opening = tuple(sorted(melds))
        joined = tuple([opening[number - self._first] for number in self._joined(plan)])
        for code in {*opening, *[draft[0] for draft in plan if draft[0]]}:
            self._laying[code] = self._laying.get(code, 0) | 1 << len(self._ways)
        self._ways.append((opening, plan, joined))

    def _joined(self, plan: Plan) -> list[int]:
        """Return the ids of the melds of the opening to which a plan adds cards."""
        return [
            numbers[0]
            for code, numbers, _, _ in plan
            if not code and len(numbers) == 1 and numbers[0] >= self._first
        ]

    def serving(self, melds: Melds) -> Way | None:
        """Return a way that also works for these melds, or None.

        It lays all of them, and adds cards to no other meld of its own opening.
        """
        ways = -1
        for code in melds:
            ways &= self._laying.get(code, 0)
        while ways:
            way = self._ways[(ways & -ways).bit_length() - 1]
            if all(code in melds for code in way[2]):
                return way
            ways &= ways - 1
        return None

    def plan(self, turn: Turn) -> Plan | None:
        """Return a plan that probably goes out in a turn after an opening; None if no known way works for it."""
        if len(turn.table) <= self._size or turn.table[: self._size] != self._table:
            return None
        melds = tuple([code for _, _, code in turn.table[self._size :]])
        way = self.serving(melds)
        if way is None:
            return None
        opening, plan, _ = way
        out: Plan = [(code, (ANYWHERE,) * (len(code) - 1), -1, 0) for code in opening if code not in melds]
        for draft in plan:
            code, numbers, card, end = draft
            if not code and len(numbers) == 1 and numbers[0] >= self._first:
                joined = opening[numbers[0] - self._first]
                out.append((code, (self._first + melds.index(joined),), card, end))
            elif code not in melds:
                out.append(draft)
        return out
