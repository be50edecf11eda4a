"""Lebanese 14: burnt cards, the 71 points, and the worth of an ace."""

from __future__ import annotations

from typing import Literal

import pytest
from tests.rules.scenes import (
    ACES,
    CLASSIC,
    OPENING,
    allowed,
    listed,
    reasons,
    refused,
    scene,
    table_text,
    why_not,
    with_taken,
)

from rami import Discard, LayDown, LayOff, TakeDiscard, variants

GAME = variants.LEBANESE_14
NOT_BURNT = "wild_not_burnt LEB-JOK-01"
ONCE = [(1, "6♠ 6♥ 6♦"), (0, "4♣ 5♣ 6♣")]
TWICE = [(1, "6♠ 6♥ 6♦"), (0, "6♠ 7♠ 8♠")]


# burnt cards


@pytest.mark.rule("LEB-JOK-01")
def test_a_joker_stands_in_a_run_for_a_burnt_card_only() -> None:
    held = "5♠ * 7♠ K♦ 2♦"
    once, twice = (scene(held, table, variant=GAME) for table in (ONCE, TWICE))
    refused(once, LayDown("5♠ * 7♠"), NOT_BURNT)
    assert "lay 5♠ * 7♠" not in listed(once, LayDown)
    assert "lay 5♠ * 7♠" in listed(twice, LayDown)
    end = allowed(twice, LayDown("5♠ * 7♠"), Discard("K♦"))
    assert "0: 5♠ * 7♠" in table_text(end)
    allowed(scene(held, ONCE, variant=CLASSIC), LayDown("5♠ * 7♠"))


@pytest.mark.rule("LEB-JOK-01")
@pytest.mark.parametrize("pile", ["6♠", "6♠ J♦", "6♠ 6♠"])
def test_a_discarded_card_is_not_burnt(pile: str) -> None:
    position = scene("5♠ * 7♠ K♦ 2♦", [(0, "T♣ J♣ Q♣")], variant=GAME, discards=pile)
    refused(position, LayDown("5♠ * 7♠"), NOT_BURNT)
    both = GAME.with_(melding={"burnt_scope": "melds_and_discards"})
    found = reasons(
        scene("5♠ * 7♠ K♦ 2♦", [(0, "T♣ J♣ Q♣")], variant=both, discards=pile), LayDown("5♠ * 7♠")
    )
    assert found == ([] if pile == "6♠ 6♠" else [NOT_BURNT])


@pytest.mark.rule("LEB-JOK-01")
def test_cards_laid_earlier_in_the_turn_burn_too() -> None:
    table = [(1, "6♠ 6♥ 6♦"), (0, "T♣ J♣ Q♣")]
    position = scene("6♠ 6♥ 6♣ 5♠ * 7♠ K♦", table, variant=GAME)
    refused(position, LayDown("5♠ * 7♠"), NOT_BURNT)
    apart = allowed(position, LayDown("6♠ 6♥ 6♣"), LayDown("5♠ * 7♠"))
    together = LayDown(["5♠ * 7♠", "6♠ 6♥ 6♣"])
    assert allowed(position, together) == apart
    assert [str(move) for move in position.canonical(together)] == ["lay 6♣ 6♥ 6♠", "lay 5♠ * 7♠"]
    laid_off = scene("6♠ 5♠ * 7♠ K♦", [(1, "6♠ 6♥ 6♦"), (0, "3♠ 4♠ 5♠")], variant=GAME)
    refused(laid_off, LayDown("5♠ * 7♠"), NOT_BURNT)
    allowed(laid_off, LayOff("6♠", 1), LayDown("5♠ * 7♠"), Discard("K♦"))


@pytest.mark.rule("LEB-JOK-01", "LEB-BASE-01")
def test_an_opening_burns_its_own_cards_in_some_order() -> None:
    royal, sixes, joker = "T♥ J♥ Q♥ K♥ A♥", "6♠ 6♥ 6♦", "5♠ * 7♠"
    held = f"{royal} {sixes} {joker} 2♣ 3♦"
    position = scene(held, [(1, "4♠ 5♠ 6♠")], variant=GAME)
    allowed(position, LayDown([joker, royal, sixes]))
    assert "lay T♥ J♥ Q♥ K♥ A♥ + 5♠ * 7♠ + 6♦ 6♥ 6♠" in {
        " + ".join(["lay T♥ J♥ Q♥ K♥ A♥", *sorted(map(str, move.melds[1:]))])
        for move in position.legal_moves
        if isinstance(move, LayDown) and len(move.melds) == 3 and len(move.melds[0]) == 5
    }
    refused(position, LayDown([joker, royal]), NOT_BURNT)
    refused(scene(held, [(1, "4♣ 5♣ 6♣")], variant=GAME), LayDown([joker, royal, sixes]), NOT_BURNT)
    verdict = GAME.check_opening([joker, royal, sixes], table=["4♠ 5♠ 6♠"])
    assert (verdict.ok, verdict.points) == (True, 86)
    assert [each.code for each in GAME.check_opening([joker, royal], table=["4♠ 5♠ 6♠"]).violations] == [
        "wild_not_burnt"
    ]
    assert GAME.check_opening([joker, royal]).ok


@pytest.mark.rule("LEB-JOK-01")
def test_a_joker_joins_a_run_where_its_card_is_burnt() -> None:
    table = [(0, "7♠ 8♠ 9♠"), (1, "6♠ 6♥ 6♦"), (1, "4♠ 5♠ 6♠")]
    position = scene("* K♦ 2♦", table, variant=GAME)
    refused(position, LayOff("*", 0, "high"), NOT_BURNT)
    low = allowed(position, LayOff("*", 0, "low"))
    assert "0: * 7♠ 8♠ 9♠" in table_text(low)
    assert allowed(position, LayOff("*", 0)) == low
    assert "off * > 0" in listed(position, LayOff)
    bare = scene("* K♦ 2♦", table[:2], variant=GAME)
    refused(bare, LayOff("*", 0), NOT_BURNT, NOT_BURNT)
    refused(bare, LayOff("*", 0, "low"), NOT_BURNT)


@pytest.mark.rule("LEB-JOK-02")
def test_groups_are_free_of_that() -> None:
    position = scene("6♥ 6♦ * 9♣ K♦", [(0, "T♣ J♣ Q♣"), (1, "9♥ 9♦ 9♠")], variant=GAME)
    allowed(position, LayDown("6♥ 6♦ *"))
    allowed(position, LayOff("*", 1))
    assert GAME.points(GAME.meld("6♥ 6♦ *", table=[])) == 18
    opening = scene("T♥ J♥ Q♥ K♥ A♥ 6♥ 6♦ * 2♣", variant=GAME)
    allowed(opening, LayDown(["T♥ J♥ Q♥ K♥ A♥", "6♥ 6♦ *"]))


@pytest.mark.rule("LEB-JOK-01")
def test_a_meld_is_judged_beside_the_table_that_is_told() -> None:
    once, twice = ["6♠ 6♥ 6♦", "4♣ 5♣ 6♣"], ["6♠ 6♥ 6♦", "6♠ 7♠ 8♠"]
    assert why_not("5♠ * 7♠", GAME, table=once) == [NOT_BURNT]
    assert why_not("5♠ * 7♠", GAME, table=()) == [NOT_BURNT]
    assert str(GAME.meld("5♠ * 7♠", table=twice)) == "5♠ * 7♠"
    assert str(GAME.meld("5♠ * 7♠")) == "5♠ * 7♠"
    assert [str(meld) for meld in GAME.readings("7♠ 8♠ *")] == ["* 7♠ 8♠", "7♠ 8♠ *"]
    assert [str(meld) for meld in GAME.readings("7♠ 8♠ *", table=twice)] == ["* 7♠ 8♠"]
    position = scene("5♠ * 7♠ K♦ 2♦", TWICE, variant=GAME)
    assert str(GAME.meld("5♠ * 7♠", table=position.table)) == "5♠ * 7♠"
    assert str(CLASSIC.meld("5♠ * 7♠", table=once)) == "5♠ * 7♠"


@pytest.mark.rule("LEB-JOK-01", "LEB-BASE-01")
@pytest.mark.parametrize(
    "held,burning",
    [("6♠ 5♠ 7♠ K♦", LayOff("6♠", 2)), ("6♠ 7♠ 8♠ 5♠ 7♠ K♦", LayDown("6♠ 7♠ 8♠"))],
)
@pytest.mark.parametrize("takes", ["opened", "off"])
def test_a_joker_is_taken_if_a_card_can_be_burnt_for_it(
    held: str, burning: LayOff | LayDown, takes: Literal["opened", "off"]
) -> None:
    """Burning 6♠ first is the only way to place it: no lost chance, and no dead end."""
    table = [(0, "T♣ J♣ Q♣"), (1, "6♠ 6♥ 6♦ *"), (1, "3♠ 4♠ 5♠")]
    if isinstance(burning, LayDown):
        # nothing that 6♠ might join
        table.pop()
    variant = GAME.with_(table={"take": takes})
    taken = allowed(with_taken("*", held, table, variant=variant), TakeDiscard())
    refused(taken, LayDown("5♠ * 7♠"), NOT_BURNT)
    if "8♠" not in held:
        refused(taken, LayDown("5♠ 6♠ 7♠"), "duty_unmeetable")
    allowed(taken, burning, LayDown("5♠ * 7♠"), Discard("K♦"))
    useless = with_taken("*", held.removeprefix("6♠ "), table, variant=variant)
    refused(useless, TakeDiscard(), "discard_unusable R51-DRAW-02")


# 71 points, and aces


@pytest.mark.rule("LEB-DRAW-01", "LEB-ACE-01")
def test_an_opening_with_the_discard_needs_seventy_one_points() -> None:
    held = f"7♠ 8♠ {ACES} 2♣ K♦"
    with_discard = with_taken("9♠", held, variant=GAME)
    refused(with_discard, TakeDiscard(), "discard_unusable R51-DRAW-02")
    allowed(scene(f"9♠ {held}", variant=GAME), LayDown(OPENING))
    royal = with_taken("T♥", "J♥ Q♥ K♥ A♥ 7♠ 7♦ 7♣ 2♣ 4♦", variant=GAME)
    taken = allowed(royal, TakeDiscard())
    refused(taken, LayDown("T♥ J♥ Q♥ K♥ A♥"), "opening_pickup LEB-DRAW-01")
    allowed(taken, LayDown(["T♥ J♥ Q♥ K♥ A♥", "7♠ 7♦ 7♣"]), Discard("4♦"))
    for more, ok in (("5♠ 5♦ 5♣ 5♥", False), ("7♠ 7♦ 7♣", True)):
        assert GAME.check_opening(["T♥ J♥ Q♥ K♥ A♥", more], drawn_from="discard").ok is ok
    for source, ok in (("stock", True), ("discard", False)):
        assert GAME.check_opening(OPENING, drawn_from=source).ok is ok  # type: ignore[arg-type]  # values by name


@pytest.mark.rule("LEB-ACE-01")
@pytest.mark.parametrize("cards,points", [("A♠ 2♠ 3♠", 15), ("Q♠ K♠ A♠", 30), (ACES, 30), ("A♦ A♣ *", 30)])
def test_an_ace_is_worth_ten_in_any_meld(cards: str, points: int) -> None:
    assert GAME.points(cards) == points
