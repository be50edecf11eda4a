"""Tables of the best runs of one suit for each number of jokers, filled on demand.

A *row* has a bit for each rank held in a suit, with the ace at bit 0; a second row marks the ranks held twice.
The result for a row follows from smaller rows: its lowest card is either left over or part of a run. So 5♥ 6♥
7♥ 8♥ leads to three rows:

    0b11110000   without 5♥: 0b11100000
                 5♥ 6♥ 7♥:   0b10000000
                 5♥-8♥:      0

The row keeps the best of the three, with the gain for each number of jokers. The values of cards do not
depend on the suit, so one table is enough for all four suits.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from ..cards.codes import JOKER, ONES, ROW
from ..melds import universe
from ..melds.meld import Code, points, run_low
from ..rules import UNLIMITED
from .arrange import Aim
from .laid_together import Pick
from .ties import comes_first, lowest

# The maximum number of rows with a card held twice, and of runs, to cache.
LARGEST_TABLE: Final = 1 << 16
# No gap in a run can be wider than this.
WIDEST: Final = 12


@final
class Row:
    """The greatest gain of the runs of a row, for each number of jokers."""

    __slots__ = ("_aim", "_orders", "_picks", "_rests", "_runs", "clean", "gains", "jokers", "one", "two")

    def __init__(self, aim: Aim, gains: list[int], runs: list[Pick | None], rests: list[Row | None]) -> None:
        self._aim: Final = aim
        # For each number of jokers: the run that takes the lowest card, if any, and the row of the remaining
        # cards.
        self._runs: Final = runs
        self._rests: Final = rests
        # Indexed by the number of jokers and the suit; filled on first use.
        self._picks: Final[list[Pick | None]] = [None] * (4 * len(gains))
        # Indexed by the number of jokers; filled when arrangements are compared.
        self._orders: Final[list[list[int] | None]] = [None] * len(gains)
        jokers = len(gains) - 1
        self.gains: Final = gains
        self.jokers: Final[i64] = jokers
        self.clean: Final[i64] = gains[0]
        self.one: Final[i64] = gains[min(jokers, 1)]
        self.two: Final[i64] = gains[min(jokers, 2)]

    def pick(self, suit: int, jokers: int) -> Pick:
        """Return the best runs, transposed to this suit."""
        at = 4 * jokers + suit
        known = self._picks[at]
        if known is None:
            known = Pick(self._aim, [_moved(code, suit) for code in self.best(jokers)])
            self._picks[at] = known
        return known

    def best(self, jokers: int) -> list[Code]:
        """Return the best runs, in the lowest suit."""
        rest = self._rests[jokers]
        if rest is None:
            return []
        run = self._runs[jokers]
        return rest.best(jokers) if run is None else [*run.melds, *rest.best(jokers - int(run.jokers))]

    def orders(self, jokers: int) -> list[int]:
        """Return the sort keys of these runs, ascending (see `ties`)."""
        known = self._orders[jokers]
        if known is None:
            known = _orders_of(self._runs[jokers], self._rests[jokers], jokers)
            self._orders[jokers] = known
        return known


def _orders_of(run: Pick | None, rest: Row | None, jokers: int) -> list[int]:
    """Return the sort keys of a run and of the best runs in the rest of the row."""
    if rest is None:
        return []
    if run is None:
        return rest.orders(jokers)
    orders = run.orders() + rest.orders(jokers - int(run.jokers))
    orders.sort()
    return orders


def _moved(code: Code, suit: int) -> Code:
    """Return a run of the lowest suit transposed to another suit."""
    cards = [card if card == JOKER else card + 13 * suit for card in code[1:]]
    return (code[0] + 16 * suit, *cards)


def _near(rank: int, reach: int) -> int:
    """Return the ranks at most `reach` places away from a rank; the ace is also next to the king."""
    return sum([1 << other for other in range(13) if min((rank - other) % 13, (other - rank) % 13) <= reach])


@final
class Rows:
    """Tables of the best runs of each row, for runs with only short gaps from one natural to the next."""

    def __init__(self, aim: Aim, gap: int) -> None:
        self._aim: Final = aim
        self._rules: Final = aim.rules
        self._gap: Final[i64] = gap
        # With this many jokers a single card can form a run: 8♠ * *.
        lone = aim.rules.min_natural <= 1 and gap >= aim.rules.run_min - 1
        self._enough_alone: Final[i64] = aim.rules.run_min - 1 if lone else UNLIMITED
        # For each rank, the ranks that may be in a run of the smallest size with it.
        self._near: Final = [_near(rank, aim.rules.run_min - 1) for rank in range(13)]
        # All rows without runs share this object.
        self._bare = Row(aim, [0], [None], [None])
        self._singles: Final[list[Row | None]] = [None] * (ROW + 1)
        self._doubles: Final[dict[int, Row]] = {}
        self._runs: Final[dict[Code, Pick | None]] = {}

    def row(self, first: i64, second: i64, jokers: i64) -> Row:
        """Return the row of a suit for this number of jokers."""
        if second:
            first = self._linked(first, jokers)
            second = self._useful_doubles(first, second & first, jokers)
            if second:
                return self._double(first, second, jokers)
        known = self._singles[first]
        if known is None or known.jokers < jokers:
            known = self._work_out(first, 0, jokers)
            self._singles[first] = known
        return known

    def _useful_doubles(self, first: i64, second: i64, jokers: i64) -> i64:
        """Return the cards of which both copies could be used, in two runs or at both ends of one run."""
        # If two runs share a card, each of them has other cards near it, or jokers.
        needed = 2 * self._rules.run_min - min(jokers, 2 * self._gap)
        left = second
        while left:
            bit = left & -left
            left ^= bit
            near = self._near[ONES[bit - 1]]
            if ONES[first & near] + ONES[second & near] < needed:
                second ^= bit
        return second

    def _double(self, first: i64, second: i64, jokers: i64) -> Row:
        """Return the row of a suit in which two copies of a card could be used."""
        key = int(first | second << 13)
        known = self._doubles.get(key)
        if known is None or known.jokers < jokers:
            known = self._work_out(first, second, jokers)
            if len(self._doubles) >= LARGEST_TABLE:
                self._doubles.clear()
            self._doubles[key] = known
        return known

    def _work_out(self, first: i64, second: i64, jokers: i64) -> Row:
        """Compute an entry of the table."""
        linked = self._linked(first, jokers)
        if linked != first:
            return self.row(linked, second & linked, jokers)
        if not first:
            if self._bare.jokers < jokers:
                none = [None] * int(jokers + 1)
                self._bare = Row(self._aim, [0] * int(jokers + 1), [*none], [*none])
            return self._bare
        low = first & -first
        without = self.row(first ^ low, second & ~low, jokers)
        found = self._from_lowest(int(first), int(second), int(jokers))
        if not found:
            return without
        gains = without.gains[: jokers + 1]
        runs: list[Pick | None] = [None] * len(gains)
        rests: list[Row | None] = [without] * len(gains)
        for run in found:
            once, twice = run.once, run.twice
            rest = self.row(first & ~(once & ~second) & ~twice, second & ~once, jokers)
            for given in range(int(run.jokers), len(gains)):
                gain = int(run.gain) + rest.gains[given - int(run.jokers)]
                if gain > gains[given] or (
                    gain == gains[given]
                    and comes_first(
                        _orders_of(run, rest, given), _orders_of(runs[given], rests[given], given)
                    )
                ):
                    gains[given] = gain
                    runs[given] = run
                    rests[given] = rest
        return Row(self._aim, gains, runs, rests)

    def _linked(self, row: i64, jokers: i64) -> i64:
        """Return the cards of a row that are near enough to another card for a run; the ace also follows the king."""
        if jokers >= self._enough_alone:
            return row
        round_twice = row | row << 13
        below, above = round_twice << 1, round_twice >> 1
        for _ in range(self._gap):
            below |= below << 1
            above |= above >> 1
        return row & (below | above | below >> 13 | above >> 13)

    def _from_lowest(self, first: int, second: int, jokers: int) -> list[Pick]:
        """Return the runs that take the lowest card, in canonical order."""
        card = (first & -first).bit_length() - 1
        row = first | (universe.SECOND_ACE if second & 1 else 0)
        found = universe.runs(self._rules, 0, row, jokers, card)
        runs = [self._run(each.code) for part in found for each in part.clean if card in each.code[1:]]
        if jokers:
            runs += [self._run(each.code) for part in found for each in part.wild if card in each.code[1:]]
        return [run for run in runs if run is not None and run.gain > 0 and not int(run.twice) & ~second]

    def _run(self, code: Code) -> Pick | None:
        """Return a run as a pick; None if two shorter runs of the same cards are preferred (see `ties`)."""
        if code not in self._runs:
            if len(self._runs) >= LARGEST_TABLE:
                self._runs.clear()
            run = Pick(self._aim, [code])
            self._runs[code] = None if self._parts(code, int(run.gain)) else run
        return self._runs[code]

    def _parts(self, code: Code, gain: int) -> bool:
        """Return whether this run gains as much if it is cut in two, with its lowest natural in the lower part."""
        rules = self._rules
        card = lowest(code)
        for end in range(rules.run_min + 1, len(code) - rules.run_min + 1):
            low, high = code[:end], (code[0] + end - 1, *code[end:])
            if run_low(code) + end > 14 or card not in low[1:]:
                continue
            together = 0
            for part in (low, high):
                if not universe.is_valid(rules, part, part[1:].count(JOKER)):
                    break
                more = self._aim.gain(part, points(rules, part))
                if more <= 0:
                    break
                together += more
            else:
                if together >= gain:
                    return True
        return False
