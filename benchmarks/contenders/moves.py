"""What a server does at every move, timed question by question."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")

MOVES = 2_000
"""The number of moves of each game in one round of the measurement."""
RARE = 1 / 1000
"""The part of the times that are above those called rare."""


class Times:
    """How long each question took each time."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def of(self, question: str, ask: Callable[[], T]) -> T:
        """The answer, its time noted."""
        start = time.perf_counter()
        answer = ask()
        self._found.setdefault(question, []).append(time.perf_counter() - start)
        return answer

    def told(self, game: str) -> Iterator[tuple[str, float]]:
        """The median of each question, and the time that one in a thousand exceeds."""
        for question, times in self._found.items():
            times.sort()
            yield f"{game} {question} median", times[len(times) // 2]
            yield f"{game} {question} rare", times[-1 - int(RARE * len(times))]
