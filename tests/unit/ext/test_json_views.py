"""A view in JSON contains exactly what the viewer knows."""

from __future__ import annotations

import pickle
from itertools import islice
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.flat import with_options
from tests.support.refusals import refusal
from tests.support.strategies import VARIANTS, many

from rami import Cards, DrawStock, Match, PlayerView, Round, variants
from rami._kernel.cards.shuffle import Stream
from rami.bots import GreedyBot
from rami.errors import InvalidText
from rami.ext import json
from rami.policies.results.seats import Seat
from rami.testing import strategies
from rami.testing._secrecy import lookalike
from rami.testing._walks import pack

CLASSIC = variants.CLASSIC_51
UNOPENED = attrs.asdict(Seat())
OPENED = {**UNOPENED, "opened": True}
MEMORY = {"viewer": 1, "holds": ["", "", ""], "draws": [0, 0, 0]}


def seats(position: Round) -> tuple[int | None, ...]:
    return (None, *range(position.context.seats))


@many(12)
@given(st.sampled_from(VARIANTS).flatmap(strategies.rounds), st.integers(0, 2**32))
def test_views_are_read_back_and_reveal_nothing(position: Round, number: int) -> None:
    for viewer in seats(position):
        view = position.view(viewer)
        text = json.dumps(view)
        for found in (json.loads(text, PlayerView), pickle.loads(pickle.dumps(view))):
            assert found == view
            assert repr(found) == repr(view)
            assert found.to_act == view.to_act == (viewer == position.player and not position.over)
            assert tuple(islice(found.legal_moves, 10)) == tuple(islice(view.legal_moves, 10))
            for move in islice(position.legal_moves, 5):
                assert found.explain(move) == view.explain(move)
        other = lookalike(position, viewer, Stream(number, "json"))
        assert json.dumps(other.view(viewer)) == text
        assert pickle.dumps(json.loads(json.dumps(other.view(viewer)))) == pickle.dumps(json.loads(text))


def test_data_of_a_match_is_read_back_and_hides_hidden_cards() -> None:
    deck = pack(variants.GIN)
    other = [*deck[:-3], deck[-1], deck[-2], deck[-3]]
    seen: list[list[str]] = []
    for cards, seed in ((deck, 7), (other, 7)):
        match = Match.start(variants.GIN, players=2, seed=seed, deck=cards)
        texts: list[str] = []
        for _ in range(12):
            for viewer in (None, 0, 1):
                view = match.view(viewer, since=0)
                text = json.dumps(view)
                found = json.loads(text, PlayerView)
                assert (found, found.events) == (view, view.events)
                assert (found.mark, found.memory) == (view.mark, view.memory)
                assert Round.sampled(found, 3) == Round.sampled(view, 3)
                texts.append(text)
            match = match.play(next(iter(match.round.legal_moves)))
        assert any(isinstance(logged.move, DrawStock) for logged in match.log[0])
        seen.append(texts)
    assert seen[0] == seen[1]


def data_of_a_view() -> dict[str, Any]:
    match = Match.start(CLASSIC, players=3, seed=4)
    match = match.play(next(iter(match.round.legal_moves)))
    return json.to_data(match.view(match.round.player, since=0))


@pytest.mark.parametrize(
    "field, value, found",
    [
        ("viewer", 3, "viewer: player 3 is not in this round"),
        ("viewer", -1, "viewer: player -1 is not in this round"),
        ("viewer", None, "memory: the memory does not match"),
        ("player", 7, "player: player 7 is not in this round"),
        ("hand", "7♠ 7♠", "hand: hand contradicts the rest of the document"),
        ("hands", ["7♠"], "hands: hands: 3 expected, not 1"),
        ("hand_sizes", [1], "hand_sizes: hand_sizes: 3 expected, not 1"),
        ("hand_sizes", [13, 13, 12], "hand_sizes: hand_sizes contradicts the rest of the document"),
        ("stock_size", 20, "stock_size: stock_size: 68 expected, not 20"),
        ("discards", "?", ": name every card of the discard pile"),
        ("seats", [OPENED, UNOPENED, UNOPENED], ": player 0 is listed as having opened"),
        ("seats", [UNOPENED], "seats: seats: 3 expected, not 1"),
        ("phase", "layoff", ": there is no knocking in this game"),
        ("phase", "over", ": a round that is over needs an outcome"),
        ("turn_facts", {"taken": "7♠"}, ": taken can be set only in the play phase"),
        ("recycles_left", 3, "recycles_left: recycles_left contradicts the rest of the document"),
        ("turn", -1, ": turn = -1 is too small"),
        ("memory", {"viewer": 2, "holds": []}, "memory: the memory does not match"),
        ("memory", {**MEMORY, "recycled": "?"}, "memory: the memory does not match"),
        ("memory", {**MEMORY, "holds": ["?", "", ""]}, "memory: the memory does not match"),
        ("memory", {**MEMORY, "face_down": "?"}, "memory: the memory does not match"),
        ("memory", {**MEMORY, "draws": [-1, 0, 0]}, "memory: the memory does not match"),
        ("knowledge", {}, "knowledge: there is no key 'knowledge'"),
    ],
)
def test_no_round_gives_such_a_view(field: str, value: object, found: str) -> None:
    data = data_of_a_view()
    view = json.from_data(data, PlayerView)
    assert view.viewer == 1
    assert json.from_data({**data, "value": {**data["value"], "memory": MEMORY}}) == view
    data["value"][field] = value
    start = f"at $.value{'' if found[0] == ':' else '.'}{found}"
    reasons = [str(each) for each in refusal(InvalidText, json.from_data, data, PlayerView).violations]
    assert any(each.startswith(start) for each in reasons), reasons


def test_cards_that_are_twice_there_are_found() -> None:
    data = data_of_a_view()
    data["value"]["hands"] = [" ".join(["7♠"] * len(Cards(hand))) for hand in data["value"]["hands"]]
    with pytest.raises(InvalidText, match="more copies than the pack holds"):
        json.from_data(data, PlayerView)


def test_a_view_that_was_read_can_be_changed_like_any_other() -> None:
    view = json.from_data(data_of_a_view(), PlayerView)
    assert list(attrs.evolve(view, mark=0).legal_moves) == list(view.legal_moves)


@pytest.mark.parametrize("settle", ["best", "moves"])
@pytest.mark.parametrize("seed", range(4))
def test_views_of_a_match_are_read_back_after_a_knock(settle: str, seed: int) -> None:
    match, bot = Match.start(with_options(variants.GIN, {"settle": settle}), seed=seed), GreedyBot()
    knocked = 0
    while not match.round.over:
        match = match.play(bot.choose(match.round.view(match.round.player)))
        if match.round.knock is None:
            continue
        knocked += 1
        for viewer in seats(match.round):
            view = match.view(viewer, since=0)
            found = json.loads(json.dumps(view), PlayerView)
            assert (found, found.memory, found.events) == (view, view.memory, view.events)
            assert tuple(found.legal_moves) == tuple(view.legal_moves)
            assert Round.sampled(found, 1) == Round.sampled(view, 1)
    assert knocked >= (1 if settle == "best" else 2)
