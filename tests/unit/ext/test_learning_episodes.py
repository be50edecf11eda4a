"""Episodes: observations that depend only on views, rewards from the score, and illegal actions."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import attrs
import pytest
from tests.support.presets import SLUGS

from rami import Card, Group, RamiError, Round, Run, variants
from rami._kernel.cards.shuffle import Stream
from rami.bots import GreedyBot
from rami.ext.learning import Draft, Episode, Layout, Rewards, observations
from rami.ext.learning.actions import SIZE
from rami.rounds.events import seen_by
from rami.rounds.memory import Memory
from rami.testing._walks import walk

pytestmark = pytest.mark.slow(every=2)


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


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("slug", SLUGS)
def test_observations_are_made_only_from_a_players_knowledge(slug: str) -> None:
    """The kernel's observation agrees with the view, the memory and the events of the player."""
    variant = variants.get(slug).with_(match={"turn_cap": 30})
    for players in {*variant.players[:1], variant.players[-1]}:
        episode = Episode(variant, players, seed=9)
        layout, stream = episode.layout, Stream(5, slug)
        for number in range(10_000):
            draft = episode.draft
            for seat in range(players) if number % 8 == 0 or draft is None or draft.taken else ():
                view = episode.view(seat)
                memory = Memory.of(variant, seat, [seen_by(event, seat) for event in episode.events])
                assert view.memory == memory
                spelled = draft if seat == episode.player else None
                assert episode.observe(seat) == layout.observe(attrs.evolve(view, memory=memory), spelled)
            if draft is None:
                break
            mask = episode.mask(episode.player)
            assert draft.actions == tuple(action for action, legal in enumerate(mask) if legal)
            assert episode.act(draft.actions[stream.below(len(draft.actions))])
        assert episode.over


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("slug", SLUGS)
def test_rounds_that_differ_in_hidden_cards_look_alike(slug: str) -> None:
    variant = variants.get(slug)
    players = variant.players[0]
    layout = Layout(variant, players)
    for number in range(2):
        for step in walk(variant, players, 5, number):
            position = step.position
            if position.turn > 6 or position.over:
                break
            view = position.view(0)
            other = Round.sampled(view, 4)
            assert layout.observe(other.view(0)) == layout.observe(view)
            assert set(layout.observe(view)) == {0, 1}


def test_the_parts_of_an_observation() -> None:
    position = Round.deal(variants.CLASSIC_51, 3, seed=1)
    layout = Layout(variants.CLASSIC_51, 3)
    for viewer in range(3):
        view = position.view(viewer)
        seen = layout.observe(view)
        assert len(seen) == layout.size
        hand = seen[layout["hand"]]
        copies = [view.hand.count(Card.from_id(face)) for face in range(52)]
        assert [one + two for one, two in zip(hand[:52], hand[52:104], strict=True)] == copies
        assert sum(hand[104:]) == view.hand.count(Card("*"))
        assert sum(seen[layout["unseen"]]) == 108 - len(view.hand) - len(view.discards)
        assert seen[layout["player"]][(position.player - viewer) % 3] == 1
        assert sum(seen[layout["sizes"]]) == sum(view.hand_sizes)
        assert sum(seen[layout["stock"]]) == -(-view.stock_size // 4)
        assert not any(seen[layout["known"]])
    with pytest.raises(KeyError):
        layout["stocks"]
    names = [name for name, _, _ in layout.parts]
    ends = [end for _, _, end in layout.parts]
    assert len(set(names)) == len(names)
    assert [0, *ends[:-1]] == [start for _, start, _ in layout.parts]


def test_parts_that_a_game_never_uses_are_left_out() -> None:
    def parts(slug: str) -> set[str]:
        return {name for name, _, _ in Layout(variants.get(slug), variants.get(slug).players[0]).parts}

    everything: set[str] = set().union(*map(parts, SLUGS))
    kinds = "cards|faces?|set|one|bar|bits?|length"
    listed = re.findall(rf"(?m)^(\w+) +(?:{kinds})(?: [0-9]+)?  ", observations.__doc__ or "")
    assert everything <= set(listed)
    assert set(listed) - everything == {"highest", "highest_pairs", "limit", "recycles", "touched"}
    assert "groups" not in parts("gin")
    assert "knocker" in parts("gin")
    assert "stands_for" in parts("classic-51")
    assert "knocker" not in parts("classic-51")
    assert "contracts" in parts("frustration")


def test_melds_and_drafts_are_seen() -> None:
    reached = (step.position for step in walk(variants.CLASSIC_51, 2, 11, 1))
    position = next(place for place in reached if len(place.table) >= 2)
    layout = Layout(variants.CLASSIC_51, 2)
    draft = attrs.evolve(Draft.of(position.view(position.player)), taken=(328 + 7, 275 + 6, 275 + 7))
    seen = layout.observe(position.view(position.player), draft)
    for part, kind in (("runs", Run), ("groups", Group)):
        laid = [item.meld for item in position.table if isinstance(item.meld, kind)]
        shown = sorted(card for meld in laid for card in meld.code[1:])
        assert sum(seen[layout[part]]) == len(shown)
        assert all(seen[layout[part]][card] for card in shown if card < 52)
    assert [card for card in range(52) if seen[layout["draft_cards"]][card]] == [6, 7]
    assert [*seen[layout["draft_meld"]]] == [1, 0, 0, 0, 0, 0]
    assert seen[layout["draft_rank"]][7] == 1
    assert sum(seen[layout["draft"]]) == 3


def test_cards_taken_and_discarded_by_each_player_are_seen() -> None:
    episode = Episode(variants.GIN, seed=7)
    layout = episode.layout
    top = episode.position.discards[-1].id
    assert episode.act(1)
    thrown = next(card.id for card in episode.position.hands[1] if card.id != top)
    assert episode.act(10 + thrown)
    for seat, place in ((0, 1), (1, 0)):
        seen = episode.observe(seat)
        assert [*seen[layout["picked_up"]]].index(1) == 52 * place + top
        assert [*seen[layout["discarded"]]].index(1) == 52 * place + thrown
        assert [*seen[layout["top"]]].index(1) == thrown


def test_taken_cards_are_remembered() -> None:
    episode = Episode(variants.GIN, seed=7)
    top = episode.position.discards[-1]
    assert episode.act(1)
    seen = episode.observe(0)[episode.layout["known"]]
    assert [face for face, there in enumerate(seen) if there] == [top.id]


def test_a_knock_is_seen_as_it_is_remembered() -> None:
    """Players at random hardly ever knock: here they try to."""
    for seed in range(3):
        episode = Episode(variants.GIN, seed=seed)
        while not episode.over:
            episode.play(GreedyBot().choose(episode.view(episode.player)))
        assert episode.position.knock is not None
        for seat in range(2):
            memory = Memory.of(variants.GIN, seat, [seen_by(event, seat) for event in episode.events])
            view = episode.view(seat)
            assert view.memory == memory
            assert episode.observe(seat) == episode.layout.observe(attrs.evolve(view, memory=memory))


def test_moves_at_random_depend_on_luck_alone() -> None:
    ends: list[Round] = []
    for luck in (5, 5, 6):
        episode = Episode(variants.GIN, seed=7, luck=luck)
        while not episode.over:
            episode.play_at_random(breadth=30)
        ends.append(episode.position)
    assert ends[0] == ends[1] != ends[2]
    with pytest.raises(RamiError, match="luck"):
        Episode(variants.GIN, luck="5")  # type: ignore[arg-type]  # meant
    with pytest.raises(RamiError, match="breadth"):
        episode.play_at_random(0)


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
        wins = {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[score.winner]
        assert Rewards("win").of(position) == wins


def test_contracts_are_rewarded() -> None:
    episode = Episode(variants.FRUSTRATION, 2, seed=4)
    while not episode.position.completed and not episode.over:
        episode.play(GreedyBot().choose(episode.view(episode.player)))
    while not episode.over:
        episode.play(next(iter(episode.position.legal_moves)))
    done = episode.position.completed
    assert done
    assert episode.returns() == tuple(float(seat in done) for seat in range(2))


def test_a_contract_of_a_void_round_is_not_rewarded() -> None:
    """D-130: a void round is played again under its own number, so it ticks no contract."""
    episode = Episode(variants.FRUSTRATION.with_(match={"turn_cap": 3}), 3, seed=1)
    while not episode.over:
        episode.play(GreedyBot().choose(episode.view(episode.player)))
    assert episode.position.completed
    assert episode.position.score().void
    assert episode.returns() == (0.0, 0.0, 0.0)


def test_a_position_is_drawn_as_its_viewer_sees_it() -> None:
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
