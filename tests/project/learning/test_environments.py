"""The checks of PettingZoo and Gymnasium on rami's environments, and further properties of these environments."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from tests.support.presets import SLUGS
from tests.support.spelling import HOUSES, check_spelling, positions

from rami import RamiError, variants
from rami.bots import GreedyBot, RandomBot
from rami.ext import gymnasium, openspiel, pettingzoo
from rami.ext.gymnasium import RamiEnv
from rami.ext.learning import Rewards
from rami.ext.learning.actions import SIZE
from rami.ext.pettingzoo import RamiAEC

MORE = {"classic-51": 4, "frustration": 3}


@pytest.fixture(autouse=True)
def _their_warnings() -> Any:
    """Ignore the warnings of both checkers about dicts and about environments that were not made by name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("players", [None, "most"])
@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_every_variant(slug: str, players: str | None) -> None:
    seats = variants.get(slug).equipment.players[1] if players else None
    cycles = 60 if slug == "rami-500" else 300
    api_test(RamiAEC(slug, seats), num_cycles=cycles)
    seed_test(lambda: RamiAEC(slug, seats), num_cycles=cycles // 2)


@pytest.mark.parametrize("slug", SLUGS)
def test_gymnasium_accepts_every_variant(slug: str) -> None:
    check_env(RamiEnv(slug))
    check_env(RamiEnv(slug, GreedyBot(), players=MORE.get(slug), render_mode="ansi"))


@pytest.mark.parametrize("slug", SLUGS)
def test_rounds_of_masked_actions_end_with_the_rewards_of_the_scorer(slug: str) -> None:
    env = RamiAEC(variants.get(slug).with_(match={"turn_cap": 20}), MORE.get(slug), Rewards(scale=1.0))
    choice = np.random.default_rng(3)
    for seed in range(2):
        env.reset(seed=seed)
        assert not any(env.terminations.values())
        total = dict.fromkeys(env.agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            total[agent] += reward
            if over or cut:
                env.step(None)
                continue
            assert seen is not None
            assert set(np.unique(seen["action_mask"])) <= {0, 1}
            others = [other for other in env.agents if other != agent]
            assert not any(env.observe(other)["action_mask"].any() for other in others)
            env.step(int(choice.choice(np.flatnonzero(seen["action_mask"]))))
        assert list(total.values()) == list(env.episode.returns())
        assert abs(sum(total.values())) < 1e-6 or env.episode.position.completed


def test_an_illegal_action_costs_its_agent_a_reward_and_changes_nothing() -> None:
    env = RamiAEC("gin", rewards=Rewards(illegal=-2.5), max_steps=3)
    env.reset(seed=5)
    agent = env.agent_selection
    before = env.observe(agent)
    env.step(SIZE - 1)
    assert env.agent_selection == agent
    assert env.rewards[agent] == -2.5
    assert sum(env.rewards.values()) == -2.5
    after = env.observe(agent)
    assert all((before[part] == after[part]).all() for part in before)
    env.step(SIZE - 1)
    env.step(SIZE - 1)
    assert all(env.truncations.values())


def test_the_learner_sits_where_it_should() -> None:
    env = RamiEnv("gin", GreedyBot(), seat=1, max_steps=400, rewards=Rewards("win"), render_mode="ansi")
    choice = np.random.default_rng(3)
    rewards: list[float] = []
    for seed in range(6):
        seen, info = env.reset(seed=seed)
        over = cut = False
        reward = 0.0
        while not (over or cut):
            assert env.episode.player == env.seat == 1
            assert seen.dtype == np.int8
            assert (info["action_mask"] == env.action_masks()).all()
            assert "player 1 to" in env.render()
            seen, reward, over, cut, info = env.step(choice.choice(np.flatnonzero(info["action_mask"])))
        rewards.append(reward)
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert sum(rewards) < 0
    drawn = RamiEnv("classic-51", [GreedyBot(), RandomBot(7)], players=3)
    seats = {drawn.reset(seed=seed) is not None and drawn.seat for seed in range(12)}
    assert seats == {0, 1, 2}
    with pytest.raises(RamiError, match="bots: 2 expected, not 1"):
        RamiEnv("classic-51", [GreedyBot()], players=3)


@pytest.mark.parametrize(
    "name, value",
    [
        ("seat", 9),
        ("seat", -1),
        ("seat", "x"),
        ("players", 9),
        ("players", "x"),
        ("bots", 5),
        ("rewards", 3),
        ("max_steps", 0),
        ("render_mode", "x"),
    ],
)
def test_arguments_of_environments_are_checked(name: str, value: Any) -> None:
    kinds: list[type[Any]] = [RamiEnv] if name in ("seat", "bots") else [RamiEnv, RamiAEC]
    for kind in kinds:
        with pytest.raises(RamiError):
            kind("gin", **{name: value})


def test_actions_are_integers_after_a_reset() -> None:
    env, agents = RamiEnv("gin"), RamiAEC("gin")
    with pytest.raises(ResetNeeded):
        env.step(np.int64(1))
    with pytest.raises(RamiError, match="reset the environment first"):
        agents.step(1)
    env.reset(seed=1)
    agents.reset(seed=1)
    wrong: tuple[Any, ...] = (1.5, "1", True)
    for action in wrong:
        for each in (env, agents):
            with pytest.raises(RamiError, match="action must be an integer"):
                each.step(action)
            assert each.steps == 0


def test_pictures_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    env = RamiAEC("gin", render_mode="human")
    env.reset(seed=1)
    env.step(3)
    assert "stock 31" in capsys.readouterr().out
    assert RamiAEC("gin").render() is None
    env.close()


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_the_pictures(slug: str) -> None:
    render_test(lambda **given: RamiAEC(slug, **given))


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_agents_side_by_side(slug: str) -> None:
    agents: Any = RamiAEC(slug)
    parallel_api_test(turn_based_aec_to_parallel(agents), num_cycles=60)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_an_id(slug: str) -> None:
    env = gym.make(f"rami/{''.join(word.capitalize() for word in slug.split('-'))}-v0", bots=GreedyBot())
    assert isinstance(env.unwrapped, RamiEnv)
    assert (env.unwrapped.variant, env.unwrapped.bots) == (variants.get(slug), GreedyBot())
    check_env(env.unwrapped)


def test_any_variant_by_keyword(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('parent = "gin"\nslug = "short"\n[dealing]\nhand_size = 7\n', encoding="utf-8")
    for variant in (str(house), variants.GIN.with_(dealing={"hand_size": 7})):
        env = gym.make("rami/Gin-v0", variant=variant).unwrapped
        assert isinstance(env, RamiEnv)
        assert env.variant.dealing.hand_size == 7
        assert RamiAEC(variant).variant.dealing.hand_size == 7


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_several_at_once_always_have_something_to_do(mode: AutoresetMode) -> None:
    envs = gym.make_vec(
        "rami.ext.gymnasium:rami/Gin-v0", 3, vector_kwargs={"autoreset_mode": mode}, max_steps=None
    )
    choice = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    ends = 0
    while ends < 5:
        masks = info["action_mask"]
        assert masks.any(axis=1).all()
        _, _, over, _, info = envs.step(np.array([choice.choice(np.flatnonzero(mask)) for mask in masks]))
        ends += over.sum()
    envs.close()


def test_modules_list_their_public_names() -> None:
    for module in (gymnasium, openspiel, pettingzoo):
        assert all(hasattr(module, public) for public in module.__all__)


@pytest.mark.parametrize("house", HOUSES)
def test_every_listed_move_is_spelled_at_many_positions(house: str) -> None:
    for position in positions(HOUSES[house], rounds=4, steps=40, every=2):
        check_spelling(position, most=12)
