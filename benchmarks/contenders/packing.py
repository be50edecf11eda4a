"""The best arrangement as a set packing problem, for solvers: melds, their cards, their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from benchmarks import hands
from benchmarks.contenders.task import Task, Work
from benchmarks.hands import JOKER

LEAST, MOST = 3, 14

Problem = tuple[list[int], list[tuple[tuple[int, ...], int]]]
"""How often each card of the hand is held, jokers last; each meld as the cards that it uses and its points."""

Solve = Callable[[Problem], int]
"""A solver: the most points."""


def points_of(rank: int) -> int:
    """The points of a rank counted from 0; an ace before a two counts apart."""
    return 11 if rank == 0 else min(rank + 1, 10)


def problem(hand: list[int]) -> Problem:
    """The melds of a hand with at most one joker each; of those with the same cards, the highest-scoring."""
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
            for at in range(len(used)):
                _keep(best, [*used[:at], JOKER, *used[at + 1 :]], place, points)
        else:
            _keep(best, used, place, points)
    return [held[card] for card in (*cards, JOKER)], list(best.items())


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
    """The two rows of the table that a solver has a part in."""
    return {"best random": _solving(solve, built=False), "best built": _solving(solve, built=True)}


def _solving(solve: Solve, built: bool) -> Task:
    make = hands.built_hands if built else hands.random_hands

    def task(size: int, number: int) -> Work:
        made = [problem(hand) for hand in make(size, number)]

        def work() -> int:
            for each in made:
                solve(each)
            return size

        return work

    return task
