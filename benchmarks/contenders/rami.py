"""The tasks of rami through its public interface, for both builds."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import islice

import rami
from benchmarks import hands
from benchmarks.contenders.curves import CURVES
from benchmarks.contenders.moves import MOVES, Times
from benchmarks.contenders.positions import TILES, lay_downs
from benchmarks.contenders.task import Facts, Task, Work
from benchmarks.positions import suite
from rami import Cards, Round, Variant, variants
from rami.bots import Bot, SearchBot
from rami.bots.simulation import tally
from rami.cards.moves import Move
from rami.ext import json

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
TURN_CAP = 400


def play(position: Round, choice: random.Random) -> int:
    """Play random legal moves to the end of the round; return the number of decisions."""
    decisions = 0
    while not position.over:
        moves = list(position.legal_moves)
        position = position.play(moves[int(choice.random() * len(moves))])
        decisions += 1
    position.score()
    return decisions


def capped(variant: Variant) -> Variant:
    """Return the variant with a cap on turns, so that random rounds end."""
    return variant.with_(match={"turn_cap": TURN_CAP})


def _rounds(variant: Variant, players: int) -> Task:
    limited = capped(variant) if variant is not GIN else variant

    def task(size: int, number: int) -> Work:
        def work() -> int:
            for each in range(size):
                seed = 1_000_000 * number + each
                play(
                    Round.deal(limited, players=players, seed=seed, dealer=seed % players),
                    random.Random(seed),
                )
            return size

        return work

    return task


def _in_bulk(variant: Variant, players: int) -> Task:
    return lambda size, number: lambda: len(rami.simulate(variant, size, seed=number, players=players))


def _ready(made: Iterable[list[int]]) -> list[Cards]:
    return [Cards.from_ids(hand) for hand in made]


def _each(make: Callable[[int, int], list[list[int]]], ask: Callable[[Cards], object]) -> Task:
    def task(size: int, number: int) -> Work:
        ready = _ready(make(size, number))

        def work() -> int:
            for hand in ready:
                ask(hand)
            return size

        return work

    return task


def _openings(make: Callable[[int, int], list[list[int]]]) -> Task:
    """Return a task that lists all openings of each hand."""

    def task(size: int, number: int) -> Work:
        ready = _ready(make(size, number))

        def work() -> int:
            for hand in ready:
                for _ in CLASSIC.openings(hand):
                    pass
            return size

        return work

    return task


def _best_plays(size: int, number: int) -> Work:
    ready = [
        (Cards.from_ids(sorted(table)), Cards.from_ids(sorted(rack)))
        for table, rack in hands.tables(size, number)
    ]

    def work() -> int:
        for table, rack in ready:
            TILES.best_play(table, rack)
        return size

    return work


def _deadwoods(size: int, number: int) -> Work:
    ready = [hand.mask for hand in _ready(hands.gin_hands(size, number))]
    return lambda: len(GIN.deadwoods(ready))


def _deadwoods_of_cards(size: int, number: int) -> Work:
    ready = _ready(hands.gin_hands(size, number))
    return lambda: len(GIN.deadwoods(ready))


def _memory(number: int) -> Mapping[str, float]:
    """Return the bytes per `Round`, by variant, when 100 successive rounds are kept with their lists of moves."""
    return {slug: _grown(variants.get(slug), number) for slug in variants.available()}


def _grown(variant: Variant, number: int) -> float:
    choice = random.Random(number)
    position = start = Round.deal(capped(variant), variant.equipment.players[0], seed=number)
    path: list[Move] = []
    while len(path) < 100 and not position.over:
        path.append(choice.choice(list(islice(position.legal_moves, 50))))
        position = position.play(path[-1])
    # Allocate the whole list before measuring memory, so that it does not count.
    kept = [start] * (len(path) + 1)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for at, move in enumerate(path, 1):
        len(kept[at - 1].legal_moves)
        kept[at] = kept[at - 1].play(move)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return grown / len(path)


def _streams(number: int) -> Mapping[str, float]:
    """Return the number of lay-downs of each hard hand, and the peak memory in bytes while they are listed."""
    found: dict[str, float] = {}
    for name, kept in suite().items():
        if "hand" in kept:
            # The first lay-down fills caches; these must not count as memory for the list.
            next(lay_downs(kept))
            gc.collect()
            tracemalloc.start()
            found[f"{name} lay-downs"] = sum(1 for _ in lay_downs(kept))
            found[f"{name} peak"] = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    return found


def _moves(number: int) -> Mapping[str, float]:
    """Return the times of the queries for a move in random rounds; no query can use another's caches."""
    found: dict[str, float] = {}
    for slug in variants.available():
        _moves_of(variants.get(slug), random.Random(number), 20)  # this fills caches and imports modules
        found |= _moves_of(variants.get(slug), random.Random(number), MOVES)
    return found


def _moves_of(variant: Variant, choice: random.Random, count: int) -> Mapping[str, float]:
    times, again = Times(), _dealt(variant, choice)
    for _ in range(count):
        position = again()
        move = choice.choice(times.of("list", partial(_listed, position)))
        times.of("explain", partial(again().explain, move))
        times.of("play", partial(again().play, move))
        times.of("events", partial(again().step, move))
        view = times.of("view", partial(position.view, position.player))
        times.of("JSON", partial(json.dumps, view))
        again = partial(position.play, move)
        if again().over:
            again = _dealt(variant, choice)
    return dict(times.told(variant.slug))


def _listed(position: Round) -> list[Move]:
    return list(position.legal_moves)


def _dealt(variant: Variant, choice: random.Random) -> Callable[[], Round]:
    return partial(Round.deal, capped(variant), variant.equipment.players[0], choice.randrange(1 << 60))


def _cores(number: int) -> Mapping[str, float]:
    """Return the rounds simulated per second, by number of workers; each worker plays for at least half a second."""
    found: dict[str, float] = {}
    for name, (variant, players, bot) in SIMULATED.items():
        play = partial(tally, variant, seed=number, players=players, bots=bot)
        count = 1
        # In a shorter measurement, starting and stopping would take most of the time.
        while (took := _seconds(partial(play, count))) < 0.5:
            count *= 2
        found[f"{name}: no executor"] = count / took
        for kind, make in EXECUTORS.items():
            for workers in sorted({1, 2, 4, 8, 16, 32, PROCESSORS}):
                if workers > PROCESSORS:
                    break
                with make(workers) as executor:
                    play(workers, executor=executor, chunk=1)  # this starts the workers
                    share = max(1, count // 8)
                    took = _seconds(partial(play, count * workers, executor=executor, chunk=share))
                found[f"{name}: {workers} {kind}"] = count * workers / took
    return found


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


SIMULATED: dict[str, tuple[Variant, int, Bot | None]] = {
    "gin, random": (GIN, 2, None),
    "classic-51, random": (CLASSIC, 4, None),
    "gin, search": (GIN, 2, SearchBot(20, seed=7)),
}
PROCESSORS = os.cpu_count() or 1
EXECUTORS: dict[str, Callable[[int], Executor]] = {"processes": ProcessPoolExecutor}
if not getattr(sys, "_is_gil_enabled", lambda: True)():
    EXECUTORS["threads"] = ThreadPoolExecutor

TASKS: dict[str, Task] = {
    "gin rounds": _rounds(GIN, 2),
    "gin in bulk": _in_bulk(GIN, 2),
    "deadwood": _each(hands.gin_hands, GIN.deadwood),
    "deadwood in bulk": _deadwoods,
    "deadwood in bulk, cards": _deadwoods_of_cards,
    "best random": _each(hands.random_hands, CLASSIC.best_melds),
    "best built": _each(hands.built_hands, CLASSIC.best_melds),
    "best play": _best_plays,
    "openings": _openings(hands.random_hands),
    "openings built": _openings(hands.built_hands),
    "classic rounds": _rounds(CLASSIC, 4),
    "classic in bulk": _in_bulk(CLASSIC, 4),
}
FACTS: dict[str, Facts] = {
    "memory": _memory,
    "streams": _streams,
    "moves": _moves,
    "cores": _cores,
    **CURVES,
}
