"""The check of OpenSpiel on rami's game, the probabilities of hidden cards, and the knowledge of players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import INFO_STATE_OBS_TYPE as INFO_STATE
from open_spiel.python.observation import make_observation
from tests.support.presets import SLUGS

from rami import Card, TakeDiscard, variants
from rami.errors import InvalidVariant
from rami.ext.learning import Layout, encode, name
from rami.ext.learning.actions import SIZE
from rami.ext.openspiel import RamiGame
from rami.rounds.events import DiscardBought, PlayerFolded, seen_by
from rami.rounds.setup import Phase
from rami.rounds.transfers import transfers


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


@pytest.mark.parametrize("slug", SLUGS)
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
    assert Card.from_id(40) in state.position.hands[1]


def test_two_copies_count_twice_and_discards_become_the_stock() -> None:
    choice = random.Random(2)
    state = loaded("classic-51", players=7).new_initial_state()
    while state.position is None or state.position.setup.recycles == 0:
        played(state, choice, 1)
        assert not state.is_terminal()
        if state.position is None:
            chances = dict(state.chance_outcomes())
            left = 108 - len(state.history())
            assert chances == {card: count / left for card, count in state._may_draw().items()}
    position = state.position
    everything = Counter(
        str(card) for pile in (*position.hands, position.stock, position.discards) for card in pile
    )
    everything.update(str(card) for item in position.table for card in item.meld.cards)
    assert everything.total() == 108
    assert max(everything.values()) == 4


def test_players_are_given_only_what_they_may_know() -> None:
    """Two rounds that a player cannot distinguish give that player equal texts."""
    game = loaded("gin")
    one, other = game.new_initial_state(), game.new_initial_state()
    deal = list(range(21))
    swapped = [*deal]
    # Player 1 gets the first card of the deal, then the two players take turns.
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


def test_a_spelled_draft_is_known_to_its_player_alone() -> None:
    choice = random.Random(4)
    state = loaded("classic-51", turns=60).new_initial_state()
    while not (state.draft and state.draft.taken):
        if state.is_terminal():
            state = state.get_game().new_initial_state()
        played(state, choice, 1)
    player = state.current_player()
    word = name(state.draft.taken[-1])
    assert word in state.information_state_string(player).splitlines()
    assert word not in state.information_state_string(1 - player).splitlines()


def states(game: Any, seed: int, every: int) -> Iterator[Any]:
    """Yield some states of a random round, including the last one."""
    choice = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        played(state, choice, every)
        yield state


@pytest.mark.parametrize("slug", SLUGS)
def test_another_state_that_a_player_cannot_tell_from_this_one(slug: str) -> None:
    game = loaded(slug, turns=30)
    choice = random.Random(3)
    others = 0
    for state in states(game, 5, 17):
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, choice.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.is_terminal() == state.is_terminal()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            replayed = game.new_initial_state()
            for action in other.history():
                assert action in replayed.legal_actions()
                replayed.apply_action(action)
            assert str(replayed) == str(other)
            rival = (seat + 1) % game.num_players()
            others += other.information_state_string(rival) != state.information_state_string(rival)
    assert others


def test_a_wrong_declaration_is_supposed_with_other_cards() -> None:
    game = loaded("indian-13", players=3, options='conduct.mode:"explicit";conduct.wrong_declaration:80')
    for seed in range(3):
        choice, state = random.Random(seed), game.new_initial_state()
        while state.position is None or state.position.phase is not Phase.PLAY:
            if state.is_chance_node():
                played(state, choice, 1)
            else:
                state.apply_action(0)
        before = state.position
        *_, wrong = before.legal_moves
        state.apply_action(encode(before.view(before.player), wrong)[0])
        assert PlayerFolded(before.player, 80, declared=True) in state._moment.events
        for seat in range(3):
            other = state.resample_from_infostate(seat, choice.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)


def test_the_price_of_a_discard_is_dealt_by_chance() -> None:
    """Each card of the stock can be the price, or the next card of the drawer, and only the buyer sees the price."""
    game = loaded("liverpool", turns=40)
    bought = 0
    for seed in range(2):
        choice, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            before = state.position
            moment = state._moment
            if state.is_chance_node() and before is not None:
                outcomes = dict(state.chance_outcomes())
                left = Counter(card.id for card in before.stock) - Counter(moment.drawn)
                if before.stock:
                    assert outcomes == {card: count / left.total() for card, count in left.items()}
                buys = moment.pending == TakeDiscard() and before.phase is Phase.OFFER
                if buys and moment.needs == 2 and len(moment.drawn) == 1:
                    played(state, choice, 1)
                    price = Card.from_id(moment.drawn[0])
                    (event,) = [each for each in state._moment.events if isinstance(each, DiscardBought)][-1:]
                    assert event.price == (price,)
                    assert event.player == before.player
                    texts = [state.information_state_string(seat) for seat in range(game.num_players())]
                    assert [seat for seat, text in enumerate(texts) if str(event) in text] == [before.player]
                    for seat in range(game.num_players()):
                        other = state.resample_from_infostate(seat, choice.random)
                        assert other.information_state_string(seat) == texts[seat]
                    bought += 1
                    continue
            played(state, choice, 1)
    assert bought > 5


def test_hands_supposed_before_a_move_are_all_as_likely() -> None:
    """Each unseen card is in the opponent's hand equally often."""
    game = loaded("gin")
    state = game.new_initial_state()
    for card in range(21):
        state.apply_action(card)
    choice = random.Random(1)
    hands = [state.resample_from_infostate(0, choice.random).position.hands[1].ids for _ in range(400)]
    seen = Counter(card for hand in hands for card in hand)
    own = {*state.position.hands[0].ids, state.position.discards[0].id}
    assert not own & {*seen}
    assert len(seen) == 41
    assert 50 < min(seen.values()) <= max(seen.values()) < 150


def test_the_game_is_zero_sum_where_rewards_add_up_to_nothing() -> None:
    utility = pyspiel.GameType.Utility
    for slug, rewards, expected in (
        ("gin", "margin", utility.ZERO_SUM),
        ("classic-51", "win", utility.ZERO_SUM),
        ("gin", "points", utility.GENERAL_SUM),
        ("frustration", "margin", utility.GENERAL_SUM),
    ):
        game = loaded(slug, rewards=rewards)
        assert game.get_type().utility == expected
        assert (game.utility_sum() == 0) == (expected == utility.ZERO_SUM)
    assert loaded("gin", rewards="win").max_utility() == 1


def test_any_variant_is_a_parameter(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('parent = "gin"\nslug = "short"\n[dealing]\nhand_size = 7\n', encoding="utf-8")
    for game in (loaded(str(file)), loaded("gin", options="dealing.hand_size=7")):
        assert game.facts.variant.dealing.hand_size == 7
        state = played(game.new_initial_state(), random.Random(1), 16)
        again_game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert (str(again), again_game.facts) == (str(state), game.facts)
    text = pyspiel.load_game("rami(variant=classic-51,options=opening.minimum:71;opening.clean:none)")
    house = variants.CLASSIC_51.with_(opening={"minimum": 71, "clean": None})
    assert text.facts.variant.opening == house.opening
    with pytest.raises(InvalidVariant, match=r"opening\.minimum"):
        RamiGame({"options": "opening.minimun=71"})


def test_tensors_hold_a_players_knowledge() -> None:
    game = loaded("gin", recall=3)
    state = played(game.new_initial_state(), random.Random(1), 27)
    layout = Layout(game.facts.variant, 2)
    for seat in range(2):
        seen = np.array(state.observation_tensor(seat))
        assert list(seen[layout["hand"]].nonzero()[0]) == [*state.position.hands[seat].ids]
        recalled = np.array(state.information_state_tensor(seat))
        assert list(recalled[: layout.size]) == list(seen)
        observer = make_observation(game, INFO_STATE)
        observer.set_from(state, seat)
        history = observer.dict["history"]
        # Each row of the history ends with the number of each card that the event announces.
        events = [event for event in state._moment.events if transfers(event)][:-4:-1]
        for row, event in zip(history, events, strict=True):
            cards = Counter(each.card.id for each in transfers(seen_by(event, seat)))
            assert {card: count for card, count in enumerate(row[-54:]) if count} == cards


def test_a_face_down_card_is_not_observed() -> None:
    game = loaded("gin", options="dealing.hand_size=3")
    choice = random.Random(2)
    layout = Layout(game.facts.variant, 2)
    seen = 0
    while seen < 3:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.position is None or state.position.knock is None):
            played(state, choice, 1)
        knock = state.position.knock
        other = 1 - knock.player if knock else None
        if other is None or state.position.view(other).discards[-1] != Card("?"):
            continue
        pile = np.array(state.observation_tensor(other))[layout["pile"]]
        assert {*pile.nonzero()[0]} == {*(card.id for card in state.position.discards[:-1])}
        seen += 1
