"""Learned policies as bots: their observations are the same as in the environments, and they play what they spell."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_of

from rami import Match, RamiError, Variant, variants
from rami.ext.learning import Episode, PolicyBot


def last(_: bytes, mask: bytes) -> int:
    return mask.rindex(1)


@pytest.mark.parametrize("variant", [variants.GIN, variants.CLASSIC_51], ids=lambda variant: variant.slug)
def test_views_and_episodes_give_a_policy_equal_observations(variant: Variant) -> None:
    episode, seen = Episode(variant, 2, seed=3), list[bytes]()

    def policy(observation: bytes, mask: bytes) -> int:
        seen.append(observation)
        return last(observation, mask)

    for _ in range(60):
        if episode.over:
            break
        player = episode.player
        move = PolicyBot(policy).choose(episode.view(player))
        while seen:
            assert seen.pop(0) == episode.observe(player)
            if seen:
                episode.act(last(b"", episode.mask(player)))
        before = episode.position
        episode.act(last(b"", episode.mask(player)))
        assert episode.position == before.play(move)


def test_a_number_that_is_not_legal_is_refused() -> None:
    match = Match.start(variants.GIN, seed=1)
    view, waiting = match.view(match.player), match.view(1 - match.player)
    assert codes_of(RamiError, PolicyBot(lambda observation, mask: 7).choose, view) == ["action_barred"]
    assert codes_of(RamiError, PolicyBot(last).choose, waiting)
