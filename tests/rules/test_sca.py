"""Scala 40: deals, turn order and matches."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_of
from tests.support.worked.scenes import everything

from rami import Group, InvalidMeld, Round
from rami.cards import JOKER, Cards, Suit
from rami.cards.melds import meld_or_cards, meld_text
from rami.errors import InvalidVariant, Reason
from rami.variants import CLASSIC_51, GIN, SCALA_40


@pytest.mark.rule("SCA-DEAL-05")
def test_a_joker_turned_up_is_replaced() -> None:
    kept = SCALA_40.with_(dealing={"upcard_wild": "stays"})
    replaced = 0
    for seed in range(120):
        start, other = (Round.deal(variant, players=3, seed=seed) for variant in (SCALA_40, kept))
        assert start.hands == other.hands
        assert not start.discards[0].is_joker
        if not other.discards[0].is_joker:
            assert (start.discards, start.stock) == (other.discards, other.stock)
            continue
        replaced += 1
        assert Cards([*start.discards, *start.stock]) == Cards([*other.discards, *other.stock])
        assert start.stock != other.stock
        assert start == Round.deal(SCALA_40, players=3, seed=seed)
    assert replaced


@pytest.mark.rule("SCA-DEAL-05")
def test_a_wild_rank_is_replaced_unless_only_wilds_remain() -> None:
    twos = SCALA_40.with_(
        equipment={"wild_ranks": [2]},
        opening={"minimum": 0, "all_at_once_requires": "full"},
        table={"set_joker": "either_missing"},
    )
    turned = [Round.deal(twos, players=3, seed=seed).discards[0] for seed in range(60)]
    assert not any(card.is_joker or card.rank == 2 for card in turned)
    house = SCALA_40.with_(equipment={"packs": 1}, dealing={"hand_size": 26, "min_stock": 0})
    naturals = [card for card in everything(Round.deal(house, players=2, seed=1)) if not card.is_joker]
    start = Round.deal(house, players=2, seed=1, deck=[*naturals, *[JOKER] * 4])
    assert start.discards == (JOKER,)


@pytest.mark.rule("SCA-SCORE-04", "SCA-SCORE-05")
def test_going_out_in_hand_may_double_and_a_whole_hand_cost_a_hundred() -> None:
    house = SCALA_40.with_(scoring={"all_at_once_factors": (2,), "unopened_flat": 100})
    hands, opened = ["", "K♦ A♣", "K♠ Q♠ 5♦"], (True, True, False)
    for variant, at_once, points in (
        (SCALA_40, False, [0, 21, 25]),
        (SCALA_40, True, [0, 21, 25]),
        (house, False, [0, 21, 100]),
        (house, True, [0, 42, 200]),
    ):
        score = variant.score(hands, winner=0, opened=opened, all_at_once=at_once)
        assert [score.points(seat) for seat in range(3)] == points


@pytest.mark.rule("SCA-SCORE-06")
@pytest.mark.parametrize("hand,points", [("A♦", 1), ("A♦ A♣", 22), ("A♦ 2♣", 13), ("2♣", 2), ("*", 25)])
def test_a_lone_ace_may_count_one(hand: str, points: int) -> None:
    house = SCALA_40.with_(scoring={"lone_ace_value": 1})
    assert house.score(["", hand], winner=0).points(1) == points
    assert SCALA_40.score(["", "A♦"], winner=0).points(1) == 11
    with pytest.raises(InvalidVariant):
        GIN.with_(scoring={"lone_ace_value": 1})


@pytest.mark.rule("SCA-DISC-02", "SCA-DISC-03")
@pytest.mark.parametrize("players,bar", [(2, "barred_unopened"), (3, "barred"), (6, "barred")])
def test_the_number_of_players_decides_who_may_discard_a_fitting_card(players: int, bar: str) -> None:
    assert SCALA_40.settings()["closing.fitting_discard"] == "by_players"
    start = Round.deal(SCALA_40, players=players, seed=1)
    assert start.variant.settings()["closing.fitting_discard"] == bar
    assert Round.from_setup(start.setup) == start


@pytest.mark.rule("SCA-JOK-05")
def test_the_card_named_belongs_to_the_group() -> None:
    named = Group("9♠ * 9♦", joker_suit=Suit.HEARTS)
    assert str(named.placed[2].stands_for) == "9♥"
    assert meld_text(named) == "9♦ 9♠ * (group 9♥)"
    assert meld_or_cards("9♦ 9♠ * (group 9h)") == named != Group("9♦ 9♠ *", joker_suit=Suit.CLUBS)
    assert SCALA_40.meld("9♦ 9♠ *") == Group("9♦ 9♠ *", joker_suit=Suit.CLUBS)
    assert SCALA_40.readings("9♦ 9♠ *") == (SCALA_40.meld("9♦ 9♠ *"), named)
    assert CLASSIC_51.meld("9♦ 9♠ * (group 9♥)") == Group("9♦ 9♠ *")
    assert SCALA_40.meld("9♦ 9♠ 9♣ *") == Group("9♦ 9♠ 9♣ *")


@pytest.mark.rule("SCA-JOK-05")
@pytest.mark.parametrize(
    "cards,suit", [("9♠ * 9♦", Suit.SPADES), ("9♠ 9♥ 9♦", Suit.CLUBS), ("9♠ 9♥ 9♦ *", Suit.CLUBS)]
)
def test_no_other_card_is_named(cards: str, suit: Suit) -> None:
    assert codes_of(InvalidMeld, Group, cards, joker_suit=suit) == [Reason.SUIT_NOT_OPEN]
