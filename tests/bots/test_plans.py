"""Plans for a contract: what they count on, how many draws they are expected to take, and what is thrown for them."""

from __future__ import annotations

import pytest

from rami import Card, Discard, DrawStock, Round, RoundContext, Setup, TakeDiscard, variants
from rami.bots import ExpertBot
from rami.bots._contracts import _Prospect, planned_discards
from rami.policies import Contract

FRU = variants.FRUSTRATION
REST = "3♣ 4♦ 6♥ 8♠ T♣ Q♦ A♥"


def at(hand: str, phase: str, discards: str, contract: int) -> Round:
    context = RoundContext(2, contracts=(contract, 1))
    return Round.from_setup(
        Setup(variant=FRU, context=context, hands=[hand, REST], phase=phase, turn=4, discards=discards)
    )


@pytest.mark.parametrize(
    ("hand", "draws"),
    [
        ("7♥ 8♥ 9♥ T♥ 5♠ 5♦ 5♣", 0),
        ("7♥ 8♥ 9♥ T♥ 5♠ 5♦ 2♠", 0),
        ("7♥ 8♥ 9♥ * 5♠ 5♦ 2♠", 0),
    ],
)
def test_a_hand_that_fulfils_a_contract_needs_no_draw(hand: str, draws: float) -> None:
    view = at(hand, "draw", "K♣", 2).view(0)
    plans = _Prospect(view, Contract.parse("group 3 + run 4")).plans(view.hand)
    assert plans[0].draws == draws
    assert plans == sorted(plans, key=lambda plan: plan.draws)


def test_the_fewer_cards_are_unseen_the_more_draws_are_expected() -> None:
    hand, contract = "7♥ 8♥ 9♥ T♥ 5♠ 5♦ K♣", Contract.parse("group 3 + run 4")
    all_there, two_gone = (at(hand, "draw", pile, 2).view(0) for pile in ("K♦", "5♥ 5♣ K♦"))
    few, more = (_Prospect(view, contract).plans(view.hand)[0].draws for view in (all_there, two_gone))
    assert 0 < few < more


def test_what_no_plan_counts_on_is_thrown_first_and_wild_cards_last() -> None:
    view = at("7♥ 8♥ 9♥ 5♠ 5♦ K♣ 2♠ *", "play", "Q♦", 2).view(0)
    thrown = list(planned_discards(view, Contract.parse("group 3 + run 4")))
    assert thrown[0] == Discard(Card("K♣"))
    assert {str(move.card) for move in thrown[-2:] if isinstance(move, Discard)} == {"2♠", "*"}


@pytest.mark.parametrize(("top", "move"), [("5♥", TakeDiscard()), ("K♥", DrawStock()), ("2♥", TakeDiscard())])
def test_a_discard_is_taken_that_saves_more_than_the_draw(top: str, move: object) -> None:
    assert ExpertBot().choose(at("7♥ 8♥ 9♥ 5♠ 5♦ K♣ J♠", "draw", top, 2).view(0)) == move
