"""Options of lay-offs, recovered jokers and takes, each against Classic Rami 51."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.scenes import (
    CLASSIC,
    RUN,
    allowed,
    house,
    listed,
    refused,
    scene,
    table_text,
)

from rami import Discard, LayDown, LayOff, Source, SwapWild

OWN = (0, "T♣ J♣ Q♣")
SWAP = SwapWild(1, None, "4♠")
LOCKED_GROUP = "swap_group R51-JRET-02"


# lay-offs


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


# recovered jokers


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
