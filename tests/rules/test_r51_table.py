"""Classic Rami 51: new melds, lay-offs, and cards taken out of melds."""

from __future__ import annotations

import pytest
from tests.rules.scenes import CLASSIC, OPENING, RUN, allowed, house, listed, refused, scene, table_text

from rami import Cards, Discard, LayDown, LayOff, Source, SwapWild
from rami.moves import End

NO_FIT = "does_not_fit R51-LAYOFF-01"
UNOPENED = "opening_needed R51-LAYOFF-01"
STAYS = "take_position R51-TAKE-01"


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


@pytest.mark.rule("R51-LAY-01")
def test_melds_are_made_of_cards_in_the_hand() -> None:
    position = scene("4♣ 4♥ K♦ 2♥", [(0, RUN)])
    refused(position, LayDown("4♣ 4♥ 4♠"), "card_not_held")
    refused(position, LayDown("6♦ 7♦ 8♦"), *["card_not_held"] * 3)
    refused(position, LayDown([]), "opening_empty R51-LAY-01")
    refused(scene("4♣ 4♥ 4♣ K♦", [(0, RUN)]), LayDown("4♣ 4♣ 4♥"), "group_suits R51-SET-01")


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


@pytest.mark.rule("R51-TAKE-01", "R51-LAY-01")
def test_a_card_may_leave_once_its_neighbour_has_left() -> None:
    position = scene("2♥ 2♦ 3♥ 3♦ K♦", [(0, "T♣ J♣ Q♣"), (1, "2♠ 3♠ 4♠ 5♠ 6♠")])
    refused(position, LayDown("3♠ 3♥ 3♦", Source("3♠", 1)), STAYS)
    both = LayDown(["3♠ 3♥ 3♦", "2♠ 2♥ 2♦"], [Source("3♠", 1, into=0), Source("2♠", 1, into=1)])
    end = allowed(position, both, Discard("K♦"))
    assert "1: 4♠ 5♠ 6♠" in table_text(end)


@pytest.mark.rule("R51-LAYOFF-01")
def test_of_two_equal_melds_one_is_listed() -> None:
    table = [(0, "T♣ J♣ Q♣"), (1, "7♠ 8♠ 9♠"), (1, "7♠ 8♠ 9♠")]
    position = scene("T♠ K♦ 2♦", table)
    assert listed(position, LayOff) == {"off T♠ > 1"}
    assert listed(
        scene("T♠ K♦ 2♦", [*table, (0, "7♠ 8♠ 9♠")], variant=house(equipment__packs=3)), LayOff
    ) == {
        "off T♠ > 1",
        "off T♠ > 3",
    }
    allowed(position, LayOff("T♠", 2))


@pytest.mark.rule("R51-LAYOFF-01", "R51-SET-01")
def test_a_group_of_four_takes_nothing_more() -> None:
    position = scene("4♦ * K♦ 2♥", [(0, RUN), (1, "4♣ 4♦ 4♥ 4♠"), (1, "5♣ 5♦ 5♥ *")])
    refused(position, LayOff("*", 1), NO_FIT)
    refused(position, LayOff("4♦", 1), NO_FIT)
    refused(scene("5♠ K♦", [(0, RUN), (1, "5♣ 5♦ 5♥ *")]), LayOff("5♠", 1), NO_FIT)


@pytest.mark.rule("R51-LAYOFF-01", "R51-OPEN-05")
def test_nothing_is_laid_off_before_opening() -> None:
    position = scene("T♠ 4♠ K♦", [(1, RUN), (1, "4♣ 4♦ 4♥")])
    refused(position, LayOff("T♠", 0), UNOPENED)
    refused(position, LayOff("4♠", 1), UNOPENED)
    refused(position, LayOff("K♦", 1), UNOPENED, NO_FIT)


@pytest.mark.rule("R51-ACE-01", "R51-LAYOFF-01")
@pytest.mark.parametrize(
    "meld,card,legal",
    [
        ("A♥ 2♥ 3♥", "K♥", False),
        ("A♥ 2♥ 3♥", "4♥", True),
        ("Q♥ K♥ A♥", "2♥", False),
        ("Q♥ K♥ A♥", "J♥", True),
        ("J♥ Q♥ K♥", "A♥", True),
        ("2♥ 3♥ 4♥", "A♥", True),
    ],
)
def test_an_ace_on_the_table_keeps_its_place(meld: str, card: str, legal: bool) -> None:
    position = scene(f"{card} K♦ 9♣", [(0, meld)])
    if legal:
        allowed(position, LayOff(card, 0))
    else:
        refused(position, LayOff(card, 0), NO_FIT)


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


@pytest.mark.rule("R51-JOK-02")
def test_no_meld_gets_a_second_joker() -> None:
    position = scene("* K♦ 2♥", [(0, "T♣ J♣ *"), (1, "9♣ 9♦ *")])
    refused(position, LayOff("*", 0, "low"), NO_FIT)
    refused(position, LayOff("*", 0, "high"), NO_FIT)
    refused(position, LayOff("*", 1), NO_FIT)


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


@pytest.mark.rule("R51-TAKE-01")
@pytest.mark.parametrize(
    "meld,card,pair",
    [
        ("5♣ 6♣ 7♣ 8♣", "6♣", "6♦ 6♠"),
        ("5♣ 6♣ 7♣", "5♣", "5♦ 5♠"),
        ("3♠ 4♠ 5♠ 6♠ 7♠ 8♠", "6♠", "6♦ 6♥"),
        ("8♣ 8♦ 8♥", "8♣", "9♣ T♣"),
    ],
)
def test_fewer_than_three_never_stay(meld: str, card: str, pair: str) -> None:
    position = scene(f"{pair} K♦ 2♦", [(0, "T♥ J♥ Q♥"), (1, meld)])
    refused(position, LayDown(f"{card} {pair}", Source(card, 1)), STAYS)


@pytest.mark.rule("R51-TAKE-02")
def test_a_group_of_four_lends_one_card() -> None:
    position = scene("7♥ 9♥ 7♠ 9♠ K♦ Q♥", [(0, "T♣ J♣ Q♣"), (1, "8♦ 8♣ 8♠ 8♥")])
    once = allowed(position, LayDown("7♥ 8♥ 9♥", Source("8♥", 1)))
    assert table_text(once) == ["0: 7♥ 8♥ 9♥", "0: T♣ J♣ Q♣", "1: 8♣ 8♦ 8♠"]
    refused(once, LayDown("7♠ 8♠ 9♠", Source("8♠", 1)), STAYS)


@pytest.mark.rule("R51-TAKE-01", "R51-OPEN-05")
def test_nothing_is_taken_before_opening() -> None:
    position = scene("8♦ 8♠ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", [(1, "5♣ 6♣ 7♣ 8♣")])
    refused(
        position,
        LayDown("8♣ 8♦ 8♠", Source("8♣", 0)),
        "opening_clean_run R51-OPEN-01",
        "opening_points R51-OPEN-01",
        "take_in_opening R51-OPEN-06",
    )
    with_the_table = LayDown([*OPENING, "8♦ 8♣ 8♠"], [Source("8♣", 0, into=2)])
    refused(position, with_the_table, "take_in_opening R51-OPEN-06")
    allowed(position, LayDown(OPENING), LayDown("8♣ 8♦ 8♠", Source("8♣", 0)))


@pytest.mark.rule("R51-TAKE-01")
def test_a_taken_card_goes_into_a_new_meld_with_a_card_of_the_hand() -> None:
    table = [(0, "T♥ J♥ Q♥"), (1, "8♦ 8♣ 8♠ 8♥"), (1, "6♥ 6♠ 6♦ 6♣"), (1, "7♣ 7♦ 7♥ 7♠")]
    position = scene("K♦ Q♦ 7♥", table)
    refused(
        position,
        LayDown("6♥ 7♥ 8♥", [Source("6♥", 2), Source("7♥", 3), Source("8♥", 1)]),
        "take_hand_cards R51-TAKE-01",
    )
    allowed(position, LayDown("6♥ 7♥ 8♥", [Source("6♥", 2), Source("8♥", 1)]))
    refused(position, LayOff("8♥", 3), "card_not_held", NO_FIT)


@pytest.mark.rule("R51-TAKE-01", "R51-JOK-02")
def test_a_joker_is_not_taken() -> None:
    position = scene("9♦ 9♠ K♦", [(0, "T♥ J♥ Q♥"), (1, "5♣ 6♣ 7♣ *")])
    refused(position, LayDown("9♦ 9♠ *", Source("*", 1)), "take_wild R51-TAKE-01")


@pytest.mark.rule("R51-TAKE-01")
def test_a_source_names_a_card_that_lies_there() -> None:
    position = scene("8♦ 8♠ K♦", [(0, "T♥ J♥ Q♥"), (1, "5♣ 6♣ 7♣ 8♣")])
    move = LayDown("8♣ 8♦ 8♠", Source("8♣", 0))
    refused(position, move, "take_not_in_meld R51-TAKE-01")
    refused(position, LayDown("8♣ 8♦ 8♠", Source("8♣", 9)), "no_such_meld")
    refused(position, LayDown("8♣ 8♦ 8♠", Source("5♣", 1)), "card_not_held", "take_not_in_meld R51-TAKE-01")
    refused(position, LayDown("8♣ 8♦ 8♠"), "card_not_held")


@pytest.mark.rule("R51-OPEN-04", "R51-OPEN-05")
def test_whoever_has_opened_may_do_all_of_it() -> None:
    position = scene("2♣ 2♥ 2♠ T♠ 4♠ 9♥ 9♦ 8♦ 8♥ K♦", [(0, RUN), (1, "2♦ 3♦ *"), (1, "5♣ 6♣ 7♣ 8♣")])
    end = allowed(
        position,
        LayDown("2♣ 2♥ 2♠"),
        LayOff("T♠", 0),
        LayDown("8♣ 8♦ 8♥", Source("8♣", 2)),
        Discard("K♦"),
    )
    assert end.player == 1
    refused(position, SwapWild(1, None, "4♠"), "swap_mismatch R51-JSWAP-01")
