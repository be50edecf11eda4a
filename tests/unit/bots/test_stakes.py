"""The values that a search maximises: the chance of winning the match, and the winner of an unfinished round."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.playing import end_of, rounds
from tests.support.presets import PRESETS
from tests.support.turn_facts import built

from rami import Round, Setup, Variant, variants
from rami._kernel.cards import hands
from rami._kernel.cards.codes import NATURALS
from rami._kernel.players.prospects import prospects
from rami._kernel.rounds.position import inside
from rami.bots._stakes import Stakes
from rami.bots._weighing import PROSPECTS, TABLE, turns_of
from rami.bots.bot import known_by
from rami.bots.greedy import table_player
from rami.bots.searching import Trial
from rami.policies._compiled import copies_of
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import position_of
from rami.rounds.setup import RoundContext

CLASSIC, GIN, VELVET = variants.CLASSIC_51, variants.GIN, variants.GAMEVELVET
MELDED: dict[str, Any] = {"discards": "2♦", "table": [(0, "7♠ 8♠ 9♠"), (1, "4♥ 5♥ 6♥")]}
HANDS = GIN.with_(match={"end": "hands", "hands": 5, "target": None})


def chances(variant: Variant, points: tuple[float, ...], **facts: Any) -> list[float]:
    context = RoundContext(len(points), **facts)
    stakes = Stakes(variant, context)
    return [stakes.chance(seat, points) for seat in range(len(points))]


def test_someone_wins_the_match() -> None:
    for variant in PRESETS:
        seats = variant.usual_players
        found = chances(variant, tuple(float(-seat) for seat in range(seats)), totals=(3,) * seats)
        assert sum(found) == pytest.approx(1)
        assert found == sorted(found, reverse=True)


def test_who_leads_a_match_that_ends_has_won_it() -> None:
    assert chances(CLASSIC, (0, -100, -100, -35))[0] > 0.99
    assert chances(GIN, (30, 0), totals=(80, 85))[0] > 0.99
    assert chances(HANDS, (30, 0), number=5)[0] > 0.99
    assert chances(VELVET, (0, -5), totals=(50, 98))[0] > 0.99


@pytest.mark.parametrize(
    "variant,fact,early,late",
    [
        *((variant, "totals", (0, 0), (80, 80)) for variant in (CLASSIC, GIN)),
        (HANDS, "number", 1, 5),
        (VELVET, "totals", (0, 0), (90, 90)),
    ],
)
def test_a_lead_is_worth_more_late(variant: Variant, fact: str, early: Any, late: Any) -> None:
    first, last = (chances(variant, (0, -10), **{fact: value})[0] for value in (early, late))
    assert 0.5 < first < last


def test_the_same_part_of_the_target_counts_as_much_in_a_longer_match() -> None:
    short, long = GIN.with_(match={"target": 100}), GIN.with_(match={"target": 500})
    assert chances(short, (0, -20)) == pytest.approx(chances(long, (0, -100)), abs=0.01)


def test_who_has_left_has_no_part_in_it() -> None:
    left = RoundContext(3, dealer=1, totals=(120, 50, 50), playing=(1, 2))
    stakes = Stakes(VELVET, left)
    assert stakes.chance(1, (0, 0, 0)) == pytest.approx(0.5)


def test_a_contract_that_is_laid_counts_and_nothing_else_where_the_last_one_wins() -> None:
    stakes = Stakes(variants.FRUSTRATION, RoundContext(3, contracts=(2, 2, 1)))
    first, second, third = (stakes.chance(seat, (0, 0, 0), {0}) for seat in range(3))
    assert first > second > third
    assert stakes.chance(0, (-90, 0, 0)) == stakes.chance(1, (-90, 0, 0))
    last = Stakes(variants.FRUSTRATION, RoundContext(3, contracts=(14, 14, 14)))
    assert last.chance(0, (0, 0, 0), {0}) > 0.99


def test_where_points_win_a_contract_counts_by_its_points_alone() -> None:
    stakes = Stakes(variants.LIVERPOOL, RoundContext(3, contracts=(1, 1, 1)))
    assert stakes.chance(0, (0, 0, 0), {0}) == stakes.chance(1, (0, 0, 0), {0})


def test_prospects_are_chances_and_few_cards_are_good_ones() -> None:
    setup = Setup(
        variant=CLASSIC, hands=["2♣ 9♦ K♥ 5♠", "2♥ K♦", "3♥ 7♦ Q♠ 4♣ J♣ 8♥ A♦ A♣ T♥ 6♦ 9♠"], **MELDED
    )
    state = position_of(Rules.of(CLASSIC), setup)
    found = prospects(table_player(CLASSIC, TABLE), PROSPECTS, state)
    assert sum(found) == pytest.approx(1)
    assert found[1] > found[0] > found[2] > 0


def test_a_round_is_played_on_for_a_few_turns_where_its_prospects_are_known() -> None:
    assert turns_of(CLASSIC) < turns_of(GIN) == turns_of(variants.FRUSTRATION)


def test_the_value_of_a_position_is_that_of_its_ends() -> None:
    setup = Setup(variant=CLASSIC, hands=["2♣ 9♦ K♥", "2♥ K♦ 5♣", "3♥ 7♦ Q♠ 4♣"], **MELDED)
    trial = Trial(Round.from_setup(setup).view(0), 1, turns_of(CLASSIC))
    state, values = trial.first, trial.game.deadwood.values
    held = sum(values[card] for card in hands.cards_of(state.hands[1]))
    points = trial.points_if(state, 2)
    assert points[2] == 0
    assert points[0] == -21
    assert points[1] == -held
    assert trial.points_if(state, 0) == [0, pytest.approx(-held, abs=5), -100]
    assert 0 < trial.chance(state) < 1


def test_a_void_round_brings_no_contract() -> None:
    """D-130: it is played again under its own number."""
    start = Round.deal(variants.FRUSTRATION.with_(match={"turn_cap": 3}), 3, seed=1)
    end = end_of(rounds(start))
    assert end.over
    assert end.completed
    trial = Trial(start.view(start.player), 1, 40)
    assert trial.chance(inside(end)[1]) == pytest.approx(1 / 3)


def test_unseen_cards_are_those_of_the_pack_that_are_not_in_sight() -> None:
    view = built(
        variant=CLASSIC, hands=["2♣ 2♣ K♥ *", "5♣"], discards="2♦ 9♠", table=[(1, "7♠ 8♠ 9♠ *")]
    ).view(0)
    planes = table_player(CLASSIC, TABLE).unseen(known_by(view)[1])
    left = list(copies_of(CLASSIC))
    for card in [*view.hand, *view.discards, *(card for item in view.table for card in item.meld.cards)]:
        left[card.id] -= 1
    assert [sum(plane >> card & 1 for plane in planes) for card in range(NATURALS)] == left[:NATURALS]


def test_a_seat_that_does_not_play_brings_nothing() -> None:
    context = RoundContext(4, dealer=2, totals=(20, 120, 30, 40), playing=(0, 2, 3))
    hands = ["2♣ 9♦ K♥", "", "2♥ K♦ 5♣", "3♥ 7♦ Q♠ 4♣"]
    view = built(variant=VELVET, hands=hands, discards="2♦", context=context).view(0)
    trial = Trial(view, 1, turns_of(VELVET))
    assert trial.points_if(trial.first, 2)[1:3] == [0, 0]
    assert 0 < trial.chance(trial.first) < 1
