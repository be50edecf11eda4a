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
    you may make the call again after an error. Lists are lazy: build them inside the block. The budget applies to
    this thread or task alone; of nested blocks the innermost counts.

    Parameters:
        steps: the most steps, at least 1. A step is an action tried, a turn looked at, a way to part a hand, a hundred
            melds looked through, five sets of melds that may not open, a meld read whose wild cards are not in
            their places, eight states of a table that is regrouped, fifty characters of cards, or a move of a record.
            It takes some 0.1 ms of plain Python and a tenth of that if the kernel is compiled. The same question takes
            the same number on every machine.

    Raises:
        RamiError: `steps` is not a positive integer; or, inside the block and with the code `Reason.STEPS_SPENT`, that
            many steps gave no answer.

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
