"""Work cut into parts, done by an executor: the results come in order, and nothing is lost on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Generic, TypeVar, cast

from .errors import RamiError, Reason, Violation

__all__ = ["Fleet", "Workers"]

P = TypeVar("P")
R = TypeVar("R")

Workers = Executor | Callable[[], Executor]
"""An executor, or what makes one, such as the class `ProcessPoolExecutor`."""

TRIES = 3
"""How often a part is tried before its error is raised."""


class Unsound(RamiError):
    """What came back cannot be the result of the part."""


class _Task(Generic[P, R]):
    """A part, and the result to come once it has been handed out."""

    def __init__(self, part: P) -> None:
        self.part = part
        self.future: Future[R] | None = None


class Fleet(Generic[P, R]):
    """Does the parts of a work elsewhere.

    The result must depend on the part alone, for a part that a worker did not bring to its end is done again.  An error
    of rami is raised at once; any other may be the worker's, and the part is tried three times.  So it is if what came
    back cannot be its result.  An executor that breaks is replaced where it is known how to make one; elsewhere the
    rest is done in this process.

    Parameters:
        workers: the executor, or what makes one; what it makes is closed in the end.
        work: what is done with each part; together with the part it must be picklable if the workers are processes.
        sound: whether something may be the result of a part.
        pending: how many parts are handed out at a time.

    Raises:
        RamiError: if `workers` is no executor and makes none.
    """

    def __init__(
        self, workers: Workers, work: Callable[[P], R], sound: Callable[[P, object], bool], pending: int
    ) -> None:
        self._make = None if isinstance(workers, Executor) else _maker(workers)
        self._executor: Executor | None = workers if isinstance(workers, Executor) else self._made()
        self._work = work
        self._sound = sound
        self._pending = pending
        self._tasks: deque[_Task[P, R]] = deque()

    def results(self, parts: Iterable[P]) -> Iterator[R]:
        """The results, in the order of the parts.

        Raises:
            RamiError: from the work; or for a part whose result was unsound too often.
            Exception: any other error of the first part that was tried too often.
        """
        waiting = iter(parts)
        width, tries = self._pending, 0
        try:
            while True:
                try:
                    self._hand_out(waiting, width)
                    if not self._tasks:
                        return
                    result = self._first_result()
                except Exception as error:
                    tries += 1
                    from_work = isinstance(error, RamiError) and not isinstance(error, Unsound)
                    if from_work or tries == TRIES:
                        raise
                    if isinstance(error, BrokenExecutor):
                        self._replace()
                        width = 1  # a part that breaks its worker is to be tried alone
                    else:
                        self._tasks[0].future = None
                    continue
                self._tasks.popleft()
                tries, width = 0, min(2 * width, self._pending)
                yield result
        finally:
            self._close()

    def _hand_out(self, waiting: Iterator[P], width: int) -> None:
        for place in range(width):
            if place == len(self._tasks):
                task = next(map(_Task[P, R], waiting), None)
                if task is None:
                    return
                self._tasks.append(task)
            task = self._tasks[place]
            if self._executor is not None and task.future is None:
                task.future = self._executor.submit(self._work, task.part)

    def _first_result(self) -> R:
        task = self._tasks[0]
        result = self._work(task.part) if task.future is None else task.future.result()
        if not self._sound(task.part, result):
            raise Unsound(Violation(Reason.RESULT_UNSOUND, None, {"got": type(result)}))
        return result

    def _made(self) -> Executor | None:
        if self._make is None:
            return None
        made = self._make()
        if not isinstance(made, Executor):
            raise _no_executor(made)
        return made

    def _replace(self) -> None:
        """Another executor in place of the broken one, or none; what has come stays."""
        self._close()
        self._executor = self._made()
        for task in self._tasks:
            if task.future is not None and (task.future.cancelled() or task.future.exception() is not None):
                task.future = None

    def _close(self) -> None:
        for task in self._tasks:
            if task.future is not None:
                task.future.cancel()
        if self._make is not None and self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)


def _maker(workers: object) -> Callable[[], object]:
    if callable(workers):
        return cast("Callable[[], object]", workers)
    raise _no_executor(workers)


def _no_executor(got: object) -> RamiError:
    shown = {"field": "executor", "expected": "Executor", "got": type(got)}
    return RamiError(Violation(Reason.WRONG_TYPE, None, shown))
