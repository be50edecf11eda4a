"""Errors for impossible facts contain the actual and the expected value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.support.ends import outcome_of
from tests.support.refusals import refusal
from tests.support.turn_facts import setup_with
from tests.support.worked.scenes import CLASSIC, RUN, house

from rami import Round, Setup, variants
from rami.errors import InvalidSetup
from rami.rounds.setup import Duty, KnockFact, Outcome, RoundContext

HANDS = ("7♠ 8♠", "2♦ 3♦")


def setup(**facts: Any) -> Setup:
    given: dict[str, Any] = {"variant": CLASSIC, "hands": HANDS, "discards": "5♥", **facts}
    return setup_with(**given)


def start(**facts: Any) -> Round:
    return Round.from_setup(setup(**facts))


def over(**facts: Any) -> Round:
    return start(phase="over", outcome=Outcome(winner=0, **facts))


@pytest.mark.parametrize(
    "make,text",
    [
        (lambda: Duty("x"), "kind = 'x' is not one of 'place_taken', 'place_wild', 'go_out', 'reach_points'"),
        (
            lambda: KnockFact(0, "x"),
            "kind = 'x' is not one of 'knock', 'gin', 'big_gin', 'declaration', 'pairs'",
        ),
        (lambda: RoundContext(1), "seats = 1 is too small: it must be at least 2"),
        (lambda: RoundContext(2, number=0), "number = 0 is too small: it must be at least 1"),
        (lambda: RoundContext(2, dealer=5), "dealer = 5 is not a seat: there are 2 seats, numbered from 0"),
        (lambda: over(wilds_placed=True), "wilds_placed must be an integer, not bool"),
        (lambda: over(opened_before=3), "opened_before must be a collection, not int"),
        (lambda: setup(table=5), "table must be a collection, not int"),
        (lambda: setup(table=[3]), "table[0] must be a collection, not int"),
        (lambda: setup(opened=[1, 2]), "opened must be True or False, not int"),
        (lambda: setup(opened_now=3), "opened_now must be True or False, not int"),
        (lambda: setup(helped="x"), "helped must be True or False, not str"),
        (lambda: setup(duties=4), "duties must be a collection, not int"),
        (lambda: setup(hands=5), "hands must be a collection, not int"),
        (lambda: start(wilds_placed=[7]), "wilds_placed: meld 7 is not on the table"),
        (lambda: start(turn=-1), "turn = -1 is too small: it must be at least 0"),
        (lambda: start(recycles=-1), "recycles = -1 is too small: it must be at least 0"),
        (lambda: start(highest_opening=-1), "highest_opening = -1 is too small: it must be at least 0"),
        (
            lambda: start(table=[(7, RUN)]),
            "table[0].owner = 7 is not a seat: there are 2 seats, numbered from 0",
        ),
        (
            lambda: start(hands=("7♠", "", "2♦"), table=[(1, RUN)], context=RoundContext(3, playing=(0, 2))),
            "table[0].owner: player 1 is not playing",
        ),
        (
            lambda: start(phase="play", duties=[Duty("place_wild", "*")]),
            "duties: * is not in the hand of the player to act",
        ),
        (lambda: start(phase="over"), "a round that is over needs an outcome"),
        (lambda: over(opened_before=(True, True)), "the winner, player 0, still holds cards"),
        (
            lambda: start(hands=("", "2♦"), phase="over", outcome=Outcome(winner=0, opened_before=(True,))),
            "outcome.opened_before: 2 expected, not 1",
        ),
        (
            lambda: start(variant=variants.FRUSTRATION, context=RoundContext(2, contracts=(15, 1))),
            "contracts = 15 is too large: it must be at most 14",
        ),
        (
            lambda: Round.deal(house(dealing__min_stock=56), players=4, seed=1),
            "the deal would leave 55 cards in the stock: it needs at least 56",
        ),
    ],
)
def test_facts_that_cannot_be(make: Callable[[], object], text: str) -> None:
    assert refusal(InvalidSetup, make).violations[0].text == text


def test_flags_of_an_outcome_are_added_for_every_seat() -> None:
    end = start(hands=("", "2♦ 3♦"), phase="over", outcome=Outcome(winner=0))
    assert outcome_of(end).opened_before == (False, False)
