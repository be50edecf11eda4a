"""The events of each move, with the cards and other facts that a client needs."""

from __future__ import annotations

import pytest
from tests.support.ends import outcome_of
from tests.support.worked.gin_scenes import GIN, MELDS, NINE, TEN, at, gin, knocked
from tests.support.worked.scenes import CLASSIC, dry, house, scene

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    Group,
    Knock,
    LayDown,
    LayOff,
    Round,
    Run,
    SwapWild,
    TakeDiscard,
)
from rami.cards.melds import Meld
from rami.cards.moves import BigGin, EndLayoffs, Move, PassUpcard, Source
from rami.policies.results.outcomes import KnockKind
from rami.rounds.effects import Place
from rami.rounds.events import (
    CardDiscarded,
    CardLaidOff,
    DiscardTaken,
    Event,
    HandShown,
    MeldsLaid,
    PenaltyDrawn,
    RoundEnded,
    RoundScored,
    StockDrawn,
    StockRecycled,
    TurnBegun,
    TurnChanged,
    UpcardPassed,
    WildRecovered,
    seen_by,
)
from rami.rounds.setup import Duty, Phase, TableMeld, TurnFacts
from rami.rounds.transfers import Transfer, transfers

SHOWN = Run("4♥ 5♥ 6♥"), Group("2♦ 2♥ 2♠"), Group("J♣ J♦ J♠")


def happened(position: Round, *moves: Move) -> list[Event]:
    """Return the events of some moves, one after the other."""
    out: list[Event] = []
    for move in moves:
        position, events = position.step(move)
        out.extend(events)
    return out


def test_draws() -> None:
    before = at(TEN, phase="draw", top="K♥")
    stock = before.setup.stock
    assert stock is not None
    assert happened(before, TakeDiscard()) == [DiscardTaken(0, Card("K♥"), barred=True)]
    assert happened(before, DrawStock()) == [StockDrawn(0, stock[0])]
    assert happened(Round.deal(GIN, dealer=0, seed=4), PassUpcard()) == [
        UpcardPassed(1),
        TurnBegun(0, 1, Phase.OFFER),
    ]


def test_a_new_stock_comes_before_the_card_drawn_from_it() -> None:
    before = dry(CLASSIC, "5♥ 6♥ 5♣ J♦", "7♠ 8♠ 9♠ K♦")
    after, events = before.step(DrawStock())
    drawn = after.hands[0] - Cards("7♠ 8♠ 9♠ K♦")
    assert list(events) == [StockRecycled(3), StockDrawn(0, next(iter(drawn)))]


def test_melds_wilds_and_discards() -> None:
    table = [(0, "T♣ J♣ Q♣"), (1, "2♠ 3♠ *"), (1, "5♥ 5♦ 5♣")]
    moves = SwapWild(1, None, "4♠"), LayDown("9♥ 9♦ *"), LayOff("5♠", 2), Discard("K♦")
    assert happened(scene("4♠ 9♥ 9♦ 5♠ K♦ Q♠ 3♣", table), *moves) == [
        WildRecovered(0, Card("4♠"), Card("*"), TableMeld(1, 1, Run("2♠ 3♠ 4♠")), 2),
        TurnChanged(0, TurnFacts(duties=(Duty("place_wild", "*"),))),
        MeldsLaid(0, (TableMeld(3, 0, Group("9♥ 9♦ *")),), points=27),
        TurnChanged(0),
        CardLaidOff(0, Card("5♠"), TableMeld(2, 1, Group("5♣ 5♦ 5♥ 5♠"))),
        CardDiscarded(0, Card("K♦")),
        TurnBegun(1, 3, Phase.DRAW),
    ]


def test_a_card_that_is_taken_out_of_a_meld_is_named() -> None:
    before = scene("6♥ 7♥ 9♥ 9♦ K♦ 3♣", [(0, "T♣ J♣ Q♣"), (1, "5♥ 5♦ 5♣ 5♠")])
    assert happened(before, LayDown("5♥ 6♥ 7♥", Source("5♥", 1))) == [
        MeldsLaid(
            0,
            (TableMeld(2, 0, Run("5♥ 6♥ 7♥")),),
            (Source("5♥", 1, into=0),),
            left=(TableMeld(1, 1, Group("5♣ 5♦ 5♠")),),
            points=18,
        )
    ]


@pytest.mark.rule("R51-CARTE-03")
@pytest.mark.parametrize("left", ["", "8♣", "8♣ 4♥"])
def test_penalty_cards_are_listed_by_the_stock_they_come_from(left: str) -> None:
    options = {"conduct__mode": "explicit", "conduct__carte_penalty": 3}
    pile = "9♣ 4♥ J♦ 6♠ 2♥"
    before = dry(house(**options), pile, "Q♠ K♦", [(0, "7♠ 8♠ 9♠")], stock=left, phase="play")
    after, events = before.step(Discard("K♦"))
    drawn = after.hands[0] - Cards("Q♠")
    assert len(drawn) == 3
    expected: list[Event] = [CardDiscarded(0, Card("K♦"))]
    if left:
        expected.append(PenaltyDrawn(0, tuple(map(Card, left.split()))))
    # the five cards of the pile, while K♦ stays on top
    assert list(events[: len(expected) + 1]) == [*expected, StockRecycled(5)]
    penalty, turn = events[len(expected) + 1 :]
    assert isinstance(penalty, PenaltyDrawn)
    assert Cards(penalty.cards) == drawn - Cards(left)
    assert isinstance(turn, TurnBegun)


def table(*melds: Meld) -> tuple[TableMeld, ...]:
    """Return the melds that player 0 shows."""
    return tuple(TableMeld(number, 0, meld) for number, meld in enumerate(melds))


def test_events_of_a_hand_laid_open() -> None:
    over, events = at(f"{NINE} 8♣ K♠").step(Knock("K♠", MELDS))
    shown, *end = events
    assert shown == HandShown(0, KnockKind.KNOCK, Card("K♠"), table(*SHOWN), Cards("8♣"))
    assert end == [RoundEnded(outcome_of(over)), RoundScored(over.score(), over.hands)]
    longer = Run("3♥ 4♥ 5♥ 6♥"), *SHOWN[1:]
    shown, *_ = happened(at(f"{NINE} 3♥ K♠"), Knock("K♠"))
    assert shown == HandShown(0, KnockKind.GIN, Card("K♠"), table(*longer), Cards())
    big, *_, last, _ = happened(at(f"{TEN} 3♥"), BigGin())
    assert isinstance(big, HandShown)
    assert (big.player, big.kind, big.discard, big.deadwood) == (0, KnockKind.BIG_GIN, None, Cards())
    assert Cards(card for laid in big.melds for card in laid.meld) == Cards(f"{TEN} 3♥")
    assert isinstance(last, RoundEnded)
    assert last.outcome.winner == 0


def test_a_reply_by_moves() -> None:
    variant = gin(closing__settle="moves")
    shown = knocked(f"{NINE} 8♣ K♠", "K♠", "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦", MELDS, variant=variant, top="Q♦")
    *replies, ended, scored = happened(shown, LayOff("7♥", 0), LayDown("9♠ 9♦ 9♣"), EndLayoffs())
    assert replies == [
        CardLaidOff(1, Card("7♥"), TableMeld(0, 0, Run("4♥ 5♥ 6♥ 7♥")), "high"),
        MeldsLaid(1, (TableMeld(3, 1, Group("9♣ 9♦ 9♠")),)),
    ]
    assert isinstance(ended, RoundEnded)
    assert (ended.outcome.winner, ended.outcome.deadwood) == (0, (Cards("8♣"), Cards("8♥ 2♣ K♣ 3♦")))
    assert isinstance(scored, RoundScored)


def test_a_run_that_is_split_gets_a_new_id() -> None:
    before = scene("8♥ 8♦ 9♦ K♦ 3♣", [(0, "T♣ J♣ Q♣"), (1, "5♣ 6♣ 7♣ 8♣ 9♣ T♣ J♣")])
    (laid,) = happened(before, LayDown("8♣ 8♥ 8♦", Source("8♣", 1)))
    assert isinstance(laid, MeldsLaid)
    assert laid.melds == (TableMeld(2, 0, Group("8♣ 8♦ 8♥")),)
    assert laid.left == (TableMeld(1, 1, Run("5♣ 6♣ 7♣")), TableMeld(3, 1, Run("9♣ T♣ J♣")))


def test_the_end_of_a_run_is_named() -> None:
    position = scene("* 8♦ 9♦ K♦ 3♣", [(1, "T♣ J♣ Q♣"), (0, "5♣ 6♣ 7♣")])
    low, high = (happened(position, LayOff("*", 1, end))[0] for end in ("low", "high"))
    assert low == CardLaidOff(0, Card("*"), TableMeld(1, 0, Run("* 5♣ 6♣ 7♣")), "low")
    assert high == CardLaidOff(0, Card("*"), TableMeld(1, 0, Run("5♣ 6♣ 7♣ *")), "high")


def test_cards_that_move() -> None:
    assert transfers(DiscardTaken(1, Card("7♠"))) == (Transfer(1, Card("7♠"), Place.DISCARDS, Place.HAND),)
    laid = MeldsLaid(0, (TableMeld(2, 0, Run("5♥ 6♥ 7♥")),), (Source("5♥", 1),))
    assert [str(card) for _, card, _, _ in transfers(laid)] == ["6♥", "7♥"]
    assert transfers(StockRecycled(12)) == ()


def test_only_the_taker_sees_that_a_card_may_not_be_discarded() -> None:
    assert seen_by(DiscardTaken(0, Card("7♠"), barred=True), 1) == DiscardTaken(0, Card("7♠"))
    assert seen_by(DiscardTaken(0, Card("7♠"), barred=True), 0) == DiscardTaken(0, Card("7♠"), barred=True)
