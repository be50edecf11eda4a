"""A limit on the search for moves and arrangements, for servers that take requests from strangers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from rami._kernel.budget import SPEND
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import integer

__all__ = ["step_budget"]


@contextmanager
def step_budget(steps: int) -> Generator[None]:
    """Limit the searches in a `with` block to this many steps.

    A call in the block (lists, explanations, moves, positions, best melds) returns the exact result or raises an error;
    you may repeat the call after an error. Lists are lazy: build them inside the block. The budget applies only to this
    thread or task; in nested blocks the innermost budget counts.

    Parameters:
        steps: the most steps, at least 1. One step pays for an action tried, a turn examined, a way to split a hand, a
            hundred melds searched, five sets of melds that may not open, a meld read with wild cards out of their
            places, eight states of a table being regrouped, fifty characters of cards, or a move in a record. A step
            takes some 0.1 ms in plain Python and a tenth of that with the compiled kernel. The same call takes the same
            number of steps on every machine.

    Raises:
        RamiError: `steps` is not a positive integer; or, inside the block and with the code `Reason.STEPS_SPENT`, a
            call needs more steps.

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
