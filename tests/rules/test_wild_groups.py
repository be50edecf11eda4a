"""The number of natural cards that a group with a joker needs, if it differs from the number for runs."""

from __future__ import annotations

import pytest
from tests.support.refusals import refusal

from rami import Discard, InvalidMeld, LayOff, Round, Setup, Variant, variants
from rami.errors import Reason

HOUSE = variants.CLASSIC_51.with_(melding={"group_naturals": 3})


@pytest.mark.rule("R51-JRET-02")
def test_a_joker_needs_a_group_of_four() -> None:
    [found] = refusal(InvalidMeld, HOUSE.meld, "9♣ 9♦ *").violations
    assert (found.code, dict(found.params)["needed"]) == (Reason.FEW_NATURALS, 3)
    assert str(HOUSE.meld("9♣ 9♦ 9♥ *")) == "9♣ 9♦ 9♥ *"
    assert str(HOUSE.meld("8♦ 9♦ *")) == "8♦ 9♦ *"
    assert HOUSE.meld("9♣ 9♦ 9♥")


def test_no_card_leaves_a_group_that_would_be_too_small_for_its_joker() -> None:
    def takes(house: Variant) -> bool:
        setup = Setup(
            variant=house, hands=["T♥ J♥ 2♣", "K♣"], table=[(0, "9♣ 9♦ 9♥ *"), (1, "4♠ 5♠ 6♠")], phase="play"
        )
        moves = Round.from_setup(setup).legal_moves
        return any("9♥ T♥ J♥" in str(move) for move in moves)

    assert takes(variants.CLASSIC_51)
    assert not takes(HOUSE)


def test_a_joker_joins_a_group_of_three_naturals() -> None:
    setup = Setup(variant=HOUSE, hands=["* 2♣", "K♣"], table=[(0, "9♣ 9♦ 9♥")], phase="play")
    start = Round.from_setup(setup)
    assert start.explain(LayOff("*", 0)) == ()
    assert start.play(LayOff("*", 0)).play(Discard("2♣")).over
