"""The variations that the description of Classic Rami 51 lists, each as a change of one option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import attrs
import pytest
from tests.flat import with_options
from tests.rules.scenes import ACES, CLASSIC, OPENING, RUN, allowed, refused, scene

from rami import (
    Discard,
    InvalidMeld,
    InvalidSetup,
    LayDown,
    LayOff,
    Match,
    Round,
    Setup,
    Variant,
)

POINTS = "opening_points R51-OPEN-01"


def scores(
    variant: Variant, hand: str, others: Sequence[str], table: Sequence[tuple[int, str]] = ()
) -> list[object]:
    """What everybody scores when seat 0 opens with 57 points and discards the rest."""
    position = scene(f"{RUN} {ACES} {hand}", table, variant=variant, others=others)
    end = allowed(position, LayDown(OPENING), Discard(hand))
    return [end.score().points(seat) for seat in range(len(others) + 1)]


@pytest.mark.rule("VARIATION-HAND-01")
@pytest.mark.parametrize("size", [7, 10, 14])
def test_another_number_of_cards_may_be_dealt(size: int) -> None:
    house = CLASSIC.with_(dealing={"hand_size": size})
    start = Round.deal(house, players=4, seed=3, dealer=1)
    assert [len(hand) for hand in start.hands] == [size, size + 1, size, size]
    assert len(start.stock) == 108 - 4 * size - 1
    most = (108 - 15 - 1) // size
    Round.deal(house, players=min(7, most), seed=3)
    if most < 7:
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(house, players=most + 1, seed=3)
        assert [each.code for each in caught.value.violations] == ["stock_too_small"]


@pytest.mark.rule("VARIATION-THRESH-01", "VARIATION-THRESH-02")
@pytest.mark.parametrize(
    "minimum,short,enough",
    [
        (0, None, ["2♠ 3♠ 4♠"]),
        (30, ["8♠ 9♠ T♠"], ["9♠ T♠ J♠", "2♣ 2♦ 2♥"]),
        (40, ["T♠ J♠ Q♠", "3♣ 3♦ 3♥"], ["T♠ J♠ Q♠", "4♣ 4♦ 4♥"]),
        (71, ["T♥ J♥ Q♥ K♥ A♥", "6♠ 6♦ 6♣"], ["T♥ J♥ Q♥ K♥ A♥", "5♠ 5♦ 5♣ 5♥"]),
        (81, ["T♥ J♥ Q♥ K♥ A♥", "9♠ 9♦ 9♣"], ["T♥ J♥ Q♥ K♥ A♥", "T♠ T♦ T♣"]),
    ],
)
def test_another_minimum_may_be_asked(minimum: int, short: list[str] | None, enough: list[str]) -> None:
    house = CLASSIC.with_(opening={"minimum": minimum})
    assert house.check_opening(enough).ok
    allowed(scene(f"{' '.join(enough)} K♣ 2♥", variant=house), LayDown(enough))
    if short:
        (violation,) = house.check_opening(short).violations
        assert (violation.code, violation["minimum"]) == ("opening_points", minimum)
        refused(scene(f"{' '.join(short)} K♣ 2♥", variant=house), LayDown(short), POINTS)


@pytest.mark.rule("VARIATION-FINALDISC-01", "VARIATION-FINALDISC-02")
@pytest.mark.parametrize(
    "final,placing,discarding",
    [("required", False, True), ("optional", True, True), ("forbidden", True, False)],
)
def test_the_last_discard_may_be_a_duty_a_choice_or_no_discard(
    final: Literal["required", "optional", "forbidden"], placing: bool, discarding: bool
) -> None:
    house = CLASSIC.with_(closing={"final_discard": final}, scoring={"joker_finish": None})
    position = scene("T♠", [(0, RUN)], variant=house)
    if placing:
        end = allowed(position, LayOff("T♠", 0))
        assert end.over
        assert end.outcome is not None
        assert (end.outcome.winner, end.outcome.final_discard) == (0, None)
        assert end.score().points(1) == 100
    else:
        refused(position, LayOff("T♠", 0), "last_card_placed R51-RSEC-04")
    if discarding:
        assert allowed(position, Discard("T♠")).over
    else:
        refused(position, Discard("T♠"), "last_card_discarded VARIATION-FINALDISC-02")


@pytest.mark.rule("VARIATION-JOKER-01")
@pytest.mark.parametrize("value,points", [("represented", 45), (35, 70), (0, 35), (20, 55)])
def test_the_joker_of_an_opening_may_have_a_value_of_its_own(
    value: Literal["represented"] | int, points: int
) -> None:
    house = CLASSIC.with_(melding={"joker_meld_value": value})
    melds = ["4♠ 5♠ 6♠", "K♦ K♣ *"]
    verdict = house.check_opening(melds)
    assert (verdict.points, verdict.ok) == (points, points >= 51)
    position = scene(f"{' '.join(melds)} 9♣", variant=house)
    if points >= 51:
        allowed(position, LayDown(melds))
    else:
        refused(position, LayDown(melds), POINTS)


@pytest.mark.rule("VARIATION-CIRC-01")
def test_runs_may_go_round_the_corner() -> None:
    house = CLASSIC.with_(melding={"run_wrap": True})
    assert house.points("Q♠ K♠ A♠ 2♠ 3♠") == 36
    assert house.points("K♠ A♠ 2♠") == 23
    assert house.points("A♠ 2♠ 3♠") == 6
    allowed(scene("2♠ K♦", [(0, "Q♠ K♠ A♠")], variant=house), LayOff("2♠", 0))
    for cards in ("Q♠ K♠ A♠ 2♠ 3♠", "K♠ A♠ 2♠"):
        with pytest.raises(InvalidMeld):
            CLASSIC.meld(cards)
    refused(scene("2♠ K♦", [(0, "Q♠ K♠ A♠")]), LayOff("2♠", 0), "does_not_fit R51-LAYOFF-01")


@pytest.mark.rule("VARIATION-ALLATONCE-01")
def test_going_out_all_at_once_may_cost_everybody_a_hundred() -> None:
    house = CLASSIC.with_(scoring={"all_at_once_flat": 100})
    others, table = ["T♠ 9♦ 4♠", "6♥"], [(1, "4♣ 4♦ 4♥")]
    assert scores(CLASSIC, "K♦", others, table) == [0, 46, 200]
    assert scores(house, "K♦", others, table) == [0, 100, 100]
    assert scores(house, "*", others, table) == [0, 100, 100]
    assert scores(house, "K♦", others) == [0, 100, 100]
    ordinary = allowed(scene("K♦", [(0, RUN), *table], variant=house, others=others), Discard("K♦"))
    assert [ordinary.score().points(seat) for seat in range(3)] == [0, 23, 100]


@pytest.mark.rule("VARIATION-JOKER-02")
@pytest.mark.parametrize("value", [20, 50])
def test_a_joker_in_hand_may_cost_50(value: int) -> None:
    house = CLASSIC.with_(scoring={"joker_hand_value": value})
    position = scene("K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=house, others=["* 9♦ *"])
    assert allowed(position, Discard("K♦")).score().points(1) == 2 * value + 9


@pytest.mark.rule("MILLE-01")
def test_the_last_round_may_count_a_thousandfold() -> None:
    house = CLASSIC.with_(match={"end": "hands", "hands": 2, "final_hand_multiplier": 1000})
    match = Match.start(house, players=2, seed=5)
    for number, points in ((1, 23), (2, 23_000)):
        assert match.round.context.number == number
        last = scene("K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=house, others=["T♠ 9♦ 4♠"])
        setup = attrs.evolve(last.setup, context=match.round.context)
        match = attrs.evolve(match, round=Round.from_setup(setup)).play(Discard("K♦"))
        assert match.scores[-1].points(1) == points
        if number == 1:
            assert not match.over
            match = match.next_round()
    assert match.over
    assert match.totals == (0, 23_023)
    assert match.winners == (0,)


def test_each_variation_is_a_line_of_its_own() -> None:
    house = with_options(CLASSIC, {"opening": 71, "run_wrap": True, "joker_hand_value": 50})
    assert house.opening != CLASSIC.opening
    start = Round.from_setup(Setup(variant=house, hands=["2♠", "3♠"]))
    assert start.variant == house
