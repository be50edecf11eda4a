"""The requirements of an opening, which are judged only from facts."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.support.refusals import codes_in

from rami.cards import Card
from rami.cards.melds import Group, Meld, Run
from rami.errors import Reason
from rami.policies import Opening, OpeningFacts

classic = partial(Opening, minimum=51, clean="run_meld")
"""The opening of Classic 51, with other options."""

CLEAN = Run("7♠ 8♠ 9♠")
WITH_JOKER = Run("7♠ 8♠ *")
ACES = Group("A♦ A♣ A♥")


def facts(
    *melds: Meld, points: int = 60, taken: str | None = None, without: bool = False, **others: Any
) -> OpeningFacts:
    return OpeningFacts(melds, points, None if taken is None else Card(taken), without, **others)


def judged(opening: Opening, given: OpeningFacts) -> list[str]:
    return codes_in(opening.verdict(given).violations)


@pytest.mark.parametrize(
    "clean,melds,taken,ok",
    [
        ("run_meld", (CLEAN, ACES), "9♠", False),
        ("run_meld", (CLEAN, ACES), "A♣", True),
        ("run_meld", (Run("6♠ 7♠ 8♠ 9♠"), ACES), "9♠", False),
        ("run_meld", (CLEAN, Run("4♥ 5♥ 6♥")), "9♠", True),
        ("run_meld", (CLEAN, Group("9♠ 9♦ 9♥")), "9♠", True),
        ("run_window", (Run("6♠ 7♠ 8♠ 9♠"), ACES), "9♠", True),
        ("run_window", (Run("6♠ 7♠ 8♠ 9♠"), ACES), "8♠", False),
        ("run_window", (Run("5♠ 6♠ 7♠ 8♠ 9♠"), ACES), "8♠", True),
        ("run_or_set", (ACES, WITH_JOKER), "A♣", False),
        ("run_or_set", (ACES, WITH_JOKER), "7♠", True),
        (None, (CLEAN, ACES), "9♠", True),
    ],
)
def test_the_clean_meld_without_the_taken_card(
    clean: str, melds: tuple[Meld, ...], taken: str, ok: bool
) -> None:
    opening = Opening(clean=clean)  # type: ignore[arg-type]  # by name
    assert (judged(opening, facts(*melds, taken=taken, without=True)) == []) is ok
    assert judged(opening, facts(*melds, taken=taken)) == []


def test_no_melds_in_the_first_round() -> None:
    limited = classic(first_round_melds=False)
    verdict = limited.verdict(facts(CLEAN, first_turn=True))
    assert codes_in(verdict.violations) == codes_in(verdict.if_out) == [Reason.OPENING_FIRST_TURN]
    assert judged(limited, facts(CLEAN)) == []
    assert judged(classic(), facts(CLEAN, first_turn=True)) == []


def test_an_opening_of_nothing() -> None:
    verdict = Opening().verdict(facts(points=0))
    assert codes_in(verdict.violations) == codes_in(verdict.if_out) == [Reason.OPENING_EMPTY]


def test_points_that_lay_offs_must_bring() -> None:
    counting = classic(counts_layoffs=True, pickup_minimum=71, escalates=True)
    assert counting.verdict(facts(CLEAN, points=24, taken="7♠")).missing == 47
    assert counting.verdict(facts(CLEAN, points=24, highest_before=80)).missing == 57
    unclean = counting.verdict(facts(WITH_JOKER, points=24))
    assert codes_in(unclean.violations) == [Reason.OPENING_CLEAN_RUN]
    exempt = classic(counts_layoffs=True, all_at_once_requires="nothing").verdict(facts(CLEAN, points=24))
    assert (exempt.missing, exempt.missing_if_out) == (27, 0)
