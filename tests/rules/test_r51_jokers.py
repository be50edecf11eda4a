"""Classic Rami 51: jokers that are exchanged for the cards that they stand for."""

from __future__ import annotations

import pytest
from tests.rules.scenes import RUN, allowed, refused, scene

from rami import Card, Discard, LayDown, LayOff, SwapWild

MISMATCH = "swap_mismatch R51-JSWAP-01"
OWN = (0, "T♣ J♣ Q♣")
AT_ONCE = "duty_wild_next R51-JSWAP-02"


@pytest.mark.rule("R51-JSWAP-01", "R51-JRET-03", "R51-JRET-EX1")
@pytest.mark.parametrize("owner", [0, 1])
def test_the_card_goes_in_and_the_joker_comes_out(owner: int) -> None:
    position = scene("4♠ 9♥ 9♦ K♦", [OWN, (owner, "2♠ 3♠ *")])
    after = allowed(position, SwapWild(1, None, "4♠"))
    assert str(after.table[1].meld) == "2♠ 3♠ 4♠"
    assert after.table[1].owner == owner
    assert Card("*") in after.hands[0]
    assert Card("4♠") not in after.hands[0]
    assert [str(duty) for duty in after.duties] == ["place *"]
    end = allowed(after, LayDown("9♥ 9♦ *"))
    assert end.duties == ()
    allowed(end, Discard("K♦"))


@pytest.mark.rule("R51-JSWAP-01")
def test_the_place_named_is_the_place_of_the_joker() -> None:
    position = scene("4♠ 9♥ 9♦ K♦", [OWN, (1, "2♠ 3♠ *")])
    assert allowed(position, SwapWild(1, 2, "4♠")) == allowed(position, SwapWild(1, None, "4♠"))
    for at in (0, 1, 3):
        refused(position, SwapWild(1, at, "4♠"), "not_a_wild R51-JSWAP-01")
    refused(position, SwapWild(1, None, "A♣"), "card_not_held", MISMATCH)
    refused(position, SwapWild(7, None, "4♠"), "no_such_meld")


@pytest.mark.rule("R51-JSWAP-02", "R51-JRET-03")
def test_the_joker_is_played_at_once_in_a_new_meld() -> None:
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣"), (0, "8♦ 9♦ T♦")]
    position = scene("4♠ 9♥ 9♦ 5♣ 5♦ 5♥ K♣ K♦", table)
    after = allowed(position, SwapWild(1, None, "4♠"))
    refused(after, LayOff("*", 2), AT_ONCE)
    refused(after, LayOff("*", 3, "low"), AT_ONCE)
    refused(after, LayOff("*", 1, "low"), AT_ONCE, "foreign_clean_run R51-JOK-03")
    refused(after, LayOff("K♣", 0), AT_ONCE)
    refused(after, LayDown("5♣ 5♦ 5♥"), AT_ONCE)
    refused(after, Discard("K♦"), "duty_wild R51-JSWAP-02")
    refused(after, Discard("*"), "duty_wild R51-JSWAP-02")
    assert all(isinstance(move, LayDown) and Card("*") in move.melds[0] for move in after.legal_moves)
    allowed(after, LayDown("9♥ 9♦ *"), LayDown("5♣ 5♦ 5♥"), LayOff("K♣", 0), Discard("K♦"))


@pytest.mark.rule("R51-JRET-02")
@pytest.mark.parametrize("rank", ["A", "2", "K"])
@pytest.mark.parametrize("missing", "♣♦♥♠")
def test_in_a_group_of_four_only_the_missing_suit_frees_the_joker(rank: str, missing: str) -> None:
    suits = "♣♦♥♠".replace(missing, "")
    group = " ".join(rank + suit for suit in suits) + " *"
    position = scene(f"{rank}{missing} {rank}{suits[0]} 9♥ 9♦ 7♦", [(0, "3♣ 4♣ 5♣"), (1, group)])
    refused(position, SwapWild(1, None, rank + suits[0]), MISMATCH)
    allowed(position, SwapWild(1, None, rank + missing), LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-EX4", "R51-JRET-02")
def test_another_player_may_finish_what_a_lay_off_began() -> None:
    position = scene("T♦ 2♥ 2♦", [(0, RUN), (1, "T♣ T♠ *")], others=["T♥ 9♥ 9♦ K♦ 5♥"], stock=None)
    passed = allowed(position, LayOff("T♦", 1), Discard("2♥"))
    drawn = passed.play(next(iter(passed.legal_moves)))
    allowed(drawn, SwapWild(1, None, "T♥"), LayDown("9♥ 9♦ *"))
