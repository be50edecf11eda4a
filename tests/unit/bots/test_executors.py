"""Executors play the same rounds as a single process, even if some of their workers fail."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.support.refusals import refusal

from rami import PlayerView, RamiError, simulate, variants
from rami.bots import GreedyBot, RandomBot
from rami.bots.simulation import Simulation, tally
from rami.bots.statistics import Statistics
from rami.cards.moves import Move
from rami.errors import Reason, Violation

GIN = variants.GIN.with_(match={"turn_cap": 6})
N = 11


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return simulate(GIN, N, seed=3, first=5)


def by(executor: Any, **more: Any) -> Simulation:
    return simulate(GIN, N, seed=3, first=5, executor=executor, **more)


@pytest.mark.parametrize("chunk", [1, 3, N, 100])
@pytest.mark.parametrize("pending", [1, 2, 64])
def test_threads(alone: Simulation, chunk: int, pending: int) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert by(pool, chunk=chunk, pending=pending) == alone


def test_processes() -> None:
    choices: list[dict[str, Any]] = [{}, {"bots": (GreedyBot(), RandomBot(7))}]
    with ProcessPoolExecutor(2) as pool:
        for more in choices:
            assert by(pool, chunk=4, **more) == simulate(GIN, N, seed=3, first=5, **more)


def test_nothing_to_do() -> None:
    assert len(simulate(GIN, 0, executor=ThreadPoolExecutor)) == 0


@attrs.frozen
class Dying:
    """A bot whose process dies, or that fails, as often as there are files to take away."""

    folder: str
    fail: Callable[[], Any]

    def choose(self, view: PlayerView) -> Move:
        for path in Path(self.folder).iterdir():
            path.unlink()
            self.fail()
        return RandomBot(7).choose(view)


def deaths(folder: Path, count: int) -> str:
    for number in range(count):
        (folder / str(number)).touch()
    return str(folder)


@pytest.mark.parametrize("made_here", [True, False])
def test_a_worker_that_dies_loses_nothing(tmp_path: Path, made_here: bool) -> None:
    bot = Dying(deaths(tmp_path, 1), partial(os._exit, 1))
    one = partial(ProcessPoolExecutor, 1)
    played = simulate(GIN, 6, 7, bots=bot, executor=one if made_here else one(), chunk=2)
    assert played == simulate(GIN, 6, 7, bots=RandomBot(7))


def fail() -> None:
    raise OSError("the worker has lost its disk")


def test_a_part_that_fails_is_played_again(tmp_path: Path) -> None:
    bot = Dying(deaths(tmp_path, 2), fail)
    played = simulate(GIN, 4, 7, bots=bot, executor=ThreadPoolExecutor, chunk=1)
    assert played == simulate(GIN, 4, 7, bots=RandomBot(7))


def refuse() -> None:
    raise RamiError(Violation(Reason.ROUND_OVER))


@pytest.mark.parametrize(
    ("broken", "error", "tries"), [(fail, "lost its disk", 3), (refuse, "the round is over", 1)]
)
def test_a_part_that_always_fails(tmp_path: Path, broken: Callable[[], None], error: str, tries: int) -> None:
    """An error of rami is not tried again."""
    bot = Dying(deaths(tmp_path, 9), broken)
    with ThreadPoolExecutor(1) as pool, pytest.raises((OSError, RamiError), match=error):
        simulate(GIN, 4, bots=bot, executor=pool, pending=1)
    assert len(list(tmp_path.iterdir())) == 9 - tries


class Counting(Executor):
    """Does the work when asked for the result; counts what it has in hand."""

    def __init__(self) -> None:
        self.most = self.out = 0
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.out += 1
        self.most = max(self.most, self.out)
        waiting: Future[Any] = Future()

        def result(timeout: float | None = None) -> Any:
            self.out -= 1
            return fn(*args, **kwargs)

        waiting.result = result  # type: ignore[method-assign]  # no thread, so that the count is exact
        return waiting

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.closed = True


def test_few_parts_are_out_at_a_time(alone: Simulation) -> None:
    executor = Counting()
    assert by(executor, chunk=1, pending=4) == alone
    assert (executor.most, executor.out, executor.closed) == (4, 0, False)
    assert by(lambda: executor, chunk=1) == alone
    assert executor.most == N
    assert executor.closed


class Broken(Counting):
    """Takes nothing."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise BrokenExecutor("no worker came up")


def test_an_executor_that_is_broken_from_the_start(alone: Simulation) -> None:
    assert by(Broken()) == alone
    made: list[Broken] = []

    def make() -> Broken:
        made.append(Broken())
        return made[-1]

    with pytest.raises(BrokenExecutor, match="no worker came up"):
        by(make)
    assert [executor.closed for executor in made] == [True, True, True]


def test_no_executor() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        *(({"executor": each}, "wrong_type") for each in (2, int)),
        *(({"bots": each}, "wrong_type") for each in (5, GreedyBot)),
        ({"bots": [GreedyBot()]}, "wrong_count"),
        *(({each: 0}, "too_small") for each in ("chunk", "pending")),
    ]
    for wrong, code in cases:
        (found,) = refusal(RamiError, simulate, GIN, 1, **wrong).violations
        assert (found.code, {str(found["field"])}) == (code, {*wrong})


class Lying(Counting):
    """Returns something else for the first tasks."""

    def __init__(self, lies: int, spoil: Callable[[tuple[Any, ...]], object]) -> None:
        super().__init__()
        self.lies, self.spoil = lies, spoil

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        found = fn(*args, **kwargs)
        done.set_result(self.spoil(found) if self.lies > 0 else found)
        self.lies -= 1
        return done


COMMON: list[Callable[..., object]] = [
    lambda found: found[1:],
    lambda found: None,
    lambda found: list(found),
    lambda found: (1, *found[1:]),
    lambda found: tuple(reversed(found)),
]


@pytest.mark.parametrize(
    "spoil",
    [
        *COMMON,
        lambda found: (attrs.evolve(found[0], points=(1.5, 0)), *found[1:]),
        lambda found: (attrs.evolve(found[0], winner=2), *found[1:]),
        lambda found: (attrs.evolve(found[0], opened=(True,)), *found[1:]),
    ],
)
def test_impossible_results_are_rejected(alone: Simulation, spoil: Callable[..., object]) -> None:
    assert by(Lying(2, spoil)) == alone
    with pytest.raises(RamiError, match="the executor returned a value"):
        by(Lying(9, spoil))


@pytest.mark.parametrize(
    "spoil", [*COMMON, lambda found: (Statistics((), (), (), found[0].lengths, 0), *found[1:])]
)
def test_sums_that_cannot_be_the_result_are_not_believed(spoil: Callable[..., object]) -> None:
    expected = tally(GIN, 15, seed=3, first=5)
    assert tally(GIN, 15, seed=3, first=5, executor=Lying(2, spoil), chunk=5) == expected
    with pytest.raises(RamiError, match="the executor returned a value"):
        tally(GIN, 15, seed=3, first=5, executor=Lying(9, spoil), chunk=5)


@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_workers_add_up_their_rounds(alone: Simulation, chunk: int) -> None:
    assert tally(GIN, N, seed=3, first=5, executor=ThreadPoolExecutor, chunk=chunk) == alone.tally
