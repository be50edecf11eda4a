"""Options of the pack, the deal and the draw, each as a change to Classic Rami 51."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from tests.support.refusals import codes_of
from tests.support.worked.scenes import CLASSIC, RUN, allowed, everything, house, refused, scene, with_taken

from rami import (
    JOKER,
    Card,
    Discard,
    InvalidMeld,
    LayDown,
    LayOff,
    Match,
    Round,
    SwapWild,
    TakeDiscard,
    variants,
)
from rami.cards.moves import Move
from rami.errors import InvalidCards, InvalidMatch, InvalidSetup, InvalidVariant


def test_players() -> None:
    few = house(equipment__players=(3, 4))
    assert len(Round.deal(few, players=4, seed=1).hands) == 4
    assert len(Round.deal(few, seed=1).hands) == 4
    for players in (2, 5):
        assert codes_of(InvalidSetup, Round.deal, few, players=players) == ["player_count"]
        assert codes_of(InvalidMatch, Match.start, few, players=players) == ["player_count"]
        Round.deal(CLASSIC, players=players, seed=1)


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_packs(packs: int) -> None:
    variant = house(equipment__packs=packs)
    pack = everything(Round.deal(variant, players=2, seed=1))
    assert len(pack) == 52 * packs + 4
    assert all(pack.count(Card.from_id(number)) == packs for number in range(52))
    with pytest.raises(InvalidMeld):
        variant.meld(["5♠"] * packs)
    with pytest.raises(InvalidCards):
        variant.meld(["5♠"] * (packs + 1))


@pytest.mark.parametrize("jokers", [0, 2, 6])
def test_jokers(jokers: int) -> None:
    variant = house(equipment__jokers=jokers)
    pack = everything(Round.deal(variant, players=2, seed=1))
    assert pack.count(JOKER) == jokers
    assert len(pack) == 104 + jokers
    with pytest.raises(InvalidCards):
        variant.meld(["*"] * (jokers + 1))


def test_a_value_for_each_rank() -> None:
    variant = house(equipment__values=(15, *(5,) * 8, *(10,) * 4))
    assert [each.points("A♠ 2♠ 3♠") for each in (CLASSIC, variant)] == [6, 25]
    assert [each.points("9♠ T♠ * Q♠ K♠ A♠") for each in (CLASSIC, variant)] == [60, 60]
    assert [each.points("A♠ A♦ *") for each in (CLASSIC, variant)] == [33, 45]
    assert [each.check_opening([RUN, "K♦ K♣ K♥"]).ok for each in (CLASSIC, variant)] == [True, False]
    left = [each.score(["", "A♠ 3♦ T♦ *"], winner=0).points(1) for each in (CLASSIC, variant)]
    assert left == [11 + 3 + 10 + 20, 15 + 5 + 10 + 20]
    gin = variants.GIN.with_(closing={"knock_limit": "upcard"})
    costly = gin.with_(equipment={"values": (15, *(5,) * 8, *(10,) * 4)})
    hand = "2♠ 3♠ 4♠ 7♦ 7♣ 7♥ 8♦ 8♣ 8♥ 4♦ K♠"
    for upcard, expected in (("4♥", [True, True]), ("3♥", [False, True]), ("A♥", [False, True])):
        found = [each.knock_discards(hand, upcard=upcard) for each in (gin, costly)]
        assert [Card("K♠") in rows for rows in found] == expected, upcard


def test_court_value() -> None:
    variant = house(equipment__court_value=5)
    assert [each.points("J♠ Q♠ K♠ A♠") for each in (CLASSIC, variant)] == [41, 26]
    assert [each.points("Q♠ Q♦ *") for each in (CLASSIC, variant)] == [30, 15]
    assert [each.check_opening([RUN, "K♦ K♣ K♥"]).ok for each in (CLASSIC, variant)] == [True, False]
    table = [(0, RUN), (1, "4♣ 4♦ 4♥")]
    ends = [
        scene("K♦", table, variant=each, others=["Q♠ 2♣"]).play(Discard("K♦")) for each in (CLASSIC, variant)
    ]
    assert [end.score().points(1) for end in ends] == [12, 7]


@pytest.mark.rule("VARIATION-HAND-01")
@pytest.mark.parametrize("size", [7, 10, 14])
def test_another_number_of_cards_may_be_dealt(size: int) -> None:
    variant = house(dealing__hand_size=size)
    start = Round.deal(variant, players=4, seed=3, dealer=1)
    assert [len(hand) for hand in start.hands] == [size, size + 1, size, size]
    assert len(start.stock) == 108 - 4 * size - 1
    most = (108 - 15 - 1) // size
    Round.deal(variant, players=min(7, most), seed=3)
    if most < 7:
        assert codes_of(InvalidSetup, Round.deal, variant, players=most + 1, seed=3) == ["stock_too_small"]


def test_min_stock() -> None:
    assert codes_of(InvalidSetup, Round.deal, house(dealing__min_stock=56), 4) == ["stock_too_small"]
    Round.deal(house(dealing__min_stock=55), players=4, seed=1)
    Round.deal(house(dealing__min_stock=0), players=7, seed=1)


def test_wild_twos_are_refused_where_melds_and_hands_have_points() -> None:
    assert set(codes_of(InvalidVariant, house, equipment__wild_ranks={2})) == {"wild_rank_in_melds"}


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
            refused(position, TakeDiscard(), "discard_unusable R51-DRAW-02")
