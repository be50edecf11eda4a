"""PettingZoo: every variant as an environment in which agents act in turn (agent environment cycle, AEC).

This module needs the extra `pettingzoo`: ``pip install rami[pettingzoo]``.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

if find_spec("pettingzoo") is None:
    raise ImportError("rami.ext.pettingzoo needs pettingzoo: pip install rami[pettingzoo]")

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]  # there are no stubs

from rami.ext._environments import Playing, action_number
from rami.ext.learning.actions import SIZE
from rami.ext.learning.actions import VERSION as ACTIONS
from rami.ext.learning.episode import Episode
from rami.ext.learning.observations import VERSION as FEATURES
from rami.ext.learning.rewards import Rewards
from rami.policies.variant import Variant

__all__ = ["RamiAEC"]


class RamiAEC(Playing, AECEnv[str, "dict[str, Any]", "int | np.int64 | None"]):
    """One round of a variant with an agent for each seat: ``player_0``, ``player_1``, and so on.

    An observation is a dict with two keys: ``observation`` contains the bits of `rami.ext.learning.observations`, and
    ``action_mask`` contains a 1 for each legal action. The mask is all zeros unless it is the agent's turn. Agents get
    their rewards at the end of the round. An illegal action costs its agent a penalty and has no other effect.

    Parameters:
        variant: the game to play: a variant, its slug, or the path of a house-rule file, which ends in ``.toml``.
        players: the number of players; None for four, or the nearest number that the variant allows.
        rewards: the rule that turns the score into rewards; None for `Rewards()`.
        max_steps: the number of actions after which every agent is truncated; None for no limit.
        render_mode: "ansi" to make `render` return text, "human" to make it print the text, None to make it do nothing.

    Raises:
        InvalidSetup: the variant does not allow that number of players.
        RamiError: another argument is invalid.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as in AECEnv
        "render_modes": ["ansi", "human"],
        "name": f"rami_a{ACTIONS}_o{FEATURES}",
        # One agent acts at a time, so the parallel wrapper of PettingZoo has nothing to run side by side.
        "is_parallelizable": False,
        "render_fps": 1,
    }
    """What PettingZoo reads about the environment; the name contains the versions of actions and observations."""

    def __init__(
        self,
        variant: Variant | str = "gin",
        players: int | None = None,
        rewards: Rewards | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._prepare(variant, players, rewards, max_steps, render_mode)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(self.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # PettingZoo's API test requires each call to return the same space object, so make the spaces only once.
        self._observations = {agent: self._observation_space() for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(SIZE) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.layout.size,), np.int8),
                "action_mask": spaces.Box(0, 1, (SIZE,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent; every call returns the same object."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent; every call returns the same object."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round.

        Parameters:
            seed: the seed of all deals from now on; None to continue with the random numbers of the previous seed.
            options: a dict that may contain ``dealer``, the seat that deals; without it the dealer is random.
        """
        # Without a seed the random numbers continue from the last round, as in Gymnasium.
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        # Draw a number even if the caller names the dealer, so that a seed gives the same deals in both cases.
        drawn = int(self._random.integers(self.players))
        deal = int(self._random.integers(2**63))
        dealer = (options or {}).get("dealer", drawn)
        self.episode: Episode = Episode(self.variant, self.players, deal, dealer, self.reward_rules)
        self.steps: int = 0
        self.agents: list[str] = list(self.possible_agents)
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, self.episode.over)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.possible_agents[self.episode.player]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation and the action mask of an agent."""
        self._need_reset()
        seat = self._seats[agent]
        return {
            "observation": np.frombuffer(self.episode.observe(seat), np.int8),
            "action_mask": np.frombuffer(self.episode.mask(seat), np.int8),
        }

    def step(self, action: np.int64 | int | None) -> None:
        """Let the selected agent act.

        Parameters:
            action: the number of an action; None for an agent that is done.

        Raises:
            RamiError: `reset` has not been called yet, or the action is not an integer.
        """
        self._need_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            # All agents finish together; PettingZoo then removes them one by one, each with a step whose action is
            # None.
            self._was_dead_step(action)
            return
        number = None if action is None else action_number(action)
        # An agent's cumulative reward covers the time since its last step, so reset it to zero here.
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.steps += 1
        if number is None or not self.episode.act(number):
            self._reward({agent: self.reward_rules.illegal})
        elif self.episode.over:
            self._reward(dict(zip(self.possible_agents, self.episode.returns(), strict=True)))
            self.terminations = dict.fromkeys(self.agents, True)
        if self._cut_short():
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.episode.player]
        if self.render_mode == "human":
            self.render()

    def _reward(self, rewards: dict[str, float]) -> None:
        # Accumulate rewards only here, because no agent gets any in most steps.
        self.rewards |= rewards
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return or print the position as a spectator sees it, or do nothing, depending on the render mode."""
        # Every agent may read this text, so it must not show anybody's hand.
        return self._rendered()

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
