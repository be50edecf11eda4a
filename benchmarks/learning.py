"""The speed of learning environments with random legal actions, compared with gin in OpenSpiel and RLCard.

``python benchmarks/learning.py`` prints a table in Markdown and names the libraries that are not installed. A step is
an action together with the observation and the mask that follow. For Gymnasium, the actions of the random opponent
count too, although they have no observation.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from itertools import islice
from typing import Any

from rami import __compiled__, variants
from rami.ext.learning import Episode


def shared(slug: str) -> Iterator[int]:
    """Play with `Episode`, on which the environments are built."""
    choice = random.Random(1)
    for seed in range(10**9):
        episode = Episode(variants.get(slug), seed=seed)
        while not episode.over:
            mask = episode.mask(episode.player)
            episode.observe(episode.player)
            episode.act(choice.choice([action for action, allowed in enumerate(mask) if allowed]))
            yield 1


def pettingzoo(slug: str) -> Iterator[int]:
    """Play with rami's environment for PettingZoo."""
    from rami.ext.pettingzoo import RamiAEC

    choice = random.Random(1)
    env = RamiAEC(slug)
    for seed in range(10**9):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            seen = env.observe(env.agent_selection)
            env.step(int(choice.choice(seen["action_mask"].nonzero()[0])))
            yield 1


def gymnasium(slug: str) -> Iterator[int]:
    """Play with rami's environment for Gymnasium; all moves of a round are counted at its end."""
    from rami.ext.gymnasium import RamiEnv

    choice = random.Random(1)
    env = RamiEnv(slug)
    for seed in range(10**9):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = env.step(choice.choice(info["action_mask"].nonzero()[0]))
            yield moves_of(env.episode) if over else 0


def moves_of(episode: Episode) -> int:
    """Return the number of moves that all players have played."""
    untold = episode._unreported
    return len(untold)


def openspiel(slug: str) -> Iterator[int]:
    """Play with rami's game for OpenSpiel; chance nodes are not counted."""
    import pyspiel

    import rami.ext.openspiel  # noqa: F401  # it registers the game

    choice = random.Random(1)
    game = pyspiel.load_game("rami", {"variant": slug})
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice.choice(state.chance_outcomes())[0])
                continue
            state.apply_action(choice.choice(state.legal_actions()))
            yield 1


def batch(slug: str) -> Iterator[int]:
    """Play many rounds side by side; numpy chooses the actions for all rounds together."""
    import numpy as np

    from rami.ext.learning.batch import Batch

    choice = np.random.default_rng(1)
    rounds = Batch(variants.get(slug), 128)
    step = rounds.reset(1)
    while True:
        legal = np.flatnonzero(step.masks.view(bool))
        counts = np.bincount(legal // step.masks.shape[1])
        chosen = counts.cumsum() - counts + (choice.random(len(counts)) * counts).astype(np.int64)
        step = rounds.step(legal[chosen] % step.masks.shape[1])
        yield len(counts)


def openspiel_gin(_: str) -> Iterator[int]:
    """Play OpenSpiel's own gin rummy from Python, with observation tensors and masks; chance nodes are not counted."""
    import pyspiel

    choice = random.Random(1)
    game = pyspiel.load_game("gin_rummy")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice.choice(state.chance_outcomes())[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(choice.choice(state.legal_actions()))
            yield 1


def rlcard_gin(_: str) -> Iterator[int]:
    """Play RLCard's gin rummy."""
    import rlcard

    choice = random.Random(1)
    env = rlcard.make("gin-rummy", config={"seed": 1})
    while True:
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(choice.choice(list(state["legal_actions"])))
            yield 1


ROWS: tuple[tuple[str, str, str | None, Callable[[str], Iterator[int]]], ...] = (
    ("rami.ext.learning", "gin", None, shared),
    ("rami.ext.pettingzoo", "gin", "pettingzoo", pettingzoo),
    ("rami.ext.gymnasium", "gin", "gymnasium", gymnasium),
    ("rami.ext.openspiel", "gin", "pyspiel", openspiel),
    ("rami.ext.learning.batch", "gin", "numpy", batch),
    ("OpenSpiel's own gin", "gin", "pyspiel", openspiel_gin),
    ("RLCard", "gin", "rlcard", rlcard_gin),
    ("rami.ext.learning.batch", "classic-51", "numpy", batch),
    ("rami.ext.pettingzoo", "classic-51", "pettingzoo", pettingzoo),
    ("rami.ext.pettingzoo", "frustration", "pettingzoo", pettingzoo),
    ("rami.ext.pettingzoo", "gamevelvet", "pettingzoo", pettingzoo),
    ("rami.ext.pettingzoo", "lebanese-14", "pettingzoo", pettingzoo),
    ("rami.ext.pettingzoo", "rami-500", "pettingzoo", pettingzoo),
)


def rate(steps: Iterator[int], seconds: float) -> float:
    """Return the steps per second of processor time, in all rounds together."""
    # Read the clock only after about 100 steps, because reading it takes time too.
    some = 100 // max(1, next(steps)) or 1
    sum(islice(steps, 2 * some))
    start, number = time.process_time(), 0
    while time.process_time() - start < seconds:
        number += sum(islice(steps, some))
    return number / (time.process_time() - start)


def main() -> None:
    """Run the command: measure the rows in turn several times, and print the best result of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="the processor time of each measurement")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    best: dict[int, float] = {}
    for _ in range(options.repeat):
        for number, (_name, slug, library, steps) in enumerate(ROWS):
            if library is None or find_spec(library) is not None:
                best[number] = max(best.get(number, 0.0), rate(steps(slug), options.seconds))
    built = "compiled" if __compiled__ else "pure Python"
    print(f"rami {built}, Python {sys.version.split()[0]}, steps a second of processor time\n")
    print("| environment | game | steps/s |\n|---|---|---:|")
    for number, (name, slug, _library, _steps) in enumerate(ROWS):
        shown: Any = f"{best[number]:,.0f}" if number in best else "not installed"
        print(f"| {name} | {slug} | {shown} |")


if __name__ == "__main__":
    main()
