"""Code that must pass type checkers if the learning libraries are installed; mypy and pyright read it."""

from __future__ import annotations

from typing import Any, assert_type

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]  # it has none

from rami import variants
from rami.bots import GreedyBot
from rami.ext.gymnasium import RamiEnv
from rami.ext.learning.batch import Batch
from rami.ext.pettingzoo import RamiAEC


def takes_any_environment(env: gymnasium.Env[Any, Any]) -> spaces.Space[Any]:
    return env.action_space


def takes_agents(env: AECEnv[str, Any, Any]) -> list[str]:
    return env.possible_agents


def gym() -> None:
    env = RamiEnv("gin", bots=GreedyBot(), render_mode="ansi")
    takes_any_environment(env)
    observation, info = env.reset(seed=1)
    assert_type(observation, np.ndarray[Any, np.dtype[np.int8]])
    assert_type(info, dict[str, Any])
    assert_type(env.observation_space, spaces.Space[np.ndarray[Any, np.dtype[np.int8]]])
    assert_type(env.action_space, spaces.Space[np.int64])
    assert_type(env.action_masks(), np.ndarray[Any, np.dtype[np.int8]])
    _, reward, over, cut, _ = env.step(np.int64(0))
    assert_type((reward, over, cut), tuple[float, bool, bool])
    assert_type(env.np_random, np.random.Generator)


def zoo() -> None:
    env = RamiAEC("classic-51", players=3)
    takes_agents(env)
    env.reset(seed=1)
    assert_type(env.observe("player_0"), dict[str, Any])
    assert_type(env.action_space("player_0"), spaces.Discrete)
    assert_type(env.agent_selection, str)
    env.step(None)


def batch() -> None:
    rounds = Batch(variants.GIN, 8)
    assert_type(rounds.step(np.zeros(8, np.int64)).rewards, np.ndarray[Any, np.dtype[np.float64]])
