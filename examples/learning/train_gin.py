"""Train an agent to beat random players at gin, with the unmodified MaskablePPO of sb3-contrib on `RamiEnv`.

Install the libraries with ``pip install rami[gymnasium] sb3-contrib``, then run ``python
examples/learning/train_gin.py``, which takes minutes on one processor. The agent is rewarded for the points of the
round, and for each turn that reduces its deadwood. Its strength is measured on new deals, each played from both seats.
The same seed gives the same agent on the same kind of machine with the same versions of the libraries. ``--save``
writes its weights to a file.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from rami import variants
from rami.bots import Bot, GreedyBot, RandomBot
from rami.bots.simulation import tally
from rami.ext.gymnasium import RamiEnv
from rami.ext.learning import PolicyBot, Rewards
from rami.ext.learning.episode import Policy

GIN = variants.GIN.with_(match={"turn_cap": 200})
POINT = 0.02
"""The reward for a point of the score, and for each point by which deadwood decreases."""


class LessDeadwood(RamiEnv):
    """An environment that also rewards less deadwood after a turn, because a beginner seldom scores points."""

    def reset(self, **options: Any) -> Any:
        """Deal a round, and store the deadwood of the hand."""
        seen = super().reset(**options)
        self.before = self.deadwood()
        return seen

    def step(self, action: Any) -> Any:
        """Carry out an action, and add a reward for the decrease of deadwood when a turn is complete."""
        seen, reward, over, cut, info = super().step(action)
        if not over and len(self.episode.view(self.seat).hand) == 10:
            before, self.before = self.before, self.deadwood()
            reward += POINT * (before - self.before)
        return seen, reward, over, cut, info

    def deadwood(self) -> int:
        """Return the deadwood of the agent's hand, in points."""
        return GIN.deadwood(self.episode.view(self.seat).hand)


def policy(agent: MaskablePPO) -> Policy:
    """Return a policy that chooses the action to which the agent gives the highest probability."""

    def chosen(observation: bytes, mask: bytes) -> int:
        seen, legal = np.frombuffer(observation, np.int8), np.frombuffer(bytearray(mask), np.int8)
        return int(agent.predict(seen, action_masks=legal, deterministic=True)[0])

    return chosen


def loaded(weights: Path) -> Bot:
    """Return a bot that plays with weights from a file that ``--save`` wrote."""
    torch.set_num_threads(1)
    return PolicyBot(policy(MaskablePPO.load(weights, device="cpu")))


def main() -> None:
    """Run the command: train the agent, measure its strength, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=120_000, help="the number of actions to learn from")
    parser.add_argument(
        "--rounds", type=int, default=100, help="the deals to measure with, each played from both seats"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="write the weights into this file")
    options = parser.parse_args()
    torch.set_num_threads(1)
    env = LessDeadwood(GIN, rewards=Rewards("margin", scale=POINT))
    agent = MaskablePPO("MlpPolicy", env, gamma=0.99, ent_coef=0.01, seed=options.seed, device="cpu")
    start = time.process_time()
    agent.learn(options.steps)
    print(f"{options.steps} steps in {time.process_time() - start:.0f} s")
    if options.save:
        agent.save(options.save)
    learned = PolicyBot(policy(agent))
    others: dict[str, Bot] = {"random": RandomBot(options.seed), "greedy": GreedyBot()}
    for name, other in others.items():
        games = tally(GIN, options.rounds, 10**6, bots=[learned, other]).statistics
        games += tally(GIN, options.rounds, 10**6, bots=[other, learned]).statistics.rotated(1)
        won, lost = games.wins
        more = float(games.points[0].mean - games.points[1].mean)
        print(
            f"against {name}: {won} rounds won, {lost} lost, {games.without_winner} void, {more:+.1f} points a round"
        )


if __name__ == "__main__":
    main()
