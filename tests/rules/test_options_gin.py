"""Options of games with a knock, each as a change to Gin."""

from __future__ import annotations

import pytest
from tests.support.refusals import codes_of
from tests.support.worked.gin_scenes import JUNK, MELDS, NINE, TEN, at, codes, gin, junk, kinds, points
from tests.support.worked.scenes import allowed

from rami import Card, Cards, Discard, DrawStock, Knock, LayDown, Round, Setup, TakeDiscard
from rami.cards.moves import BigGin, PassUpcard
from rami.errors import InvalidVariant
from rami.rounds.setup import Phase, RoundContext


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
    assert codes(at(f"{TEN} K♠"), LayDown(MELDS[0])) == ["concealed"]


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


NEARLY = f"{NINE} K♥"
"""A hand that any card up to ten allows to knock."""


@pytest.mark.rule("GIN-VOID-01")
@pytest.mark.parametrize(("face", "limit", "usable"), [("2♣", 0, True), ("A♣", 0, False), ("A♣", 1, True)])
def test_fiftieth_card(face: str, limit: int, usable: bool) -> None:
    """D-146: the discard that leaves two stock cards can be taken only for a knock."""
    variant = gin(closing__fiftieth_card=True, closing__knock_limit=limit)
    own = f"{face} {junk(10, Cards(f'{NEARLY} {face}'))}"
    offer = allowed(at(own, NEARLY, stock=2, variant=variant), Discard(face))
    assert (offer.over, offer.player, offer.phase) == (False, 1, Phase("offer"))
    assert {str(move) for move in offer.legal_moves} == ({"take", "pass"} if usable else {"pass"})
    void = allowed(offer, PassUpcard())
    assert void.over
    assert void.score().void
    assert codes(offer, DrawStock()) != []
    if not usable:
        (refused,) = offer.explain(TakeDiscard())
        assert refused.code == "no_knock_with_discard"
        assert refused["attempt"] == "knock K♥"
        assert [str(each) for each in refused.because] == [
            "1 point of deadwood is too much to knock: at most 0 is allowed [GIN-KNOCK-01]"
        ]
        return
    taken = allowed(offer, TakeDiscard())
    assert kinds(taken) == {"Knock"}
    for card in set(taken.hands[1]) - {Card(face)}:
        assert codes(taken, Discard(card)) == ["must_knock"]
    over = allowed(taken, Knock("K♥"))
    assert over.knock is not None
    assert str(over.knock.kind) == ("gin" if face == "2♣" else "knock")
    assert over.score().winner == 1


@pytest.mark.rule("GIN-VOID-01")
def test_fiftieth_card_for_big_gin() -> None:
    variant = gin(closing__fiftieth_card=True)
    own = f"3♥ {junk(10, Cards(f'{TEN} 3♥'))}"
    offer = allowed(at(own, TEN, stock=2, variant=variant), Discard("3♥"))
    taken = allowed(offer, TakeDiscard())
    assert kinds(taken) == {"Knock", "BigGin"}
    assert points(allowed(taken, BigGin()))[0] == 0


@pytest.mark.rule("GIN-VOID-01")
def test_fiftieth_card_only_at_the_end() -> None:
    variant = gin(closing__fiftieth_card=True)
    own = f"A♣ {junk(10, Cards(f'{NEARLY} A♣'))}"
    after = allowed(at(own, NEARLY, stock=3, variant=variant), Discard("A♣"))
    assert {str(move) for move in after.legal_moves} == {"draw", "take"}


def test_another_copy_held_before_may_be_discarded() -> None:
    """D-112: with two packs, a player may discard the copy that the hand already held."""
    variant = gin(equipment__packs=2)

    def taken(hand: str) -> Round:
        setup = Setup(
            variant=variant,
            hands=(hand, JUNK),
            phase="draw",
            discards="K♥",
            context=RoundContext(2, 1),
            turn=8,
        )
        return allowed(Round.from_setup(setup), TakeDiscard())

    assert codes(taken(f"{NINE} 3♣"), Discard("K♥")) == ["returned_discard"]
    assert codes(taken(f"{NINE} K♥"), Discard("K♥")) == []
    assert codes(taken(f"{NINE} K♥"), Knock("K♥")) == []
