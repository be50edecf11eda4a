"""rami through its public interface; the same tasks for both builds."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from collections.abc import Callable, Iterable, Mapping
from itertools import islice

import rami
from benchmarks import hands
from benchmarks.contenders.curves import CURVES
from benchmarks.contenders.positions import lay_downs
from benchmarks.contenders.task import Facts, Task, Work
from benchmarks.positions import suite
from rami import Cards, Move, Round, Variant, variants

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
TURN_CAP = 400


def play(position: Round, choice: random.Random) -> int:
    """Play to the end, each move chosen evenly among the listed ones; the number of decisions."""
    decisions = 0
    while not position.over:
        moves = list(position.legal_moves)
        position = position.play(moves[int(choice.random() * len(moves))])
        decisions += 1
    position.score()
    return decisions


def capped(variant: Variant) -> Variant:
    """The variant with a limit of turns, so that random rounds end."""
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


def _in_bulk(size: int, number: int) -> Work:
    return lambda: len(rami.simulate(GIN, size, seed=number))


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
    """All openings of each hand, one after the other."""

    def task(size: int, number: int) -> Work:
        ready = _ready(make(size, number))

        def work() -> int:
            for hand in ready:
                for _ in CLASSIC.openings(hand):
                    pass
            return size

        return work

    return task


def _deadwoods(size: int, number: int) -> Work:
    ready = [hand.mask for hand in _ready(hands.gin_hands(size, number))]
    return lambda: len(GIN.deadwoods(ready))


def _deadwoods_of_cards(size: int, number: int) -> Work:
    ready = _ready(hands.gin_hands(size, number))
    return lambda: len(GIN.deadwoods(ready))


def _memory(number: int) -> Mapping[str, float]:
    """Bytes for each of 100 rounds that follow one another, all kept, their moves listed, by variant."""
    return {slug: _grown(variants.get(slug), number) for slug in variants.available()}


def _grown(variant: Variant, number: int) -> float:
    choice = random.Random(number)
    position = start = Round.deal(capped(variant), variant.equipment.players[0], seed=number)
    path: list[Move] = []
    while len(path) < 100 and not position.over:
        path.append(choice.choice(list(islice(position.legal_moves, 50))))
        position = position.play(path[-1])
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
    """The most bytes in use while the lay-downs of a hard hand are counted, and how many there are."""
    found: dict[str, float] = {}
    for name, kept in suite().items():
        if "hand" in kept:
            next(lay_downs(kept))
            gc.collect()
            tracemalloc.start()
            found[f"{name} lay-downs"] = sum(1 for _ in lay_downs(kept))
            found[f"{name} peak"] = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    return found


def _moves(number: int) -> Mapping[str, float]:
    """Seconds for listing, explaining and playing a move, in a random round of each variant: all the times."""
    found: dict[str, float] = {}
    for slug in variants.available():
        choice = random.Random(number)
        variant = variants.get(slug)
        position = Round.deal(capped(variant), variant.equipment.players[0], seed=number)
        times: dict[str, list[float]] = {"list": [], "explain": [], "play": []}
        while not position.over:
            start = time.perf_counter()
            moves = list(position.legal_moves)
            listed = time.perf_counter()
            move = choice.choice(moves)
            position.explain(move)
            explained = time.perf_counter()
            position = position.play(move)
            times["list"].append(listed - start)
            times["explain"].append(explained - listed)
            times["play"].append(time.perf_counter() - explained)
        for what, all_of_them in times.items():
            all_of_them.sort()
            found[f"{slug} {what} median"] = all_of_them[len(all_of_them) // 2]
            found[f"{slug} {what} worst"] = all_of_them[-1]
    return found


TASKS: dict[str, Task] = {
    "gin rounds": _rounds(GIN, 2),
    "gin in bulk": _in_bulk,
    "deadwood": _each(hands.gin_hands, GIN.deadwood),
    "deadwood in bulk": _deadwoods,
    "deadwood in bulk, cards": _deadwoods_of_cards,
    "best random": _each(hands.random_hands, CLASSIC.best_melds),
    "best built": _each(hands.built_hands, CLASSIC.best_melds),
    "openings": _openings(hands.random_hands),
    "openings built": _openings(hands.built_hands),
    "classic rounds": _rounds(CLASSIC, 4),
}
FACTS: dict[str, Facts] = {"memory": _memory, "streams": _streams, "moves": _moves, **CURVES}
