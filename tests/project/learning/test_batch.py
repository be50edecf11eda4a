"""Each row of a batch plays the same rounds as an `Episode`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.support.presets import SLUGS

from rami import RamiError, variants
from rami.ext.learning import Episode, Rewards
from rami.ext.learning.actions import SIZE
from rami.ext.learning.batch import Batch


@pytest.mark.parametrize("slug", SLUGS)
def test_each_row_is_a_round_of_its_own(slug: str) -> None:
    variant = variants.get(slug).with_(match={"turn_cap": 12})
    players = variant.players[0]
    batch = Batch(variant, 3, players)
    choice = np.random.default_rng(3)

    def single(row: int) -> Episode:
        return Episode(variant, players, batch.seed_of(row), batch.dealer_of(row))

    step = batch.reset(seed=5)
    episodes = [single(row) for row in range(3)]
    ended = 0
    while ended < 4:
        for row, episode in enumerate(episodes):
            assert step.players[row] == episode.player
            assert step.observations[row].tobytes() == episode.observe(episode.player)
            assert step.masks[row].tobytes() == episode.mask(episode.player)
        actions = [int(choice.choice(np.flatnonzero(mask))) for mask in step.masks]
        step = batch.step(actions)
        for row, action in enumerate(actions):
            assert episodes[row].act(action)
            assert bool(step.over[row]) is episodes[row].over
            assert tuple(step.rewards[row]) == episodes[row].returns()
            if step.over[row]:
                ended += 1
                episodes[row] = single(row)


def test_an_illegal_action_costs_a_reward_and_changes_nothing() -> None:
    batch = Batch(variants.GIN, 2, rewards=Rewards(illegal=-3))
    first = batch.reset([7, 8])
    step = batch.step([SIZE - 1, 3])
    assert step.rewards[0].tolist() == [-3 * (seat == first.players[0]) for seat in range(2)]
    assert (step.observations[0] == first.observations[0]).all()
    assert (step.masks[0] == first.masks[0]).all()
    assert not step.rewards[1].any()
    assert not step.over.any()


def test_arguments_of_a_batch_are_checked() -> None:
    wrong: dict[str, Any] = {"variant": "gin", "rounds": 0, "players": 9, "rewards": 1}
    for name, value in wrong.items():
        with pytest.raises(RamiError):
            Batch(**{"variant": variants.GIN, "rounds": 2, name: value})
    batch = Batch(variants.GIN, 2)
    with pytest.raises(RamiError, match="reset the environment first"):
        batch.step([1, 1])
    for seed in (-1, [1], "x", [1, "x"]):
        with pytest.raises(RamiError):
            batch.reset(seed)  # type: ignore[arg-type]  # what is no seed is refused
    batch.reset(1)
    with pytest.raises(RamiError):
        batch.step([1])
