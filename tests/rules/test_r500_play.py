"""Rami 500: melds, the opening, the discard, and melds that belong to nobody."""

from __future__ import annotations

import attrs
import pytest
from tests.rules.scenes import (
    ACES,
    RUN,
    allowed,
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
    Group,
    LayDown,
    LayOff,
    Round,
    Run,
    SwapWild,
    TableMeld,
    TakeDiscard,
    variants,
)

GAME = variants.RAMI_500
POINTS, CLEAN = "opening_points R500-OPEN-01", "opening_clean_window R500-OPEN-03"
NOT_OUT = "duty_unmeetable"
"""Nor could the player go out this turn, which would lift the conditions of the opening."""
UNOPENED = "opening_needed R500-LAYOFF-01"


# melds


@pytest.mark.rule("R500-RUN-01", "R500-ORD-01", "R500-ORD-02")
def test_runs_go_from_the_low_ace_to_the_high_one() -> None:
    order = "A23456789TJQKA"
    for at in range(12):
        run = GAME.meld(" ".join(f"{rank}♣" for rank in order[at : at + 3]))
        assert isinstance(run, Run)
        assert run.low == at + 1
    assert len(GAME.meld(" ".join(f"{rank}♣" for rank in order))) == 14
    assert why_not("K♣ A♣ 2♣", GAME)


@pytest.mark.rule("R500-JOK-01")
@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_a_joker_stands_for_any_card(rank: str) -> None:
    suits = "♣♦♥"
    assert isinstance(GAME.meld([*(rank + suit for suit in suits[:2]), "*"]), Group)
    order = "A23456789TJQKA"
    at = max(0, order.index(rank) - 1)
    run = [each + "♠" for each in order[at : at + 3]]
    run[run.index(rank + "♠")] = "*"
    placed = GAME.meld(" ".join(run)).placed
    assert {str(each.stands_for) for each in placed if each.card.is_joker} == {rank + "♠"}


@pytest.mark.rule("R500-JOK-02")
@pytest.mark.parametrize("cards", ["5♠ * * 8♠", "7♥ 7♠ * *", "* 6♠ 7♠ 8♠ *"])
def test_no_meld_holds_two_jokers(cards: str) -> None:
    assert "wild_count R500-JOK-02" in why_not(cards, GAME)
    position = scene("* K♦ 2♥", [(0, "T♣ J♣ *"), (1, "9♣ 9♦ *")], variant=GAME)
    for move in (LayOff("*", 0, "low"), LayOff("*", 0, "high"), LayOff("*", 1)):
        refused(position, move, "does_not_fit R500-LAYOFF-01")


# the opening


@pytest.mark.rule("R500-OPEN-01", "R500-OPEN-03", "R500-OPEN-04")
@pytest.mark.parametrize(
    "melds,points,why",
    [
        ([RUN, ACES], 57, []),
        (["T♥ J♥ Q♥ K♥ A♥"], 51, []),
        (["9♥ T♥ J♥ Q♥ K♥"], 49, [POINTS]),
        (["T♥ J♥ Q♥ K♥", "A♠ 2♠ 3♠ 4♠"], 50, [POINTS]),
        (["9♣ T♣ J♣", "Q♠ Q♦ *"], 59, []),
        (["4♠ 5♠ 6♠ * 8♠", "K♥ K♦ K♣"], 60, []),
        (["4♠ 5♠ * 7♠ 8♠", "K♥ K♦ K♣"], 60, [CLEAN]),
        (["K♦ K♣ K♥", "9♠ T♠ *"], 59, [CLEAN]),
        (["2♠ 3♠ *"], 9, [CLEAN, POINTS]),
    ],
)
def test_fifty_one_points_and_three_naturals_in_a_row(melds: list[str], points: int, why: list[str]) -> None:
    verdict = GAME.check_opening(melds)
    assert (verdict.points, sorted(f"{each.code} {each.rule}" for each in verdict.violations)) == (
        points,
        why,
    )
    position = scene(f"{' '.join(melds)} 6♦ 2♥", variant=GAME)
    move = LayDown([GAME.meld(each) for each in melds])
    assert reasons(position, move) == sorted([NOT_OUT, *why] if why else [])


@pytest.mark.rule("R500-OPEN-02")
def test_cards_added_to_melds_do_not_count_but_may_follow() -> None:
    table = [(1, "9♣ T♣ J♣")]
    short = scene("7♠ 8♠ 9♠ 8♦ 8♣ 8♥ Q♣ K♦ 2♥", table, variant=GAME)
    refused(short, LayDown([RUN, "8♦ 8♣ 8♥"]), POINTS, NOT_OUT)
    verdict = GAME.check_opening([RUN, "8♦ 8♣ 8♥"], layoffs=[("Q♣", "9♣ T♣ J♣")])
    assert (verdict.ok, verdict.points) == (False, 48)
    enough = scene(f"{RUN} {ACES} Q♣ K♦ 2♥", table, variant=GAME)
    refused(enough, LayOff("Q♣", 0), UNOPENED)
    allowed(enough, LayDown([RUN, ACES]), LayOff("Q♣", 0), Discard("2♥"))


AT_ONCE = ["2♠ 3♠ *", "2♥ 3♥ 4♥", "4♦ 4♣ 4♠", "5♦ 5♣ 5♥"]


@pytest.mark.rule("R500-OPEN-05")
def test_the_whole_hand_laid_at_once_needs_neither() -> None:
    table = [(1, "7♦ 8♦ 9♦")]
    position = scene(f"{' '.join(AT_ONCE)} 6♦ K♣", table, variant=GAME)
    melds = [GAME.meld(each) for each in AT_ONCE]
    opened = allowed(position, LayDown(melds))
    assert [str(duty) for duty in opened.duties] == ["go out"]
    refused(opened, Discard("6♦"), "duty_out R500-OPEN-05")
    end = allowed(opened, LayOff("6♦", 0), Discard("K♣"))
    assert end.over
    first = allowed(position, LayDown(melds[0]), LayOff("6♦", 0), *(LayDown(each) for each in melds[1:]))
    assert allowed(first, Discard("K♣")) == end
    stuck = scene(f"{' '.join(AT_ONCE)} 6♦ K♣ J♠", table, variant=GAME)
    refused(stuck, LayDown(melds), POINTS, NOT_OUT)


# the discard


@pytest.mark.rule("R500-DRAW-01")
def test_the_top_card_of_a_pile_is_the_one_that_is_taken() -> None:
    position = with_taken("T♠", "2♣ Q♦", [(0, RUN)], variant=GAME, discards="J♦ 5♥")
    taken = allowed(position, TakeDiscard())
    assert taken.discards == (Card("J♦"), Card("5♥"))
    assert str(taken.duties[0]) == "place T♠"


# the table


def owned_by(position: Round, owner: int) -> Round:
    """The position with every meld but the first one, which is of seat 0, in the hands of that owner."""
    first, *others = position.table
    table = (first, *(TableMeld(laid.id, owner, laid.meld) for laid in others))
    return Round.from_setup(attrs.evolve(position.setup, table=table, opened=None))


@pytest.mark.rule("R500-OWN-01", "R500-LAYOFF-01")
def test_it_does_not_matter_who_laid_a_meld() -> None:
    table = [(0, "T♣ J♣ Q♣"), (0, "5♥ 6♥ 7♥ 8♥"), (0, "9♣ 9♦ 9♥"), (0, "2♠ 3♠ *")]
    position = scene("* 4♥ 4♠ 9♠ 8♦ 8♠ K♦ 2♥", table, variant=GAME)
    moves = set(map(str, position.legal_moves))
    assert {"off * > 1 low", "off 4♥ > 1", "off 9♠ > 2", "swap 4♠ > 3"} <= moves
    assert set(map(str, owned_by(position, 1).legal_moves)) == moves


@pytest.mark.rule("R500-JRET-01")
@pytest.mark.parametrize("owner", [0, 1])
def test_a_joker_comes_out_for_its_card_and_is_laid_again_at_once(owner: int) -> None:
    table = [(0, "T♣ J♣ Q♣"), (owner, "2♠ 3♠ *"), (1, "6♦ 6♥ 6♣")]
    position = scene("4♠ 9♥ 9♦ K♦ 2♥ 2♦", table, variant=GAME)
    after = allowed(position, SwapWild(1, None, "4♠"))
    assert [str(duty) for duty in after.duties] == ["place *"]
    must = "duty_wild_next R500-JRET-01"
    refused(after, LayOff("K♦", 2), must, "does_not_fit R500-LAYOFF-01")
    refused(after, Discard("K♦"), "duty_wild R500-JRET-01")
    refused(after, Discard("*"), "duty_wild R500-JRET-01")
    allowed(after, LayDown("9♥ 9♦ *"), Discard("K♦"))
    allowed(after, LayOff("*", 2), Discard("K♦"))
    allowed(after, LayOff("*", 0, "high"), Discard("K♦"))
    back = allowed(after, LayOff("*", 1, "low"), Discard("K♦"))
    assert f"{owner}: * 2♠ 3♠ 4♠" in table_text(back)
    refused(position, SwapWild(1, None, "2♥"), "swap_mismatch R500-JRET-01")
    refused(position, SwapWild(2, None, "2♥"), "not_a_wild R500-JRET-01")
