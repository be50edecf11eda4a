"""Rounds by numbers: observations from views alone, rewards from the scorer, illegal actions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from rami import Card, Match, RamiError, Round, variants
from rami._kernel.cards.shuffle import Stream
from rami.bots import GreedyBot
from rami.ext.learning import Draft, Episode, Layout, Rewards
from rami.ext.learning.actions import SIZE
from rami.testing._walks import walk

SLUGS = variants.available()


def played(episode: Episode, stream: Stream, steps: int = 10_000) -> None:
    for _ in range(steps):
        if episode.draft is None:
            return
        actions = episode.draft.actions
        assert episode.act(actions[stream.below(len(actions))])


@pytest.mark.parametrize("slug", SLUGS)
def test_episodes_come_to_an_end(slug: str) -> None:
    variant = variants.get(slug).with_(match={"turn_cap": 30})
    episode = Episode(variant, seed=3)
    played(episode, Stream(1, slug))
    assert episode.over
    assert episode.returns() == Rewards().of(episode.position)
    assert not any(episode.mask(0) + episode.mask(1))
    assert not episode.act(0)


def test_an_illegal_action_changes_nothing() -> None:
    episode = Episode(variants.GIN, seed=7)
    before = episode.position, episode.draft, episode.observe(0), episode.mask(1)
    for wrong in (0, -1, SIZE, 9, 10_000):
        assert not episode.act(wrong)
    assert (episode.position, episode.draft, episode.observe(0), episode.mask(1)) == before
    assert not any(episode.mask(0))


@pytest.mark.parametrize("slug", SLUGS)
def test_observations_tell_no_more_than_views(slug: str) -> None:
    variant = variants.get(slug)
    players = variant.players[0]
    layout = Layout.of(variant, players)
    for number in range(2):
        for step in walk(variant, players, 5, number):
            position = step.position
            if position.turn > 6 or position.over:
                break
            view = position.view(0)
            other = Round.sampled(view, 4)
            assert layout.observe(other.view(0)) == layout.observe(view)
            assert max(layout.observe(view)) <= 127


def test_the_parts_of_an_observation() -> None:
    position = Round.deal(variants.CLASSIC_51, 3, seed=1)
    layout = Layout.of(variants.CLASSIC_51, 3)
    for viewer in range(3):
        view = position.view(viewer)
        seen = layout.observe(view)
        assert len(seen) == layout.size
        assert list(seen[layout["hand"]]) == [view.hand.count(Card.from_id(face)) for face in range(53)]
        assert seen[layout["player"]][(position.player - viewer) % 3] == 1
        assert list(seen[layout["sizes"]]) == [view.hand_sizes[(viewer + place) % 3] for place in range(3)]
        assert seen[layout["stock"]][0] == view.stock_size
        assert not any(seen[layout["known"]])
    with pytest.raises(KeyError):
        layout["stocks"]
    names = [name for name, _, _ in layout.parts]
    ends = [end for _, _, end in layout.parts]
    assert len(set(names)) == len(names) == 33
    assert [0, *ends[:-1]] == [start for _, start, _ in layout.parts]


def test_melds_and_drafts_are_seen() -> None:
    reached = (step.position for step in walk(variants.CLASSIC_51, 2, 11, 1))
    position = next(place for place in reached if len(place.table) >= 2)
    layout = Layout.of(variants.CLASSIC_51, 2)
    draft = attrs.evolve(Draft.of(position.view(position.player)), taken=(6, 6, 328))
    seen = layout.observe(position.view(position.player), draft)
    table = seen[layout["table"]]
    for place, item in enumerate(position.table):
        slot = table[19 * place : 19 * place + 19]
        assert slot[0] == (item.owner - position.player) % 2 + 1
        assert slot[1] == (1 if item.meld.kind == "run" else 2)
        assert slot[4] == len(item.meld)
        assert [number - 1 for number in slot[5:] if number] == list(item.meld.code[1:])
    spelled = seen[layout["draft"]]
    assert (spelled[6], spelled[328], sum(spelled)) == (2, 1, 3)


def test_what_was_taken_is_remembered() -> None:
    episode = Episode(variants.GIN, seed=7)
    match = Match.start(variants.GIN, players=2, seed=7)
    top = episode.position.discards[-1]
    assert episode.act(1)
    seen = episode.observe(0)[episode.layout["known"]]
    assert [face for face in range(53) if seen[face]] == [top.id]
    assert match.view(0).memory is not None
    stream = Stream(3, "memory")
    for _ in range(30):
        played(episode, stream, 1)
        for seat in range(2):
            told = Episode.view(episode, seat).memory
            assert told is not None
            assert told.viewer == seat
            assert all(held <= hand for held, hand in zip(told.holds, episode.position.hands, strict=True))


def test_rewards_are_made_of_the_score() -> None:
    for slug in ("gin", "classic-51"):
        episode = Episode(variants.get(slug), variants.get(slug).players[0], seed=4)
        while not episode.position.over:
            played(episode, Stream(4, slug), 1)
        position = episode.position
        score = position.score()
        sign = 1 if score.credit else -1
        points = [sign * Fraction(score.points(seat)) for seat in range(2)]
        margin = Rewards(scale=1.0).of(position)
        assert margin == (float(points[0] - points[1]), float(points[1] - points[0]))
        assert Rewards("points", scale=0.5).of(position) == tuple(float(worth) / 2 for worth in points)
        wins = Rewards("win").of(position)
        assert wins == tuple(
            0 if score.winner is None else 1 if seat == score.winner else -1 for seat in range(2)
        )


def test_contracts_are_rewarded() -> None:
    episode = Episode(variants.FRUSTRATION, 2, seed=4)
    while not episode.position.completed and not episode.over:
        episode.play(GreedyBot().choose(episode.view(episode.player)))
    while not episode.over:
        episode.play(next(iter(episode.position.legal_moves)))
    done = episode.position.completed
    assert done
    assert episode.returns() == tuple(float(seat in done) for seat in range(2))


def test_a_position_is_shown_as_its_viewer_sees_it() -> None:
    episode = Episode(variants.GIN, seed=7)
    assert episode.position.hands[1].__str__() in episode.render(1)
    assert str(episode.position.hands[1]) not in episode.render()
    assert "player 1 to offer" in episode.render()
    played(episode, Stream(1, "to the end"))
    assert "over" in episode.render()


@pytest.mark.parametrize(
    "name, value",
    [("kind", "x"), ("scale", "a"), ("scale", float("nan")), ("illegal", "x"), ("completed", None)],
)
def test_rewards_are_checked(name: str, value: Any) -> None:
    with pytest.raises(RamiError, match=f"^{name} (must be|=) "):
        Rewards(**{name: value})
