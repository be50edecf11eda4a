"""Classic Rami 51: jokers that are exchanged for the cards that they stand for."""

from __future__ import annotations

import pytest
from tests.rules.scenes import OPENING, RUN, allowed, listed, refused, scene, table_text

from rami import Card, Discard, LayDown, LayOff, SwapWild

LOCKED = "swap_group R51-JRET-02"
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


@pytest.mark.rule("R51-JSWAP-01", "R51-JRET-EX1")
@pytest.mark.parametrize(
    "meld,card,legal",
    [
        ("2♠ 3♠ *", "4♠", True),
        ("2♠ 3♠ *", "A♠", False),
        ("* 2♠ 3♠", "A♠", True),
        ("* 2♠ 3♠", "4♠", False),
        ("2♠ 3♠ *", "4♥", False),
        ("5♠ * 7♠", "6♠", True),
        ("5♠ * 7♠", "6♣", False),
        ("Q♠ K♠ *", "A♠", True),
        ("5♠ 6♠ 7♠", "6♠", None),
    ],
)
def test_only_the_very_card_that_the_joker_stands_for(meld: str, card: str, legal: bool | None) -> None:
    position = scene(f"{card} 9♥ 9♦ K♦", [OWN, (1, meld)])
    if legal:
        allowed(position, SwapWild(1, None, card))
    else:
        refused(position, SwapWild(1, None, card), "not_a_wild R51-JSWAP-01" if legal is None else MISMATCH)


@pytest.mark.rule("R51-JSWAP-01")
def test_the_place_named_is_the_place_of_the_joker() -> None:
    position = scene("4♠ 9♥ 9♦ K♦", [OWN, (1, "2♠ 3♠ *")])
    assert allowed(position, SwapWild(1, 2, "4♠")) == allowed(position, SwapWild(1, None, "4♠"))
    for at in (0, 1, 3):
        refused(position, SwapWild(1, at, "4♠"), "not_a_wild R51-JSWAP-01")
    refused(position, SwapWild(1, None, "A♣"), "card_not_held", MISMATCH)
    refused(position, SwapWild(7, None, "4♠"), "no_such_meld")


@pytest.mark.rule("R51-JSWAP-01", "R51-JRET-01")
@pytest.mark.parametrize("owner", [1, 2])
def test_nobody_swaps_before_opening(owner: int) -> None:
    hands = ["6♥ 8♣ 5♦", "J♥ 4♦"]
    position = scene("4♠ 9♥ 9♦ K♦ 7♠ 8♠ 9♠ A♦ A♣ A♥", [(owner, "2♠ 3♠ *")], others=hands)
    refused(position, SwapWild(0, None, "4♠"), "opening_needed R51-LAYOFF-01")
    allowed(position, LayDown(OPENING), SwapWild(0, None, "4♠"), LayDown("9♥ 9♦ *"), Discard("K♦"))


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


@pytest.mark.rule("R51-JSWAP-02", "R51-JRET-03")
def test_a_joker_that_could_not_be_played_stays_where_it_is() -> None:
    unusable = scene("4♠ 9♥ 7♦ K♦", [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")])
    refused(unusable, SwapWild(1, None, "4♠"), "swap_unusable R51-JSWAP-02")
    assert not listed(unusable, SwapWild)


@pytest.mark.rule("R51-RSEC-04", "R51-JRET-03")
def test_a_joker_that_would_take_the_last_cards_along_stays_too() -> None:
    refused(scene("4♠ 9♥ 9♦", [OWN, (1, "2♠ 3♠ *")]), SwapWild(1, None, "4♠"), "swap_unusable R51-JSWAP-02")
    allowed(scene("4♠ 9♥ 9♦ K♦", [OWN, (1, "2♠ 3♠ *")]), SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-02", "R51-JRET-EX2")
@pytest.mark.parametrize("card", ["T♦", "T♥"])
def test_the_joker_of_a_group_of_three_is_locked(card: str) -> None:
    position = scene(f"{card} 9♥ 9♦ K♦", [(0, "3♣ 4♣ 5♣"), (1, "T♣ T♠ *")])
    refused(position, SwapWild(1, None, card), LOCKED)
    refused(position, SwapWild(1, 2, card), LOCKED)


@pytest.mark.rule("R51-JRET-02", "R51-JRET-EX3")
def test_the_missing_card_frees_the_joker_of_a_group_of_four() -> None:
    position = scene("T♦ T♥ 9♥ 9♦ K♦", [(0, "3♣ 4♣ 5♣"), (1, "T♣ T♠ T♥ *")])
    refused(position, SwapWild(1, None, "T♥"), MISMATCH)
    end = allowed(position, SwapWild(1, None, "T♦"), LayDown("9♥ 9♦ *"))
    assert table_text(end) == ["0: 3♣ 4♣ 5♣", "0: 9♦ 9♥ *", "1: T♣ T♦ T♥ T♠"]


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
@pytest.mark.parametrize("first,second", [("T♦", "T♥"), ("T♥", "T♦")])
def test_both_missing_cards_complete_the_group_and_free_the_joker(first: str, second: str) -> None:
    position = scene("T♦ T♥ 9♥ 9♦ K♦", [(0, "3♣ 4♣ 5♣"), (1, "T♣ T♠ *")])
    end = allowed(position, LayOff(first, 1), SwapWild(1, None, second), LayDown("9♥ 9♦ *"))
    assert table_text(end) == ["0: 3♣ 4♣ 5♣", "0: 9♦ 9♥ *", "1: T♣ T♦ T♥ T♠"]


@pytest.mark.rule("R51-JRET-EX4", "R51-JRET-02")
def test_another_player_may_finish_what_a_lay_off_began() -> None:
    position = scene("T♦ 2♥ 2♦", [(0, RUN), (1, "T♣ T♠ *")], others=["T♥ 9♥ 9♦ K♦ 5♥"], stock=None)
    passed = allowed(position, LayOff("T♦", 1), Discard("2♥"))
    drawn = passed.play(next(iter(passed.legal_moves)))
    allowed(drawn, SwapWild(1, None, "T♥"), LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-03")
def test_the_joker_works_for_another_meld_of_the_same_cards() -> None:
    position = scene("4♠ 5♠ 6♠ K♦", [OWN, (1, "2♠ 3♠ *")])
    end = allowed(position, SwapWild(1, None, "4♠"), LayDown("5♠ 6♠ *"))
    assert table_text(end) == ["0: 5♠ 6♠ *", "0: T♣ J♣ Q♣", "1: 2♠ 3♠ 4♠"]
