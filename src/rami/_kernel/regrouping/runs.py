"""Track the open runs of one colour from number to number.

A run is *open* after a number if it ends there and may continue. A *state* lists the lengths of a colour's
open runs: 1, 2, or 3 for three or more. A *code* gives the tiles that a colour puts into runs at a number,
and how many of these are jokers.

    state       runs                after one tile    after two tiles
    (1, 3)      7  and  5 6 7       (2,)              (2, 3)          short runs must continue, or they are not melds
    (3,)        5 6 7               (3,)              (1, 3)          a run of three continues before a new one begins
    ()                              (1,)              (1, 1)

So the number of tiles alone decides the next state, and a run of three that gets no tile is closed. With two copies of
a tile and at most two jokers, two open runs per colour (the first ten states) are enough: if three runs pass through a
number, one of them has a joker there, and the longest part below it can be joined to the parts above. More open runs,
three or four, can be better only if a joker counts as the tile it represents.
"""

from __future__ import annotations

from typing import Final

MOST_JOKERS: Final = 2
COPIES: Final = 2
DEAD: Final = -1
# A run of this length may be closed.
LONG: Final = 3

State = tuple[int, ...]


def _states(most: int) -> list[State]:
    """Return all states of at most `most` runs, fewest runs first."""
    found: list[State] = [()]
    start = 0
    for _ in range(most):
        end = len(found)
        for at in range(start, end):
            known = found[at]
            found += [(*known, length) for length in range(known[-1] if known else 1, LONG + 1)]
        start = end
    return found


STATES: Final = _states(COPIES + MOST_JOKERS)
# The states of at most two runs, which come first.
FEW_STATES: Final = 10
INDEX: Final = {state: at for at, state in enumerate(STATES)}
CODES: Final = [
    (tiles, jokers)
    for tiles in range(COPIES + MOST_JOKERS + 1)
    for jokers in range(max(0, tiles - COPIES), min(tiles, MOST_JOKERS) + 1)
]
CODE: Final = {code: at for at, code in enumerate(CODES)}


def _step(state: State, tiles: int, jokers: int, joker_starts: bool) -> int:
    """Return the index of the state to which these tiles lead; `DEAD` if a short run cannot continue."""
    short = [length for length in state if length < LONG]
    extra = tiles - len(short)
    if extra < 0:
        return DEAD
    longer = min(extra, len(state) - len(short))
    new = extra - longer
    if not joker_starts and new > tiles - jokers:
        return DEAD
    after = [min(length + 1, LONG) for length in short] + [LONG] * longer + [1] * new
    return INDEX[tuple(sorted(after))]


# A joker at the start of a run could equally be at its end, unless the run ends with the last number: * Q K.
STEPS: Final = [[_step(state, *code, False) for code in CODES] for state in STATES]
STEPS_FROM_JOKER: Final = [[_step(state, *code, True) for code in CODES] for state in STATES]
# For each state, True if all its runs are long enough to be closed.
ENDS: Final = [min(state, default=LONG) == LONG for state in STATES]


def _better(at: int) -> list[int]:
    """Return offsets to the indexes of slightly better states, with one run longer by 1 or one more long run."""
    state = STATES[at]
    found: set[int] = set()
    for place in range(len(state)):
        if state[place] < LONG:
            found.add(INDEX[tuple(sorted([*state[:place], state[place] + 1, *state[place + 1 :]]))])
    if len(state) < COPIES:
        found.add(INDEX[(*state, LONG)])
    return sorted([other - at for other in found])


BETTER: Final = [_better(at) for at in range(len(STATES))]
