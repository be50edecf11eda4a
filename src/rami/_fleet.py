"""Work cut into parts, done by an executor: the results come in order, and nothing is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TypeVar, cast

from .errors import RamiError, Reason, Violation

__all__ = ["Workers", "results"]

P = TypeVar("P")
R = TypeVar("R")

Workers = Executor | Callable[[], Executor]
"""An executor, or what makes one, such as the class `ProcessPoolExecutor`."""

TRIES = 3
"""How often a part is tried before its error is raised."""


class Unsound(RamiError):
    """What came back cannot be the result of the part."""


def results(
    workers: Workers,
    work: Callable[[P], R],
    parts: Sequence[P],
    sound: Callable[[P, object], bool],
    pending: int,
) -> Iterator[R]:
    """Yield the results of the parts, in order.

    The result must depend on the part alone, for a part that a worker did not bring to its end is done again.  An error
    of rami is raised at once; any other may be the worker's, and the part is tried three times.  So it is if what came
    back is not a `sound` result of it.  So many parts at a time are `pending`.  An executor that breaks is replaced
    where it is known how to make one, and closed in the end; elsewhere the rest is done in this process.
    """
    executor: Executor | None = _executor(workers)
    futures: dict[int, Future[R]] = {}
    first, width, tries = 0, pending, 0
    try:
        while first < len(parts):
            try:
                if executor is not None:
                    for number in range(first, min(first + width, len(parts))):
                        if number not in futures:
                            futures[number] = executor.submit(work, parts[number])
                result = futures[first].result() if first in futures else work(parts[first])
                if not sound(parts[first], result):
                    raise Unsound(Violation(Reason.RESULT_UNSOUND, None, {"got": type(result)}))
            except Exception as error:
                tries += 1
                if tries == TRIES or (isinstance(error, RamiError) and not isinstance(error, Unsound)):
                    raise
                if isinstance(error, BrokenExecutor):
                    _close(executor, executor is not workers, futures)
                    executor = None if executor is workers else _executor(workers)
                    futures = {
                        number: future
                        for number, future in futures.items()
                        if not future.cancelled() and future.exception() is None
                    }
                    width = 1  # a part that breaks its worker is to be tried alone
                else:
                    futures.pop(first, None)
                continue
            futures.pop(first, None)
            first, width, tries = first + 1, min(2 * width, pending), 0
            yield result
    finally:
        _close(executor, executor is not workers, futures)


def _close(executor: Executor | None, made_here: bool, futures: dict[int, Future[R]]) -> None:
    for future in futures.values():
        future.cancel()
    if executor is not None and made_here:
        executor.shutdown(wait=True, cancel_futures=True)


def _executor(workers: object) -> Executor:
    if isinstance(workers, Executor):
        return workers
    made = cast("Callable[[], object]", workers)() if callable(workers) else workers
    if isinstance(made, Executor):
        return made
    raise RamiError(
        Violation(Reason.WRONG_TYPE, None, {"field": "executor", "expected": "Executor", "got": type(made)})
    )
