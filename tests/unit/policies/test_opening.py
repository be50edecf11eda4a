"""The requirements of an opening, judged from facts alone."""

from __future__ import annotations

from functools import partial

import pytest

from rami.cards import Card
from rami.cards.melds import Group, Meld, Run
from rami.errors import Reason, Violation
from rami.policies import Opening, OpeningFacts, OpeningVerdict

classic = partial(Opening, minimum=51, clean="run_meld")
"""The opening of Classic 51, with other options."""

CLEAN = Run("7♠ 8♠ 9♠")
WITH_JOKER = Run("7♠ 8♠ *")
LONG_WITH_JOKER = Run("7♠ 8♠ 9♠ *")
SPLIT_BY_JOKER = Run("6♠ 7♠ * 9♠ T♠")
ACES = Group("A♦ A♣ A♥")
JOKER_ACES = Group("A♦ A♣ *")


def facts(
    *melds: Meld,
    points: int = 60,
    taken: str | None = None,
    without: bool = False,
    highest: int = 0,
    first: bool = False,
) -> OpeningFacts:
    return OpeningFacts(melds, points, None if taken is None else Card(taken), without, highest, first)


def codes(violations: tuple[Violation, ...]) -> list[str]:
    return [violation.code for violation in violations]


def judged(opening: Opening, given: OpeningFacts) -> list[str]:
    return codes(opening.verdict(given).violations)


@pytest.mark.rule("R51-OPEN-01")
@pytest.mark.parametrize("points,ok", [(0, False), (50, False), (51, True), (57, True)])
def test_fifty_one_points(points: int, ok: bool) -> None:
    verdict = classic().verdict(facts(CLEAN, ACES, points=points))
    assert (verdict.violations == ()) is ok
    if not ok:
        (violation,) = verdict.violations
        assert violation.code == Reason.OPENING_POINTS
        assert (violation["points"], violation["minimum"]) == (points, 51)
        assert violation.rule is None


@pytest.mark.rule("VARIATION-THRESH-01", "VARIATION-THRESH-02")
@pytest.mark.parametrize("minimum", [0, 30, 40, 71, 81])
def test_other_thresholds(minimum: int) -> None:
    opening = Opening(minimum=minimum)
    assert judged(opening, facts(CLEAN, points=minimum)) == []
    if minimum:
        assert judged(opening, facts(CLEAN, points=minimum - 1)) == [Reason.OPENING_POINTS]


@pytest.mark.rule("R51-OPEN-01")
@pytest.mark.parametrize(
    "melds,window,meld,either",
    [
        ((CLEAN,), True, True, True),
        ((CLEAN, JOKER_ACES), True, True, True),
        ((WITH_JOKER, ACES), False, False, True),
        ((WITH_JOKER, JOKER_ACES), False, False, False),
        ((LONG_WITH_JOKER, JOKER_ACES), True, False, False),
        ((SPLIT_BY_JOKER,), False, False, False),
        ((ACES,), False, False, True),
    ],
)
def test_clean_melds(melds: tuple[Meld, ...], window: bool, meld: bool, either: bool) -> None:
    given = facts(*melds)
    assert (judged(Opening(clean="run_window"), given) == []) is window
    assert (judged(Opening(clean="run_meld"), given) == []) is meld
    assert (judged(Opening(clean="run_or_set"), given) == []) is either
    assert judged(Opening(clean=None), given) == []


def test_the_clean_violation_names_the_missing_meld() -> None:
    lacking = {"run_meld": Reason.OPENING_CLEAN_RUN, "run_window": Reason.OPENING_CLEAN_WINDOW}
    for clean, code in lacking.items():
        opening = Opening(clean=clean)  # type: ignore[arg-type]  # by name
        assert judged(opening, facts(WITH_JOKER, ACES)) == [code]
    assert judged(Opening(clean="run_or_set"), facts(WITH_JOKER, JOKER_ACES)) == [Reason.OPENING_CLEAN_MELD]


@pytest.mark.rule("R51-DRAW-02")
def test_the_card_taken_may_complete_the_clean_run() -> None:
    assert judged(classic(), facts(CLEAN, ACES, taken="9♠")) == []


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
def test_the_clean_meld_without_the_card_taken(
    clean: str, melds: tuple[Meld, ...], taken: str, ok: bool
) -> None:
    opening = Opening(clean=clean)  # type: ignore[arg-type]  # by name
    assert (judged(opening, facts(*melds, taken=taken, without=True)) == []) is ok
    assert judged(opening, facts(*melds, taken=taken)) == []


def test_the_discard_can_ask_for_more() -> None:
    opening = classic(pickup_minimum=71)
    assert judged(opening, facts(CLEAN, points=60)) == []
    (violation,) = opening.verdict(facts(CLEAN, points=70, taken="7♠")).violations
    assert violation.code == Reason.OPENING_PICKUP
    assert (violation["points"], violation["minimum"]) == (70, 71)
    assert judged(opening, facts(CLEAN, points=71, taken="7♠")) == []
    assert judged(opening, facts(WITH_JOKER, points=71, taken="7♠")) == [Reason.OPENING_CLEAN_RUN]
    assert judged(classic(), facts(CLEAN, points=60, taken="7♠")) == []


def test_openings_that_must_rise() -> None:
    opening = classic(escalates=True)
    assert judged(opening, facts(CLEAN, points=51)) == []
    assert judged(opening, facts(CLEAN, points=60, highest=59)) == []
    (violation,) = opening.verdict(facts(CLEAN, points=60, highest=60)).violations
    assert violation.code == Reason.OPENING_ESCALATES
    assert (violation["points"], violation["highest"]) == (60, 60)
    assert judged(opening, facts(CLEAN, points=40, highest=60)) == [
        Reason.OPENING_POINTS,
        Reason.OPENING_ESCALATES,
    ]
    assert judged(classic(), facts(CLEAN, points=51, highest=90)) == []


def test_no_melds_in_the_first_round() -> None:
    limited = classic(first_round_melds=False)
    verdict = limited.verdict(facts(CLEAN, first=True))
    assert codes(verdict.violations) == codes(verdict.if_out) == [Reason.OPENING_FIRST_TURN]
    assert judged(limited, facts(CLEAN)) == []
    assert judged(classic(), facts(CLEAN, first=True)) == []


def test_an_opening_of_nothing() -> None:
    verdict = Opening().verdict(facts(points=0))
    assert codes(verdict.violations) == codes(verdict.if_out) == [Reason.OPENING_EMPTY]


@pytest.mark.rule("R51-RSEC-02", "VARIATION-RSEC-01")
def test_requirements_of_going_out_at_once() -> None:
    poor = facts(WITH_JOKER, points=20)
    both = [Reason.OPENING_POINTS, Reason.OPENING_CLEAN_RUN]
    expected = {"full": both, "points": [Reason.OPENING_POINTS], "nothing": list[str]()}
    for value, left in expected.items():
        verdict = classic(all_at_once_requires=value).verdict(poor)  # type: ignore[arg-type]  # by name
        assert codes(verdict.violations) == both
        assert codes(verdict.if_out) == left


def test_points_include_rising_and_the_discard() -> None:
    given = facts(WITH_JOKER, points=60, taken="7♠", highest=65)
    points = [Reason.OPENING_PICKUP, Reason.OPENING_ESCALATES]
    by_points = classic(all_at_once_requires="points", pickup_minimum=71, escalates=True).verdict(given)
    assert codes(by_points.violations) == [*points, Reason.OPENING_CLEAN_RUN]
    assert codes(by_points.if_out) == points
    exempt = classic(all_at_once_requires="nothing", pickup_minimum=71, escalates=True).verdict(given)
    assert exempt.if_out == ()


@pytest.mark.rule("R51-OPEN-06")
def test_lay_offs_do_not_count_unless_the_rule_says_so() -> None:
    assert judged(classic(), facts(CLEAN, points=24)) == [Reason.OPENING_POINTS]
    verdict = classic(counts_layoffs=True).verdict(facts(CLEAN, points=24))
    assert verdict == OpeningVerdict(missing=27)
    assert verdict.missing_if_out == 27
    assert classic(counts_layoffs=True).verdict(facts(CLEAN, points=51)).missing == 0


def test_points_that_lay_offs_must_bring() -> None:
    counting = classic(counts_layoffs=True, pickup_minimum=71, escalates=True)
    assert counting.verdict(facts(CLEAN, points=24, taken="7♠")).missing == 47
    assert counting.verdict(facts(CLEAN, points=24, highest=80)).missing == 57
    unclean = counting.verdict(facts(WITH_JOKER, points=24))
    assert codes(unclean.violations) == [Reason.OPENING_CLEAN_RUN]
    exempt = classic(counts_layoffs=True, all_at_once_requires="nothing").verdict(facts(CLEAN, points=24))
    assert (exempt.missing, exempt.missing_if_out) == (27, 0)


def test_a_verdict_repeats_itself_for_going_out() -> None:
    wrong = (Violation("too_blue"),)
    assert OpeningVerdict(wrong).if_out == wrong
    assert OpeningVerdict(wrong, ()).if_out == ()
    assert OpeningVerdict(missing=5).missing_if_out == 5
