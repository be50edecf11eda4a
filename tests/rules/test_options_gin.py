"""Options of games with a knock, each as a change to Gin."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_of
from tests.support.worked.gin_scenes import NINE, TEN, at, codes, gin, junk
from tests.support.worked.scenes import allowed

from rami import Card, Cards, Discard, DrawStock, Knock, Round, TakeDiscard
from rami.cards.moves import PassUpcard
from rami.errors import InvalidVariant
from rami.rounds.setup import Phase


@pytest.mark.rule("GIN-UPCARD-01", "GIN-UPCARD-02")
@pytest.mark.parametrize("offer", ["none", "non_dealer", "both", "both_again"])
def test_upcard_offer(offer: str) -> None:
    variant = gin(drawing__upcard_offer=offer)
    start = Round.deal(variant, dealer=0, seed=4)
    assert start.player == 1
    assert {str(move) for move in start.legal_moves} == (
        {"draw", "take"} if offer == "none" else {"take", "pass"}
    )
    assert start.phase is (Phase.DRAW if offer == "none" else Phase("offer"))
    if offer == "none":
        return
    passed = allowed(start, PassUpcard())
    both = offer in ("both", "both_again")
    assert (passed.player, passed.turn) == ((0, 1) if both else (1, 0))
    assert {str(move) for move in passed.legal_moves} == ({"take", "pass"} if both else {"draw"})
    last = allowed(passed, PassUpcard()) if both else passed
    assert (TakeDiscard() in last.legal_moves) is (offer == "both_again")
    assert Round.from_setup(last.setup) == last
    drawn = allowed(last, DrawStock())
    assert drawn.player == 1
    after = allowed(drawn, Discard(next(iter(drawn.hands[1]))))
    assert after.player == 0
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}


def test_concealed_and_the_limit_belong_together() -> None:
    refused = (
        ({"table__concealed": False}, "option_needs"),
        ({"closing__knock_limit": None}, "nobody_knocks"),
    )
    for options, code in refused:
        assert code in codes_of(InvalidVariant, gin, **options)


@pytest.mark.parametrize("upcard", ["A♦", "3♦"])
def test_oklahoma_from_the_deal_on(upcard: str) -> None:
    variant = gin(closing__knock_limit="upcard")
    mine, other = [*Cards(NINE), Card("3♣")], [*Cards(junk(10, Cards(f"3♣ {upcard}")))]
    dealt = [card for pair in zip(mine, other, strict=True) for card in pair]
    rest = [Card.from_id(number) for number in range(52)]
    rest = [card for card in rest if card not in [*dealt, Card(upcard)]]
    start = Round.deal(variant, dealer=1, deck=[*dealt, Card(upcard), *rest])
    drawn = allowed(start, PassUpcard(), PassUpcard(), DrawStock())
    (card,) = Cards(set(drawn.hands[0]) - set(mine))
    assert codes(drawn, Knock(card)) == (["knock_deadwood"] if upcard == "A♦" else [])


@pytest.mark.parametrize(
    "cards,points",
    [
        ("4♥ 5♥ 6♥ 4♥ 5♥ 6♥ J♠ J♦ J♣ 2♣", 2),
        ("7♣ 7♣ 7♦ 7♥ 8♥ 9♥", 7 + 7 + 7),
        ("7♣ 7♣ 7♦ 7♥ 8♥ 9♥ 7♠", 7),
        ("Q♣ Q♣ Q♦ A♠", 31),
        ("3♠ 4♠ 5♠ 5♠ 5♦ 5♣", 0),
    ],
)
def test_deadwood_of_two_packs(cards: str, points: int) -> None:
    assert gin(equipment__packs=2).deadwood(cards) == points


def test_void_at_needs_a_stock_that_is_not_renewed() -> None:
    with pytest.raises(InvalidVariant):
        gin(drawing__recycle="keep_top")
    variant = gin(drawing__recycle="keep_top", closing__void_at=None)
    after = allowed(at(f"{TEN} K♠", stock=0, variant=variant), Discard("K♠"))
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}
    allowed(after, DrawStock())
