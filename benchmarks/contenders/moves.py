"""The times that a server's queries take for each move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

MOVES = 2_000
"""The number of moves measured in each game."""
RARE = 1 / 1000
"""The share of queries that take longer than the time called "rare"."""


class Times:
    """The times of all queries, by the name of the query."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def of(self, question: str, ask: Callable[[], T]) -> T:
        """Return the result of a query, and record its time."""
        start = time.perf_counter()
        answer = ask()
        self._found.setdefault(question, []).append(time.perf_counter() - start)
        return answer

    def told(self, game: str) -> Iterator[tuple[str, float]]:
        """Yield the median time of each query, and the time exceeded by one query in a thousand."""
        for question, times in self._found.items():
            times.sort()
            yield f"{game} {question} median", times[len(times) // 2]
            yield f"{game} {question} rare", times[-1 - int(RARE * len(times))]
