"""Build columns; a column lists every choice for one number, whatever runs are open.

A *pattern* describes the tiles of a number in one colour: (copies on the table, copies on table and rack).
With 7♣ 7♦ on the table and 7♦ 7♥ on the rack, the patterns are (1, 1), (1, 2), (0, 1), (0, 0). A choice fixes
the tiles that each colour puts into runs, as a code, and the number of jokers used; groups take some of the
other tiles. Choices are nested lists with the first colour outermost, so the search leaves a branch as soon
as a colour has no run for its tile:

    ways[jokers at hand] = [(code of ♣, [(code of ♦, [(code of ♥, [(code of ♠, jokers used, tiles laid), ...])])])]

Only useful choices are kept. A rack tile is laid if some group lacks its colour, a joker is never put into a
run while the tile it represents remains on the rack, and groups take the fewest jokers possible. A column
depends only on its patterns, so colours are sorted by pattern, and a cache holds all 126 columns.
"""

from __future__ import annotations

from typing import Final, final

from .groups import COLOURS, PACKED, SPLITS, Counts, unpacked
from .lines import ACE_CODES
from .runs import CODE, CODES, COPIES, DEAD, MOST_JOKERS

Leaf = tuple[int, int, int]
Third = tuple[int, list[Leaf]]
Second = tuple[int, list[Third]]
First = tuple[int, list[Second]]

# Jokers are counted in twelfths, because the colours of a group share its jokers.
TWELVE: Final = 12
# The values of an ace: low in a run, high in a run, and in a group.
Aces = tuple[int, int, int]
# Every pattern of a colour: (copies on the table, copies on table and rack).
PATTERNS: Final = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
# Aces and jokers of a colour above its king.
_TOP: Final = [
    (aces, used) for aces in range(COPIES + 1) for used in range(MOST_JOKERS + 1) if aces + used <= COPIES
]
PATTERN: Final = {pattern: at for at, pattern in enumerate(PATTERNS)}


# The value of a joker: nothing, the value of the tile it represents, or perhaps more.
FREE: Final = 0
LIKE_TILES: Final = 1
ABOVE_TILES: Final = 2


@final
class Column:
    """The choices of a number for all colours together, and the choices of each colour alone.

    `every[colour]` lists (code, rack tiles laid, the colour's share of the jokers in twelfths); `tops[colour]` contains
    only the choices that lay the most for their jokers.
    """

    __slots__ = ("every", "tops", "ways")

    def __init__(self, ways: list[list[First]], every: list[list[Leaf]], tops: list[list[Leaf]]) -> None:
        self.ways: Final = ways
        self.every: Final = every
        self.tops: Final = tops


Key = tuple[int, ...]
_COLUMNS: Final[dict[Key, Column]] = {}
# Columns of two-ended aces depend on the values of the ace, so the cache could grow without limit.
_MOST_COLUMNS: Final = 4096


def column_of(patterns: list[int], jokers: int, valued: int, aces: Aces | None = None) -> Column:
    """Return the column of four sorted patterns with at most this many jokers (see `_Choices`)."""
    key: Key = (jokers, valued, *patterns) if aces is None else (jokers, valued, *patterns, *aces)
    found = _COLUMNS.get(key)
    if found is None:
        if len(_COLUMNS) >= _MOST_COLUMNS:
            _COLUMNS.clear()
        found = _COLUMNS[key] = _Choices(patterns, jokers, valued, aces).column()
    return found


def top_column(jokers: int) -> Column:
    """Return the column of the place above the king, where each colour lays the aces it has kept."""
    key: Key = (jokers,)
    found = _COLUMNS.get(key)
    if found is None:
        found = _COLUMNS[key] = _Choices([], jokers, FREE, None).column()
    return found


def aces_laid(aces: Aces, code: int, grouped: int, table: int) -> int:
    """Return the value of the rack aces that a colour lays: all melded aces, minus `min(aces)` for each table ace."""
    low, high = ACE_CODES[code]
    return low * aces[0] + high * aces[1] + grouped * aces[2] - table * min(aces)


@final
class _Choices:
    """The choices of a column under construction.

    If a joker counts as the tile it represents (`valued`), using more jokers may be better, so a colour may
    put up to four tiles into runs, and groups may have any number of jokers. If a joker may count more than
    its tile (`ABOVE_TILES`), it may be laid while that tile remains on the rack. If `aces` is given, this is the
    column of two-ended aces, which counts values instead of tiles. Without patterns it is the column of the
    place above the king.
    """

    def __init__(self, patterns: list[int], jokers: int, valued: int, aces: Aces | None) -> None:
        self._patterns: Final = patterns
        self._jokers: Final = jokers
        self._valued: Final = valued > FREE
        self._above: Final = valued == ABOVE_TILES
        self._aces: Final = aces
        # For each colour, maps (code, tiles laid) to the colour's least share of the jokers.
        self._shares: Final[list[dict[tuple[int, int], int]]] = [{} for _ in range(COLOURS)]
        # Maps the codes of the four colours, as one number, to the most tiles laid for each number of jokers
        # used.
        self._most: Final[dict[int, list[int]]] = {}
        self._sides: Final[dict[int, list[Leaf]]] = {}
        if not patterns:
            side = [(CODE[kept + used, used], 0, used) for kept, used in _TOP if used <= jokers]
            for at in range(COLOURS):
                self._share(at, side, 0)
            self._combine([side] * COLOURS, 0)
            return
        for packed in range(PACKED):
            counts = unpacked(packed)
            if all(counts[at] <= PATTERNS[patterns[at]][1] for at in range(COLOURS)):
                for in_groups in range(jokers + 1):
                    if SPLITS[packed][in_groups] is not None:
                        self._add(counts, in_groups)
                        if not self._valued:
                            # More jokers in these groups would gain nothing; they count as left over.
                            break

    def _add(self, counts: Counts, in_groups: int) -> None:
        """Add the choices that put these tiles and jokers into groups."""
        left = self._jokers - in_groups
        largest = max(counts)
        colours = sum([1 for each in counts if each])
        sides: list[list[Leaf]] = []
        for at in range(COLOURS):
            # If some group lacks this colour, it can take a tile that is left on the rack, so no tile may be
            # left.
            forced = counts[at] < largest and not self._above
            side = self._side(self._patterns[at], counts[at], forced, left)
            self._share(at, side, in_groups * TWELVE // colours if counts[at] else 0)
            sides.append(side)
        self._combine(sides, in_groups)

    def _share(self, colour: int, side: list[Leaf], share: int) -> None:
        """Record the choices of a colour with its share of the jokers in groups."""
        shares = self._shares[colour]
        for code, laid, used in side:
            cost = used * TWELVE + share
            if shares.get((code, laid), cost) >= cost:
                shares[code, laid] = cost

    def _combine(self, sides: list[list[Leaf]], in_groups: int) -> None:
        """Combine one choice of each colour in every way that needs no more jokers than there are."""
        left = self._jokers - in_groups
        size = len(CODES)
        for code0, laid0, used0 in sides[0]:
            for code1, laid1, used1 in sides[1]:
                if used0 + used1 > left:
                    continue
                for code2, laid2, used2 in sides[2]:
                    if used0 + used1 + used2 > left:
                        continue
                    for code3, laid3, used3 in sides[3]:
                        used = used0 + used1 + used2 + used3
                        if used > left:
                            continue
                        used += in_groups
                        codes = ((code0 * size + code1) * size + code2) * size + code3
                        most = self._most.get(codes)
                        if most is None:
                            most = self._most[codes] = [DEAD] * (self._jokers + 1)
                        laid = laid0 + laid1 + laid2 + laid3
                        if most[used] < laid:
                            most[used] = laid

    def _side(self, pattern: int, grouped: int, forced: bool, jokers: int) -> list[Leaf]:
        """Return the choices of a colour with `grouped` tiles in groups, as (code, rack tiles laid, jokers used)."""
        key = ((pattern * 3 + grouped) * 2 + forced) * 3 + jokers
        found = self._sides.get(key)
        if found is None:
            table, held = PATTERNS[pattern]
            high = held - grouped
            low = high if forced else max(0, table - grouped)
            found = self._sides[key] = []
            if self._aces is not None:
                for code in range(len(ACE_CODES)):
                    if low <= sum(ACE_CODES[code]) <= high:
                        found.append((code, aces_laid(self._aces, code, grouped, table), 0))
                return found
            for naturals in range(low, high + 1):
                # A joker never represents a tile that is on the rack: laying the tile instead is at least as
                # good.
                for used in range((jokers if naturals == high or self._above else 0) + 1):
                    if naturals + used <= COPIES or self._valued:
                        code = CODE[naturals + used, used]
                        found.append((code, naturals + grouped - table, used))
        return found

    def column(self) -> Column:
        """Return the finished column."""
        ways = [self._nested(at_hand) for at_hand in range(self._jokers + 1)]
        every = [
            [(code, laid, cost) for (code, laid), cost in sorted(shares.items(), reverse=True)]
            for shares in self._shares
        ]
        return Column(ways, every, [_tops(leaves) for leaves in every])

    def _nested(self, at_hand: int) -> list[First]:
        """Return the choices with this many jokers available, as nested lists."""
        size = len(CODES)
        firsts: list[First] = []
        seconds: list[Second] = []
        thirds: list[Third] = []
        leaves: list[Leaf] = []
        last0 = last1 = last2 = DEAD
        for codes in sorted(self._most):
            found = self._leaves(codes % size, self._most[codes], at_hand)
            if not found:
                continue
            code2 = codes // size % size
            code1 = codes // size**2 % size
            code0 = codes // size**3
            if code0 != last0:
                seconds = []
                firsts.append((code0, seconds))
                last0, last1 = code0, DEAD
            if code1 != last1:
                thirds = []
                seconds.append((code1, thirds))
                last1, last2 = code1, DEAD
            if code2 != last2:
                leaves = []
                thirds.append((code2, leaves))
                last2 = code2
            leaves.extend(found)
        return firsts

    def _leaves(self, code: int, most: list[int], at_hand: int) -> list[Leaf]:
        found: list[Leaf] = []
        best = DEAD
        for used in range(at_hand + 1):
            if most[used] > best or (self._valued and most[used] >= 0):
                best = most[used]
                found.append((code, used, best))
        return found


def _tops(leaves: list[Leaf]) -> list[Leaf]:
    """Return the choices of a colour that lay the most tiles for their jokers, in descending order."""
    found: list[Leaf] = []
    for leaf in leaves:
        if not found or found[-1][0] != leaf[0] or found[-1][2] > leaf[2]:
            found.append(leaf)
    return found
