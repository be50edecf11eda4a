"""The order of the numbers in runs, depending on the place of the ace, and how each number continues the open runs.

    ace     numbers from 0       card of a colour
    low     A 2 ... Q K          ace at 0
    high    2 3 ... K A          ace at 12
    both    A 2 ... Q K A        ace at 0 and at 13

A *two-ended* ace may be low or high. Its place is chosen once, at the lowest number: it joins a group there,
begins a run, or is kept for the place above the king, where all kept aces are put into runs. A state
remembers the kept aces: ten times their number is added to its index in `runs.STATES`. With A♥ A♥, one low
and one high, then 2♥ 3♥ ... Q♥ K♥:

    number    A                2         3         ...    K                 A
    state     10 + 1           10 + 2    10 + 3    ...    10 + 3            3
"""

from __future__ import annotations

from typing import Final, final

from .runs import (
    BETTER,
    CODE,
    CODES,
    COPIES,
    DEAD,
    ENDS,
    FEW_STATES,
    MOST_JOKERS,
    STEPS,
    STEPS_FROM_JOKER,
)

RANKS: Final = 13
Steps = list[list[int]]

# The uses of a colour's two-ended aces: (aces that begin runs, aces kept for the place above the king).
ACE_CODES: Final = [(low, high) for low in range(COPIES + 1) for high in range(COPIES + 1 - low)]
_WIDTH: Final = FEW_STATES * (COPIES + 1)


def _carrying(steps: Steps) -> Steps:
    """Return the steps for states that remember kept aces."""
    found: Steps = []
    for state in range(_WIDTH):
        aces = state - state % FEW_STATES
        row = steps[state % FEW_STATES]
        found.append([aces + after if 0 <= after < FEW_STATES else DEAD for after in row])
    return found


def _to_top(state: int) -> list[int]:
    """Return the step to the place above the king, where exactly the kept aces are laid."""
    row = STEPS_FROM_JOKER[state % FEW_STATES]
    found: list[int] = []
    for code in range(len(CODES)):
        tiles, jokers = CODES[code]
        kept = tiles - jokers == state // FEW_STATES
        found.append(row[code] if kept and row[code] < FEW_STATES else DEAD)
    return found


_CARRYING: Final = _carrying(STEPS)
_CARRYING_FROM_JOKER: Final = _carrying(STEPS_FROM_JOKER)
_TO_TOP: Final = [_to_top(state) for state in range(_WIDTH)]
_DEAD_ROW: Final = [DEAD] * len(ACE_CODES)
_OF_ACES: Final = [
    [FEW_STATES * high + STEPS[0][CODE[low, 0]] for low, high in ACE_CODES],
    *[_DEAD_ROW] * (_WIDTH - 1),
]


@final
class Line:
    """The numbers of a colour in the order of runs, which depends on the place of the ace."""

    def __init__(self, low: bool, high: bool) -> None:
        self.twice: Final = low and high
        self.numbers: Final = RANKS + self.twice
        # The rank of number 0, as a place in the codes of runs.
        self.first: Final = 1 if low else 2
        # At this number a joker may start a run: * Q K.
        self._last_start: Final = self.numbers - 3

    def rank_at(self, number: int) -> int:
        """Return the rank of a number, from 0 for aces to 12 for kings."""
        return (number + self.first - 1) % RANKS

    def steps(self, number: int, valued: bool) -> Steps:
        """Return the table of next states, by state and code; `valued` is True if jokers count as their tiles."""
        if not self.twice:
            return STEPS_FROM_JOKER if valued or number == self._last_start else STEPS
        if number == 0:
            return _OF_ACES
        if number == RANKS:
            return _TO_TOP
        return _CARRYING_FROM_JOKER if number == self._last_start else _CARRYING

    def ends(self, valued: bool) -> list[bool]:
        """Return, for each state, whether a play may end in it."""
        if self.twice:
            return ENDS[:FEW_STATES] + [False] * (_WIDTH - FEW_STATES)
        return ENDS if valued else ENDS[:FEW_STATES]

    def better(self) -> list[list[int]]:
        """Return, for each state, the offsets from its index to the indexes of the next better states."""
        return BETTER[:FEW_STATES] * (COPIES + 1) if self.twice else BETTER

    def most_jokers(self, valued: bool) -> int:
        """Return how many jokers the search supports: none if aces are two-ended and jokers have a value."""
        return 0 if self.twice and valued else MOST_JOKERS


LINES: Final = {(low, high): Line(low, high) for low, high in ((True, False), (False, True), (True, True))}
