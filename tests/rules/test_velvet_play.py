"""GameVelvet Rami: melds, jokers at the ends, the opening, the discard and the table."""

from __future__ import annotations

import pytest
from tests.rules.scenes import (
    ACES,
    RUN,
    allowed,
    listed,
    reasons,
    refused,
    scene,
    table_text,
    why_not,
    with_taken,
)

from rami import (
    Card,
    Discard,
    DrawStock,
    Group,
    LayDown,
    LayOff,
    Run,
    SwapWild,
    TakeDiscard,
    variants,
)

GAME = variants.GAMEVELVET
OPENING = [RUN, ACES]
POINTS, CLEAN = "opening_points VELVET-OPEN-02", "opening_clean_meld VELVET-OPEN-03"
UNOPENED = "opening_needed VELVET-LAYOFF-01"
NO_FIT = "does_not_fit VELVET-LAYOFF-01"
MISMATCH = "swap_mismatch VELVET-JRET-03"


# melds


@pytest.mark.rule("VELVET-SET-01")
@pytest.mark.parametrize("cards", ["3♦ 3♣ 3♠", "8♦ 8♣ 8♠ 8♥", "A♦ A♣ *", "A♦ A♣ A♥ *"])
def test_groups_have_three_or_four_cards_of_different_suits(cards: str) -> None:
    assert isinstance(GAME.meld(cards), Group)


@pytest.mark.rule("VELVET-RUN-01", "VELVET-MAT-03", "VELVET-ACE-01")
def test_runs_go_from_the_low_ace_to_the_high_one() -> None:
    order = "A23456789TJQKA"
    for at in range(12):
        run = GAME.meld(" ".join(f"{rank}♣" for rank in order[at : at + 3]))
        assert isinstance(run, Run)
        assert run.low == at + 1
    assert why_not("K♣ A♣ 2♣", GAME)


@pytest.mark.rule("VELVET-JOK-01", "VELVET-JOK-02", "VELVET-JOK-03")
def test_a_joker_in_a_run_stands_at_an_end() -> None:
    assert [str(meld) for meld in GAME.readings("6♠ 7♠ *")] == ["* 6♠ 7♠", "6♠ 7♠ *"]
    assert not GAME.readings("5♠ 7♠ *")
    assert str(GAME.meld("6♠ 7♠ *").placed[2].stands_for) == "8♠"
    assert (GAME.points("6♠ 7♠ *"), GAME.points("* 6♠ 7♠")) == (21, 18)
    position = scene("5♠ 7♠ * K♦ 2♦", [(0, "T♣ J♣ Q♣")], variant=GAME)
    refused(position, LayDown("5♠ * 7♠"), "wild_inside VELVET-JOK-03")
    assert "lay 5♠ * 7♠" not in listed(position, LayDown)


@pytest.mark.rule("VELVET-JOK-03", "VELVET-OPEN-05")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_joker_joins_a_run_of_anybody_at_an_end(owner: int) -> None:
    position = scene("* K♦ 2♦", [(0, "T♣ J♣ Q♣"), (owner, "6♠ 7♠ 8♠")], variant=GAME)
    assert f"{owner}: * 6♠ 7♠ 8♠" in table_text(allowed(position, LayOff("*", 1, "low")))
    assert f"{owner}: 6♠ 7♠ 8♠ *" in table_text(allowed(position, LayOff("*", 1, "high")))


# the opening


@pytest.mark.rule("VELVET-OPEN-02", "VELVET-OPEN-03", "VELVET-OPEN-04")
@pytest.mark.parametrize(
    "melds,points,why",
    [
        (OPENING, 57, []),
        (["T♥ J♥ Q♥ K♥ A♥"], 51, []),
        (["9♥ T♥ J♥ Q♥ K♥"], 49, [POINTS]),
        (["T♥ J♥ Q♥ K♥", "A♠ 2♠ 3♠ 4♠"], 50, [POINTS]),
        (["K♦ K♣ K♥", "9♠ T♠ *"], 59, []),
        (["K♦ K♣ K♥ K♠", "Q♦ Q♣ Q♥"], 70, []),
        (["K♦ K♣ *", "9♠ T♠ *"], 59, [CLEAN]),
        (["4♠ 5♠ 6♠ *", "K♥ K♦ *"], 52, [CLEAN]),
        (["2♠ 3♠ *"], 9, [CLEAN, POINTS]),
    ],
)
def test_fifty_one_points_and_one_meld_without_a_joker(melds: list[str], points: int, why: list[str]) -> None:
    verdict = GAME.check_opening(melds)
    assert (verdict.points, sorted(f"{each.code} {each.rule}" for each in verdict.violations)) == (
        points,
        why,
    )
    position = scene(f"{' '.join(melds)} 6♦ 2♥", variant=GAME)
    assert reasons(position, LayDown([GAME.meld(each) for each in melds])) == why
    first = GAME.check_opening(melds, first_turn=True)
    assert "opening_first_turn" in [each.code for each in first.violations]


@pytest.mark.rule("VELVET-LAY-01")
def test_a_player_lays_some_or_all_of_the_cards() -> None:
    position = scene("5♣ 5♦ 5♥ 6♦ 7♦ 8♦ K♦", [(0, RUN)], variant=GAME)
    assert listed(position, LayDown) >= {"lay 5♣ 5♦ 5♥", "lay 6♦ 7♦ 8♦"}
    both = allowed(position, LayDown(["5♣ 5♦ 5♥", "6♦ 7♦ 8♦"]))
    assert both == allowed(position, LayDown("6♦ 7♦ 8♦"), LayDown("5♣ 5♦ 5♥"))
    allowed(position, Discard("K♦"))
    refused(position, LayDown([]), "opening_empty VELVET-LAY-01")


@pytest.mark.rule("VELVET-LAYOFF-01")
@pytest.mark.parametrize("owner", [0, 1])
def test_cards_join_melds_of_anybody(owner: int) -> None:
    table = [(0, "T♣ J♣ Q♣"), (owner, RUN), (owner, "4♣ 4♦ 4♥")]
    position = scene("6♠ T♠ 4♠ K♦ 2♥", table, variant=GAME)
    end = allowed(position, LayOff("6♠", 1), LayOff("T♠", 1), LayOff("4♠", 2))
    assert table_text(end) == sorted(["0: T♣ J♣ Q♣", f"{owner}: 6♠ 7♠ 8♠ 9♠ T♠", f"{owner}: 4♣ 4♦ 4♥ 4♠"])
    refused(position, LayOff("K♦", 1), NO_FIT)
    refused(scene("6♠ K♦", [(1, RUN)], variant=GAME), LayOff("6♠", 0), UNOPENED)


# the discard


@pytest.mark.rule("VELVET-DRAW-01")
def test_the_top_of_the_stock_or_of_the_pile_is_drawn() -> None:
    position = with_taken("T♠", "2♣ Q♦", [(0, RUN)], variant=GAME, discards="J♦ 5♥")
    assert {str(move) for move in position.legal_moves} == {"draw", "take"}
    taken = allowed(position, TakeDiscard())
    assert taken.discards == (Card("J♦"), Card("5♥"))
    drawn = allowed(position, DrawStock())
    assert drawn.stock == position.stock[1:]


@pytest.mark.rule("VELVET-DRAW-03", "VELVET-DRAW-04")
@pytest.mark.parametrize(
    "held,table,move",
    [
        ("5♣ 5♦ 2♣ Q♦", [(0, RUN)], LayDown("5♣ 5♦ 5♥")),
        ("2♣ Q♦", [(0, RUN), (1, "6♥ 7♥ 8♥")], LayOff("5♥", 1)),
        ("2♣ Q♦", [(0, RUN), (1, "3♥ 4♥ *")], SwapWild(1, None, "5♥")),
        ("Q♦", [(0, RUN), (1, "6♥ 7♥ 8♥")], LayOff("5♥", 1)),
    ],
)
def test_the_discard_is_taken_to_be_played_in_this_turn(
    held: str, table: list[tuple[int, str]], move: LayDown | LayOff | SwapWild
) -> None:
    taken = allowed(with_taken("5♥", held, table, variant=GAME), TakeDiscard())
    assert [str(duty) for duty in taken.duties] == ["place 5♥"]
    refused(taken, Discard("Q♦"), "duty_taken VELVET-DRAW-03")
    refused(taken, Discard("5♥"), "duty_taken VELVET-DRAW-03")
    placed = allowed(taken, move)
    assert placed.duties == ()
    allowed(placed, Discard("Q♦"))


# jokers that are exchanged


@pytest.mark.rule("VELVET-JRET-01", "VELVET-JRET-03", "VELVET-JRET-02")
@pytest.mark.parametrize("owner", [0, 1])
def test_the_joker_goes_to_the_hand(owner: int) -> None:
    position = scene("4♠ 9♥ K♦", [(0, "T♣ J♣ Q♣"), (owner, "2♠ 3♠ *")], variant=GAME)
    after = allowed(position, SwapWild(1, None, "4♠"))
    assert f"{owner}: 2♠ 3♠ 4♠" in table_text(after)
    assert after.duties == ()
    kept = allowed(after, Discard("K♦"))
    assert sorted(map(str, kept.hands[0])) == ["*", "9♥"]
    allowed(after, LayOff("*", 0, "high"))
    allowed(after, Discard("*"))
    refused(position, SwapWild(1, None, "9♥"), MISMATCH)
    refused(position, SwapWild(0, None, "9♥"), "not_a_wild VELVET-JRET-01")
    refused(position, SwapWild(1, None, "A♠"), "card_not_held", MISMATCH)
