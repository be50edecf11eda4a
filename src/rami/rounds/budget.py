"""A limit on the search for moves and arrangements, for servers that take requests from strangers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from .._kernel.budget import SPEND
from ..errors import RamiError, Reason, Violation, reject
from ..errors.checks import integer

__all__ = ["step_budget"]


@contextmanager
def step_budget(steps: int) -> Generator[None]:
    """Limit the searches for ways to complete a turn, for melds and for the best of them to `steps` steps.

    A call in the `with` block (lists, explanations, moves, positions, best melds) returns the exact result or
    raises an error; after an error the same call may be made again.  Lists are lazy: build them inside the
    block.  The budget applies to this thread or task alone.  In nested blocks the innermost budget applies.

    Parameters:
        steps: the most that may be taken, at least 1; a step is an action tried, a turn looked at, a way to part
            a hand, a hundred melds looked through, five sets of melds that may not open, a meld read whose wild
            cards are not in their places, fifty characters of cards or a move of a record, and takes some
            0.1 ms of plain Python and a tenth of that where the kernel is compiled.  The same question takes the
            same number on every machine.

    Raises:
        RamiError: for a number that is none; in the block, with the code `Reason.STEPS_SPENT`, once that many steps
            have been taken.

    >>> from rami import Round, variants
    >>> with step_budget(10_000):
    ...     len(list(Round.deal(variants.CLASSIC_51, players=2, seed=7).legal_moves))
    13
    """
    reject(RamiError, integer("steps", steps, 1))
    left = steps

    def spend() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise RamiError(Violation(Reason.STEPS_SPENT, None, {"steps": steps}))

    token = SPEND.set(spend)
    try:
        yield
    finally:
        SPEND.reset(token)
