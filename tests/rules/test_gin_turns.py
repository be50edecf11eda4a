"""Gin: knocks, and hands that end without a knock."""

from __future__ import annotations

import pytest
from tests.support.worked.gin_scenes import GIN, JUNK, MELDS, NINE, at, gin, junk, knocked
from tests.support.worked.scenes import allowed

from rami import Card, Cards, Discard, DrawStock, Match, Round, TakeDiscard
from rami.cards.moves import BigGin
from rami.rounds.setup import Phase


@pytest.mark.rule("GIN-KNOCK-01")
def test_a_knock_discards_face_down_and_lays_its_melds_open() -> None:
    over = knocked(f"{NINE} 9♣ K♠", "K♠", top="8♦")
    assert sorted(str(item.meld) for item in over.table) == sorted(
        str(meld.meld) for meld in knocked(f"{NINE} 9♣ K♠", "K♠", melds=MELDS).table
    )
    assert {item.owner for item in over.table} == {0}
    assert len(over.table) == 3
    assert over.discards == (Card("8♦"), Card("K♠"))
    assert over.view(0).discards == over.discards
    for viewer in (1, None):
        view = over.view(viewer)
        assert view.discards == (Card("8♦"), Card("?"))
        assert "K♠" not in repr(view)


@pytest.mark.rule("GIN-KNOCK-01")
def test_the_one_discard_that_comes_down_to_ten() -> None:
    eleven = "5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 7♥ 3♦"
    assert {str(card): left for card, left in GIN.knock_discards(eleven).items()} == {"7♥": 10}
    assert not GIN.knock_discards(eleven, taken="7♥")


# The stock runs out


@pytest.mark.rule("GIN-VOID-01")
def test_three_cards_may_stay_for_ever() -> None:
    """D-139: nothing ends the hand while both players take discards."""
    mine = " ".join(JUNK.split()[:10])
    position = at(mine, junk(14, Cards(mine)) + " 5♣ 5♥ T♥ K♥ 7♣ 7♠", phase="draw", stock=3)
    for _ in range(12):
        taken = allowed(position, TakeDiscard())
        discarded = next(card for card in taken.hands[taken.player] if card != position.discards[-1])
        position = allowed(taken, Discard(discarded))
    assert position.phase is Phase.DRAW


@pytest.mark.rule("GIN-VOID-01")
def test_after_a_void_hand_the_same_player_deals_again() -> None:
    match = Match.start(gin(closing__void_at=30), players=2, seed=3)
    dealer = match.round.context.dealer
    match = match.play(TakeDiscard())
    first = next(move for move in match.round.legal_moves if isinstance(move, Discard))
    match = match.play(first)
    while not match.round.over:
        match = match.play(next(move for move in match.legal_moves if isinstance(move, (DrawStock, Discard))))
    assert match.scores[-1].void
    assert match.totals == (0, 0)
    again = match.next_round()
    assert again.round.context.dealer == dealer
    assert again.round.stock != Match.start(gin(closing__void_at=30), players=2, seed=3).round.stock


@pytest.mark.rule("GIN-SCORE-04")
def test_an_outcome_names_the_player_who_showed_a_hand() -> None:
    ways = at("4♥ 5♥ 6♥ 7♥ 7♠ 7♦ 7♣ J♠ J♦ J♣ J♥")
    listed = [move for move in ways.legal_moves if isinstance(move, BigGin)]
    assert len(listed) > 1
    assert ways.play(BigGin()).table == ways.play(listed[0]).table
    for over in (ways.play(BigGin()), knocked(f"{NINE} 8♣ K♠", "K♠", melds=MELDS)):
        assert over.knock is not None
        assert over.knock.player == 0
        assert Round.from_setup(over.setup) == over
