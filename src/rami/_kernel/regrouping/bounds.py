"""Upper bounds on the tiles that can still be laid, computed as if tiles in groups needed no tiles of other colours.

Under this assumption, each colour is treated alone. Each state of a colour has two bounds. Both are summed over the
four colours, and the lower sum counts. In the first bound, jokers are free. In the second (a Lagrangian bound), jokers
have a price, and so do tiles that groups take from one colour: a group has at least three colours, so no colour can
supply more than a third of the tiles in groups, including jokers.

    3♣ 3♦ 3♦ 3♥ in groups    ♦ has 2 of 4: 3 * 2 - 4 = 2 too many, each at the price of ♦ for threes

At first, only jokers have a price. If a search takes long, `refine` tightens the bounds step by step: where the bound
is reached with too many jokers, or with too many tiles of a colour in groups, their prices rise and others fall. Any
prices from 0 up give a valid bound, provided that they do not reward a joker in a group.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from .columns import TWELVE, Column
from .groups import COLOURS, GROUP_MIN
from .lines import RANKS, Line, Steps
from .runs import CODES

# Lower than any bound.
NEVER: Final = -(1 << 40)
# In priced bounds this number represents a value of 1, so that prices can be fractions of a tile.
FINE: Final = 48
# The number of steps in a refinement; how far below the bound it aims, in units of the highest tile value; the length
# of the first step, and of each step relative to the one before, in hundredths. All were chosen by trial.
_ROUNDS: Final = 12
_AIM: Final = 2
_FIRST_STEP: Final = 200
_NEXT_STEP: Final = 85

# A use of the tiles of one colour in one number: its gain without prices, its jokers, and its tiles and jokers in
# groups. Jokers are counted in twelfths.
_Use = tuple[i64, i64, i64, i64]


@final
class Bounds:
    """The bounds of one position.

    `values` gives the value of a tile of each number, and `lies` the number of table tiles by colour and
    number. Bounds are in units of `1 / scale`.
    """

    def __init__(
        self,
        line: Line,
        columns: list[Column],
        orders: list[list[int]],
        values: list[int],
        lies: list[list[int]],
        jokers: int,
        price: int,
        valued: bool,
    ) -> None:
        numbers = line.numbers
        self._line: Final = line
        self._columns: Final = columns
        self._orders: Final = orders
        self._values: Final = values
        self._lies: Final = lies
        self._valued: Final = valued
        self._steps: Final[list[Steps]] = [line.steps(number, valued) for number in range(numbers)]
        # Indexed by COLOURS * number + colour, then by state.
        self.free: Final[list[list[int]]] = [[] for _ in range((numbers + 1) * COLOURS)]
        self.priced: list[list[int]] = self.free
        # True if there are two bounds.
        self.two: bool = price > 0
        self.scale: int = FINE if price else 1
        # The price of a twelfth of a joker, the prices of tiles in groups by number and colour, and their
        # sums by number.
        self.joker: int = FINE * price // TWELVE
        self._first_joker: Final = self.joker
        self._first_step: int = _FIRST_STEP
        self._fees: Final[list[int]] = [0] * (numbers * COLOURS)
        self._sums: Final[list[int]] = [0] * numbers
        self._uses: Final[list[list[tuple[i64, list[_Use]]]]] = [[] for _ in range(numbers * COLOURS)]
        self._fill_free()
        if price:
            self.priced = list(self.free)
            self._fill_first(-jokers * TWELVE * self.joker)

    def _fill_free(self) -> None:
        numbers = self._line.numbers
        for colour in range(COLOURS):
            last = [0 if end else NEVER for end in self._line.ends(self._valued)]
            self.free[numbers * COLOURS + colour] = last
        for number in range(numbers - 1, -1, -1):
            value = self._values[number] * self.scale
            for at in range(COLOURS):
                index = number * COLOURS + self._orders[number][at]
                gains: dict[i64, i64] = {}
                for code, laid, _ in self._columns[number].tops[at]:
                    gain = laid * value
                    if gains.get(code, NEVER) < gain:
                        gains[code] = gain
                self.free[index] = _backward(
                    self._steps[number], list(gains.items()), self.free[index + COLOURS]
                )

    def _fill_first(self, least: int) -> None:
        """Compute the bounds with a price for jokers alone.

        A state whose bound is below the price of all jokers is dead: it would need more jokers than there are.
        """
        numbers = self._line.numbers
        for number in range(numbers - 1, -1, -1):
            value = self._values[number] * self.scale
            for at in range(COLOURS):
                index = number * COLOURS + self._orders[number][at]
                gains: dict[i64, i64] = {}
                for code, laid, share in self._columns[number].tops[at]:
                    gain = laid * value - share * self.joker
                    if gains.get(code, NEVER) < gain:
                        gains[code] = gain
                found = _backward(self._steps[number], list(gains.items()), self.priced[index + COLOURS])
                free = self.free[index]
                for state in range(len(found)):
                    if found[state] < least:
                        found[state] = free[state] = NEVER
                self.priced[index] = found

    def _fill_refined(self) -> None:
        """Compute the priced bounds with all prices."""
        joker: i64 = self.joker
        for number in range(self._line.numbers - 1, -1, -1):
            together: i64 = self._sums[number]
            for colour in range(COLOURS):
                index = number * COLOURS + colour
                charge: i64 = together - GROUP_MIN * self._fees[index]
                pairs: list[tuple[i64, i64]] = []
                for code, uses in self._uses[index]:
                    most: i64 = NEVER
                    for plain, jokers, grouped, in_groups in uses:
                        # Round up the share of jokers in groups, so that the result remains an upper bound.
                        gain: i64 = plain - jokers * joker + charge * grouped
                        gain -= -together * in_groups // TWELVE
                        if gain > most:
                            most = gain
                    pairs.append((code, most))
                found = _backward(self._steps[number], pairs, self.priced[index + COLOURS])
                free = self.free[index]
                for state in range(len(found)):
                    if free[state] == NEVER:
                        found[state] = NEVER
                self.priced[index] = found

    def _list_uses(self) -> None:
        """List the uses of each colour in each number, with the figures that every kind of price needs."""
        for number in range(self._line.numbers):
            value = self._values[number] * self.scale
            # Two-ended aces and the place above the king have no prices for groups.
            plain = number < RANKS and not (self._line.twice and number == 0)
            for at in range(COLOURS):
                colour = self._orders[number][at]
                found = self._uses[number * COLOURS + colour]
                found.clear()
                for code, laid, share in self._columns[number].every[at]:
                    grouped = in_groups = 0
                    if plain:
                        tiles, jokers = CODES[code]
                        grouped = laid + self._lies[colour][number] - (tiles - jokers)
                        in_groups = share - jokers * TWELVE
                    if not found or found[-1][0] != code:
                        found.append((code, []))
                    found[-1][1].append((laid * value, share, grouped, in_groups))

    def lift(self) -> int:
        """Return an amount that makes every priced bound positive when it is added."""
        least = 0
        for bounds in self.priced:
            for bound in bounds:
                if NEVER < bound < least:
                    least = bound
        return 1 - least

    def refine(self, number: int, states: list[int], jokers: int) -> None:
        """Look for better prices, given a number, the states of the colours before it, and the unused jokers."""
        if self.scale == 1:
            self.scale = FINE
            self._fill_free()
        self.two = True
        self.priced = list(self.free)
        self._list_uses()
        numbers = self._line.numbers
        target = sum([self.free[number * COLOURS + colour][states[colour]] for colour in range(COLOURS)])
        target -= _AIM * self.scale * max(self._values)
        best = -1
        best_joker, best_fees, best_sums = self.joker, list(self._fees), list(self._sums)
        # The prices found before left a long search, so start afresh and with a shorter step, to find others.
        self.joker = self._first_joker
        self._fees[:] = [0] * (numbers * COLOURS)
        self._sums[:] = [0] * numbers
        length = self._first_step
        self._first_step = length * 3 // 4
        for _ in range(_ROUNDS):
            self._fill_refined()
            root = jokers * TWELVE * self.joker
            for colour in range(COLOURS):
                root += self.priced[number * COLOURS + colour][states[colour]]
            # A lower fraction alone is no gain: prices that reach the bound exactly give many states the same rating.
            if best < 0 or root // self.scale < best // self.scale:
                best, best_joker, best_fees, best_sums = root, self.joker, list(self._fees), list(self._sums)
            if not self._move(number, states, jokers, max(root - target, self.scale) * length // 100):
                break
            length = length * _NEXT_STEP // 100
        self.joker = best_joker
        self._fees[:], self._sums[:] = best_fees, best_sums
        self._fill_refined()

    def _move(self, number: int, states: list[int], jokers: int, distance: int) -> bool:
        """Raise the prices of whatever is overused at the bound; return False if nothing is."""
        first, numbers = number, self._line.numbers
        grouped = [[0] * COLOURS for _ in range(numbers)]
        # Counted in twelfths.
        in_groups = [0] * numbers
        used = 0
        for colour in range(COLOURS):
            state = states[colour]
            for number in range(first, numbers):
                code, use = self._use(number, colour, state)
                used += use[1]
                grouped[number][colour] = use[2]
                in_groups[number] += use[3]
                state = self._steps[number][state][code]
        excess = [0] * (numbers * COLOURS)
        total = 0
        for number in range(first, numbers):
            together = TWELVE * sum(grouped[number]) + in_groups[number]
            for colour in range(COLOURS):
                index = number * COLOURS + colour
                over = TWELVE * GROUP_MIN * grouped[number][colour] - together
                if over > 0 or self._fees[index]:
                    excess[index] = over
                    total += over * over
        wanted = used - TWELVE * jokers
        if jokers and (wanted > 0 or self.joker):
            total += wanted * wanted
        if not total:
            return False
        if jokers:
            # The price of a twelfth of a joker moves by a twelfth of the step of a whole joker.
            self.joker = max(0, self.joker + distance * wanted // total)
        for number in range(first, numbers):
            together = 0
            for index in range(number * COLOURS, (number + 1) * COLOURS):
                self._fees[index] = max(0, self._fees[index] + distance * TWELVE * excess[index] // total)
                together += self._fees[index]
            if jokers and together > TWELVE * self.joker:
                # The prices must not make a joker in a group gain anything.
                for index in range(number * COLOURS, (number + 1) * COLOURS):
                    self._fees[index] = self._fees[index] * TWELVE * self.joker // together
                together = sum(self._fees[number * COLOURS : (number + 1) * COLOURS])
            self._sums[number] = together
        return True

    def _use(self, number: int, colour: int, state: int) -> tuple[int, _Use]:
        """Return the choice of tiles, as (code, use), that reaches the priced bound of a state."""
        index = number * COLOURS + colour
        bound, follow = self.priced[index][state], self.priced[index + COLOURS]
        step, together = self._steps[number][state], self._sums[number]
        charge = together - GROUP_MIN * self._fees[index]
        for code, uses in self._uses[index]:
            after = step[code]
            if after >= 0 and follow[after] > NEVER:
                wanted = bound - follow[after]
                for use in uses:
                    gain, jokers, grouped, in_groups = use
                    gain += charge * grouped - jokers * self.joker
                    if gain - (-together * in_groups // TWELVE) == wanted:
                        return code, use
        raise AssertionError("a bound that no use reaches")


def _backward(steps: Steps, pairs: list[tuple[i64, i64]], follow: list[int]) -> list[int]:
    """Return a colour's maximum gain from each state before a number, given `follow`, the maximum gains after it."""
    found: list[int] = []
    states: i64 = len(follow)
    for state in range(states):
        step = steps[state]
        best: i64 = NEVER
        for code, gain in pairs:
            after: i64 = step[code]
            if after >= 0:
                total: i64 = follow[after] + gain
                if total > best:
                    best = total
        found.append(best if best > NEVER // 2 else NEVER)
    return found
