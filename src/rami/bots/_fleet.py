"""Run the parts of a job on an executor, return the results in order, and retry lost parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import TypeVar, cast

from ..errors import RamiError, Reason, Violation, reject
from ..errors.checks import instance

P = TypeVar("P")
R = TypeVar("R")

Workers = Executor | Callable[[], Executor]
"""An executor, or a callable that makes an executor, such as the class `ProcessPoolExecutor`."""

TRIES = 3
"""The number of times that a part is tried before its error is raised."""


class Unsound(RamiError):
    """Raised if the executor returns a value that cannot be the result of the part."""


def results(
    workers: Workers | None,
    work: Callable[[P], R],
    parts: Sequence[P],
    sound: Callable[[P, object], bool],
    pending: int,
) -> Iterator[R]:
    """Yield the results of the parts, in order.

    Each result must depend only on its part, because a part that a worker did not finish is run again. An error raised
    by rami ends the job at once, because the part itself causes it. For any other error, or a result that is not
    `sound`, the worker may be to blame, so the part is tried up to three times. At most `pending` parts are submitted
    at a time. If the executor breaks and `workers` can make another executor, the new one runs the remaining parts and
    is closed at the end; otherwise this process runs the remaining parts. Without workers this process runs all parts.
    """
    if workers is None:
        yield from map(work, parts)
        return
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
                # An error raised by rami would occur again, but an unsound result may be the worker's fault.
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
                    width = 1  # run parts one by one, to find the part that breaks its worker
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
    # Do not close an executor that the caller passed in and may still need.
    if executor is not None and made_here:
        executor.shutdown(wait=True, cancel_futures=True)


def _executor(workers: object) -> Executor:
    makes = callable(workers) and not isinstance(workers, Executor)
    made = cast("Callable[[], object]", workers)() if makes else workers
    reject(RamiError, instance("executor", made, Executor))
    return cast("Executor", made)
