"""Classic Rami 51: the first lay-down."""

from __future__ import annotations

import pytest
from tests.rules.scenes import ACES, CLASSIC, OPENING, RUN, allowed, listed, refused, scene

from rami import Discard, LayDown, LayOff

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


@pytest.mark.rule("R51-OPEN-06")
def test_only_new_melds_count() -> None:
    position = scene("7♠ 8♠ 9♠ 8♦ 8♣ 8♥ Q♣ K♦", [(1, "9♣ T♣ J♣")])
    refused(position, LayDown([RUN, "8♦ 8♣ 8♥"]), POINTS)
    assert not listed(position, LayDown)
    verdict = CLASSIC.check_opening([RUN, "8♦ 8♣ 8♥"], layoffs=[("Q♣", "9♣ T♣ J♣")])
    assert (verdict.ok, verdict.points) == (False, 48)


@pytest.mark.rule("R51-RSEC-03", "R51-RSEC-01")
def test_melds_of_others_may_help_to_lay_everything_at_once() -> None:
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ Q♣ K♦", [(1, "9♣ T♣ J♣")])
    end = allowed(position, LayDown(OPENING), LayOff("Q♣", 0), Discard("K♦"))
    assert end.outcome is not None
    assert end.outcome.all_at_once
    assert end.score().points(1) % 2 == 0
