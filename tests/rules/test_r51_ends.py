"""Where the last card of a round, or the last suit of a group, makes the difference."""

from __future__ import annotations

import pytest

from rami import JOKER, Discard, LayOff, Round, Setup, SwapWild, variants

CLASSIC = variants.CLASSIC_51


@pytest.mark.rule("R51-END-01")
def test_the_round_ends_with_the_last_card_and_not_before() -> None:
    table = [(0, "9♣ T♣ J♣")]
    two = Round.from_setup(Setup(variant=CLASSIC, phase="play", hands=["K♦ 3♥", "2♣"], table=table))
    after = two.play(Discard("K♦"))
    assert not after.over
    assert after.player == 1
    one = Round.from_setup(Setup(variant=CLASSIC, phase="play", hands=["Q♣ 3♥", "2♣"], table=table))
    one = one.play(LayOff("Q♣", 0))
    assert not one.over
    done = one.play(Discard("3♥"))
    assert done.over
    assert not list(done.legal_moves)
    assert done.outcome is not None
    assert done.outcome.winner == 0
    assert done.score().points(1) == 100


@pytest.mark.rule("R51-GO-01")
def test_a_last_card_that_may_be_laid_ends_the_round_at_once() -> None:
    free = CLASSIC.with_(closing={"final_discard": "optional"})
    setup = Setup(variant=free, phase="play", hands=["Q♣", "2♣"], table=[(0, "9♣ T♣ J♣")])
    done = Round.from_setup(setup).play(LayOff("Q♣", 0))
    assert done.over
    assert done.outcome is not None
    assert done.outcome.winner == 0
    assert done.outcome.final_discard is None


@pytest.mark.rule("R51-JRET-EX4")
def test_the_joker_of_a_full_group_yields_to_the_missing_suit_only() -> None:
    setup = Setup(
        variant=CLASSIC,
        phase="play",
        hands=["T♦ T♥ T♣ 5♠ 5♥ K♦", "2♣"],
        table=[(1, "T♣ T♠ *"), (0, "3♣ 4♣ 5♣")],
    )
    start = Round.from_setup(setup)
    for card in ("T♦", "T♥", "T♣"):
        assert [each.code for each in start.explain(SwapWild(0, None, card))] == ["swap_group"]
    full = start.play(LayOff("T♦", 0))
    assert [each.code for each in full.explain(SwapWild(0, None, "T♣"))] == ["swap_mismatch"]
    swapped = full.play(SwapWild(0, None, "T♥"))
    assert str(swapped.table[0].meld) == "T♣ T♦ T♥ T♠"
    assert JOKER in swapped.hands[0]
