"""OpenSpiel's own check, the chances of hidden cards, and what players are told."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pyspiel
import pytest

from rami import Card, variants
from rami.ext import openspiel  # noqa: F401  # it registers the game
from rami.ext.learning import name
from rami.ext.learning.actions import SIZE


def loaded(slug: str, **parameters: Any) -> Any:
    return pyspiel.load_game("rami", {"variant": slug, **parameters})


def played(state: Any, choice: random.Random, steps: int) -> Any:
    for _ in range(steps):
        if state.is_terminal():
            break
        if state.is_chance_node():
            cards, chances = zip(*state.chance_outcomes(), strict=True)
            assert abs(sum(chances) - 1) < 1e-9
            state.apply_action(choice.choices(cards, chances)[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("slug", variants.available())
def test_openspiel_accepts_every_variant(slug: str) -> None:
    pyspiel.random_sim_test(loaded(slug, turns=12), num_sims=1, serialize=True, verbose=False)


def test_a_whole_round_with_more_players() -> None:
    game = loaded("classic-51", players=3, turns=40)
    assert (game.num_players(), game.num_distinct_actions()) == (3, SIZE)
    for seed in range(3):
        state = played(game.new_initial_state(), random.Random(seed), 10_000)
        assert state.is_terminal()
        assert abs(sum(state.returns())) < 1e-9


def test_every_hidden_card_is_dealt_by_chance() -> None:
    state = loaded("gin").new_initial_state()
    for number in range(21):
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 52 - number
        assert {chance for _, chance in outcomes} == {1 / (52 - number)}
        state.apply_action(outcomes[0][0])
    assert state.current_player() == 1
    state.apply_action(3)
    state.apply_action(3)
    state.apply_action(0)
    assert state.is_chance_node()
    assert dict(state.chance_outcomes()) == pytest.approx(dict.fromkeys(range(21, 52), 1 / 31))
    state.apply_action(40)
    assert Card.from_id(40) in state._position.hands[1]


def test_two_copies_count_twice_and_discards_become_the_stock() -> None:
    choice = random.Random(2)
    state = loaded("classic-51", players=7).new_initial_state()
    while state._position is None or state._position.setup.recycles == 0:
        played(state, choice, 1)
        assert not state.is_terminal()
        if state._position is None:
            chances = dict(state.chance_outcomes())
            left = 108 - len(state.history())
            assert chances == {card: count / left for card, count in state._hidden.items() if count}
    position = state._position
    everything = Counter(
        str(card) for pile in (*position.hands, position.stock, position.discards) for card in pile
    )
    everything.update(str(card) for item in position.table for card in item.meld.cards)
    assert everything.total() == 108
    assert max(everything.values()) == 4


def test_players_are_told_what_they_may_know() -> None:
    """Two rounds that a player cannot tell apart give that player equal texts."""
    game = loaded("gin")
    one, other = game.new_initial_state(), game.new_initial_state()
    deal = list(range(21))
    swapped = [*deal]
    # the cards of player 1 are dealt first, then those of player 0 in turn
    swapped[0], swapped[2] = 50, 51
    for first, second in zip(deal, swapped, strict=True):
        one.apply_action(first)
        other.apply_action(second)
    for action in (3, 3, 0):
        one.apply_action(action)
        other.apply_action(action)
    for drawn, state in ((30, one), (31, other)):
        state.apply_action(drawn)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.observation_string(0) == other.observation_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)
    assert one.observation_string(1) != other.observation_string(1)
    observer = game.make_py_observer()
    observer.set_from(one, 0)
    assert observer.string_from(one, 0) == one.information_state_string(0)


def test_what_is_spelled_is_known_to_who_spells() -> None:
    choice = random.Random(4)
    state = loaded("classic-51", turns=60).new_initial_state()
    while not (state._draft and state._draft.taken):
        if state.is_terminal():
            state = state.get_game().new_initial_state()
        played(state, choice, 1)
    player = state.current_player()
    word = name(state._draft.taken[-1])
    assert word in state.information_state_string(player).splitlines()
    assert word not in state.information_state_string(1 - player).splitlines()
