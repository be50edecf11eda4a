"""A Dask cluster with two workers plays the same rounds as a single process."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.project.cluster.bots import Doomed

from rami import simulate, variants
from rami.bots import GreedyBot, RandomBot
from rami.bots.simulation import Simulation

CLASSIC = variants.CLASSIC_51.with_(match={"turn_cap": 30})


def cluster_of_two(forgiven: int) -> Iterator[Any]:
    """Yield the client of a cluster that gives up a task after more than `forgiven` workers have died of it."""
    dask: Any = import_module("dask")
    distributed: Any = import_module("distributed")
    with dask.config.set({"distributed.scheduler.allowed-failures": forgiven}):
        cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
        with cluster, distributed.Client(cluster) as client:
            yield client


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    yield from cluster_of_two(3)


@pytest.fixture
def strict() -> Iterator[Any]:
    yield from cluster_of_two(0)


@pytest.fixture
def executor(client: Any) -> Iterator[Any]:
    client.wait_for_workers(2)
    with client.get_executor(pure=False) as executor:
        yield executor


@pytest.fixture(scope="module")
def alone() -> Simulation:
    return simulate(CLASSIC, 120, seed=1)


@pytest.mark.parametrize("chunk", [1, 7, 50, 1000])
def test_the_same_whatever_the_parts(executor: Any, alone: Simulation, chunk: int) -> None:
    played = simulate(CLASSIC, 120, seed=1, executor=executor, chunk=chunk, pending=8)
    assert played == alone
    assert (played.points, played.wins, played.turns) == (alone.points, alone.wins, alone.turns)


def test_both_workers_play(client: Any, executor: Any) -> None:
    pids = client.run(lambda: __import__("os").getpid())
    assert len(set(pids.values())) == 2
    before = executor.submit(len, ())
    assert before.result() == 0
    simulate(CLASSIC, 200, seed=2, executor=executor, chunk=5)
    done = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert min(done.values()) > 0


def test_bots(executor: Any) -> None:
    bots = (GreedyBot(), RandomBot(7))
    assert simulate(CLASSIC, 8, 7, bots=bots, executor=executor, chunk=2) == simulate(
        CLASSIC, 8, 7, bots=bots
    )


def with_a_death(executor: Any, folder: Path) -> None:
    expected = simulate(CLASSIC, 40, seed=4, bots=RandomBot(7))
    (folder / "death").touch()
    assert simulate(CLASSIC, 40, seed=4, bots=Doomed(str(folder)), executor=executor, chunk=4) == expected
    assert not list(folder.iterdir())


def test_a_worker_killed_in_the_middle_loses_nothing(executor: Any, tmp_path: Path) -> None:
    with_a_death(executor, tmp_path)


def test_work_that_the_scheduler_gives_up_is_handed_out_again(strict: Any, tmp_path: Path) -> None:
    with strict.get_executor(pure=False) as executor:
        with_a_death(executor, tmp_path)
