"""The tasks of RLCard: the deadwood of a hand, from the first of its best clusters of melds."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks import hands
from benchmarks.contenders.task import Facts, Task, Work

MELDING: Any = import_module("rlcard.games.gin_rummy.utils.melding")
UTILS: Any = import_module("rlcard.games.gin_rummy.utils.utils")


def deadwood(hand: list[Any]) -> int:
    """Return the least deadwood of ten cards."""
    clusters = MELDING.get_best_meld_clusters(hand)
    return int(UTILS.get_deadwood_count(hand, clusters[0] if clusters else []))


def _deadwood(size: int, number: int) -> Work:
    made = [[UTILS.get_card(card) for card in hand] for hand in hands.gin_hands(size, number)]

    def work() -> int:
        for hand in made:
            deadwood(hand)
        return size

    return work


TASKS: dict[str, Task] = {"deadwood": _deadwood}
FACTS: dict[str, Facts] = {}
