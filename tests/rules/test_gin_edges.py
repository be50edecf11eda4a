"""Edge cases of Gin: impossible facts, all reasons against a knock, and arguments of other accepted types."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.support.refusals import codes_against as codes
from tests.support.turn_facts import built

from rami import Card, Match, RamiError, Run, variants
from rami.cards.moves import BigGin
from rami.errors import InvalidCards, InvalidSetup, Reason
from rami.rounds.setup import KnockFact, Outcome

GIN = variants.GIN
MINE = "5s 6s 7s 2h 2d 2c Ks Kh Kd Ac"
THEIRS = "9c Tc Jc 3d 4d 8h 8s 4s Qd Qh"


def test_an_offer_of_the_last_discard_needs_a_spent_stock() -> None:
    house = GIN.with_(closing={"fiftieth_card": True}, drawing={"upcard_offer": "none"})
    with pytest.raises(InvalidSetup):
        built(variant=house, hands=[MINE, THEIRS], phase="offer", discards="6h")


@pytest.mark.rule("GIN-KNOCK-01")
def test_an_open_hand_keeps_to_the_limit() -> None:
    facts: dict[str, Any] = {
        "variant": GIN,
        "phase": "over",
        "discards": "6h",
        "table": [(0, "5s 6s 7s"), (0, "2h 2d 2c")],
        "knock": KnockFact(0, "knock"),
    }
    assert built(hands=["9d Ac", THEIRS], **facts).over
    with pytest.raises(InvalidSetup):
        built(hands=["9d 2s", THEIRS], **facts)


def test_a_refused_big_gin_names_the_cards_left() -> None:
    never = GIN.with_(scoring={"big_gin_bonus": None})
    without = built(variant=never, hands=[f"{MINE} Ah", THEIRS], phase="play", discards="6h")
    assert without.explain(BigGin())[1]["cards"] == ("A♣", "A♥")
    assert codes(without, BigGin(Run("5s 6s *")))[0] == Reason.NO_BIG_GIN


def test_turns_that_end_the_play_by_moves() -> None:
    house = GIN.with_(closing={"settle": "moves"})
    position = built(variant=house, hands=[f"{MINE} Ah", THEIRS], phase="play", discards="6h")
    best = built(variant=GIN, hands=[f"{MINE} Ah", THEIRS], phase="play", discards="6h")
    assert list(position.turns(goes_out=True)) == list(best.turns(goes_out=True)) != []


def test_the_first_upcard_is_a_natural_card() -> None:
    house = GIN.with_(closing={"knock_limit": "upcard"})
    for upcard in ("*", "?"):
        with pytest.raises(InvalidCards):
            house.knock_discards(f"{MINE} Ah", upcard=upcard)
    with pytest.raises(RamiError):
        house.knock_discards(f"{MINE} Ah")
    assert Card("Ah") in house.knock_discards(f"{MINE} Ah", upcard="3c")


@pytest.mark.parametrize(
    "facts",
    [
        {"opened_before": None},
        {"opened_before": ("yes", False)},
        {"wilds_placed": "one"},
        {"helped": "no"},
        {"deadwood": (None, 3)},
        {"deadwood": "7♠"},
        {"winner": True},
        {"winner": -1},
    ],
)
def test_an_outcome_is_made_of_facts(facts: dict[str, Any]) -> None:
    with pytest.raises((InvalidSetup, InvalidCards)):
        Outcome(**cast("Any", facts))


def test_a_match_starts_with_as_many_players_as_the_game_allows() -> None:
    assert Match.start(GIN).players == 2
    assert Match.start(variants.CLASSIC_51).players == 4
