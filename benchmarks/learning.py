"""Steps a second of learning environments with random legal actions, beside OpenSpiel's and RLCard's gin, in one run.

``python benchmarks/learning.py`` prints a table in Markdown; it names what is not installed.  A step is an
action and the observation and the mask that follow it; in Gymnasium those of the random opponent count too, which
nobody observes.
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
    """The episode that the environments share, in bytes."""
    choice = random.Random(1)
    for seed in range(10**9):
        episode = Episode(variants.get(slug), seed=seed)
        while not episode.over:
            mask = episode.mask(episode.player)
            episode.observe(episode.player)
            episode.act(choice.choice([action for action, allowed in enumerate(mask) if allowed]))
            yield 1


def pettingzoo(slug: str) -> Iterator[int]:
    """The AEC environment."""
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
    """The environment of one learner; the moves of the random player it plays against are counted at the end."""
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
    """How many moves have been played, by all players."""
    untold = episode._unreported
    return len(untold)


def openspiel(slug: str) -> Iterator[int]:
    """The game of OpenSpiel's; chance nodes are not counted."""
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
    """Many rounds at once; the actions are chosen by numpy, for all of them."""
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
    """OpenSpiel's gin rummy from Python, with its observation tensor and its mask; chance nodes are not counted."""
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
    """RLCard's gin rummy."""
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
    """Steps a second of processor time, of all rounds that go on side by side."""
    some = 100 // max(1, next(steps)) or 1
    sum(islice(steps, 2 * some))
    start, number = time.process_time(), 0
    while time.process_time() - start < seconds:
        number += sum(islice(steps, some))
    return number / (time.process_time() - start)


def main() -> None:
    """Measure and print; the rows take turns, and the best of several counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time, each time")
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
