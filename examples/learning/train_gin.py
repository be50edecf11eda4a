"""An agent that learns to beat random players at gin: MaskablePPO of sb3-contrib, as it comes, on `RamiEnv`.

``pip install rami[gymnasium] sb3-contrib``, then ``python examples/learning/train_gin.py``: minutes on one processor.
Beside the points of the round, the agent is rewarded for the deadwood that it loses from turn to turn.  It is measured
on deals that it has not seen, playing either seat of each.  The same seed gives the same agent on the same kind of
machine with the same releases; ``--save`` keeps its weights.
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
from rami.ext.learning.policy import Policy

GIN = variants.GIN.with_(match={"turn_cap": 200})
POINT = 0.02
"""The reward for a point, and for a point of deadwood less."""


class LessDeadwood(RamiEnv):
    """Rewards each turn for the deadwood lost in it: few rounds of a beginner end with points."""

    def reset(self, **options: Any) -> Any:
        """Begin a round."""
        seen = super().reset(**options)
        self.before = self.deadwood()
        return seen

    def step(self, action: Any) -> Any:
        """Play a number."""
        seen, reward, over, cut, info = super().step(action)
        if not over and len(self.episode.view(self.seat).hand) == 10:
            before, self.before = self.before, self.deadwood()
            reward += POINT * (before - self.before)
        return seen, reward, over, cut, info

    def deadwood(self) -> int:
        """Return the deadwood of the agent's hand, in points."""
        return GIN.deadwood(self.episode.view(self.seat).hand)


def policy(agent: MaskablePPO) -> Policy:
    """Return the number that the agent finds likeliest."""

    def chosen(observation: bytes, mask: bytes) -> int:
        seen, legal = np.frombuffer(observation, np.int8), np.frombuffer(bytearray(mask), np.int8)
        return int(agent.predict(seen, action_masks=legal, deterministic=True)[0])

    return chosen


def loaded(weights: Path) -> Bot:
    """Return the agent whose weights a run with ``--save`` has written."""
    torch.set_num_threads(1)
    return PolicyBot(policy(MaskablePPO.load(weights, device="cpu")))


def main() -> None:
    """Train, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=120_000, help="actions to learn from")
    parser.add_argument(
        "--rounds", type=int, default=100, help="to measure with, each played from both seats"
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
