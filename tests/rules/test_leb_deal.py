"""Lebanese 14: the deal, what is inherited, going out and the scale of the rami sec."""

from __future__ import annotations

import pytest
from tests.rules.scenes import ACES, OPENING, RUN, allowed, refused, scene, scores

from rami import Discard, DrawStock, InvalidSetup, LayDown, LayOff, Phase, Round, SwapWild, variants

GAME = variants.LEBANESE_14


@pytest.mark.rule("LEB-BASE-01")
def test_fourteen_cards_each_and_fifteen_for_the_dealer_who_only_discards() -> None:
    start = Round.deal(GAME, players=4, seed=7, dealer=1)
    assert [len(hand) for hand in start.hands] == [14, 15, 14, 14]
    assert (len(start.stock), start.discards) == (51, ())
    assert (start.player, start.phase) == (1, Phase.DISCARD)
    for players in (1, 7):
        with pytest.raises(InvalidSetup):
            Round.deal(GAME, players=players, seed=1)
    assert len(Round.deal(GAME, players=6, seed=1).stock) == 23


@pytest.mark.rule("LEB-BASE-01")
def test_everything_else_is_that_of_classic_51() -> None:
    assert set(GAME.differences(variants.CLASSIC_51)) == {
        "equipment.players",
        "dealing.hand_size",
        "melding.joker_in_run",
        "melding.ace_meld_values",
        "opening.pickup_minimum",
        "scoring.ace_hand_value",
        "scoring.all_at_once_factors",
        "scoring.joker_finish",
    }
    position = scene("* 8♦ 8♠ K♦ 4♠", [(0, "T♣ J♣ Q♣"), (1, "5♣ 6♣ 7♣ 8♣"), (1, "2♠ 3♠ *")], variant=GAME)
    assert position.explain(LayOff("*", 1, "high"))
    refused(position, SwapWild(2, None, "8♠"), "swap_mismatch R51-JSWAP-01")
    refused(scene("2♣ 3♣ 4♣ K♦", variant=GAME), LayDown("2♣ 3♣ 4♣"), "opening_points R51-OPEN-01")


@pytest.mark.rule("LEB-OBL-01")
def test_everything_is_laid_before_the_last_card_is_discarded() -> None:
    one = allowed(scene("T♠ J♠", [(0, RUN)], variant=GAME), LayOff("T♠", 0))
    refused(one, LayOff("J♠", 0), "last_card_placed LEB-OBL-01")
    assert allowed(one, Discard("J♠")).over
    two = scene("T♠ 5♦", [(0, RUN)], variant=GAME)
    assert not allowed(two, Discard("5♦")).over


@pytest.mark.rule("LEB-RSEC-01", "LEB-RSEC-02", "LEB-RSEC-05")
def test_melds_on_the_table_may_be_completed_in_a_rami_sec() -> None:
    table = [(1, "9♣ T♣ J♣"), (1, "4♣ 4♦ 4♥")]
    position = scene(f"{RUN} {ACES} Q♣ 4♠ K♦", table, variant=GAME, others=["T♠ 9♦ 3♠", "6♥"])
    end = allowed(position, LayDown(OPENING), LayOff("Q♣", 0), LayOff("4♠", 1), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert scores(end) == [0, 44, 200]


WITH_JOKERS = [
    ([RUN, ACES], 0),
    ([RUN, "A♦ A♣ *"], 1),
    ([RUN, "A♦ A♣ *", "K♥ K♠ *"], 2),
    ([RUN, "A♦ A♣ *", "K♥ K♠ *", "2♥ 2♠ *"], 3),
]


@pytest.mark.rule("LEB-RSEC-02", "LEB-RSEC-03", "LEB-RSEC-04", "LEB-RSEC-05")
@pytest.mark.parametrize("melds,jokers", WITH_JOKERS)
def test_the_scale_of_the_rami_sec(melds: list[str], jokers: int) -> None:
    held = f"{' '.join(melds)} K♦"
    position = scene(held, [(1, "4♣ 4♦ 4♥")], variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    end = allowed(position, LayDown(melds), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.wilds_placed == jokers
    assert scores(end) == [0, (46, 35, 23, 23)[jokers], (200, 150, 100, 100)[jokers]]


@pytest.mark.rule("LEB-RSEC-02", "LEB-RSEC-03")
def test_jokers_count_that_were_placed_and_not_the_one_discarded() -> None:
    """D-65, D-127."""
    others = ["T♠ 9♦ 4♠", "6♥"]
    last = scene(f"{RUN} {ACES} *", [(1, "4♣ 4♦ 4♥")], variant=GAME, others=others)
    assert scores(allowed(last, LayDown(OPENING), Discard("*"))) == [0, 46, 200]
    again = scene(f"{RUN} {ACES} T♥ 5♥ 5♦ K♦", [(1, "T♣ T♠ T♦ *")], variant=GAME, others=others)
    moves = (LayDown(OPENING), SwapWild(0, None, "T♥"), LayDown("5♥ 5♦ *"), Discard("K♦"))
    assert scores(allowed(again, *moves)) == [0, 35, 150]
    joker_off = scene(f"{RUN} {ACES} * K♦", [(1, "4♣ 4♦ 4♥")], variant=GAME, others=others)
    assert scores(allowed(joker_off, LayDown(OPENING), LayOff("*", 0), Discard("K♦"))) == [0, 35, 150]


@pytest.mark.rule("LEB-RSEC-02")
def test_without_a_rami_sec_nothing_is_multiplied() -> None:
    position = scene("5♣ 5♦ 5♥ K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    assert scores(allowed(position, LayDown("5♣ 5♦ 5♥"), Discard("K♦"))) == [0, 23, 100]


@pytest.mark.rule("LEB-ACE-01", "LEB-BASE-01")
def test_an_ace_in_the_hand_is_ten() -> None:
    position = scene("K♦", [(0, RUN), (1, "4♣ 4♦ 4♥")], variant=GAME, others=["A♠ * 9♦"])
    assert scores(allowed(position, Discard("K♦"))) == [0, 39]


@pytest.mark.rule("LEB-BASE-01")
def test_with_one_card_the_discard_is_closed() -> None:
    position = scene("K♦", [(0, RUN)], variant=GAME, phase="draw", discards="T♠")
    assert {str(move) for move in position.legal_moves} == {"draw"}
    allowed(position, DrawStock())
