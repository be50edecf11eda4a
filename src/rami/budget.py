"""A bound on the searches behind moves and arrangements, for programs that answer strangers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from ._kernel.budget import SPEND
from .errors import RamiError, Reason, Violation, integer, reject

__all__ = ["step_budget"]


@contextmanager
def step_budget(steps: int) -> Generator[None]:
    """Let the searches for ways to complete a turn and for the best melds of a hand take so many steps, and no more.

    What is asked in the `with` block (lists, explanations, moves, positions, best melds) is answered exactly, or it
    raises an error, after which the same question may be asked again.  Lists are lazy: make them in the block.
    The budget counts in this thread or task alone.  Of two blocks, one in the other, the inner one counts.

    Parameters:
        steps: the most that may be taken, at least 1; a step is an action tried, a turn looked at, a way to part
            a hand or a set of melds, and takes some 0.1 ms of plain Python and a tenth of that where the kernel is
            compiled.  The same question takes the same number on every machine.

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
