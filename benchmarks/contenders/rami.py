"""rami through its public interface; the same tasks for both builds."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import rami
from benchmarks import hands
from benchmarks.contenders.task import Facts, Task, Work
from rami import Cards, Round, Variant, variants

GIN, CLASSIC = variants.GIN, variants.CLASSIC_51
TURN_CAP = 400


def about() -> dict[str, object]:
    """Which build this is."""
    return {"version": rami.__version__, "compiled": rami.__compiled__}


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


def _openings(hand: Cards) -> int:
    return sum(1 for _ in CLASSIC.openings(hand))


def _many_at_once(ask: Callable[[Sequence[Cards]], Sequence[int]]) -> Task:
    def task(size: int, number: int) -> Work:
        ready = _ready(hands.gin_hands(size, number))
        return lambda: len(ask(ready))

    return task


def _memory(number: int) -> Mapping[str, float]:
    """Bytes for each of 100 rounds that follow one another, all kept, in every variant."""
    found: dict[str, float] = {}
    for slug in variants.available():
        variant = variants.get(slug)
        choice = random.Random(number)
        start = Round.deal(variant, seed=number)
        play(Round.deal(capped(variant), seed=number), choice)
        moves = [start]
        while len(moves) <= 100 and not moves[-1].over:
            moves.append(moves[-1].play(choice.choice(list(moves[-1].legal_moves)[:50])))
        found[slug] = _growth(start, moves)
    return found


def _growth(start: Round, path: list[Round]) -> float:
    """The memory that a path takes when it is played again, for each round on it."""
    chosen: list[Any] = []
    for before, after in pairwise(path):
        chosen.append(next(move for move in before.legal_moves if before.play(move) == after))
    tracemalloc.start()
    position, kept = start, [start] * (len(chosen) + 1)
    before_it = tracemalloc.get_traced_memory()[0]
    for at, move in enumerate(chosen, 1):
        position = position.play(move)
        kept[at] = position
    grown = tracemalloc.get_traced_memory()[0] - before_it
    tracemalloc.stop()
    return grown / len(chosen)


TASKS: dict[str, Task] = {
    "gin rounds": _rounds(GIN, 2),
    "gin in bulk": _in_bulk,
    "deadwood": _each(hands.gin_hands, GIN.deadwood),
    "best random": _each(hands.random_hands, CLASSIC.best_melds),
    "best built": _each(hands.built_hands, CLASSIC.best_melds),
    "openings": _each(hands.random_hands, _openings),
    "openings built": _each(hands.built_hands, _openings),
    "classic rounds": _rounds(CLASSIC, 4),
}
_BULK: Callable[[Sequence[Cards]], Sequence[int]] | None = getattr(GIN, "deadwoods", None)
if _BULK is not None:
    TASKS["deadwood in bulk"] = _many_at_once(_BULK)

FACTS: dict[str, Facts] = {"memory": _memory}
