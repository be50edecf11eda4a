"""Laziness, shown by counting calls: a clock would tell one machine from another."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Sequence

from rami.moves import Discard, DrawStock, EndLayoffs, Move, PassUpcard, TakeDiscard, TouchDiscard
from rami.round import Round
from rami.testing._walks import listed
from rami.testing.failure import Property, require

_AT_ONCE = (DrawStock, TakeDiscard, TouchDiscard, PassUpcard, Discard, EndLayoffs)
"""Moves that nothing has to be searched for; they may be listed at once."""

_OVERHEAD = 24
"""Calls that a question may make beyond the one that it is compared with."""


def calls(question: Callable[[], object]) -> int:
    """How many calls of Python code a question makes; a generator that goes on counts as a call.

    >>> calls(lambda: None) < calls(lambda: [str(number) for number in map(lambda each: each, range(9))])
    True
    """
    count = 0

    def tally(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tally)
    try:
        question()
    finally:
        sys.setprofile(None)
    return count


def check_lazy(position: Round, moves: Sequence[Move], breadth: int) -> None:
    """Truth and the first move cost less than the list, membership about what play costs.

    Each question is put to a copy of its own, which remembers nothing.  While a profiler is at work nothing is counted.
    """
    saved = pickle.dumps(position)

    def cost(question: Callable[[Round], object]) -> int:
        fresh: Round = pickle.loads(saved)
        return calls(lambda: question(fresh))

    if len(moves) < 2 or sys.getprofile() is not None:
        return
    whole = cost(lambda fresh: listed(fresh, breadth))
    first = cost(lambda fresh: next(iter(fresh.legal_moves)))
    truth = cost(lambda fresh: bool(fresh.legal_moves))
    searched = sum(not isinstance(move, _AT_ONCE) for move in moves)
    found = f"the first move takes {first} calls, all {len(moves)} take {whole}"
    require(not searched or first + searched - 1 <= whole, Property.LAZY, found, position)
    found = f"the truth of the list takes {truth} calls, its first move {first}"
    require(truth <= first + _OVERHEAD, Property.LAZY, found, position)
    for move in (moves[0], moves[-1]):
        asked = cost(lambda fresh, move=move: move in fresh.legal_moves)  # type: ignore[misc]  # the loop's own value
        played = cost(lambda fresh, move=move: fresh.play(move))  # type: ignore[misc]  # the loop's own value
        found = f"membership takes {asked} calls, play {played}"
        require(asked <= played + _OVERHEAD, Property.LAZY, found, position, move)
