"""The ace of clubs, whose number is 0, is treated like any other card in all facts of a position."""

from __future__ import annotations

import pytest
from tests.support.ends import outcome_of
from tests.support.worked.gin_scenes import NINE, at, codes, gin
from tests.support.worked.scenes import allowed, house, reasons, scene, with_taken

from rami import Card, Discard, DrawStock, Knock, LayDown, LayOff, Round, SwapWild, TakeDiscard

ACE = Card("A♣")
OWN = (0, "T♦ J♦ Q♦")


def again(position: Round) -> Round:
    """Return the position that its setup gives."""
    found = Round.from_setup(position.setup)
    assert found == position
    return found


@pytest.mark.rule("R51-DRAW-02")
def test_it_was_taken_and_is_owed() -> None:
    taken = again(allowed(with_taken("A♣", "2♣ 3♣ 7♥ K♦", [OWN]), TakeDiscard()))
    assert taken.setup.taken == ACE
    assert [str(duty) for duty in taken.duties] == ["place A♣"]
    assert reasons(taken, Discard("K♦")) == ["duty_taken R51-DRAW-02"]
    allowed(taken, LayDown("A♣ 2♣ 3♣"), Discard("K♦"))


@pytest.mark.rule("GIN-TURN-02")
def test_it_was_taken_and_may_not_go_back() -> None:
    taken = again(allowed(at(f"{NINE} K♠", phase="draw", top="A♣"), TakeDiscard()))
    assert taken.setup.barred == ACE
    assert codes(taken, Discard("A♣")) == ["returned_discard"]
    assert codes(taken, Knock("A♣")) == ["returned_discard"]


def test_it_was_the_upcard() -> None:
    variant = gin(closing__knock_limit="upcard", closing__upcard_ace="one")
    position = again(at(f"{NINE} 3♣ K♠", variant=variant, upcard="A♣", top="9♠"))
    assert position.setup.upcard == ACE
    assert codes(position, Knock("K♠")) == ["knock_deadwood"]


@pytest.mark.rule("R51-END-01")
def test_it_was_the_last_discard() -> None:
    over = again(allowed(scene("A♣", [OWN]), Discard("A♣")))
    assert outcome_of(over).final_discard == ACE


@pytest.mark.rule("R51-JSWAP-01", "R51-LAYOFF-01")
def test_it_joins_melds_and_frees_jokers() -> None:
    table = [OWN, (1, "A♦ A♥ A♠ *"), (1, "2♣ 3♣ 4♣")]
    position = scene("A♣ 9♥ 9♦ K♦", table)
    allowed(again(position), SwapWild(1, None, "A♣"), LayDown("9♥ 9♦ *"))
    allowed(position, LayOff("A♣", 2))


@pytest.mark.rule("R51-DRAW-01")
def test_it_is_drawn() -> None:
    before = scene("A♦ K♦", [OWN], variant=house(), phase="draw", discards="A♣", stock=None)
    assert before.discards[-1] == ACE
    again(before.play(DrawStock()))
