"""The course of a round of Classic Rami 51, rule by rule."""

from __future__ import annotations

import pytest

from rami import (
    Cards,
    Discard,
    DrawStock,
    LayDown,
    LayOff,
    Phase,
    Round,
    Setup,
    SwapWild,
    TakeDiscard,
    variants,
)

CLASSIC = variants.CLASSIC_51
OPENING = ["7♠ 8♠ 9♠", "A♦ A♣ A♥"]


def deal(players: int = 4, dealer: int = 0) -> Round:
    return Round.deal(CLASSIC, players=players, seed=7, dealer=dealer)


def playing(hand: str, table: list[tuple[int, str]] | None = None) -> Round:
    return Round.from_setup(
        Setup(
            variant=CLASSIC,
            hands=[hand, "2♣ 4♦ 6♥ 8♣ T♦ Q♥"],
            phase=Phase.PLAY,
            table=table or [],
            discards="J♦",
        )
    )


@pytest.mark.rule("R51-START-01")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_begins_with_a_discard_and_nothing_else(dealer: int) -> None:
    start = deal(dealer=dealer)
    assert start.player == dealer
    assert len(start.hands[dealer]) == 14
    assert {type(move) for move in start.legal_moves} == {Discard}
    assert {move.card for move in start.legal_moves if isinstance(move, Discard)} == set(start.hands[dealer])
    assert start.explain(DrawStock()) != ()


@pytest.mark.rule("R51-START-02", "R51-DISC-01")
def test_a_discard_lies_on_the_pile_and_passes_the_turn_on() -> None:
    start = deal()
    card = next(iter(start.hands[0]))
    after = start.play(Discard(card))
    assert start.discards == ()
    assert after.discards == (card,)
    assert after.hands[0] == start.hands[0].remove(card)
    assert (after.player, after.phase) == (1, Phase.DRAW)


@pytest.mark.rule("R51-START-04", "R51-TURN-01", "R51-DRAW-01")
def test_turns_go_clockwise_and_each_is_a_draw_and_a_discard() -> None:
    position = deal(dealer=2)
    position = position.play(Discard(next(iter(position.hands[2]))))
    for player in (3, 0, 1, 2, 3):
        assert (position.player, position.phase) == (player, Phase.DRAW)
        assert set(position.legal_moves) <= {DrawStock(), TakeDiscard()}
        drawn = position.play(DrawStock())
        assert drawn.hands[player] - position.hands[player] == Cards([position.stock[0]])
        assert drawn.phase is Phase.PLAY
        assert drawn.explain(DrawStock()) != ()
        card = next(iter(drawn.hands[player]))
        position = drawn.play(Discard(card))
        assert position.discards[-1] == card
        assert len(position.hands[player]) == 13


@pytest.mark.rule("R51-DRAW-01")
def test_the_top_of_the_discard_pile_is_the_other_draw() -> None:
    position = Round.from_setup(
        Setup(
            variant=CLASSIC,
            hands=["8♣ T♦ 2♥", "2♣ 4♦ 6♥"],
            table=[(0, "7♠ 8♠ 9♠")],
            discards="J♠ T♠",
        )
    )
    after = position.play(TakeDiscard())
    assert after.discards == position.discards[:-1]
    assert [str(duty) for duty in after.duties] == ["place T♠"]


@pytest.mark.rule("R51-DEAL-03")
def test_a_cut_is_the_order_of_the_pack_and_nothing_more() -> None:
    pack = list(Cards([*deal().stock, *(card for hand in deal().hands for card in hand)]))
    cut = pack[40:] + pack[:40]
    start = Round.deal(CLASSIC, players=4, dealer=0, deck=cut)
    assert start.hands[1] == Cards(cut[0:52:4])
    assert start.hands[0] == Cards([*cut[3:52:4], cut[52]])
    assert start.stock == tuple(cut[53:])


@pytest.mark.rule("R51-LAY-01")
def test_several_melds_may_be_laid_in_one_turn() -> None:
    position = playing("7♠ 8♠ 9♠ A♦ A♣ A♥ 4♣ 4♥ 4♠ K♦ 2♥")
    after = position.play(LayDown([*OPENING, "4♣ 4♥ 4♠"]))
    assert len(after.table) == 3
    after = position.play(LayDown(OPENING)).play(LayDown(["4♣ 4♥ 4♠"]))
    assert len(after.table) == 3


@pytest.mark.rule("R51-LAY-02")
def test_nothing_on_the_table_has_to_be_done() -> None:
    position = playing("7♠ 8♠ 9♠ A♦ A♣ A♥ K♦", [(0, "4♣ 4♥ 4♠"), (1, "5♥ 6♥ *")])
    assert position.duties == ()
    assert {move.card for move in position.legal_moves if isinstance(move, Discard)} == set(position.hands[0])


@pytest.mark.rule("R51-OPEN-03", "R51-OPEN-04")
def test_only_the_first_lay_down_needs_points() -> None:
    small = LayDown(["2♣ 2♥ 2♠"])
    unopened = playing("2♣ 2♥ 2♠ 7♠ 8♠ 9♠ A♦ A♣ A♥ K♦")
    assert [violation.code for violation in unopened.explain(small)]
    opened = unopened.play(LayDown(OPENING))
    assert opened.explain(small) == ()
    assert playing("2♣ 2♥ 2♠ K♦", [(0, "7♠ 8♠ 9♠")]).explain(small) == ()


@pytest.mark.rule("R51-OBJ-01", "R51-END-01", "R51-GO-01")
def test_the_round_ends_when_a_hand_is_empty() -> None:
    position = playing("T♠ K♦", [(0, "7♠ 8♠ 9♠")])
    on_the_table = position.play(LayOff("T♠", 0))
    assert not on_the_table.over
    end = on_the_table.play(Discard("K♦"))
    assert end.over
    assert end.outcome is not None
    assert end.outcome.winner == 0
    assert not end.hands[0]
    assert end.score().points(0) == 0
    assert end.score().points(1) == 100


@pytest.mark.rule("R51-VAL-01", "R51-VAL-02", "R51-VAL-03")
@pytest.mark.parametrize(
    ("cards", "points"),
    [("2♠ 3♠ 4♠", 9), ("9♦ T♦ J♦ Q♦ K♦", 49), ("K♣ K♦ K♥ K♠", 40), ("T♣ T♦ *", 30), ("6♥ * 8♥", 21)],
)
def test_a_meld_is_worth_its_cards(cards: str, points: int) -> None:
    assert CLASSIC.points(cards) == points


@pytest.mark.rule("R51-JSWAP-01", "R51-JSWAP-02")
def test_a_recovered_joker_is_owed() -> None:
    position = playing("4♠ 9♥ 9♦ K♦", [(0, "7♣ 8♣ 9♣"), (1, "2♠ 3♠ *")])
    after = position.play(SwapWild(1, None, "4♠"))
    assert [str(duty) for duty in after.duties] == ["place *"]
    assert all(isinstance(move, LayDown) for move in after.legal_moves)
    assert after.play(LayDown(["9♥ 9♦ *"])).duties == ()
