"""The tasks of OpenSpiel: gin rummy from Python."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import hands
from benchmarks.contenders.task import Facts, Task, Work

LIBRARY: Any = import_module("pyspiel")
GAME: Any = LIBRARY.load_game("gin_rummy")
UTILS: Any = LIBRARY.gin_rummy.GinRummyUtils(13, 4, 10)


def _play(choice: random.Random) -> None:
    state = GAME.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            # All cards are equally likely, so choose the outcome without looking at probabilities.
            outcomes = state.chance_outcomes()
            action = outcomes[int(choice.random() * len(outcomes))][0]
        else:
            actions = state.legal_actions()
            action = actions[int(choice.random() * len(actions))]
        state.apply_action(action)
    state.returns()


def _rounds(size: int, number: int) -> Work:
    def work() -> int:
        choice = random.Random(number)
        for _ in range(size):
            _play(choice)
        return size

    return work


def _deadwood(size: int, number: int) -> Work:
    made = hands.gin_hands(size, number)

    def work() -> int:
        ask = UTILS.min_deadwood
        for hand in made:
            ask(hand)
        return size

    return work


def _resident() -> int:
    """Return the number of bytes of memory that this process uses."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise RuntimeError("no VmRSS")


def _memory(number: int) -> Mapping[str, float]:
    """Return the bytes per state when up to 100 successive states are kept in each of 20 games."""
    choice = random.Random(number)
    kept: list[Any] = []
    _play(choice)
    before = _resident()
    for _ in range(20):
        state, count = GAME.new_initial_state(), 0
        while not state.is_terminal() and count < 100:
            if state.is_chance_node():
                state.apply_action(choice.choice(state.chance_outcomes())[0])
                continue
            # OpenSpiel's states change in place, so each kept state must be a copy; rami's rounds need no copies.
            kept.append(state.clone())
            count += 1
            state.apply_action(choice.choice(state.legal_actions()))
    return {"gin": (_resident() - before) / len(kept)}


TASKS: dict[str, Task] = {"gin rounds": _rounds, "deadwood": _deadwood}
FACTS: dict[str, Facts] = {"memory": _memory}
