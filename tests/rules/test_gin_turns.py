"""Gin: drawing, discarding, knocking, and hands that nobody ends."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rules.gin_scenes import GIN, JUNK, MELDS, NINE, PACK, TEN, at, codes, gin, junk, kinds, knocked
from tests.rules.scenes import allowed, listed

from rami import (
    BigGin,
    Card,
    Cards,
    Discard,
    DrawStock,
    EndLayoffs,
    Knock,
    LayDown,
    LayOff,
    Match,
    PassUpcard,
    Phase,
    Round,
    SwapWild,
    TakeDiscard,
)

SHORT_JUNK = " ".join(JUNK.split()[:10])


# The turn


@pytest.mark.rule("GIN-TURN-01")
def test_nothing_is_laid_before_the_hand_ends() -> None:
    position = at(f"{TEN} K♠")
    assert codes(position, LayDown(MELDS[0])) == ["concealed"]
    assert kinds(position) == {"Discard", "Knock"}
    for move in position.legal_moves:
        after = position.play(move)
        assert after.over == (not isinstance(move, Discard))
        assert bool(after.table) == after.over
    assert codes(position, LayOff("K♠", 0)) != []
    assert codes(position, SwapWild(0, None, "K♠")) != []
    assert codes(position, EndLayoffs()) != []


@pytest.mark.rule("GIN-TURN-02")
def test_a_turn_leaves_ten_cards() -> None:
    position = at(SHORT_JUNK, phase="draw")
    for draw in (DrawStock(), TakeDiscard()):
        drawn = allowed(position, draw)
        assert len(drawn.hands[0]) == 11
        assert codes(drawn, DrawStock()) == ["wrong_phase"]
        thrown = Card(JUNK.split()[0])
        after = allowed(drawn, Discard(thrown))
        assert (len(after.hands[0]), after.player, after.discards[-1]) == (10, 1, thrown)
        assert after.phase is Phase.DRAW


@pytest.mark.rule("GIN-TURN-02")
def test_the_card_taken_stays_and_the_card_drawn_may_go() -> None:
    """D-79, for the discard and for the card that goes face down in a knock."""
    taken = allowed(at(TEN, phase="draw", top="K♥"), TakeDiscard())
    assert codes(taken, Discard("K♥")) == ["returned_discard"]
    assert codes(taken, Knock("K♥")) == ["returned_discard"]
    assert "K♥" not in {str(move.discard) for move in taken.legal_moves if isinstance(move, Knock)}
    drawn = allowed(at(TEN, phase="draw"), DrawStock())
    (card,) = Cards(set(drawn.hands[0]) - set(Cards(TEN)))
    allowed(drawn, Discard(card))
    allowed(drawn, Knock(card))


@pytest.mark.rule("GIN-TURN-02")
def test_the_ban_ends_with_the_turn() -> None:
    taken = allowed(at(SHORT_JUNK, TEN, phase="draw", top="K♥"), TakeDiscard())
    later = allowed(taken, Discard("A♣"), DrawStock(), Discard("2♣"), DrawStock())
    allowed(later, Discard("K♥"))


@pytest.mark.rule("GIN-TURN-03")
def test_the_last_discard_or_the_stock() -> None:
    position = at(SHORT_JUNK, phase="draw", top="K♥ Q♥")
    assert {str(move) for move in position.legal_moves} == {"draw", "take"}
    taken = allowed(position, TakeDiscard())
    assert Card("Q♥") in taken.hands[0]
    assert taken.discards == (Card("K♥"),)
    drawn = allowed(position, DrawStock())
    assert position.stock[0] in drawn.hands[0]
    assert (drawn.stock, drawn.discards) == (position.stock[1:], position.discards)


@pytest.mark.rule("GIN-TURN-03")
def test_the_discard_may_be_taken_without_a_use() -> None:
    position = at(SHORT_JUNK, phase="draw", top="K♥")
    taken = allowed(position, TakeDiscard())
    assert taken.duties == ()
    allowed(taken, Discard("A♣"))


# The knock


@pytest.mark.rule("GIN-KNOCK-01", "GIN-OBJ-01")
@pytest.mark.parametrize(
    ("extra", "left"),
    [("A♣", 1), ("7♣", 7), ("T♣", 10), ("K♣", 10), ("Q♦", 10)],
)
def test_ten_points_or_fewer(extra: str, left: int) -> None:
    position = at(f"{NINE} {extra} K♠")
    over = allowed(position, Knock("K♠", MELDS))
    assert over.over
    assert over.hands[0] == Cards(extra)
    assert GIN.deadwood(f"{NINE} {extra}") == left


@pytest.mark.rule("GIN-KNOCK-01", "GIN-OBJ-01")
def test_eleven_points_are_too_many() -> None:
    position = at("4♥ 5♥ 6♥ J♠ J♦ J♣ A♣ 2♣ 3♦ 5♠ K♠")
    assert codes(position, Knock("K♠")) == ["knock_deadwood"]
    assert codes(position, Knock("K♠", MELDS[:2])) == ["knock_deadwood"]
    assert not any(isinstance(move, Knock) and move.discard == Card("K♠") for move in position.legal_moves)
    ten = at("4♥ 5♥ 6♥ J♠ J♦ J♣ A♣ A♦ 3♦ 5♠ K♠")
    allowed(ten, Knock("K♠"))


@pytest.mark.rule("GIN-KNOCK-01")
def test_the_discard_goes_face_down_and_the_melds_are_shown() -> None:
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
def test_the_grouping_belongs_to_the_knock() -> None:
    """D-80: every grouping within the limit is a move of its own, the least deadwood first."""
    position = at("3♥ 4♥ 5♥ 6♥ 9♠ 9♥ 9♦ 9♣ A♣ A♠ K♠", other=junk(10, Cards("A♣ 9♦ 9♥ K♠")))
    knocks = [move for move in position.legal_moves if isinstance(move, Knock) and move.discard == Card("K♠")]
    assert [sum(GIN.deadwood([card]) for card in position.play(move).hands[0]) for move in knocks] == [
        2,
        5,
        8,
    ]
    assert position.play(Knock("K♠")) == position.play(knocks[0])
    assert codes(position, Knock("K♠", ["9♠ 9♥ 9♦", "3♥ 4♥ 5♥ 6♥"])) == ["knock_deadwood"]
    assert codes(position, Knock("K♠", ["9♠ 9♥ 9♦ 9♣", "4♥ 5♥ 6♥ 7♥"])) == ["knock_melds"]
    assert codes(position, Knock("A♠", ["A♠ A♥ A♣"])) != []


@pytest.mark.rule("GIN-KNOCK-01")
def test_the_default_grouping_is_the_first_of_the_least() -> None:
    """D-80: nine cards that are three runs or three sets."""
    position = at("3♥ 4♥ 5♥ 3♠ 4♠ 5♠ 3♦ 4♦ 5♦ A♣ K♠", other=junk(10, Cards("3♦ 3♠ 5♠ A♣ K♠")))
    over = allowed(position, Knock("K♠"))
    assert sorted(str(item.meld) for item in over.table) == ["3♠ 4♠ 5♠", "3♥ 4♥ 5♥", "3♦ 4♦ 5♦"]
    groups = allowed(position, Knock("K♠", ["3♥ 3♠ 3♦", "4♥ 4♠ 4♦", "5♥ 5♠ 5♦"]))
    assert {item.meld.kind for item in groups.table} == {"group"}


@pytest.mark.rule("GIN-KNOCK-01")
def test_the_one_discard_that_comes_down_to_ten() -> None:
    eleven = "5♠ 5♥ 6♠ 5♦ 3♠ 6♦ 6♣ 6♥ 4♥ 7♥ 3♦"
    position = at(eleven, other=junk(10, Cards(eleven)))
    assert {str(move.discard) for move in position.legal_moves if isinstance(move, Knock)} == {"7♥"}
    assert {str(card): left for card, left in GIN.knock_discards(eleven).items()} == {"7♥": 10}
    assert not GIN.knock_discards(eleven, taken="7♥")
    over = allowed(position, Knock("7♥"))
    assert GIN.deadwood(over.hands[0]) == 10


@pytest.mark.rule("GIN-KNOCK-02")
def test_nobody_has_to_knock() -> None:
    for hand in (f"{TEN} K♠", f"{TEN} 3♥"):
        position = at(hand)
        for card in Cards(hand):
            assert not allowed(position, Discard(card)).over
    assert {"Discard", "Knock", "BigGin"} <= kinds(at(f"{TEN} 3♥"))


@pytest.mark.rule("GIN-KNOCK-01")
@pytest.mark.parametrize("passes", [0, 1])
def test_a_knock_with_the_first_upcard(passes: int) -> None:
    """D-138, with nine matched cards, a king, and a tenth matched card on the table."""
    mine = [*Cards(NINE), Card("K♥")]
    other = [*Cards(SHORT_JUNK)]
    first, second = (mine, other) if passes == 0 else (other, mine)
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    rest = [card for card in PACK if card not in [*dealt, Card("2♣")]]
    start = Round.deal(GIN, dealer=1, deck=[*dealt, Card("2♣"), *rest])
    taken = allowed(start, *[PassUpcard()] * passes, TakeDiscard())
    over = allowed(taken, Knock("K♥"))
    assert over.knock is not None
    assert (over.knock.player, str(over.knock.kind)) == (passes, "gin")


@pytest.mark.rule("GIN-SCORE-04")
def test_big_gin_is_said_instead_of_a_discard() -> None:
    position = at(f"{TEN} 3♥")
    over = allowed(position, BigGin())
    assert over.over
    assert over.discards == position.discards
    assert over.view(1).discards == position.discards
    assert not over.hands[0]
    assert over.knock is not None
    assert str(over.knock.kind) == "big_gin"
    assert codes(at(f"{TEN} K♠"), BigGin()) == ["not_all_matched"]
    assert listed(at(f"{TEN} K♠"), BigGin) == set()


# The stock runs out


@pytest.mark.rule("GIN-VOID-01")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_two_stock_cards_end_the_hand(left: int) -> None:
    """D-85: the position has been reached by a draw that left so many cards."""
    position = at(f"{TEN} K♠", stock=left)
    after = allowed(position, Discard("K♠"))
    assert after.over == (left <= 2)
    if after.over:
        assert after.outcome is not None
        assert after.outcome.winner is None
        assert after.score().void
        assert after.score().points(0) == after.score().points(1) == 0
    gin_hand = allowed(position, Knock("K♠"))
    assert gin_hand.score().winner == 0


@pytest.mark.rule("GIN-VOID-01")
def test_the_third_last_card_is_drawn_and_the_hand_is_void() -> None:
    position = at(SHORT_JUNK, TEN, phase="draw", stock=3)
    drawn = allowed(position, DrawStock())
    assert not drawn.over
    over = allowed(drawn, Discard("A♣"))
    assert over.over
    assert over.score().void
    assert over.score().credit


@pytest.mark.rule("GIN-VOID-01")
def test_three_cards_may_stay_for_ever() -> None:
    """D-139: while both take discards nothing ends the hand."""
    position = at(SHORT_JUNK, junk(14, Cards(SHORT_JUNK)) + " 5♣ 5♥ T♥ K♥ 7♣ 7♠", phase="draw", stock=3)
    for _ in range(12):
        taken = allowed(position, TakeDiscard())
        thrown = next(card for card in taken.hands[taken.player] if card != position.discards[-1])
        position = allowed(taken, Discard(thrown))
    assert position.phase is Phase.DRAW


@pytest.mark.rule("GIN-VOID-01")
def test_after_a_void_hand_the_same_player_deals_again() -> None:
    match = Match.start(gin(closing__void_at=30), players=2, seed=3)
    dealer = match.round.context.dealer
    match = match.play(TakeDiscard())
    first = next(move for move in match.round.legal_moves if isinstance(move, Discard))
    match = match.play(first)
    while not match.round.over:
        moves: list[Any] = [
            move for move in match.round.legal_moves if isinstance(move, (DrawStock, Discard))
        ]
        match = match.play(moves[0])
    assert match.scores[-1].void
    assert match.totals == (0, 0)
    again = match.next_round()
    assert again.round.context.dealer == dealer
    assert again.round.stock != Match.start(gin(closing__void_at=30), players=2, seed=3).round.stock


@pytest.mark.rule("GIN-SCORE-04")
def test_an_outcome_names_who_showed_a_hand() -> None:
    ways = at("4♥ 5♥ 6♥ 7♥ 7♠ 7♦ 7♣ J♠ J♦ J♣ J♥")
    listed = [move for move in ways.legal_moves if isinstance(move, BigGin)]
    assert len(listed) > 1
    assert ways.play(BigGin()).table == ways.play(listed[0]).table
    for seat, over in ((0, ways.play(BigGin())), (0, knocked(f"{NINE} 8♣ K♠", "K♠", melds=MELDS))):
        assert over.knock is not None
        assert over.knock.player == seat
        assert Round.from_setup(over.setup) == over
