"""Moves as numbers: all listed moves of a position have different spellings, and masks are exact."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.spelling import HOUSES, check_spelling, positions
from tests.support.turn_facts import built

from rami import Discard, DrawStock, IllegalMove, LayDown, PlayerView, RamiError, Round, Variant, variants
from rami.ext.learning import Draft, decode, encode, name
from rami.ext.learning.actions import SIZE, VERSION


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("house", HOUSES)
def test_every_listed_move_is_spelled_in_a_way_of_its_own(house: str) -> None:
    for position in positions(HOUSES[house], rounds=2, steps=26, every=8):
        check_spelling(position, most=4)


CLASSIC = variants.CLASSIC_51


def seen(hand: str, variant: Variant = CLASSIC, **facts: Any) -> PlayerView:
    return built(variant=variant, hands=[hand, "2♣ 4♦ 6♥ 8♠"], phase="play", **facts).view(0)


def test_the_numbering_is_that_of_version_1() -> None:
    assert (VERSION, SIZE) == (1, 567)
    hand = "5♦ 8♠ 5♣ 5♥ A♥ 2♥ 3♥ J♠ Q♠ K♠ *"
    view = seen(hand, table=[(0, "7♠ * 9♠ T♠"), (1, "K♣ K♦ K♥")])
    spelled = {str(move): word for word, move in Draft.of(view).words}
    assert spelled["discard A♥"] == (36,)
    assert spelled["discard 5♦"] == (10 + 17,)
    assert spelled["off * > 1"] == (169 + 52, 425)
    assert spelled["off K♠ > 1"] == (169 + 51, 425)
    assert spelled["swap 8♠ > 0"] == (222 + 46, 424)
    assert spelled["lay A♥ 2♥ 3♥"] == (328 + 33, *range(275 + 26, 275 + 29), 6, 7)
    assert spelled["lay 5♣ 5♦ 5♥"] == (328 + 69, 275 + 4, 275 + 17, 275 + 30, 6, 7)
    from_table = (6, 424, 275 + 48, 7)
    assert spelled["lay T♠ J♠ Q♠ from 0:T♠"] == (328 + 58, *range(275 + 48, 275 + 51), *from_table)
    start = Round.deal(variants.GIN, seed=7)
    first = {str(move): word for word, move in Draft.of(start.view(start.player)).words}
    assert first == {"take": (1,), "pass": (3,)}


def test_numbers_have_names() -> None:
    named = [name(action) for action in range(SIZE)]
    assert named[0:10:5] == ["draw", "big gin"]
    assert named[8:10] == ["low end", "high end"]
    assert named[10 + 51] == "discard K♠"
    assert named[63 + 52] == "discard carte *"
    assert named[328 + 16 * 3 + 7] == "meld: run 7♠"
    assert named[328 + 80 + 12] == "meld: group Q"
    assert named[501] == "place 13"
    for wrong in (-1, SIZE, True, "0"):
        said = "there is no action" if type(wrong) is int else "action must be an integer"
        with pytest.raises(RamiError, match=said):
            name(wrong)  # type: ignore[arg-type]  # what is no number is refused


def test_choices_without_effect_are_not_offered() -> None:
    view = seen("7♠ 8♠ 9♠ K♥ K♦ 2♣", table=[(0, "4♥ 5♥ 6♥")])
    move = LayDown("7♠ 8♠ 9♠")
    assert encode(view, move) == (328 + 48 + 7,)
    longer = seen("7♠ 8♠ 9♠ T♠ K♦ 2♣", table=[(0, "4♥ 5♥ 6♥")])
    assert encode(longer, move) == (328 + 48 + 7, 6)
    assert encode(longer, LayDown("7♠ 8♠ 9♠ T♠")) == (328 + 48 + 7, 275 + 48)


def test_an_unlisted_move_is_taken_as_the_listed_one() -> None:
    view = seen("7♠ 8♠ 9♠ K♥ K♦ 2♣", table=[(0, "4♥ 5♥ 6♥")])
    assert encode(view, Discard("2♣", announce=False)) == encode(view, Discard("2♣"))
    two = seen("7♠ 8♠ 9♠ K♥ K♦ K♣ 2♣", table=[(0, "4♥ 5♥ 6♥")])
    with pytest.raises(RamiError, match="several moves"):
        encode(two, LayDown(["7♠ 8♠ 9♠", "K♥ K♦ K♣"]))


def test_illegal_moves_have_no_number() -> None:
    view = seen("7♠ 8♠ 9♠ K♥ K♦ 2♣")
    with pytest.raises(IllegalMove):
        encode(view, DrawStock())
    for wrong in ([], [0], [10 + 1, 10 + 1]):
        with pytest.raises(RamiError):
            decode(view, wrong)
    waiting = Draft.of(Round.deal(CLASSIC, 2).view(1))
    assert waiting.actions == ()
    assert not any(waiting.mask)
    assert "nothing yet" in repr(waiting)
