"""Options of the draw and of the stock, each against Classic Rami 51."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from tests.rules.scenes import (
    CLASSIC,
    OPENING,
    RUN,
    allowed,
    house,
    refused,
    scene,
    with_taken,
)

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Move,
    Round,
    RoundContext,
    Setup,
    SwapWild,
    TakeDiscard,
    Variant,
)

UNUSABLE = "discard_unusable R51-DRAW-02"
FIRST_TURN = "discard_first_turn VELVET-DRAW-02"
NORMAL = {"dealing__starter_extra": 0, "drawing__starter_turn": "normal"}


# the first turn


@pytest.mark.rule("R51-START-01")
def test_starter_turn_normal_without_draw() -> None:
    variant = house(drawing__starter_turn="normal_without_draw")
    start = Round.deal(variant, players=3, seed=1)
    assert (start.player, str(start.phase), len(start.hands[0])) == (0, "play", 14)
    refused(start, DrawStock(), "wrong_phase R51-TURN-01")
    position = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ 2♥", variant=variant, turn=0, discards="")
    after = allowed(position, LayDown(OPENING), Discard("K♦"))
    assert (after.player, str(after.phase), after.hands[0]) == (1, "draw", Cards("2♥"))


def test_starter_turn_normal() -> None:
    variant = house(**NORMAL)
    start = Round.deal(variant, players=3, seed=1)
    drawn = allowed(start, DrawStock())
    assert len(drawn.hands[0]) == 14
    assert str(drawn.phase) == "play"


@pytest.mark.parametrize("turn,legal", [(0, False), (1, False), (2, True)])
def test_first_round_discard(turn: int, legal: bool) -> None:
    variant = house(drawing__first_round_discard=False, dealing__upcard=True, **NORMAL)
    position = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    if legal:
        allowed(position, TakeDiscard())
    else:
        refused(position, TakeDiscard(), FIRST_TURN)
    allowed(position, DrawStock(), Discard("K♦"))
    allowed(with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", turn=max(1, turn)), TakeDiscard())


@pytest.mark.parametrize("turn,legal", [(0, False), (1, True), (2, True)])
def test_first_round_scope(turn: int, legal: bool) -> None:
    variant = house(
        drawing__first_round_discard=False,
        drawing__first_round_scope="first_player_only",
        opening__first_round_melds=False,
        dealing__upcard=True,
        **NORMAL,
    )
    draw = with_taken("9♠", "7♠ 8♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    lay = scene("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", variant=variant, turn=turn)
    if legal:
        allowed(draw, TakeDiscard())
        allowed(lay, LayDown(OPENING))
    else:
        refused(draw, TakeDiscard(), FIRST_TURN)
        refused(lay, LayDown(OPENING), "opening_first_turn VELVET-OPEN-01")


# what the discard is for

USES: dict[str, tuple[str, str, str, tuple[Move, ...]]] = {
    "meld": ("5♥", "5♣ 5♦ K♦ 2♣", RUN, (LayDown("5♣ 5♦ 5♥"),)),
    "layoff": ("T♠", "J♦ K♦ 2♣", RUN, (LayOff("T♠", 0),)),
    "swap": ("4♠", "9♥ 9♦ K♦ 2♣", "2♠ 3♠ *", (SwapWild(0, None, "4♠"), LayDown("9♥ 9♦ *"))),
}


@pytest.mark.rule("R51-DRAW-02")
@pytest.mark.parametrize(
    "uses",
    [{"meld"}, {"layoff"}, {"swap"}, {"meld", "layoff"}, {"meld", "swap"}, {"layoff", "swap"}, set(USES)],
    ids=lambda uses: "-".join(sorted(uses)),
)
def test_discard_use(uses: Collection[str]) -> None:
    variant = house(drawing__discard_use=uses)
    for use, (card, held, meld, moves) in USES.items():
        position = with_taken(card, held, [(0, meld)], variant=variant, discards="J♣")
        if use in uses:
            allowed(position, TakeDiscard(), *moves, Discard("K♦"))
        else:
            refused(position, TakeDiscard(), UNUSABLE)


def test_no_twin_pickup() -> None:
    variant = house(drawing__no_twin_pickup=True)
    refused(with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard(), "discard_twin")
    allowed(with_taken("T♠", "T♥ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard())
    allowed(with_taken("*", "* 9♥ 9♦ K♦ 2♣", [(0, RUN)], variant=variant), TakeDiscard())
    allowed(with_taken("T♠", "T♠ K♦ 2♣", [(0, RUN)]), TakeDiscard())


# the stock


def dry(variant: Variant, discards: str, hand: str = "K♠ 5♥", recycles: int = 0) -> Round:
    """The stock is empty; seat 1 holds whatever is not named."""
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=[hand, pack - Cards(hand) - Cards(discards)],
            discards=discards,
            stock="",
            context=RoundContext(2, 1),
            recycles=recycles,
        )
    )


PILE = "2♥ 9♣ K♦ 4♠ 7♥"


@pytest.mark.rule("R51-STOCK-01")
def test_recycle_all() -> None:
    drawn = dry(house(drawing__recycle="all"), PILE).play(DrawStock())
    assert drawn.discards == ()
    assert len(drawn.stock) == 4
    assert not dry(house(drawing__recycle="all"), "7♥").over
    kept = dry(CLASSIC, PILE).play(DrawStock())
    assert kept.discards == (Card("7♥"),)
    assert len(kept.stock) == 3


@pytest.mark.rule("R51-STOCK-01")
def test_recycle_never() -> None:
    stuck = dry(house(drawing__recycle="never"), PILE)
    assert stuck.over
    assert stuck.score().void


@pytest.mark.rule("R51-STOCK-01")
@pytest.mark.parametrize(
    "limit,done,over", [(0, 0, True), (1, 0, False), (1, 1, True), (2, 1, False), (2, 2, True)]
)
def test_max_recycles(limit: int, done: int, over: bool) -> None:
    position = dry(house(drawing__max_recycles=limit), PILE, recycles=done)
    assert position.over == over
    if not over:
        assert position.play(DrawStock()).setup.recycles == done + 1
    assert not dry(CLASSIC, PILE, recycles=done).over


def test_a_stock_that_is_not_replaced_leaves_a_legal_discard_to_be_taken() -> None:
    pack = Cards([card for card in map(Card.from_id, range(52)) for _ in (0, 1)] + [Card("*")] * 4)
    hand, pile = Cards("K♠ 5♥"), Cards("2♥ T♠")
    position = Round.from_setup(
        Setup(
            variant=house(drawing__recycle="never"),
            hands=[hand, pack - hand - pile - Cards(RUN)],
            table=[(0, RUN)],
            discards="2♥ T♠",
            stock="",
            context=RoundContext(2, 1),
        )
    )
    refused(position, DrawStock(), "stock_empty R51-STOCK-01")
    assert [str(move) for move in position.legal_moves] == ["take"]
    allowed(position, TakeDiscard(), LayOff("T♠", 0))
