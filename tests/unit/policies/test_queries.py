"""Queries to a variant without a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from tests.support.complete import check_complete
from tests.support.flat import with_options
from tests.support.presets import SLUGS
from tests.support.refusals import codes_in, codes_of, refusal
from tests.support.worked.gin_scenes import NINE, gin
from tests.support.worked.scenes import ACES, CLASSIC, RUN, house

from rami import Card, Group, InvalidMeld, RamiError, variants
from rami.errors import Reason

FRUSTRATION = variants.FRUSTRATION


@pytest.mark.parametrize("upcard,discards", [("2♦", []), ("3♦", ["K♠"]), ("5♦", ["K♠"])])
def test_the_first_upcard_limits_the_deadwood_of_a_knock(upcard: str, discards: list[str]) -> None:
    variant = gin(closing__knock_limit="upcard")
    found = variant.knock_discards(f"{NINE} 3♣ K♠", upcard=upcard)
    assert [str(card) for card in found] == discards


@pytest.mark.rule("R51-DRAW-02")
def test_openings_hold_the_card_that_was_taken() -> None:
    cards = "7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ Q♦ J♦"
    every = list(CLASSIC.openings(cards))
    found = list(CLASSIC.openings(cards, taken="A♥"))
    assert len(found) == 3
    assert found == [move for move in every if any(Card("A♥") in meld for meld in move.melds)] != every


@pytest.mark.rule("R51-OPEN-06")
@pytest.mark.parametrize(
    "melds,missing", [([RUN, "5♥ 6♥ 7♥ 8♥"], [1]), ([RUN, "7♥ 8♥ 9♥"], [3]), ([RUN, "8♥ 9♥ T♥"], [])]
)
def test_points_that_lay_offs_still_have_to_bring(melds: list[str], missing: list[int]) -> None:
    verdict = house(opening__counts_layoffs=True).check_opening(melds)
    assert [each["missing"] for each in verdict.violations] == missing


CONTRACT_NEEDED = "in this game you open with a contract: give its number, counted from 1"
DRAWN_FROM = "drawn_from = 'x' is not one of None, 'stock', 'discard'"


@pytest.mark.parametrize(
    "ask,text",
    [
        (lambda: CLASSIC.points(Group("5♠ 5♠ 5♠", suits="any")), "5♠ appears 3 times: the pack holds 2"),
        (
            lambda: FRUSTRATION.check_opening(["5♠ 5♦ 5♥"], contract=15),
            "contract = 15 is too large: it must be at most 14",
        ),
        (lambda: FRUSTRATION.check_opening(["5♠ 5♦ 5♥"]), CONTRACT_NEEDED),
        (lambda: variants.LIVERPOOL.openings("5♠ 5♦ 5♥"), CONTRACT_NEEDED),
        (lambda: CLASSIC.check_opening(["5♠ 5♦ 5♥"], contract=1), "there are no contracts in this game"),
        (lambda: CLASSIC.check_opening([RUN], table=cast(Any, 5)), "table must be a collection, not int"),
        (lambda: CLASSIC.check_opening([RUN], drawn_from=cast(Any, "x")), DRAWN_FROM),
        (lambda: CLASSIC.openings(RUN, drawn_from=cast(Any, "x")), DRAWN_FROM),
    ],
)
def test_faults_of_a_query(ask: Callable[[], object], text: str) -> None:
    error = refusal(RamiError, ask)
    check_complete(error.violations)
    assert str(error) == text


WITHOUT_OPENING = ("gin", "indian-13", "okey", "three-thirteen")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_without_an_opening_has_none_to_check(slug: str) -> None:
    variant = variants.get(slug)
    contract = 1 if variant.settings()["opening.contracts"] else None
    asked: list[Callable[[], object]] = [
        lambda: variant.check_opening(["7♠ 8♠ 9♠"], contract=contract),
        lambda: variant.openings("7♠ 8♠ 9♠", contract=contract),
        lambda: variant.openings("7♠ 8♠ 9♠", first_turn=True, contract=contract),
    ]
    for ask in asked:
        if slug in WITHOUT_OPENING:
            error = refusal(RamiError, ask)
            assert codes_in(error.violations) == [Reason.NO_OPENING]
            assert str(error) == "there is no opening in this game"
        else:
            ask()


@pytest.mark.rule("R51-LAYOFF-01")
def test_a_lay_off_that_does_not_fit_is_named() -> None:
    verdict = CLASSIC.check_opening([RUN, ACES], layoffs=[("K♣", "9♣ T♣ J♣")])
    assert [each.text for each in verdict.violations] == ["K♣ does not fit on 9♣ 10♣ J♣"]


@pytest.mark.rule("LEB-JOK-01")
@pytest.mark.parametrize("tens,burnt", [("T♠ T♦ T♥", True), ("T♣ T♦ T♥", False)])
def test_openings_of_a_game_with_one_pack_know_its_burnt_cards(tens: str, burnt: bool) -> None:
    one_pack = with_options(variants.LEBANESE_14, {"equipment.packs": 1})
    found = {str(move) for move in one_pack.openings("9♠ * J♠ Q♠ K♠ 6♥ 7♥ 8♥", table=[tens])}
    assert ("lay 6♥ 7♥ 8♥ + 9♠ * J♠ Q♠" in found) == burnt
    assert "lay 6♥ 7♥ 8♥ + J♠ Q♠ K♠" in found


def test_a_list_as_long_as_the_longest_run_does_not_pass_the_ace() -> None:
    cards = "* * * 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣ *"
    assert codes_of(RamiError, CLASSIC.meld, cards) == ["run_gap", "wild_count"]


@pytest.mark.parametrize(
    ("layoffs", "code"),
    [(["6♠"], "wrong_type"), ([("6♠",)], "wrong_count"), ([("6♠", "7♠", 1)], "wrong_count")],
)
def test_layoffs_that_are_no_pairs_are_refused(layoffs: Any, code: str) -> None:
    assert codes_in(CLASSIC.check_opening([RUN, ACES], layoffs=layoffs).violations) == [code]


def test_a_run_that_is_longer_than_any_is_refused() -> None:
    cards = "* A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ T♠ J♠ Q♠ K♠ A♠"
    verdict = CLASSIC.check_opening([cards])
    assert codes_in(verdict.violations) == ["run_too_long", "run_ace"]
    assert verdict.points == 0


def test_no_cards_are_no_meld() -> None:
    with pytest.raises(InvalidMeld, match="at least one card"):
        CLASSIC.meld("")
