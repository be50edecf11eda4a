"""Gin: the pack, the deal, what a meld is, what a card is worth, and the first upcard."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from tests.rules.gin_scenes import GIN, PACK, at, codes, kinds
from tests.rules.scenes import allowed

from rami import (
    Card,
    Cards,
    Discard,
    DrawStock,
    InvalidSetup,
    Match,
    PassUpcard,
    Phase,
    RamiError,
    Round,
    TakeDiscard,
)
from rami.cards import Rank

RANKS = "A23456789TJQK"


def is_meld(text: str) -> bool:
    """Whether these cards are a meld of Gin."""
    try:
        GIN.meld(text)
    except RamiError:
        return False
    return True


@pytest.mark.rule("GIN-MAT-01")
def test_two_players_only() -> None:
    assert len(Round.deal(GIN, seed=1).hands) == 2
    for players in (1, 3, 4):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(GIN, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.rule("GIN-MAT-02")
def test_one_pack_without_jokers() -> None:
    start = Round.deal(GIN, seed=5)
    everything = [*start.stock, *start.discards, *start.hands[0], *start.hands[1]]
    assert Counter(everything) == dict.fromkeys(PACK, 1)


@pytest.mark.rule("GIN-DEAL-01")
def test_the_pack_is_shuffled_and_lots_decide_the_first_dealer() -> None:
    assert Round.deal(GIN, seed=1).stock != Round.deal(GIN, seed=2).stock
    dealers = Counter(Match.start(GIN, players=2, seed=seed).round.context.dealer for seed in range(40))
    assert set(dealers) == {0, 1}
    assert min(dealers.values()) > 5


@pytest.mark.rule("GIN-DEAL-02", "GIN-DEAL-03", "GIN-DEAL-04")
@pytest.mark.parametrize("dealer", [0, 1])
def test_ten_cards_each_one_by_one_then_the_upcard(dealer: int) -> None:
    start = Round.deal(GIN, dealer=dealer, deck=PACK)
    assert start.hands[1 - dealer] == Cards(PACK[0:20:2])
    assert start.hands[dealer] == Cards(PACK[1:20:2])
    assert start.discards == (PACK[20],)
    assert start.stock == PACK[21:]


@pytest.mark.rule("GIN-DEAL-02", "GIN-DEAL-05")
def test_the_cards_are_dealt_face_down_and_each_player_sees_their_own() -> None:
    start = Round.deal(GIN, dealer=1, deck=PACK)
    for seat in (0, 1):
        view = start.view(seat)
        assert view.hand == start.hands[seat]
        assert view.hand_sizes == (10, 10)
        assert view.stock_size == 31
        assert view.discards == start.discards
        assert str(start.hands[1 - seat]) not in repr(view)
    assert (start.turn, start.player) == (0, 0)


# What a meld is


@pytest.mark.rule("GIN-SET-01")
def test_three_of_a_rank() -> None:
    for rank in RANKS:
        for suits in permutations("♣♦♥♠", 3):
            assert is_meld(" ".join(rank + suit for suit in suits))
    assert not is_meld("3♠ 3♥")
    assert not is_meld("3♠ 3♥ 3♥")
    assert not is_meld("3♠ 3♥ 4♦")


@pytest.mark.rule("GIN-SET-02")
def test_four_of_a_rank() -> None:
    for rank in RANKS:
        assert is_meld(" ".join(rank + suit for suit in "♥♠♣♦"))
    assert not is_meld("7♥ 7♠ 7♣ 7♦ 7♦")


@pytest.mark.rule("GIN-RUN-01", "GIN-RANK-01")
@pytest.mark.parametrize("length", range(3, 14))
def test_cards_in_a_row(length: int) -> None:
    for low in range(14 - length):
        for suit in "♣♦♥♠":
            assert is_meld(" ".join(rank + suit for rank in RANKS[low : low + length]))
    assert not is_meld(" ".join(rank + "♥" for rank in RANKS[:2]))
    assert not is_meld("5♥ 6♥ 7♠")
    assert not is_meld("5♥ 6♥ 8♥")


@pytest.mark.rule("GIN-RANK-01")
def test_the_ace_is_the_lowest_card() -> None:
    assert [Card(f"{rank}♥").rank for rank in RANKS] == list(Rank)
    assert is_meld("A♥ 2♥ 3♥")
    assert is_meld("J♥ Q♥ K♥")
    assert sum(is_meld(" ".join(f"{rank}♥" for rank in three)) for three in permutations(RANKS, 3)) == 11 * 6


@pytest.mark.rule("GIN-RUN-02")
@pytest.mark.parametrize(
    ("text", "left"), [("Q♠ K♠ A♠", 21), ("K♠ A♠ 2♠", 13), ("J♠ Q♠ K♠ A♠", 1), ("Q♠ K♠ A♠ 2♠ 3♠", 20)]
)
def test_no_run_round_the_corner(text: str, left: int) -> None:
    assert not is_meld(text)
    assert GIN.deadwood(text) == left


@pytest.mark.rule("GIN-VAL-01", "GIN-VAL-02", "GIN-VAL-03")
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_values(suit: str) -> None:
    assert [GIN.deadwood(rank + suit) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


# The first upcard


def start(dealer: int = 1) -> Round:
    return Round.deal(GIN, dealer=dealer, seed=11)


@pytest.mark.rule("GIN-UPCARD-01")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_non_dealer_takes_it_or_leaves_it(dealer: int) -> None:
    offer = start(dealer)
    assert (offer.player, offer.phase) == (1 - dealer, Phase("offer"))
    assert {str(move) for move in offer.legal_moves} == {"take", "pass"}
    assert codes(offer, DrawStock()) == ["wrong_phase"]
    second = allowed(offer, PassUpcard())
    assert (second.player, second.phase, second.turn) == (dealer, Phase("offer"), 1)
    assert {str(move) for move in second.legal_moves} == {"take", "pass"}
    assert second.discards == offer.discards
    assert codes(second, DrawStock()) == ["wrong_phase"]


@pytest.mark.rule("GIN-UPCARD-02")
@pytest.mark.parametrize("dealer", [0, 1])
def test_after_two_passes_the_non_dealer_draws_from_the_stock(dealer: int) -> None:
    third = allowed(start(dealer), PassUpcard(), PassUpcard())
    assert (third.player, third.turn) == (1 - dealer, 2)
    assert [str(move) for move in third.legal_moves] == ["draw"]
    assert codes(third, TakeDiscard()) == ["wrong_phase"]
    assert codes(third, PassUpcard()) == ["wrong_phase"]
    drawn = allowed(third, DrawStock())
    assert len(drawn.hands[1 - dealer]) == 11
    assert drawn.phase is Phase.PLAY


@pytest.mark.rule("GIN-UPCARD-01", "GIN-UPCARD-02")
@pytest.mark.parametrize("passes", [0, 1])
def test_a_taker_throws_another_card_and_the_other_player_goes_on(passes: int) -> None:
    taken = allowed(start(), *[PassUpcard()] * passes, TakeDiscard())
    upcard = start().discards[0]
    assert taken.player == passes
    assert upcard in taken.hands[passes]
    assert codes(taken, Discard(upcard)) == ["returned_discard"]
    thrown = next(card for card in taken.hands[passes] if card != upcard)
    after = allowed(taken, Discard(thrown))
    assert (after.player, after.phase, after.discards) == (1 - passes, Phase.DRAW, (thrown,))
    assert kinds(after) == {"DrawStock", "TakeDiscard"}


@pytest.mark.rule("GIN-UPCARD-01")
def test_nobody_passes_later() -> None:
    assert codes(at("A♣ 3♦ 5♠ 6♣ 7♦", phase="draw"), PassUpcard()) == ["wrong_phase"]
