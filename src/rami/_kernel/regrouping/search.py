"""Search best-first for the play that lays the most tiles, number by number.

Between two numbers a *state* records the open runs of each colour (see `runs.STATES`) and the jokers left, in one int:

    | a run was begun | jokers left: 2 bits | ♠: 6 bits | ♥ | ♦ | ♣ |

The search is A*. It rates a state by the tiles laid so far plus an upper bound on the tiles that can still be
laid (`bounds`). Ratings never rise along a path, so the first complete play taken from the heap is the best. A state is
skipped if another state that is at least as good in every way has already laid at least as much. States rated far below
the start are skipped too, until no play is found without them. A long search starts again with better prices in its
bounds.

Jokers may be left over at the end; `layout` adds them to melds.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final, final

from ..budget import SPEND
from .bounds import FINE, NEVER, Bounds
from .columns import (
    ABOVE_TILES,
    FREE,
    LIKE_TILES,
    PATTERN,
    TWELVE,
    Aces,
    Column,
    aces_laid,
    column_of,
    top_column,
)
from .groups import COLOURS
from .lines import RANKS, Line, Steps
from .runs import CODES, DEAD

FIELD: Final = 6
MASK: Final = 63
LEFT: Final = FIELD * COLOURS
OPEN: Final = (1 << LEFT) - 1
# This bit is set once a tile lies in a run; it is used only if the caller requires a run.
RUN_USED: Final = 1 << (LEFT + 2)
KEY: Final = LEFT + 3
KEYS: Final = (1 << KEY) - 1
# The heap gives the highest rating first; among equals the state with the highest number, then the one with the highest
# fraction of a rating. An item holds, from the lowest bit: the state, the fraction, the numbers left, and the rating.
PLACE: Final = KEY + FINE.bit_length()
LEVEL: Final = PLACE + 4
# After this many states the search starts again with better prices, and after `LONGER` times as many with others. Some
# prices leave thousands of states with the rating of the best play, whereas others leave hardly any.
LONG_SEARCH: Final = 150
LONGER: Final = 4
# Each step of the budget pays for examining this many states.
STATES_A_STEP: Final = 8

# The number of copies of each tile, indexed by colour, then by number from 0.
Grid = list[list[int]]


def start_of(jokers: int) -> int:
    """Return the state with no open run and all jokers unused."""
    return jokers << LEFT


@final
class Search:
    """The search from one position: its columns, the bounds of each colour, and the states seen by the last call.

    `table` and `rack` have a row for each colour. `values` gives the value of a tile of each number. `aces`
    gives the values of two-ended aces, which are then all in the first number. If `joker_values` is given, a
    joker counts by the number it represents; otherwise it counts nothing. `price` is the price of a joker in
    the second bound; any price gives the exact result. If `marked` is set, only plays that leave a run on the
    table count.
    """

    def __init__(
        self,
        line: Line,
        table: Grid,
        rack: Grid,
        jokers: int,
        values: list[int],
        aces: Aces | None = None,
        price: int = 0,
        joker_values: list[int] | None = None,
        marked: bool = False,
    ) -> None:
        self.line: Final = line
        self.numbers: Final = line.numbers
        self.jokers: Final = jokers
        self.valued: Final = joker_values is not None
        self.joker_values: Final = joker_values or [0] * (line.numbers + 1)
        self.values: Final = list(values)
        if line.twice:
            # The column of the aces already counts their values, so their number has the factor 1.
            aces = aces or (values[0], values[0], values[0])
            self.values[0] = 1
            self.values.append(0)
        self._aces: Final = aces
        self._mark: Final = RUN_USED if marked else 0
        # More than the value of any play.
        self._ceiling: Final = 1 + max(1, *(aces or (0,)), *self.values, *self.joker_values) * (
            jokers + sum([sum(row) for row in rack])
        )
        self._orders: Final[list[list[int]]] = []
        self._columns: Final[list[Column]] = []
        self._rows: Final[dict[int, list[int]]] = {}
        # For each number and state, the largest amount laid on the way to the state, with the state before it on
        # that path in the low bits.
        self._seen: dict[int, int] = {}
        # The number of states that the last call has examined.
        self._popped: int = 0
        # The highest rating of the states that the last pass has skipped, or `DEAD`.
        self._skipped: int = DEAD
        self._end: int = 0
        self._spend: Final = SPEND.get()
        self._better: Final = line.better()
        self._steps: Final = [line.steps(number, self.valued) for number in range(line.numbers)]
        kind = LIKE_TILES if self.valued else FREE
        if any(self.joker_values[number] > self.values[number] for number in range(RANKS)):
            kind = ABOVE_TILES
        for number in range(RANKS):
            patterns: list[int] = []
            for colour in range(COLOURS):
                lies = table[colour][number]
                patterns.append(PATTERN[lies, lies + rack[colour][number]])
            order = list(range(COLOURS))
            order.sort(key=patterns.__getitem__)
            self._orders.append(order)
            sorted_patterns = [patterns[colour] for colour in order]
            self._columns.append(column_of(sorted_patterns, jokers, kind, None if number else aces))
        if line.twice:
            self._orders.append(list(range(COLOURS)))
            self._columns.append(top_column(jokers))
        price = 0 if self.valued or not jokers else price
        self._bounds: Final = Bounds(
            line, self._columns, self._orders, self.values, table, jokers, price, self.valued
        )
        # The number of states after which the search starts again with other prices.
        self._limit: int = LONG_SEARCH
        self._set_prices()

    def _set_prices(self) -> None:
        """Copy the prices from the bounds."""
        bounds = self._bounds
        # `row` packs two bounds into one int: priced bounds are lifted to be positive, and free bounds have
        # `_bits` bits.
        self._lift: int = bounds.lift()
        self._bits: int = (self._ceiling * bounds.scale).bit_length()
        # The greatest amount that an unused joker can still add: its price, or the highest value it could still
        # represent.
        self._later: list[int] = [TWELVE * bounds.joker] * (self.numbers + 1)
        if self.valued:
            self._later = [max(self.joker_values[at:]) for at in range(self.numbers)] + [0]
        self._rows.clear()

    def steps(self, number: int) -> Steps:
        """Return the table of next states at a number, indexed by state and code."""
        return self._steps[number]

    def laid(self, number: int, code: int, grouped: int, table: int) -> int:
        """Return the number of rack tiles laid in runs and groups; for two-ended aces, their value."""
        if number == RANKS:
            return 0
        if number == 0 and self._aces is not None:
            return aces_laid(self._aces, code, grouped, table)
        tiles, jokers = CODES[code]
        return tiles - jokers + grouped - table

    def row(self, number: int, colour: int, state: int) -> list[int]:
        """Return, for each code, the next state and both of its bounds in one int, or `DEAD`."""
        index = (number * COLOURS + colour) << FIELD | state
        return self._rows.get(index) or self._row(index)

    def _row(self, index: int) -> list[int]:
        bounds, state, at = self._bounds, index & MASK, index >> FIELD
        free, priced = bounds.free[at + COLOURS], bounds.priced[at + COLOURS]
        steps, place = self._steps[at // COLOURS][state], FIELD * (at % COLOURS)
        found = [DEAD] * len(CODES)
        for code in range(len(steps)):
            after = steps[code]
            if 0 <= after < len(free) and free[after] > NEVER and priced[after] > NEVER:
                both = free[after]
                if bounds.two:
                    both |= (priced[after] + self._lift) << self._bits
                found[code] = both << LEFT | after << place
        self._rows[index] = found
        return found

    def bound(self, number: int, key: int) -> int:
        """Return a bound on the amount still to be laid from a state; `NEVER` if a colour cannot complete its runs."""
        free = priced = 0
        bounds = self._bounds
        for colour in range(COLOURS):
            state = key >> FIELD * colour & MASK
            index = number * COLOURS + colour
            alone, with_price = bounds.free[index][state], bounds.priced[index][state]
            if alone == NEVER or with_price == NEVER:
                return NEVER
            free += alone
            priced += with_price
        at_hand = (key >> LEFT & 3) * self._later[number]
        if bounds.two:
            return min(free, priced + at_hand) // bounds.scale
        return (free + at_hand) // bounds.scale

    def most(self, number: int, keys: dict[int, int]) -> int:
        """Return the most that a play through one of these states can lay; `DEAD` if no play can be completed.

        `keys` maps each state to the amount laid before it.
        """
        ratings: dict[int, int] = {}
        for key, value in keys.items():
            bound = self.bound(number, key)
            if bound > NEVER:
                ratings[key] = value + bound
        # Most states are rated more than one tile below the start, and they are rarely needed. If no play is found
        # without them, the next pass goes lower.
        slack = max(1, *self.values)
        least = max(ratings.values(), default=0) - slack
        self._popped = 0
        while True:
            found = self._most_above(number, keys, ratings, least)
            if found >= 0 or self._skipped < 0:
                return found
            slack *= 2
            least = min(self._skipped, least - slack)

    def _most_above(self, number: int, keys: dict[int, int], ratings: dict[int, int], least: int) -> int:
        """Return the most that can be laid, or `DEAD` if that is below `least`; skip all states rated lower."""
        numbers, values, joker_values = self.numbers, self.values, self.joker_values
        mark, spend, scale, rows = self._mark, self._spend, self._bounds.scale, self._rows
        seen: dict[int, int] = {}
        done: set[int] = set()
        heap: list[int] = []
        self._seen = seen
        first, skipped = number, DEAD
        ceiling = self._ceiling + max(keys.values(), default=0)
        two, above = self._bounds.two, LEFT + self._bits
        lifted, within = COLOURS * self._lift, (1 << self._bits) - 1
        for key, rating in ratings.items():
            if rating >= least:
                seen[number << KEY | key] = keys[key] << KEY | KEYS
                heappush(heap, (ceiling - rating) << LEVEL | (numbers - number) << PLACE | key ^ KEYS)
            else:
                skipped = max(skipped, rating)
        while heap:
            item = heappop(heap)
            key = item & KEYS ^ KEYS
            number = numbers - (item >> PLACE & 15)
            here = number << KEY | key
            value = seen[here] >> KEY
            if number == numbers:
                if mark and not key & mark:
                    continue
                self._end = here
                return value
            # A state that was reached again with more laid is on the heap twice.
            if here in done:
                continue
            done.add(here)
            self._popped += 1
            if self._popped == self._limit and not self.valued:
                self._refine(first, keys)
                return self.most(first, keys)
            if spend is not None and not self._popped % STATES_A_STEP:
                spend()
            if self._dominated(here, value):
                continue
            left = key >> LEFT & 3
            at0, at1, at2, at3 = [
                (number * COLOURS + colour) << FIELD | key >> FIELD * colour & MASK
                for colour in self._orders[number]
            ]
            row0 = rows.get(at0) or self._row(at0)
            row1 = rows.get(at1) or self._row(at1)
            row2 = rows.get(at2) or self._row(at2)
            row3 = rows.get(at3) or self._row(at3)
            gain, joker_gain = scale * values[number], scale * joker_values[number]
            # From here on, ratings are relative to `value`, in units of `1 / scale`.
            lowest, passed = scale * (least - value), DEAD
            later = self._later[number + 1]
            after = (number + 1) << KEY
            level = (numbers - number - 1) << PLACE
            flag = key & RUN_USED
            for code0, seconds in self._columns[number].ways[left]:
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
                        for code3, used, laid in leaves:
                            part3 = row3[code3]
                            if part3 < 0:
                                continue
                            part3 += part2
                            if two:
                                total = part3 >> LEFT & within
                                second = (part3 >> above) - lifted + (left - used) * later
                                if second < total:
                                    total = second
                            else:
                                total = (part3 >> LEFT) + (left - used) * later
                            total += laid * gain + used * joker_gain
                            if total < lowest:
                                if total > passed:
                                    passed = total
                                continue
                            reached = value + laid * values[number] + used * joker_values[number]
                            follow = part3 & OPEN | (left - used) << LEFT | flag
                            if mark and part3 & OPEN:
                                follow |= mark
                            if seen.get(after | follow, DEAD) >> KEY >= reached:
                                continue
                            seen[after | follow] = reached << KEY | key
                            place = level | (scale - 1 - total % scale) << KEY | follow ^ KEYS
                            heappush(heap, (ceiling - value - total // scale) << LEVEL | place)
            if passed >= 0:
                skipped = max(skipped, value + passed // scale)
        self._skipped = skipped
        return DEAD

    def _refine(self, number: int, keys: dict[int, int]) -> None:
        """Look for better prices after the search has taken long."""
        self._limit *= LONGER
        key = next(iter(keys))
        states = [key >> FIELD * colour & MASK for colour in range(COLOURS)]
        self._bounds.refine(number, states, key >> LEFT & 3)
        self._set_prices()

    def _dominated(self, here: int, value: int) -> bool:
        """Return whether a state with one more joker, or with a better run, has laid at least as much."""
        seen = self._seen
        if (here >> LEFT & 3) < self.jokers and seen.get(here + (1 << LEFT), DEAD) >> KEY >= value:
            return True
        for colour in range(COLOURS):
            for further in self._better[here >> FIELD * colour & MASK]:
                if seen.get(here + (further << FIELD * colour), DEAD) >> KEY >= value:
                    return True
        return False

    def path(self) -> list[int]:
        """Return the states of the best play, from before the first number to after the last."""
        here = self._end
        found = [here & KEYS]
        while (before := self._seen[here] & KEYS) != KEYS:
            here = ((here >> KEY) - 1) << KEY | before
            found.append(before)
        found.reverse()
        return found

    def reached(self, number: int, key: int) -> int:
        """Return the maximum amount laid on the way to a state that the last call has seen."""
        return self._seen[number << KEY | key] >> KEY
