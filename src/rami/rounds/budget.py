"""A limit on the work that one request may cause, for servers that accept requests from strangers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from rami._kernel.budget import SPEND
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import integer

__all__ = ["step_budget"]


@contextmanager
def step_budget(steps: int) -> Generator[None]:
    """Limit the searches in a `with` block to a number of steps.

    Inside the block, a call to rami either returns the exact result or raises an error; after an error you may repeat
    the call. Legal moves are searched for only as you take them, so build lists of them inside the block. The budget
    applies only to this thread or task. In nested blocks the innermost budget applies.

    Parameters:
        steps: the maximum number of steps, at least 1. A step takes about 0.1 ms in plain Python, and a tenth
            of that with the compiled kernel; the same call takes the same number of steps on every machine.
            Trying an action, examining a turn, splitting a hand in one way and reading a move of a record
            each take one step. Smaller pieces of work share a step: a hundred melds searched take one, and
            so do fifty characters of card text.

    Raises:
        RamiError: `steps` is not a positive integer; or, inside the block, a call needs more steps than are left
            (code `Reason.STEPS_SPENT`).

    >>> from rami import Round, variants
    >>> with step_budget(10_000):
    ...     len(list(Round.deal(variants.CLASSIC_51, players=2, seed=7).legal_moves))
    11
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
