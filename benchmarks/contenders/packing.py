"""Hands and tables as set packing problems for solvers: the possible melds, with their cards and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, starmap

from benchmarks import hands
from benchmarks.contenders.task import Task, Work
from benchmarks.hands import JOKER

LEAST, MOST = 3, 14

Problem = tuple[list[int], list[int], list[tuple[tuple[int, ...], int]]]
"""How often each card must be used, how often it may be used, and the melds.

Jokers come last in the lists of cards. A meld is a tuple of the cards that it uses, with its points.
"""

Solve = Callable[[Problem], int]
"""A solver, which returns the most points that melds can have."""


def points_of(rank: int) -> int:
    """Return the points of a rank, counted from 0; `_runs` corrects the value of an ace before a two."""
    return 11 if rank == 0 else min(rank + 1, 10)


def problem(hand: list[int]) -> Problem:
    """Return the problem for a hand: melds with at most one joker, and only the best of those with the same cards."""
    held = Counter(hand)
    cards = [card for card in sorted(held) if card != JOKER]
    place = {card: at for at, card in enumerate(cards)}
    place[JOKER] = len(cards)
    best: dict[tuple[int, ...], int] = {}
    for faces, points in (*_runs(), *_groups()):
        missing = [face for face in set(faces) if faces.count(face) > held[face]]
        lacking = sum(faces.count(face) - held[face] for face in missing)
        if lacking > 1 or (lacking and not held[JOKER]):
            continue
        used = list(faces)
        if lacking:
            used[used.index(missing[0])] = JOKER
            _keep(best, used, place, points)
        elif held[JOKER]:
            _keep(best, used, place, points)
            # A joker may replace any card of a complete meld, which frees that card for another meld.
            for at in range(len(used)):
                _keep(best, [*used[:at], JOKER, *used[at + 1 :]], place, points)
        else:
            _keep(best, used, place, points)
    most = [held[card] for card in (*cards, JOKER)]
    return [0] * len(most), most, list(best.items())


def table_problem(table: list[int], rack: list[int]) -> Problem:
    """Return the problem for a table that may be regrouped with tiles from a rack; each tile counts one point.

    As in den Hartog and Hulshof (2006), each possible meld has a variable for the number of times that it is laid, and
    the joker is a separate card. A longer run consists of several of these melds.
    """
    lies, held = Counter(table), Counter(table + rack)
    least, most = [lies[card] for card in range(JOKER + 1)], [held[card] for card in range(JOKER + 1)]
    melds: dict[tuple[int, ...], int] = {}
    for faces in _tile_melds():
        for jokers in range(held[JOKER] + 1):
            for places in combinations(range(len(faces)), jokers):
                used = [JOKER if at in places else face for at, face in enumerate(faces)]
                if len(places) < len(faces) and all(held[card] >= used.count(card) for card in used):
                    melds[tuple(sorted(used))] = len(used)
    return least, most, list(melds.items())


def _tile_melds() -> list[tuple[int, ...]]:
    runs = [
        tuple(13 * suit + low + step for step in range(size))
        for suit in range(4)
        for size in (3, 4, 5)
        for low in range(14 - size)
    ]
    groups = [
        tuple(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    return runs + groups


def _keep(best: dict[tuple[int, ...], int], used: list[int], place: dict[int, int], points: int) -> None:
    key = tuple(sorted(place[card] for card in used))
    best[key] = max(best.get(key, 0), points)


def _runs() -> list[tuple[tuple[int, ...], int]]:
    if not _KNOWN_RUNS:
        for suit in range(4):
            for low in range(12):
                for size in range(LEAST, min(MOST, 14 - low) + 1):
                    ranks = [(low + step) % 13 for step in range(size)]
                    points = sum(map(points_of, ranks)) - (10 if low == 0 else 0)
                    _KNOWN_RUNS.append((tuple(13 * suit + rank for rank in ranks), points))
    return _KNOWN_RUNS


def _groups() -> list[tuple[tuple[int, ...], int]]:
    if not _KNOWN_GROUPS:
        for rank in range(13):
            for size in (3, 4):
                for suits in combinations(range(4), size):
                    faces = tuple(13 * suit + rank for suit in suits)
                    _KNOWN_GROUPS.append((faces, size * points_of(rank)))
    return _KNOWN_GROUPS


_KNOWN_RUNS: list[tuple[tuple[int, ...], int]] = []
_KNOWN_GROUPS: list[tuple[tuple[int, ...], int]] = []


def tasks(solve: Solve) -> dict[str, Task]:
    """Return the tasks of a solver."""
    return {
        "best random": _solving(solve, lambda size, number: map(problem, hands.random_hands(size, number))),
        "best built": _solving(solve, lambda size, number: map(problem, hands.built_hands(size, number))),
        "best play": _solving(solve, lambda size, number: starmap(table_problem, hands.tables(size, number))),
    }


def _solving(solve: Solve, make: Callable[[int, int], Iterable[Problem]]) -> Task:
    def task(size: int, number: int) -> Work:
        made = list(make(size, number))

        def work() -> int:
            for each in made:
                solve(each)
            return size

        return work

    return task
