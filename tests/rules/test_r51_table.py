"""Classic Rami 51: new melds, lay-offs, and cards taken out of melds."""

from __future__ import annotations

import pytest
from tests.rules.scenes import CLASSIC, OPENING, RUN, allowed, refused, scene, table_text

from rami import Cards, LayDown, LayOff, Source
from rami.moves import End

NO_FIT = "does_not_fit R51-LAYOFF-01"


@pytest.mark.rule("R51-LAY-01")
def test_any_number_of_melds_may_be_laid_in_a_turn() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♣ 4♥ 4♠ K♦ 2♥")
    at_once = allowed(position, LayDown([*OPENING, "4♣ 4♥ 4♠"]))
    one_by_one = allowed(position, LayDown(OPENING), LayDown("4♣ 4♥ 4♠"))
    assert len(at_once.table) == len(one_by_one.table) == 3
    assert at_once.hands == one_by_one.hands
    opened = scene("6♦ 7♦ 8♦ 4♣ 4♥ 4♠ K♦ 2♥", [(0, RUN)])
    assert allowed(opened, LayDown(["6♦ 7♦ 8♦", "4♣ 4♥ 4♠"])) == allowed(
        opened, LayDown("4♣ 4♥ 4♠"), LayDown("6♦ 7♦ 8♦")
    )


@pytest.mark.rule("R51-LAYOFF-01", "R51-OPEN-05")
@pytest.mark.parametrize("owner", [0, 1])
def test_cards_join_melds_of_anybody(owner: int) -> None:
    table = [(0, "T♣ J♣ Q♣"), (owner, RUN), (owner, "4♣ 4♦ 4♥")]
    position = scene("6♠ T♠ 4♠ J♠ K♦ 2♥", table)
    end = allowed(position, LayOff("6♠", 1), LayOff("T♠", 1), LayOff("J♠", 1), LayOff("4♠", 2))
    assert table_text(end) == sorted(["0: T♣ J♣ Q♣", f"{owner}: 6♠ 7♠ 8♠ 9♠ T♠ J♠", f"{owner}: 4♣ 4♦ 4♥ 4♠"])
    for card in ("J♠", "K♦", "2♥"):
        refused(position, LayOff(card, 1), NO_FIT)
        refused(position, LayOff(card, 2), NO_FIT)


@pytest.mark.rule("R51-ACE-01", "R51-MAT-03")
def test_a_run_may_grow_to_both_aces() -> None:
    position = scene("A♥ A♥ K♦ 9♣", [(0, "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ T♥ J♥ Q♥ K♥")])
    refused(position, LayOff("A♥", 0), "end_not_named")
    end = allowed(position, LayOff("A♥", 0, "low"), LayOff("A♥", 0))
    assert len(end.table[0].meld) == 14


@pytest.mark.rule("R51-JOK-03")
@pytest.mark.parametrize("end", ["low", "high"])
def test_no_joker_joins_the_clean_run_of_another_player(end: End) -> None:
    position = scene("* 8♥ K♦", [(0, "T♣ J♣ Q♣"), (1, "5♥ 6♥ 7♥"), (1, "9♣ 9♦ 9♥")])
    refused(position, LayOff("*", 1, end), "foreign_clean_run R51-JOK-03")
    refused(allowed(position, LayOff("8♥", 1)), LayOff("*", 1, end), "foreign_clean_run R51-JOK-03")
    allowed(position, LayOff("*", 0, end))
    allowed(position, LayOff("*", 2))


# cards taken out of melds


@pytest.mark.rule("R51-TAKE-01")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(
    "meld,card,pair,left",
    [
        ("5♣ 6♣ 7♣ 8♣", "8♣", "8♦ 8♠", ["5♣ 6♣ 7♣"]),
        ("5♣ 6♣ 7♣ 8♣", "5♣", "5♦ 5♠", ["6♣ 7♣ 8♣"]),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠", "6♠", "6♦ 6♥", ["3♠ 4♠ 5♠", "7♠ 8♠ 9♠"]),
        ("5♣ 6♣ 7♣ *", "5♣", "5♦ 5♠", ["6♣ 7♣ *"]),
    ],
)
def test_a_card_leaves_a_meld_for_another_if_three_stay(
    owner: int, meld: str, card: str, pair: str, left: list[str]
) -> None:
    position = scene(f"{pair} K♦ 2♦", [(0, "T♥ J♥ Q♥"), (owner, meld)])
    end = allowed(position, LayDown(f"{card} {pair}", Source(card, 1)))
    new = str(CLASSIC.meld(f"{card} {pair}"))
    assert table_text(end) == sorted(["0: T♥ J♥ Q♥", f"0: {new}", *(f"{owner}: {piece}" for piece in left)])
    assert end.hands[0] == Cards("K♦ 2♦")
    assert end.table[1].id == 1
    assert str(end.table[1].meld) == left[0]
