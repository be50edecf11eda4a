"""Classic Rami 51: the first lay-down."""

from __future__ import annotations

import pytest
from tests.rules.scenes import ACES, CLASSIC, OPENING, RUN, allowed, listed, refused, scene

from rami import Discard, DrawStock, LayDown, LayOff, SwapWild

POINTS, CLEAN = "opening_points R51-OPEN-01", "opening_clean_run R51-OPEN-01"


def judged(melds: list[str]) -> tuple[int, list[str]]:
    """Points and reasons, once variant and round have been seen to agree."""
    verdict = CLASSIC.check_opening(melds)
    found = sorted(f"{each.code} {each.rule}" for each in verdict.violations)
    assert verdict.ok == (not found)
    position = scene(f"{' '.join(melds)} K♣")
    move = LayDown([CLASSIC.meld(each) for each in melds])
    if found:
        refused(position, move, *found)
    else:
        allowed(position, move)
        assert move in set(CLASSIC.openings(position.hands[0]))
    return verdict.points, found


@pytest.mark.rule("R51-OPEN-01", "R51-OPEN-02")
@pytest.mark.parametrize(
    "melds,points,reasons",
    [
        ([RUN, ACES], 57, []),
        (["9♠ 8♠ 7♠", ACES], 57, []),
        (["T♥ J♥ Q♥ K♥ A♥"], 51, []),
        (["9♥ T♥ J♥ Q♥ K♥"], 49, [POINTS]),
        ([RUN, "8♦ 8♣ 8♥"], 48, [POINTS]),
        ([RUN, "9♦ 9♣ 9♥"], 51, []),
        ([RUN, "9♦ 9♣ *"], 51, []),
        (["7♠ 8♠ *", "9♦ 9♣ 9♥"], 51, [CLEAN]),
        (["4♠ 5♠ 6♠ * 8♠", "K♥ K♦ K♣"], 60, [CLEAN]),
        (["K♦ K♣ K♥", "9♠ T♠ *"], 59, [CLEAN]),
        (["K♦ K♣ K♥ K♠", ACES], 73, [CLEAN]),
        (["2♠ 3♠ 4♠", "5♦ 5♣ *"], 24, [POINTS]),
        (["2♠ 3♠ *"], 9, [CLEAN, POINTS]),
        (["A♠ 2♠ 3♠", "Q♥ K♥ A♥"], 37, [POINTS]),
        (["A♠ 2♠ 3♠", "Q♥ K♥ A♥", "5♦ 5♣ 5♥"], 52, []),
    ],
)
def test_fifty_one_points_and_a_clean_run(melds: list[str], points: int, reasons: list[str]) -> None:
    assert judged(melds) == (points, reasons)


@pytest.mark.rule("R51-OPEN-01")
def test_the_points_are_those_of_one_act() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♣")
    refused(position, LayDown(RUN), POINTS)
    refused(position, LayDown(ACES), CLEAN, POINTS)
    assert listed(position, LayDown) == {"lay 7♠ 8♠ 9♠ + A♣ A♦ A♥"}


@pytest.mark.rule("R51-OPEN-03", "R51-OPEN-04")
def test_only_the_first_lay_down_needs_points() -> None:
    small = LayDown("2♣ 2♥ 2♠")
    unopened = scene("2♣ 2♥ 2♠ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦")
    refused(unopened, small, CLEAN, POINTS)
    allowed(unopened, LayDown(OPENING), small)
    allowed(scene("2♣ 2♥ 2♠ K♦", [(0, RUN)]), small)
    allowed(scene("2♣ 3♣ * K♦", [(0, RUN)]), LayDown("2♣ 3♣ *"))


@pytest.mark.rule("R51-OPEN-03")
def test_everybody_opens_for_themselves() -> None:
    refused(scene("2♣ 2♥ 2♠ K♦", [(1, RUN)]), LayDown("2♣ 2♥ 2♠"), CLEAN, POINTS)


@pytest.mark.rule("R51-OPEN-01", "R51-OPEN-03")
def test_an_opening_need_not_beat_those_of_others() -> None:
    position = scene("T♥ J♥ Q♥ K♥ A♥ 9♣ 2♦", others=["7♠ 8♠ 9♠ 7♦ 8♦ 9♦ 3♣ 5♣"])
    position = allowed(position, LayDown("T♥ J♥ Q♥ K♥ A♥"), Discard("2♦"), DrawStock())
    refused(position, LayDown(["7♠ 8♠ 9♠", "7♦ 8♦ 9♦"]), POINTS)
    richer = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ 9♣ 2♦", others=["T♥ J♥ Q♥ K♥ A♥ 3♣ 5♣"])
    allowed(richer, LayDown(OPENING), Discard("2♦"), DrawStock(), LayDown("T♥ J♥ Q♥ K♥ A♥"))


@pytest.mark.rule("R51-OPEN-06")
def test_only_new_melds_count() -> None:
    position = scene("7♠ 8♠ 9♠ 8♦ 8♣ 8♥ Q♣ K♦", [(1, "9♣ T♣ J♣")])
    refused(position, LayDown([RUN, "8♦ 8♣ 8♥"]), POINTS)
    assert not listed(position, LayDown)
    verdict = CLASSIC.check_opening([RUN, "8♦ 8♣ 8♥"], layoffs=[("Q♣", "9♣ T♣ J♣")])
    assert (verdict.ok, verdict.points) == (False, 48)


@pytest.mark.rule("R51-OPEN-05")
def test_the_table_is_open_as_soon_as_the_opening_lies() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ Q♣ 4♦ 5♦ 5♥ K♦", [(1, "9♣ T♣ J♣"), (1, "2♦ 3♦ *")])
    refused(position, LayOff("Q♣", 0), "opening_needed R51-LAYOFF-01")
    opened = allowed(position, LayDown(OPENING))
    allowed(opened, LayOff("Q♣", 0), SwapWild(1, None, "4♦"), LayDown("5♦ 5♥ *"), Discard("K♦"))


@pytest.mark.rule("R51-RSEC-02")
def test_laying_everything_at_once_needs_the_opening_too() -> None:
    poor = scene("2♠ 3♠ 4♠ 2♥ 3♥ 4♥ K♣")
    refused(poor, LayDown(["2♠ 3♠ 4♠", "2♥ 3♥ 4♥"]), POINTS)
    dirty = scene("K♠ K♦ K♥ Q♠ Q♦ Q♥ 9♣")
    refused(dirty, LayDown(["K♠ K♦ K♥", "Q♠ Q♦ Q♥"]), CLEAN)
    allowed(scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♣"), LayDown(OPENING), Discard("K♣"))


@pytest.mark.rule("R51-RSEC-03", "R51-RSEC-01")
def test_melds_of_others_may_help_to_lay_everything_at_once() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ Q♣ K♦", [(1, "9♣ T♣ J♣")])
    end = allowed(position, LayDown(OPENING), LayOff("Q♣", 0), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.score().points(1) % 2 == 0


@pytest.mark.rule("R51-RSEC-04", "R51-OPEN-01")
def test_whoever_opens_keeps_a_card_to_discard() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥")
    refused(position, LayDown(OPENING), "last_card_placed R51-RSEC-04")
    allowed(position, Discard("A♥"))


@pytest.mark.rule("R51-OPEN-01")
def test_all_reasons_come_at_once() -> None:
    position = scene("2♠ 3♠ * 6♥")
    refused(position, LayDown(["2♠ 3♠ *", "9♦ 9♣ 9♥"]), CLEAN, POINTS, *["card_not_held"] * 3)
