"""The best runs of one suit, by how many jokers they may take: tables that are filled as they are asked for.

A *row* has a bit for each rank held of a suit, the ace at bit 0; there is one row for each copy.  Rows fall into
*parts*: cards that are too far apart for one run are sorted apart.  The values of cards do not depend on the suit.
"""

from __future__ import annotations

from typing import Final, final

from . import universe
from ._rt import i64
from .arrange import Aim
from .codes import JOKER, ROW
from .melds import Code
from .picks import Pick, shares, together
from .ties import comes_first, lowest, orders_of

# how many parts are kept, and how many rows with a card held twice
LARGEST_TABLE: Final = 1 << 12
# a gap as wide as a suit
WIDEST: Final = 12


def _counts() -> bytes:
    """How many cards each row has."""
    counts = b"\0"
    for _ in range(13):
        counts += bytes([count + 1 for count in counts])
    return counts


COUNT: Final = _counts()


@final
class Part:
    """Cards of the lowest suit, with what runs gain at most for each number of jokers at hand, and those that do."""

    __slots__ = ("gains", "melds")

    def __init__(self, gains: list[int], melds: list[list[Code]]) -> None:
        self.gains: Final = gains
        self.melds: Final = melds


@final
class Row:
    """What runs of a row gain at most: by the jokers at hand, and with up to two."""

    __slots__ = ("_aim", "_parts", "_picks", "clean", "gains", "jokers", "one", "two")

    def __init__(self, aim: Aim, parts: list[Part], jokers: int) -> None:
        gains = [0] * (jokers + 1)
        for part in parts:
            gains = together(gains, part.gains, jokers)
        self._aim: Final = aim
        self._parts: Final = parts
        # by the jokers and the suit, made as they are asked for
        self._picks: Final[list[Pick | None]] = [None] * (4 * len(gains))
        self.gains: Final = gains
        self.jokers: Final[i64] = jokers
        self.clean: Final[i64] = gains[0]
        self.one: Final[i64] = gains[min(jokers, 1)]
        self.two: Final[i64] = gains[min(jokers, 2)]

    def pick(self, suit: int, jokers: int) -> Pick:
        """The best runs in that suit."""
        at = 4 * jokers + suit
        known = self._picks[at]
        if known is None:
            known = Pick(self._aim, [_moved(code, suit) for code in self._best(jokers)])
            self._picks[at] = known
        return known

    def _best(self, jokers: int) -> list[Code]:
        """The best runs of all parts, in the lowest suit."""
        best: list[Code] | None = None
        parts = self._parts
        for given in shares([part.gains for part in parts], jokers):
            melds: list[Code] = []
            for at in range(len(parts)):
                melds += parts[at].melds[given[at]]
            if best is None or comes_first(orders_of(melds), orders_of(best)):
                best = melds
        return best or []


def _moved(code: Code, suit: int) -> Code:
    """A run of the lowest suit in another one."""
    cards = [card if card == JOKER else card + 13 * suit for card in code[1:]]
    return (code[0] + 16 * suit, *cards)


@final
class Rows:
    """The rows of hands, for runs with at most so many places between two naturals."""

    __slots__ = ("_aim", "_bare", "_doubles", "_gap", "_parts", "_rules", "_singles")

    def __init__(self, aim: Aim, gap: int) -> None:
        self._aim: Final = aim
        self._rules: Final = aim.rules
        self._gap: Final = gap
        # all rows without runs are one
        self._bare = Row(aim, [], 0)
        self._singles: Final[list[Row | None]] = [None] * (ROW + 1)
        self._doubles: Final[dict[int, Row]] = {}
        self._parts: Final[dict[int, Part]] = {}

    def row(self, first: i64, second: i64, jokers: i64, few: i64) -> Row:
        """What is known of the rows of a suit, for so many jokers; fewer cards than `few` are never used twice."""
        if second and COUNT[first] + COUNT[second] >= few:
            key = int(first | second << 13)
            known = self._doubles.get(key)
            if known is None or known.jokers < jokers:
                known = self._made(int(first), int(second), int(jokers), int(few))
                if len(self._doubles) >= LARGEST_TABLE:
                    self._doubles.clear()
                self._doubles[key] = known
            return known
        known = self._singles[first]
        if known is None or known.jokers < jokers:
            known = self._made(int(first), 0, int(jokers), int(few))
            self._singles[first] = known
        return known

    def _made(self, first: int, second: int, jokers: int, few: int) -> Row:
        """The same, worked out."""
        parts: list[Part] = []
        for cards in _apart(first, self._gap):
            if COUNT[cards] + self._gap < self._rules.run_min:
                continue
            again = second & cards
            part = self._part(cards, again if COUNT[cards] + COUNT[again] >= few else 0, jokers)
            if part.gains[jokers] > 0:
                parts.append(part)
        if parts:
            return Row(self._aim, parts, jokers)
        if self._bare.jokers < jokers:
            self._bare = Row(self._aim, [], jokers)
        return self._bare

    def _part(self, first: int, second: int, jokers: int) -> Part:
        key = first | second << 13
        known = self._parts.get(key)
        if known is None or len(known.gains) <= jokers:
            known = self._sorted(first, second, jokers)
            if len(self._parts) >= LARGEST_TABLE:
                self._parts.clear()
            self._parts[key] = known
        return known

    def _sorted(self, first: int, second: int, most: int) -> Part:
        """The best runs of a part, with each number of jokers."""
        rules = self._rules
        row = first | (universe.SECOND_ACE if second & 1 else 0)
        shelves = universe.runs(rules, 0, row, most)
        runs = [Pick(self._aim, [code]) for shelf in shelves for code in shelf.clean]
        if most:
            runs += [Pick(self._aim, [code]) for shelf in shelves for code in shelf.wild]
        search = RunSearch(runs)
        gains: list[int] = []
        melds: list[list[Code]] = []
        for jokers in range(most + 1):
            gain, best = search.best(first, second, jokers)
            gains.append(gain)
            melds.append(best)
        return Part(gains, melds)


@final
class RunSearch:
    """The best of some runs, which the lowest suit has: for any of its cards, the lowest card first."""

    __slots__ = ("_from", "_known")

    def __init__(self, runs: list[Pick]) -> None:
        # the runs by their lowest naturals, in order
        self._from: Final[list[list[Pick]]] = [[] for _ in range(13)]
        for run in runs:
            if run.gain > 0:
                self._from[lowest(run.melds[0])].append(run)
        self._known: Final[dict[tuple[int, int, int], tuple[int, list[Code]]]] = {}

    def best(self, first: int, second: int, jokers: int) -> tuple[int, list[Code]]:
        """What they gain at most, and those that do."""
        if not first:
            return 0, []
        key = (first, second, jokers)
        known = self._known.get(key)
        if known is None:
            low = first & -first
            known = self.best(first ^ low, second & ~low, jokers)
            for run in self._from[low.bit_length() - 1]:
                once, twice = int(run.once), int(run.twice)
                if once & ~first or twice & ~second or run.jokers > jokers:
                    continue
                after = first & ~(once & ~second) & ~twice
                gain, melds = self.best(after, second & ~once, jokers - int(run.jokers))
                gain += int(run.gain)
                if gain >= known[0]:
                    melds = [*run.melds, *melds]
                    if gain > known[0] or comes_first(orders_of(melds), orders_of(known[1])):
                        known = (gain, melds)
            self._known[key] = known
        return known


def _apart(row: int, gap: int) -> list[int]:
    """A row in pieces with more empty places than the gap between them; the ace comes after the king."""
    twice = row | row << 13
    near = 0
    for step in range(1, gap + 2):
        near |= twice << step
    starts = row & ~(near >> 13)
    if not starts:
        return [row] if row else []
    last = (starts & -starts) << 13
    out: list[int] = []
    while starts:
        bit = starts & -starts
        starts ^= bit
        end = starts & -starts if starts else last
        piece = twice & (end - bit)
        out.append((piece | piece >> 13) & ROW)
    return out
