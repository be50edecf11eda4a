"""Options of lay-offs, recovered jokers and takes, each against Classic Rami 51."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.scenes import (
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    house,
    listed,
    refused,
    scene,
    table_text,
    with_taken,
)

from rami import Discard, LayDown, LayOff, Source, SwapWild, TakeDiscard

OWN = (0, "T♣ J♣ Q♣")
SWAP = SwapWild(1, None, "4♠")
AT_ONCE = "duty_wild_next R51-JSWAP-02"
LOCKED_GROUP, LOCKED_RUN = "swap_group R51-JRET-02", "swap_run R51-JRET-01"
UNOPENED = "opening_needed R51-LAYOFF-01"
STAYS = "take_position R51-TAKE-01"


# lay-offs


@pytest.mark.rule("R51-LAYOFF-01")
def test_layoff_requires_open() -> None:
    variant = house(table__layoff_requires_open=False)
    table = [(1, RUN), (1, "4♣ 4♦ 4♥")]
    position = scene("T♠ 4♠ K♦", table, variant=variant)
    after = allowed(position, LayOff("T♠", 0), LayOff("4♠", 1))
    assert after.opened == (False, True)
    end = allowed(after, Discard("K♦"))
    assert end.over
    refused(scene("T♠ 4♠ K♦", table), LayOff("T♠", 0), UNOPENED)
    refused(position, SwapWild(0, None, "4♠"), "not_a_wild R51-JSWAP-01", "opening_needed R51-LAYOFF-01")


@pytest.mark.rule("R51-DRAW-02")
def test_a_lay_off_before_the_opening_is_no_use_of_the_discard() -> None:
    """D-12 stands: the card taken goes into the opening."""
    variant = house(table__layoff_requires_open=False)
    refused(
        with_taken("T♠", "2♣ K♦ 4♥", [(1, RUN)], variant=variant),
        TakeDiscard(),
        "discard_unusable R51-DRAW-02",
    )


@pytest.mark.rule("R51-SCORE-05")
def test_whoever_goes_out_without_opening_goes_out_all_at_once() -> None:
    """D-55, D-128: all at once means not to have opened before the turn."""
    variant = house(table__layoff_requires_open=False)
    position = scene("T♠ K♦", [(1, RUN)], variant=variant, others=["2♣ 4♦"])
    end = allowed(position, LayOff("T♠", 0), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.score().points(1) == 12


@pytest.mark.rule("R51-SCORE-04")
def test_a_lay_off_does_not_open() -> None:
    """D-131: unopened means having laid no meld of one's own."""
    variant = house(table__layoff_requires_open=False)
    position = scene("K♦", [(0, "T♣ J♣ Q♣"), (0, RUN)], variant=variant, others=["2♣"])
    assert allowed(position, Discard("K♦")).score().points(1) == 100
    after = allowed(scene("T♠ 4♠ K♦", [(1, RUN)], variant=variant), LayOff("T♠", 0))
    refused(
        after,
        LayDown("4♠ 4♣ 4♥"),
        *["card_not_held"] * 2,
        "opening_clean_run R51-OPEN-01",
        "opening_points R51-OPEN-01",
    )


@pytest.mark.rule("R51-LAYOFF-01", "R51-OPEN-05")
def test_foreign_melds_after() -> None:
    variant = house(table__foreign_melds_after="all_opened")
    own, foreign = (0, RUN), (1, "4♣ 4♦ 4♥")
    some = scene("T♠ 4♠ K♦", [own, foreign], variant=variant, others=["2♣ 6♥", "8♣ 9♦"])
    refused(some, LayOff("4♠", 1), "all_must_open R51-LAYOFF-01")
    allowed(some, LayOff("T♠", 0))
    everybody = scene("T♠ 4♠ K♦", [own, foreign, (2, "9♣ 9♥ 9♠")], variant=variant, others=["2♣ 6♥", "8♣ 9♦"])
    allowed(everybody, LayOff("4♠", 1))
    allowed(scene("T♠ 4♠ K♦", [own, foreign], others=["2♣ 6♥", "8♣ 9♦"]), LayOff("4♠", 1))


def test_foreign_melds_after_is_about_the_present_too() -> None:
    """The last one to open may lay off in that very turn."""
    variant = house(table__foreign_melds_after="all_opened")
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♠ K♦", [(1, "4♣ 4♦ 4♥")], variant=variant)
    refused(position, LayOff("4♠", 0), "all_must_open R51-LAYOFF-01", UNOPENED)
    allowed(position, LayDown(OPENING), LayOff("4♠", 0))


def test_foreign_melds_after_spares_swaps_and_takes() -> None:
    """The option speaks of lay-offs only."""
    variant = house(table__foreign_melds_after="all_opened")
    table = [OWN, (1, "2♠ 3♠ *"), (1, "5♦ 6♦ 7♦ 8♦")]
    position = scene("4♠ 9♥ 9♦ 8♥ 8♣ K♦", table, variant=variant, others=["2♣ 6♥", "8♠ 9♣"])
    allowed(position, SWAP, LayDown("9♥ 9♦ *"), LayDown("8♥ 8♣ 8♦", Source("8♦", 2)))


@pytest.mark.rule("R51-JOK-03")
def test_joker_on_foreign_clean_run() -> None:
    variant = house(table__joker_on_foreign_clean_run=True)
    table = [OWN, (1, "5♥ 6♥ 7♥")]
    allowed(scene("* 8♥ K♦", table, variant=variant), LayOff("*", 1, "low"))
    refused(scene("* 8♥ K♦", table), LayOff("*", 1, "low"), "foreign_clean_run R51-JOK-03")


# recovered jokers


@pytest.mark.rule("R51-JSWAP-01")
def test_run_joker() -> None:
    variant = house(table__run_joker="never")
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣ *")]
    position = scene("4♠ 6♠ 9♥ 9♦ K♦", table, variant=variant)
    refused(position, SWAP, LOCKED_RUN)
    allowed(position, SwapWild(2, None, "6♠"), LayDown("9♥ 9♦ *"))
    allowed(scene("4♠ 6♠ 9♥ 9♦ K♦", table), SWAP, LayDown("9♥ 9♦ *"))


@pytest.mark.rule("R51-JRET-02")
@pytest.mark.parametrize(
    "value,three,four", [("four_only", False, True), ("either_missing", True, True), ("never", False, False)]
)
def test_set_joker(value: Any, three: bool, four: bool) -> None:
    variant = house(table__set_joker=value)
    for group, legal in (("6♦ 6♥ *", three), ("6♦ 6♥ 6♣ *", four)):
        position = scene("6♠ 9♥ 9♦ K♦", [OWN, (1, group)], variant=variant)
        if legal:
            after = allowed(position, SwapWild(1, None, "6♠"), LayDown("9♥ 9♦ *"))
            assert "*" not in str(after.table[1].meld)
        else:
            refused(position, SwapWild(1, None, "6♠"), LOCKED_GROUP)
    refused(
        scene("6♦ 9♥ 9♦ K♦", [OWN, (1, "6♦ 6♥ *")], variant=house(table__set_joker="either_missing")),
        SwapWild(1, None, "6♦"),
        "swap_mismatch R51-JSWAP-01",
    )


def test_no_recovery_at_all() -> None:
    variant = house(table__run_joker="never", table__set_joker="never", table__recovered_joker=None)
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣ *")]
    position = scene("4♠ 6♠ 9♥ 9♦ K♦", table, variant=variant)
    refused(position, SWAP, LOCKED_RUN)
    refused(position, SwapWild(2, None, "6♠"), LOCKED_GROUP)
    assert not listed(position, SwapWild)


@pytest.mark.rule("R51-JRET-02")
def test_closed_four_set() -> None:
    variant = house(table__closed_four_set=True, table__set_joker="either_missing")
    open_four = house(table__set_joker="either_missing")
    table = [OWN, (1, "6♦ 6♥ 6♣ *"), (1, "7♦ 7♥ *")]
    hand = "6♠ 7♣ 7♠ 9♥ 9♦ K♦"
    refused(scene(hand, table, variant=variant), SwapWild(1, None, "6♠"), LOCKED_GROUP)
    allowed(scene(hand, table, variant=open_four), SwapWild(1, None, "6♠"))
    position = scene(hand, table, variant=variant)
    allowed(position, SwapWild(2, None, "7♣"), LayDown("9♥ 9♦ *"))
    refused(allowed(position, LayOff("7♣", 2)), SwapWild(2, None, "7♠"), LOCKED_GROUP)


@pytest.mark.rule("R51-JSWAP-01", "R51-JRET-01")
def test_swap_requires_open() -> None:
    variant = house(table__swap_requires_open=False)
    table = [(1, "2♠ 3♠ *")]
    swap = SwapWild(0, None, "4♠")
    position = scene("4♠ 9♥ 9♦ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", table, variant=variant)
    after = allowed(position, swap)
    assert [str(duty) for duty in after.duties] == ["place *"]
    allowed(after, LayDown([*OPENING, "9♥ 9♦ *"]), Discard("K♦"))
    refused(after, LayDown(OPENING), AT_ONCE)
    refused(
        after,
        LayDown([RUN, "A♦ A♣ *"]),
        "opening_points R51-OPEN-01",
        "opening_with_recovered R51-OPEN-06",
    )
    refused(scene("4♠ 9♥ 9♦ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", table), swap, UNOPENED)
    refused(scene("4♠ 7♠ 8♠ 9♠ A♦ A♣ 2♥ K♦", table, variant=variant), swap, "swap_unusable R51-JSWAP-02")
    refused(scene("4♠ 9♥ 9♦ K♦", table, variant=variant), swap, "swap_unusable R51-JSWAP-02")


@pytest.mark.rule("R51-JSWAP-02", "R51-OPEN-06")
def test_a_joker_recovered_before_the_opening_may_wait_for_it() -> None:
    variant = house(table__swap_requires_open=False, table__recovered_when="same_turn")
    position = scene("4♠ 9♥ 9♦ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", [(1, "2♠ 3♠ *")], variant=variant)
    swapped = allowed(position, SwapWild(0, None, "4♠"))
    refused(
        swapped, LayDown([RUN, "A♦ A♣ *"]), "opening_points R51-OPEN-01", "opening_with_recovered R51-OPEN-06"
    )
    opened = allowed(swapped, LayDown(OPENING))
    refused(opened, Discard("K♦"), "duty_wild R51-JSWAP-02")
    allowed(opened, LayDown("9♥ 9♦ *"), Discard("K♦"))


@pytest.mark.rule("R51-JSWAP-02", "R51-JRET-03")
@pytest.mark.parametrize(
    "where,meld,layoff,hand",
    [("new_meld", True, False, False), ("meld_or_layoff", True, True, False), ("hand", True, True, True)],
)
def test_recovered_joker(where: Any, meld: bool, layoff: bool, hand: bool) -> None:
    variant = house(table__recovered_joker=where)
    position = scene("4♠ 9♥ 9♦ 2♥ K♦", [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")], variant=variant)
    after = allowed(position, SWAP)
    assert (after.duties == ()) == hand
    for move, legal in (
        (LayDown("9♥ 9♦ *"), meld),
        (LayOff("*", 2), layoff),
        (LayOff("*", 0, "low"), layoff),
        (Discard("2♥"), hand),
        (Discard("*"), hand),
        (LayOff("4♠", 1), False),
    ):
        assert (move in after.legal_moves) == legal, str(move)
        if legal and not isinstance(move, Discard):
            assert allowed(after, move).duties == ()
    stuck = scene("4♠ 2♥ K♦", [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣ 6♠")], variant=variant)
    assert (SWAP in stuck.legal_moves) == layoff


@pytest.mark.rule("R51-JRET-03")
def test_a_recovered_joker_may_come_back_elsewhere_on_its_run() -> None:
    """D-120."""
    variant = house(table__recovered_joker="meld_or_layoff", table__joker_on_foreign_clean_run=True)
    position = scene("4♠ 2♥ K♦", [OWN, (1, "2♠ 3♠ *")], variant=variant)
    after = allowed(position, SWAP, LayOff("*", 1, "high"))
    assert table_text(after) == ["0: T♣ J♣ Q♣", "1: 2♠ 3♠ 4♠ *"]


@pytest.mark.rule("R51-JSWAP-02", "R51-JRET-03")
def test_recovered_when() -> None:
    variant = house(table__recovered_when="same_turn")
    table = [OWN, (1, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    position = scene("4♠ 9♥ 9♦ 5♣ 5♦ 5♥ 6♠ K♦", table, variant=variant)
    after = allowed(position, SWAP)
    between = allowed(after, LayDown("5♣ 5♦ 5♥"), LayOff("6♠", 2))
    assert [str(duty) for duty in between.duties] == ["place *"]
    refused(between, Discard("K♦"), "duty_wild R51-JSWAP-02")
    allowed(between, LayDown("9♥ 9♦ *"), Discard("K♦"))
    refused(after, LayOff("*", 2), "duty_unmeetable")
    refused(allowed(scene("4♠ 9♥ 9♦ 5♣ 5♦ 5♥ 6♠ K♦", table), SWAP), LayOff("6♠", 2), AT_ONCE)


def test_recovered_when_lets_the_partners_come_later() -> None:
    """Two jokers may be recovered before either is placed, and a take may free a partner."""
    variant = house(table__recovered_when="same_turn")
    table = [OWN, (1, "2♠ 3♠ *"), (1, "2♥ 3♥ *")]
    position = scene("4♠ 4♥ 9♥ 9♦ 8♦ 8♥ K♦", table, variant=variant)
    both = allowed(position, SWAP, SwapWild(2, None, "4♥"))
    assert [str(duty) for duty in both.duties] == ["place *", "place *"]
    allowed(both, LayDown("9♥ 9♦ *"), LayDown("8♦ 8♥ *"), Discard("K♦"))
    refused(allowed(scene("4♠ 4♥ 9♥ 9♦ 8♦ 8♥ K♦", table), SWAP), SwapWild(2, None, "4♥"), AT_ONCE)


# cards taken out of melds

TAKE = LayDown("8♣ 8♦ 8♠", Source("8♣", 1))


@pytest.mark.rule("R51-TAKE-01", "R51-TAKE-02")
def test_take() -> None:
    variant = house(table__take="off")
    table = [OWN, (1, "5♣ 6♣ 7♣ 8♣"), (1, "6♥ 6♦ 6♣ 6♠")]
    position = scene("8♦ 8♠ 5♥ 7♥ K♦", table, variant=variant)
    refused(position, TAKE, "take_off R51-TAKE-01")
    refused(position, LayDown("5♥ 6♥ 7♥", Source("6♥", 2)), "take_off R51-TAKE-01")
    assert not listed(position, LayDown)
    assert len(listed(scene("8♦ 8♠ 5♥ 7♥ K♦", table), LayDown)) == 2


@pytest.mark.rule("R51-TAKE-01")
def test_take_from() -> None:
    variant = house(table__take_from="not_owner")
    allowed(scene("8♦ 8♠ K♦", [OWN, (1, "5♣ 6♣ 7♣ 8♣")], variant=variant), TAKE)
    refused(scene("8♦ 8♠ K♦", [OWN, (0, "5♣ 6♣ 7♣ 8♣")], variant=variant), TAKE, "take_owner R51-TAKE-01")
    allowed(scene("8♦ 8♠ K♦", [OWN, (0, "5♣ 6♣ 7♣ 8♣")]), TAKE)


@pytest.mark.rule("R51-TAKE-01")
def test_take_positions() -> None:
    variant = house(table__take_positions="ends")
    table = [OWN, (1, "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠"), (1, "6♣ 6♦ 6♥ 6♠")]
    middle = LayDown("6♠ 6♦ 6♥", Source("6♠", 1))
    end = LayDown("9♠ 9♦ 9♥", Source("9♠", 1))
    hand = "6♦ 6♥ 9♦ 9♥ 5♥ 7♥ K♦"
    refused(scene(hand, table, variant=variant), middle, STAYS)
    allowed(scene(hand, table, variant=variant), end)
    allowed(scene(hand, table, variant=variant), LayDown("5♥ 6♥ 7♥", Source("6♥", 2)))
    allowed(scene(hand, table), middle)


@pytest.mark.rule("R51-TAKE-01")
@pytest.mark.parametrize("needed", [0, 1, 2])
def test_take_min_hand_cards(needed: int) -> None:
    variant = house(table__take_min_hand_cards=needed)
    table = [OWN, (1, "8♦ 8♣ 8♠ 8♥"), (1, "6♥ 6♠ 6♦ 6♣"), (1, "7♣ 7♦ 7♥ 7♠")]
    position = scene("K♦ 2♣ 7♥ 8♥", table, variant=variant)
    sources = [Source("6♥", 2), Source("7♥", 3), Source("8♥", 1)]
    for taken in (3, 2, 1):
        move = LayDown("6♥ 7♥ 8♥", sources[:taken])
        if 3 - taken >= needed:
            allowed(position, move)
        else:
            refused(position, move, "take_hand_cards R51-TAKE-01")


@pytest.mark.rule("R51-TAKE-01", "R51-JOK-02")
def test_take_joker() -> None:
    variant = house(table__take_joker=True)
    table = [OWN, (1, "5♣ 6♣ 7♣ *"), (1, "6♥ 6♦ 6♠ *")]
    position = scene("9♦ 9♠ * K♦", table, variant=variant)
    after = allowed(position, LayDown("9♦ 9♠ *", Source("*", 1)))
    assert table_text(after) == ["0: 9♦ 9♠ *", "0: T♣ J♣ Q♣", "1: 5♣ 6♣ 7♣", "1: 6♦ 6♥ 6♠ *"]
    assert after.duties == ()
    allowed(position, LayDown("9♦ 9♠ *", Source("*", 2)))
    refused(
        position,
        LayDown("9♦ 9♠ * *", Source("*", 1)),
        "wild_count R51-JOK-02",
    )
    refused(scene("9♦ 9♠ K♦", table), LayDown("9♦ 9♠ *", Source("*", 1)), "take_wild R51-TAKE-01")
    assert CLASSIC.table != variant.table
