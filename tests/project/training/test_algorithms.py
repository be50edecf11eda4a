"""Unmodified algorithms of OpenSpiel and checks of stable-baselines3, on games and environments of rami."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pyspiel
import pytest
import torch
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.pytorch import deep_cfr, dqn
from stable_baselines3.common.env_checker import check_env
from tests.support.presets import SLUGS

from rami.ext.gymnasium import RamiEnv
from rami.ext.openspiel import RamiGame


def small(turns: int = 8) -> Any:
    return pyspiel.load_game(
        "rami", {"variant": "gin", "options": "dealing.hand_size=3", "turns": turns, "recall": 24}
    )


def dealt(game: Any) -> Any:
    """Return the state after a deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def random_state(seed: int) -> np.random.RandomState:
    return np.random.RandomState(seed)  # OpenSpiel asks for this generator.


def test_deep_q_learning() -> None:
    env = rl_environment.Environment(small())
    numbers, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    sizes = {"hidden_layers_sizes": [16], "replay_buffer_capacity": 200, "batch_size": 8}
    agents = [
        dqn.DQN(seat, numbers, actions, min_buffer_size_to_learn=10, learn_every=5, **sizes)
        for seat in range(2)
    ]
    for _ in range(12):
        time_step = env.reset()
        while not time_step.last():
            seat = time_step.observations["current_player"]
            time_step = env.step([agents[seat].step(time_step).action])
        for agent in agents:
            agent.step(time_step)
        assert sum(time_step.rewards) == pytest.approx(0)
    assert all(agent.loss is not None for agent in agents)


def test_deep_regret_minimisation() -> None:
    solver = deep_cfr.DeepCFRSolver(
        small(turns=3),
        policy_network_layers=(8,),
        advantage_network_layers=(8,),
        num_iterations=1,
        num_traversals=1,
        learning_rate=1e-3,
        # Without a size, the solver also learns from the part of its memory that is not yet filled.
        batch_size_advantage=4,
        batch_size_strategy=4,
        memory_capacity=1000,
        seed=1,
    )
    _, _, loss = solver.solve()
    assert np.isfinite(float(loss))
    state = dealt(small(turns=3))
    chances = solver.action_probabilities(state)
    assert {*chances} == {*state.legal_actions()}
    assert all(0 <= chance <= 1 for chance in chances.values())


def test_regret_minimisation_by_sampling() -> None:
    game = small(turns=4)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(20):
        solver.iteration()
    state = dealt(game)
    assert sum(solver.average_policy().action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize("kind", ["information sets", "states"])
def test_tree_search(kind: str) -> None:
    game = small()
    rollouts = mcts.RandomRolloutEvaluator(random_state=random_state(1))
    if kind == "states":
        bot = mcts.MCTSBot(game, 2.0, 20, rollouts, random_state=random_state(2))
    else:
        bot = ismcts.ISMCTSBot(
            game=game, uct_c=2.0, evaluator=rollouts, max_simulations=20, random_state=random_state(2)
        )
    choice = np.random.default_rng(3)
    state = game.new_initial_state()
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(choice.choice(cards, p=chances)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            moves += 1
    assert moves
    assert sum(state.returns()) == pytest.approx(0)


class Network(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel has no types
    """The evaluator of AlphaZero's search: a network for the chances of the actions and for the value of a state."""

    def __init__(self, game: Any) -> None:
        torch.manual_seed(1)
        self.body = torch.nn.Linear(game.observation_tensor_size(), 32)
        self.chances = torch.nn.Linear(32, game.num_distinct_actions())
        self.value = torch.nn.Linear(32, 1)

    def _seen(self, state: Any, player: int) -> torch.Tensor:
        return torch.relu(self.body(torch.tensor(state.observation_tensor(player))))

    def evaluate(self, state: Any) -> Any:
        value = torch.tanh(self.value(self._seen(state, 0))).item()
        return np.array([value, -value])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        actions = state.legal_actions()
        chances = torch.softmax(self.chances(self._seen(state, state.current_player()))[actions], 0)
        return list(zip(actions, chances.tolist(), strict=True))


def test_search_with_a_network() -> None:
    game = small()
    network = Network(game)
    bot = mcts.MCTSBot(
        game, 2.0, 20, network, random_state=random_state(2), child_selection_fn=mcts.SearchNode.puct_value
    )
    state = dealt(game)
    counted = bot.mcts_search(state)
    assert counted.explore_count == 20
    assert {child.action for child in counted.children} == {*state.legal_actions()}
    assert counted.best_child().action in state.legal_actions()


@pytest.mark.parametrize("slug", SLUGS)
def test_stable_baselines_accepts_every_variant(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(RamiEnv(slug), warn=True)


def test_the_ids_are_there() -> None:
    assert isinstance(gym.make("rami/Gin-v0").unwrapped, RamiEnv)
    assert RamiGame({}).get_type().short_name == "rami"
