"""Each move tells what happened, with its cards."""

from __future__ import annotations

import attrs
import pytest
from tests.rules.gin_scenes import GIN, MELDS, NINE, TEN, at, gin, knocked
from tests.rules.scenes import scene
from tests.rules.test_decisions import only_held

from rami import (
    BigGin,
    Card,
    Cards,
    Discard,
    DrawStock,
    EndLayoffs,
    Group,
    Knock,
    LayDown,
    LayOff,
    Move,
    PassUpcard,
    Round,
    Run,
    Source,
    SwapWild,
    TakeDiscard,
)
from rami.events import (
    CardDiscarded,
    CardLaidOff,
    DiscardTaken,
    Event,
    HandShown,
    MeldsLaid,
    PenaltyDrawn,
    RoundEnded,
    StockDrawn,
    StockRecycled,
    UpcardPassed,
    WildRecovered,
)
from rami.policies.scores import KnockKind
from rami.setup import Phase

SHOWN = Run("4♥ 5♥ 6♥"), Group("2♦ 2♥ 2♠"), Group("J♣ J♦ J♠")


def happened(position: Round, *moves: Move) -> list[Event]:
    """The events of some moves, one after the other."""
    out: list[Event] = []
    for move in moves:
        position, events = position.step(move)
        out.extend(events)
    return out


def test_draws() -> None:
    before = at(TEN, phase="draw", top="K♥")
    stock = before.setup.stock
    assert stock is not None
    assert happened(before, TakeDiscard()) == [DiscardTaken(0, Card("K♥"))]
    assert happened(before, DrawStock()) == [StockDrawn(0, stock[0])]
    assert happened(Round.deal(GIN, dealer=0, seed=4), PassUpcard()) == [UpcardPassed(1)]


def test_a_new_stock_is_told_before_the_card_drawn_from_it() -> None:
    before = only_held("7♠ 8♠ 9♠ K♦", "5♥ 6♥ 5♣ J♦", [])
    after, events = before.step(DrawStock())
    drawn = after.hands[0] - Cards("7♠ 8♠ 9♠ K♦")
    assert list(events) == [StockRecycled(3), StockDrawn(0, next(iter(drawn)))]


def test_melds_wilds_and_discards() -> None:
    table = [(0, "T♣ J♣ Q♣"), (1, "2♠ 3♠ *"), (1, "5♥ 5♦ 5♣")]
    moves = SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"), LayOff("5♠", 2), Discard("K♦")
    assert happened(scene("4♠ 9♥ 9♦ 5♠ K♦ Q♠ 3♣", table), *moves) == [
        WildRecovered(0, Card("4♠"), Card("*"), 1),
        MeldsLaid(0, (Group("9♥ 9♦ *"),), (), opening=False),
        CardLaidOff(0, Card("5♠"), 2),
        CardDiscarded(0, Card("K♦"), False),
    ]


def test_a_card_that_is_taken_out_of_a_meld_is_named() -> None:
    before = scene("6♥ 7♥ 9♥ 9♦ K♦ 3♣", [(0, "T♣ J♣ Q♣"), (1, "5♥ 5♦ 5♣ 5♠")])
    assert happened(before, LayDown("5♥ 6♥ 7♥", Source("5♥", 1))) == [
        MeldsLaid(0, (Run("5♥ 6♥ 7♥"),), (Source("5♥", 1, into=0),), opening=False)
    ]


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("left", ["", "8♣", "8♣ 4♥"])
def test_penalty_cards_are_told_apart_by_the_stock_they_come_from(left: str) -> None:
    options = {"conduct__mode": "explicit", "conduct__carte_penalty": 3}
    pile = "9♣ 4♥ J♦ 6♠ 2♥"
    draw = only_held("Q♠ K♦", pile, [(0, "7♠ 8♠ 9♠")], left, **options)
    before = Round.from_setup(attrs.evolve(draw.setup, phase=Phase.PLAY))
    after, events = before.step(Discard("K♦"))
    drawn = after.hands[0] - Cards("Q♠")
    assert len(drawn) == 3
    told: list[Event] = [CardDiscarded(0, Card("K♦"), False)]
    if left:
        told.append(PenaltyDrawn(0, tuple(Cards(left))))
    # the five cards of the pile, while K♦ stays on top
    told += [StockRecycled(5), PenaltyDrawn(0, tuple(drawn - Cards(left)))]
    assert list(events) == told


def test_hands_that_are_shown() -> None:
    assert happened(at(f"{NINE} 8♣ K♠"), Knock("K♠", MELDS)) == [
        HandShown(0, KnockKind.KNOCK, Card("K♠"), SHOWN, Cards("8♣")),
        RoundEnded(0),
    ]
    longer = Run("3♥ 4♥ 5♥ 6♥"), *SHOWN[1:]
    assert happened(at(f"{NINE} 3♥ K♠"), Knock("K♠")) == [
        HandShown(0, KnockKind.GIN, Card("K♠"), longer, Cards()),
        RoundEnded(0),
    ]
    shown, end = happened(at(f"{TEN} 3♥"), BigGin())
    assert isinstance(shown, HandShown)
    assert (shown.player, shown.kind, shown.discard, shown.deadwood) == (0, KnockKind.BIG_GIN, None, Cards())
    assert Cards(card for meld in shown.melds for card in meld) == Cards(f"{TEN} 3♥")
    assert end == RoundEnded(0)


def test_a_reply_by_moves() -> None:
    variant = gin(closing__settle="moves")
    shown = knocked(f"{NINE} 8♣ K♠", "K♠", "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦", MELDS, variant=variant, top="Q♦")
    assert happened(shown, LayOff("7♥", 0), LayDown("9♠ 9♦ 9♣"), EndLayoffs()) == [
        CardLaidOff(1, Card("7♥"), 0),
        MeldsLaid(1, (Group("9♣ 9♦ 9♠"),), (), opening=True),
        RoundEnded(0),
    ]
