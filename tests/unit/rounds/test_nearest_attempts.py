"""Refusals of moves after which the turn cannot end: they contain the best attempt to end it, and its faults."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.support.refusals import codes_in
from tests.support.turn_facts import built

from rami import LayDown, Round, SwapWild, TakeDiscard, variants
from rami.cards.moves import Discard, LayOff, Move
from rami.errors import Reason, Violation
from rami.locales import text
from rami.policies.variant import Variant
from rami.rounds.setup import Duty, RoundContext

OTHER = "2♣ 3♣ 9♥ J♣"


def at_the_draw(variant: Variant, hand: str, top: str, **facts: Any) -> Round:
    return built(variant=variant, hands=[hand, OTHER], discards=top, phase="draw", **facts)


def in_play(variant: Variant, hand: str, table: list[tuple[int, str]], opened: bool, **facts: Any) -> Round:
    flags = (opened, any(owner == 1 for owner, _ in table))
    return built(variant=variant, hands=[hand, OTHER], phase="play", table=table, opened=flags, **facts)


def refusal(position: Round, move: Move, code: str) -> tuple[Violation, str, list[str]]:
    """Return the only refusal of a move, its attempt, and the further reasons with their rules."""
    assert move not in position.legal_moves
    (found,) = position.explain(move)
    assert position.legal_moves.explain(move) == position.view(0).explain(move) == (found,)
    assert found.code == code
    json.dumps([dict(each.params) for each in (found, *found.because)])
    because = [f"{each.code} {each.rule}" for each in found.because]
    return found, dict(found.params).get("attempt", ""), because


@pytest.mark.rule("R51-DRAW-02", "R51-OPEN-01")
def test_the_discard_would_leave_the_opening_short() -> None:
    position = at_the_draw(variants.CLASSIC_51, "4♠ 5♠ 6♠ K♥ K♣ 2♦ 9♦ J♥", "K♦")
    found, attempt, because = refusal(position, TakeDiscard(), Reason.DISCARD_UNUSABLE)
    assert attempt == "lay 4♠ 5♠ 6♠ + K♣ K♦ K♥"
    assert because == ["opening_points R51-OPEN-01"]
    assert dict(found.because[0].params) == {"points": 45, "minimum": 51}
    assert str(found) == (
        "you cannot place K♦ this turn: the opening is worth 45 of the 51 points needed [R51-DRAW-02, R51-OPEN-01]"
    )
    assert (
        text(found, "fr")
        == "vous ne pouvez pas poser R♦ ce tour-ci\xa0: l'ouverture vaut 45 points, il en faut 51"
    )


ANY_CLEAN = variants.CLASSIC_51.with_(opening={"minimum": 0, "clean": "run_or_set"})


@pytest.mark.rule("LEB-DRAW-01", "R51-OPEN-01")
@pytest.mark.parametrize(
    "variant,hand,top,attempted,because",
    [
        (variants.LEBANESE_14, "7♠ 8♠ 9♠ A♥ A♣ 2♦ 9♦ J♥", "A♦", "+ A♣ A♦ A♥", ["opening_pickup LEB-DRAW-01"]),
        (
            variants.CLASSIC_51,
            "7♠ 8♠ * T♥ J♥ * K♥ K♣ 2♦",
            "K♦",
            "K♣ K♦ K♥",
            ["opening_clean_run R51-OPEN-01"],
        ),
        (variants.CLASSIC_51, "4♠ 5♠ 6♠ 9♣ 2♦", "K♦", "", []),
        (ANY_CLEAN, "7♠ * K♥ 2♦ 4♣", "9♠", "lay 7♠ * 9♠", ["opening_clean_meld R51-OPEN-01"]),
    ],
)
def test_the_discard_would_leave_the_opening_incomplete(
    variant: Variant, hand: str, top: str, attempted: str, because: list[str]
) -> None:
    position = at_the_draw(variant, hand, top)
    found, attempt, reasons = refusal(position, TakeDiscard(), Reason.DISCARD_UNUSABLE)
    assert reasons == because
    assert attempted in attempt
    assert bool(attempt) == bool(because)
    if variant is variants.LEBANESE_14:
        assert dict(found.because[0].params) == {"points": 54, "minimum": 71}


def test_the_discard_completes_the_clean_meld() -> None:
    assert TakeDiscard() in at_the_draw(ANY_CLEAN, "7♠ 8♠ * K♥ 2♦ 4♣", "9♠").legal_moves


@pytest.mark.rule("FRU-OPEN-01")
@pytest.mark.parametrize("number,laid", [(1, 2), (2, 1)])
def test_the_discard_does_not_complete_the_contract(number: int, laid: int) -> None:
    game = variants.FRUSTRATION.with_(drawing={"discard_use": ["meld"]})
    context = RoundContext(2, contracts=(number, 1))
    position = at_the_draw(game, "7♠ 7♦ 9♠ 9♦ 9♣ 4♥ 5♥ K♣", "7♥", context=context)
    found, attempt, because = refusal(position, TakeDiscard(), Reason.DISCARD_UNUSABLE)
    assert because == ["opening_contract FRU-OPEN-01"]
    assert found.because[0]["contract"].startswith("group 3 + ")
    assert attempt.count("+") + 1 == laid


@pytest.mark.rule("R51-JSWAP-02")
def test_a_recovered_wild_that_fits_on_the_table_only() -> None:
    table = [(0, "A♣ A♦ A♥"), (1, "7♠ 8♠ *")]
    position = in_play(variants.CLASSIC_51, "9♠ 2♦ K♣ 5♥", table, opened=True)
    _, attempt, because = refusal(position, SwapWild(1, None, "9♠"), Reason.SWAP_UNUSABLE)
    assert attempt == "off * > 0"
    assert because == ["duty_wild_next R51-JSWAP-02"]


def test_a_recovered_wild_in_an_opening_that_is_too_small() -> None:
    game = variants.CLASSIC_51.with_(table={"swap_requires_open": False})
    position = in_play(game, "9♠ K♦ K♣ 5♥ 6♥ 7♥", [(1, "7♠ 8♠ *")], opened=False)
    found, attempt, because = refusal(position, SwapWild(0, None, "9♠"), Reason.SWAP_UNUSABLE)
    assert "*" in attempt
    assert because == ["opening_points R51-OPEN-01", "opening_with_recovered R51-OPEN-06"]
    assert found.because[0]["points"] == 18


@pytest.mark.rule("R51-DRAW-02")
def test_cards_that_the_taken_one_needs() -> None:
    duties = [Duty("place_taken", "T♠")]
    position = in_play(
        variants.CLASSIC_51, "T♠ J♠ Q♠ Q♦ Q♥ 2♦", [(0, "5♣ 5♦ 5♥")], opened=True, taken="T♠", duties=duties
    )
    found, attempt, because = refusal(position, LayDown(["Q♠ Q♦ Q♥"]), Reason.DUTY_UNMEETABLE)
    assert (attempt, because) == ("", ["duty_taken R51-DRAW-02"])
    assert found.because[0]["card"] == "T♠"
    assert codes_in(position.explain(Discard("2♦"))) == [Reason.DUTY_TAKEN]


def test_a_meld_that_would_take_the_last_card() -> None:
    duties = [Duty("place_taken", "T♠")]
    position = in_play(
        variants.CLASSIC_51, "T♠ J♠ Q♠ K♠", [(0, "2♣ 2♦ 2♥")], opened=True, taken="T♠", duties=duties
    )
    assert LayDown(["T♠ J♠ Q♠"]) in position.legal_moves
    assert codes_in(position.explain(LayDown(["T♠ J♠ Q♠ K♠"]))) == [Reason.LAST_CARD_PLACED]


def test_the_last_card_may_not_be_discarded() -> None:
    game = variants.CLASSIC_51.with_(closing={"joker_finish_forbidden": True}, scoring={"joker_finish": None})
    position = in_play(game, "8♥ *", [(0, "5♥ 6♥ 7♥")], opened=True)
    assert refusal(position, LayOff("8♥", 0), Reason.DUTY_UNMEETABLE)[1:] == (
        "discard *",
        ["last_card_wild R51-SCORE-06"],
    )


def test_a_card_that_is_not_held_is_no_last_card() -> None:
    game = variants.CLASSIC_51.with_(closing={"final_discard": "forbidden"}, scoring={"joker_finish": None})
    position = in_play(game, "8♥", [(0, "5♥ 6♥ 7♥")], opened=True)
    assert codes_in(position.explain(Discard("9♣"))) == [Reason.CARD_NOT_HELD]
    assert Reason.CARD_NOT_HELD not in codes_in(position.explain(Discard("8♥")))


def test_gin_takes_any_discard() -> None:
    hands = ["A♠ 2♠ 3♠ 5♦ 6♦ 9♣ J♥ Q♥ K♣ 8♦", "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ T♦ J♦ Q♦ K♦"]
    position = built(variant=variants.GIN, hands=hands, discards="K♥", phase="draw", upcard="3♥")
    assert position.explain(TakeDiscard()) == ()
