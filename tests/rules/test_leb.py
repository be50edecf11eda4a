"""Lebanese 14: the rules that it shares with Classic 51, single melds, and touching the discard."""

from __future__ import annotations

import attrs
import pytest
from tests.support.worked.scenes import RUN, scene, why_not

from rami import Card, Group, Round, variants
from rami.cards.moves import TouchDiscard
from rami.errors import InvalidSetup
from rami.notation import parse_move, parse_position, position_text
from rami.policies.results.seats import seats_of
from rami.rounds.events import DiscardTouched, seen_by

GAME = variants.LEBANESE_14


@pytest.mark.rule("LEB-BASE-01")
def test_everything_else_is_that_of_classic_51() -> None:
    assert set(GAME.differences(variants.CLASSIC_51)) == {
        "equipment.players",
        "dealing.hand_size",
        "melding.joker_in_run",
        "melding.ace_meld_values",
        "opening.pickup_minimum",
        "scoring.ace_hand_value",
        "scoring.all_at_once_factors",
        "scoring.joker_finish",
        "conduct.touch_penalty",
    }


@pytest.mark.rule("LEB-JOK-01")
def test_a_meld_is_judged_beside_a_given_table() -> None:
    once, twice = ["6♠ 6♥ 6♦", "4♣ 5♣ 6♣"], ["6♠ 6♥ 6♦", "6♠ 7♠ 8♠"]
    for table in (once, ()):
        assert why_not("5♠ * 7♠", GAME, table=table) == ["wild_not_burnt LEB-JOK-01"]
    position = scene("5♠ * 7♠ K♦ 2♦", [(1, meld) for meld in twice], variant=GAME)
    for given in (twice, position.table, None):
        assert str(GAME.meld("5♠ * 7♠", table=given)) == "5♠ * 7♠"
    assert str(variants.CLASSIC_51.meld("5♠ * 7♠", table=once)) == "5♠ * 7♠"
    assert [str(meld) for meld in GAME.readings("7♠ 8♠ *")] == ["* 7♠ 8♠", "7♠ 8♠ *"]
    assert [str(meld) for meld in GAME.readings("7♠ 8♠ *", table=twice)] == ["* 7♠ 8♠"]
    assert GAME.points(GAME.meld("6♥ 6♦ *", table=[])) == 18


@pytest.mark.rule("LEB-JOK-01", "R51-JOK-02")
def test_with_more_wilds_than_a_run_may_have_a_meld_is_a_group() -> None:
    house = GAME.with_(melding={"max_wild_scope": "run", "min_natural": 1})
    assert house.meld("5♠ * *", table=[]) == Group("5♠ * *")
    assert why_not("5♠ * 7♠", house, table=[]) == ["wild_not_burnt LEB-JOK-01"]


@pytest.mark.rule("LEB-JOK-01", "LEB-BASE-01")
def test_an_opening_is_judged_beside_a_given_table() -> None:
    royal, sixes, joker = "T♥ J♥ Q♥ K♥ A♥", "6♠ 6♥ 6♦", "5♠ * 7♠"
    verdict = GAME.check_opening([joker, royal, sixes], table=["4♠ 5♠ 6♠"])
    assert (verdict.ok, verdict.points) == (True, 86)
    refused_opening = GAME.check_opening([joker, royal], table=["4♠ 5♠ 6♠"])
    assert [each.code for each in refused_opening.violations] == ["wild_not_burnt"]
    assert GAME.check_opening([joker, royal]).ok


# Touching the discard

EXPLICIT = GAME.with_(conduct={"mode": "explicit"})


def to_draw() -> Round:
    """Return a position of explicit conduct in which seat 0 has to draw."""
    others = ["T♠ 9♦ 4♠", "6♥"]
    return scene("T♠ 2♣ Q♦", [(0, RUN)], variant=EXPLICIT, phase="draw", others=others, discards="J♦ 6♠")


@pytest.mark.rule("LEB-OBL-02")
def test_all_see_which_discard_was_touched() -> None:
    position = to_draw()
    touched, events = position.step(TouchDiscard())
    assert events == (DiscardTouched(0, Card("6♠")),)
    assert [seen_by(event, 1) for event in events] == list(events)
    assert (touched.turn, touched.hands, touched.stock) == (position.turn, position.hands, position.stock)
    assert [touched.view(seat).seats for seat in (0, 1, None)] == [touched.setup.seats] * 3
    assert ["touch", "draw"] in [list(map(str, turn.moves)) for turn in position.turns()]
    assert touched != Round.from_setup(attrs.evolve(position.setup, seats=seats_of(3, touched=[0])))


@pytest.mark.rule("LEB-OBL-02")
def test_positions_after_a_touched_discard() -> None:
    position = to_draw()
    touched = position.play(TouchDiscard())
    for facts, part in (
        ({"phase": "stock"}, "has not touched"),
        ({"phase": "stock", "seats": seats_of(3, touched=[1])}, "has not touched"),
    ):
        with pytest.raises(InvalidSetup, match=part):
            Round.from_setup(attrs.evolve(position.setup, **facts))
    auto = Round.from_setup(attrs.evolve(position.setup, variant=GAME, seats=seats_of(3, touched=[0])))
    assert not any(each.touched for each in auto.setup.seats)
    with pytest.raises(InvalidSetup):
        Round.from_setup(attrs.evolve(touched.setup, variant=GAME))
    in_turn = EXPLICIT.with_(conduct={"touch_scope": "turn"})
    with pytest.raises(InvalidSetup, match="until the end of the turn"):
        Round.from_setup(attrs.evolve(position.setup, variant=in_turn, seats=seats_of(3, touched=[1])))
    assert parse_position(position_text(touched.setup)) == touched.setup
    assert parse_move("touch") == TouchDiscard()
