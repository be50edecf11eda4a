"""Rommé: deals, turn order and matches."""

from __future__ import annotations

import pytest

from rami.policies.results.scores import RoundScore, ScoreLine
from rami.policies.slots.match_format import MatchFacts
from rami.variants import ROMME


@pytest.mark.rule("ROM-SCORE-04")
def test_a_joker_left_may_count_more() -> None:
    dear = ROMME.with_(scoring={"joker_hand_value": 25})
    assert [each.score(["", "* 9♦"], winner=0).points(1) for each in (ROMME, dear)] == [29, 34]


@pytest.mark.rule("ROM-MATCH-01")
@pytest.mark.parametrize(
    "totals,winners",
    [((0, 499, 3), ()), ((12, 500, 3), (2,)), ((12, 503, 12), (0, 2)), ((500, 600, 7), (2,))],
)
def test_five_hundred_end_the_match(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    score = RoundScore(False, 0, (ScoreLine(1, 5),))
    verdict = ROMME.match.verdict(MatchFacts(score, 4, 3, (0, 1, 2), totals))
    assert (verdict.over, verdict.winners) == (bool(winners), winners)
