"""A small learner that comes to beat random players at gin: an actor and a critic of one hidden layer, in numpy.

``pip install rami[gymnasium]``, then ``python examples/learning/train_gin.py``: minutes on one processor.  The learner
plays against `RandomBot`; beside the points of the round it is rewarded for deadwood that it loses on the way.  What it
has learned is measured on deals that it has not seen, with the learner at either seat of each.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from rami import variants
from rami.bots import GreedyBot, RandomBot
from rami.ext.gymnasium import RamiEnv
from rami.ext.learning import Layout, Rewards
from rami.ext.learning.actions import SIZE

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"

GIN = variants.GIN.with_(match={"turn_cap": 200})
LAYOUT = Layout(GIN, 2)
PARTS = ("phase", "hand", "known", "top", "pile", "stock", "taken")
HIDDEN = 128
DISCOUNT = 0.9
PER_DEADWOOD = 0.02
PER_POINT = 0.02


def features(observation: Any) -> Array:
    """The parts of an observation that matter here, and which runs and groups the hand is near to."""
    seen = np.concatenate([observation[LAYOUT[part]] for part in PARTS]).astype(np.float32)
    hand = observation[LAYOUT["hand"]][:52].astype(np.float32).reshape(4, 13)
    ranks = hand.sum(0)
    beside = np.zeros((4, 13), np.float32)
    beside[:, 1:] += hand[:, :-1]
    beside[:, :-1] += hand[:, 1:]
    two = np.zeros((4, 13), np.float32)
    two[:, 2:] += hand[:, :-2] * hand[:, 1:-1]
    two[:, :-2] += hand[:, 2:] * hand[:, 1:-1]
    two[:, 1:-1] += hand[:, :-2] * hand[:, 2:]
    return np.concatenate(
        [seen, (hand * beside).ravel(), (hand * two).ravel(), (hand * ranks).ravel() / 4, ranks / 4]
    )


INPUTS = features(np.zeros(LAYOUT.size, np.int8)).size


class Net:
    """Policy and value together: the chances of the actions, and the expected result of the round."""

    def __init__(self, seed: int) -> None:
        random = np.random.default_rng(seed)
        scale = math.sqrt(2 / INPUTS)
        self.weights: list[Array] = [
            (random.standard_normal((INPUTS, HIDDEN)) * scale).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((HIDDEN, SIZE + 1), np.float32),
            np.zeros(SIZE + 1, np.float32),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def forward(self, inputs: Array) -> tuple[Array, Array]:
        """The hidden layer and the outputs."""
        one, bias, two, last = self.weights
        hidden = np.maximum(inputs @ one + bias, 0)
        return hidden, hidden @ two + last

    def chances(self, inputs: Array, masks: Any) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of the legal actions, and the value."""
        hidden, out = self.forward(inputs)
        logits = np.where(masks, out[..., :-1], -1e9)
        logits -= logits.max(-1, keepdims=True)
        likely = np.exp(logits)
        return hidden, likely / likely.sum(-1, keepdims=True), out[..., -1]

    def learn(self, batch: list[tuple[Array, Any, int, float]], rate: float, curiosity: float) -> None:
        """One step of Adam along the gradient of the policy and of the error of the value."""
        inputs = np.stack([item[0] for item in batch])
        masks = np.stack([item[1] for item in batch])
        actions = np.array([item[2] for item in batch])
        returns = np.array([item[3] for item in batch], np.float32)
        hidden, likely, worth = self.chances(inputs, masks)
        gain = returns - worth
        pull = gain / (gain.std() + 1e-6)
        rows = np.arange(len(batch))
        slope = likely.copy()
        slope[rows, actions] -= 1
        slope *= pull[:, None]
        # the entropy keeps several actions alive
        logs = np.log(likely + 1e-9)
        entropy = -(likely * logs).sum(1, keepdims=True)
        slope += curiosity * likely * (logs + entropy)
        out = np.concatenate([slope, -gain[:, None]], 1).astype(np.float32) / len(batch)
        back = (out @ self.weights[2].T) * (hidden > 0)
        self._adam([inputs.T @ back, back.sum(0), hidden.T @ out, out.sum(0)], rate)

    def _adam(self, slopes: list[Array], rate: float) -> None:
        self.updates += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            corrected = mean / (1 - 0.9**self.updates)
            weight -= rate * corrected / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)


def chosen(net: Net, seen: Any, mask: Any, random: np.random.Generator | None) -> tuple[Array, int]:
    """The input of the net, and an action: by its chances, or the likeliest one."""
    inputs = features(seen)
    _, likely, _ = net.chances(inputs, mask > 0)
    if random is None:
        return inputs, int(likely.argmax())
    return inputs, int(np.searchsorted(np.cumsum(likely), random.random() * 0.999999))


def deadwood(env: RamiEnv) -> int:
    """The deadwood of the learner's ten cards."""
    return GIN.deadwood(env.episode.view(env.seat).hand)


def rounds(
    env: RamiEnv, net: Net, random: np.random.Generator, number: int
) -> list[tuple[Array, Any, int, float]]:
    """The steps of some rounds: observation, mask, action and return.

    The return is the deadwood lost from turn to turn and the points of the round, both discounted.
    """
    batch: list[tuple[Array, Any, int, float]] = []
    for _ in range(number):
        seen, info = env.reset()
        story: list[tuple[Array, Any, int]] = []
        gains: list[float] = []
        before = deadwood(env) if env.episode.view(env.seat).hand_sizes[env.seat] == 10 else None
        while True:
            mask = info["action_mask"]
            inputs, action = chosen(net, seen, mask, random)
            seen, reward, over, _, info = env.step(np.int64(action))
            gain = float(reward)
            if not over and env.episode.view(env.seat).hand_sizes[env.seat] == 10:
                now = deadwood(env)
                gain += PER_DEADWOOD * ((now if before is None else before) - now)
                before = now
            story.append((inputs, mask > 0, action))
            gains.append(gain)
            if over:
                break
        worth = 0.0
        for (inputs, mask, action), gain in zip(reversed(story), reversed(gains), strict=True):
            worth = gain + DISCOUNT * worth
            if mask.sum() > 1:
                batch.append((inputs, mask, action, worth))
    return batch


def measured(net: Net, bots: Any, deals: int, seed: int) -> tuple[float, float, float, float]:
    """(the rate of rounds won, half of its interval of 95 %; points more a round, half of its interval)."""
    wins: list[float] = []
    points: list[float] = []
    for number in range(deals):
        margins: list[float] = []
        for seat in (0, 1):
            env = RamiEnv(GIN, bots, seat=seat, rewards=Rewards("margin", scale=1.0))
            seen, info = env.reset(seed=seed + number)
            while True:
                _, action = chosen(net, seen, info["action_mask"], None)
                seen, reward, over, _, info = env.step(np.int64(action))
                if over:
                    break
            margins.append(float(reward))
        points.append(sum(margins) / 2)
        wins.append(sum(0.5 if not margin else float(margin > 0) for margin in margins) / 2)
    error = 1.96 / math.sqrt(deals)
    return (
        float(np.mean(wins)),
        error * float(np.std(wins)),
        float(np.mean(points)),
        error * float(np.std(points)),
    )


def main() -> None:
    """Train, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="of processor time, for learning")
    parser.add_argument("--deals", type=int, default=200, help="to measure with, each played from both seats")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    net = Net(options.seed)
    random = np.random.default_rng(options.seed)
    env = RamiEnv(GIN, RandomBot, rewards=Rewards("margin", scale=PER_POINT))
    env.reset(seed=options.seed)
    opponents: dict[str, Callable[[int], Any] | Any] = {"random": RandomBot, "greedy": GreedyBot()}
    start, updates = time.process_time(), 0
    while (spent := time.process_time() - start) < 60 * options.minutes:
        share = spent / (60 * options.minutes)
        batch = rounds(env, net, random, 16)
        net.learn(batch, options.rate * (1 - 0.9 * share), 0.02 * (1 - share))
        updates += 1
        if updates % 100 == 0:
            print(
                f"{spent:5.0f} s, {16 * updates} rounds, {len(batch) / 16:.0f} decisions a round", flush=True
            )
    print(f"{16 * updates} rounds in {time.process_time() - start:.0f} s")
    for name, bots in opponents.items():
        won, error, points, width = measured(net, bots, options.deals, 10**6)
        print(
            f"against {name}: {100 * won:.1f} % ± {100 * error:.1f} of the rounds, {points:+.1f} ± {width:.1f} points"
        )


if __name__ == "__main__":
    main()
