"""Classic Rami 51: the pack, the deal, the first turns, and who comes next."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from tests.rules.scenes import CLASSIC, allowed, refused, scene

from rami import (
    JOKER,
    Card,
    Cards,
    Discard,
    DrawStock,
    InvalidMatch,
    InvalidSetup,
    LayDown,
    LayOff,
    Match,
    Phase,
    Round,
    RoundContext,
    Setup,
    SwapWild,
    TakeDiscard,
)


def everything(position: Round) -> Cards:
    return Cards(
        [
            *position.stock,
            *position.discards,
            *(card for hand in position.hands for card in hand),
            *(card for laid in position.table for card in laid.meld.cards),
        ]
    )


def throw(position: Round) -> Round:
    return position.play(Discard(next(iter(position.hands[position.player]))))


@pytest.mark.rule("R51-MAT-01")
def test_two_to_seven_players() -> None:
    for players in range(2, 8):
        assert len(Round.deal(CLASSIC, players=players, seed=1).hands) == players
    for players in (0, 1, 8, 12):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(CLASSIC, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.rule("R51-MAT-02", "R51-DEAL-02")
def test_two_packs_with_their_jokers_are_one_pack() -> None:
    start = Round.deal(CLASSIC, players=4, seed=11)
    held = Counter(everything(start))
    assert held == Counter({**{Card.from_id(number): 2 for number in range(52)}, JOKER: 4})
    assert sum(held.values()) == 108
    other = Round.deal(CLASSIC, players=4, seed=12)
    assert everything(other) == everything(start)
    assert other.stock != start.stock


@pytest.mark.rule("R51-DEAL-03")
def test_a_cut_is_the_order_of_the_pack_and_nothing_more() -> None:
    pack = list(everything(Round.deal(CLASSIC, players=4, seed=7)))
    cut = pack[40:] + pack[:40]
    start = Round.deal(CLASSIC, players=4, dealer=0, deck=cut)
    assert everything(start) == Cards(pack)
    assert start.hands[1] == Cards(cut[0:52:4])
    assert start.hands[0] == Cards([*cut[3:52:4], cut[52]])
    assert start.stock == tuple(cut[53:])


@pytest.mark.rule("R51-DEAL-04", "R51-DEAL-05")
@pytest.mark.parametrize("players,dealer", [(2, 0), (2, 1), (4, 2), (7, 6)])
def test_thirteen_cards_clockwise_one_by_one_and_one_more_for_the_dealer(players: int, dealer: int) -> None:
    pack = list(everything(Round.deal(CLASSIC, players=4, seed=7)))
    start = Round.deal(CLASSIC, players=players, dealer=dealer, deck=pack)
    for step in range(players):
        seat = (dealer + 1 + step) % players
        own = pack[step : 13 * players : players]
        assert start.hands[seat] == Cards(own + [pack[13 * players]] if seat == dealer else own)
    assert start.stock == tuple(pack[13 * players + 1 :])
    assert start.discards == ()
    assert start.table == ()


@pytest.mark.rule("R51-DEAL-05")
def test_the_stock_lies_face_down() -> None:
    start = Round.deal(CLASSIC, players=4, seed=7)
    for viewer in (0, 1, None):
        view = start.view(viewer)
        assert view.stock_size == 55
        assert not hasattr(view, "stock")
        assert not hasattr(view, "seed")


@pytest.mark.rule("R51-DEAL-01")
def test_lots_decide_the_first_dealer() -> None:
    dealers = Counter(Match.start(CLASSIC, players=3, seed=seed).round.context.dealer for seed in range(60))
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 5


@pytest.mark.rule("R51-DEAL-06")
def test_the_next_player_clockwise_deals_next() -> None:
    match = Match.start(CLASSIC.with_(match={"turn_cap": 2, "first_dealer": 2}), players=4, seed=7)
    for dealer in (2, 3, 0, 1, 2):
        assert match.round.context.dealer == dealer
        assert match.round.player == dealer
        while not match.round.over:
            match = match.play(list(match.round.legal_moves)[-1])
        match = match.next_round()


@pytest.mark.rule("R51-DEAL-06")
@pytest.mark.parametrize("dealer", range(3))
def test_the_next_player_deals_whoever_has_won(dealer: int) -> None:
    played = last_move(["2♣", "4♠"], [(1, "4♣ 4♦ 4♥"), (2, "6♣ 6♦ 6♥")])
    setup = attrs.evolve(played.round.setup, context=RoundContext(3, dealer))
    match = attrs.evolve(played, round=Round.from_setup(setup)).play(Discard("K♦"))
    assert match.scores[-1].winner == 0
    assert match.next_round().round.context.dealer == (dealer + 1) % 3


@pytest.mark.rule("R51-START-01")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_begins_with_a_discard_and_nothing_else(dealer: int) -> None:
    start = Round.deal(CLASSIC, players=4, seed=7, dealer=dealer)
    assert (start.player, start.phase, len(start.hands[dealer])) == (dealer, Phase.DISCARD, 14)
    assert {str(move) for move in start.legal_moves} == {f"drop {card}" for card in start.hands[dealer]}
    assert len(start.legal_moves) == len(set(start.hands[dealer]))
    refused(start, DrawStock(), "wrong_phase R51-TURN-01")
    refused(start, TakeDiscard(), "wrong_phase R51-TURN-01")


@pytest.mark.rule("R51-START-01")
def test_the_starter_lays_nothing_whatever_the_hand() -> None:
    start = Round.from_setup(
        Setup(variant=CLASSIC, hands=["7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ 2♣ 4♦", "2♣ 4♦ 6♥"], phase="discard", turn=0)
    )
    for move in (LayDown(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]), LayOff("7♠", 0), SwapWild(0, None, "7♠")):
        refused(start, move, "wrong_phase R51-TURN-01")
    allowed(start, Discard("K♦"))


@pytest.mark.rule("R51-START-02", "R51-DISC-01")
def test_a_discard_lies_face_up_on_the_pile_and_passes_the_turn_on() -> None:
    start = Round.deal(CLASSIC, players=4, seed=7)
    card = next(iter(start.hands[0]))
    after = start.play(Discard(card))
    assert after.discards == (card,)
    assert after.hands[0] == start.hands[0].remove(card)
    assert len(after.hands[0]) == 13
    assert (after.player, after.phase) == (1, Phase.DRAW)
    assert all(after.view(viewer).discards == (card,) for viewer in (0, 2, None))


@pytest.mark.rule("R51-START-03", "R51-START-04", "R51-TURN-01")
def test_turns_go_clockwise_and_each_is_a_draw_and_a_discard() -> None:
    position = throw(Round.deal(CLASSIC, players=4, seed=7, dealer=2))
    for player in (3, 0, 1, 2, 3):
        assert (position.player, position.phase) == (player, Phase.DRAW)
        assert len(position.hands[player]) == 13
        refused(position, Discard(next(iter(position.hands[player]))), "wrong_phase R51-TURN-01")
        drawn = allowed(position, DrawStock())
        assert drawn.hands[player] - position.hands[player] == Cards([position.stock[0]])
        assert drawn.stock == position.stock[1:]
        assert drawn.phase is Phase.PLAY
        refused(drawn, DrawStock(), "wrong_phase R51-TURN-01")
        refused(drawn, TakeDiscard(), "wrong_phase R51-TURN-01")
        position = throw(drawn)


@pytest.mark.rule("R51-START-03")
def test_melds_may_be_laid_in_the_first_round() -> None:
    start = Round.from_setup(
        Setup(
            variant=CLASSIC,
            hands=["2♣ 4♦ 6♥ 8♣ T♦ Q♥ 3♠", "7♠ 8♠ 9♠ A♦ A♣ A♥ K♦ 2♣ 4♦"],
            phase="discard",
            turn=0,
        )
    )
    allowed(start, Discard("3♠"), DrawStock(), LayDown(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))
    bound = Round.from_setup(
        Setup(variant=CLASSIC, hands=["2♣ 4♦ 9♠", "7♠ 8♠ A♦ A♣ A♥ K♦"], phase="discard", turn=0)
    )
    allowed(bound, Discard("9♠"), TakeDiscard(), LayDown(["7♠ 8♠ 9♠", "A♦ A♣ A♥"]))


@pytest.mark.rule("R51-START-04")
def test_nobody_plays_out_of_turn() -> None:
    position = scene("K♠ K♦", others=("2♣ 4♦", "6♥ 8♣"))
    for seat in (1, 2):
        (violation,) = position.explain(Discard("K♠"), by=seat)
        assert (violation.code, violation.rule) == ("not_your_turn", "R51-START-04")
    assert position.explain(Discard("K♠"), by=0) == ()


@pytest.mark.rule("R51-TURN-01")
def test_table_actions_come_in_any_order_before_the_discard() -> None:
    position = scene("T♠ 5♣ 5♦ 5♥ 4♠ 9♦ 9♥ K♦ Q♦", [(0, "7♠ 8♠ 9♠"), (1, "2♠ 3♠ *")])
    ends = {
        allowed(position, LayOff("T♠", 0), LayDown("5♣ 5♦ 5♥"), SwapWild(1, None, "4♠"), LayDown("9♦ 9♥ *")),
        allowed(position, SwapWild(1, None, "4♠"), LayDown("9♦ 9♥ *"), LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0)),
        allowed(position, LayDown("5♣ 5♦ 5♥"), SwapWild(1, None, "4♠"), LayDown("9♦ 9♥ *"), LayOff("T♠", 0)),
    }
    assert len(ends) == 1
    (end,) = ends
    done = allowed(end, Discard("K♦"))
    assert (done.player, done.phase) == (1, Phase.DRAW)


def last_move(others: list[str], table: list[tuple[int, str]]) -> Match:
    """A match in which seat 0 goes out by its next discard."""
    position = scene("K♦", [(0, "7♠ 8♠ 9♠"), *table], others=others)
    return attrs.evolve(Match.start(CLASSIC, players=position.context.seats, seed=7), round=position)


@pytest.mark.rule("R51-MATCH-01")
def test_a_hundred_points_end_the_match_and_the_lowest_total_wins() -> None:
    laid = [(1, "4♣ 4♦ 4♥"), (2, "6♣ 6♦ 6♥")]
    ninety_nine = "K♥ K♣ Q♥ Q♣ J♥ J♣ T♥ T♣ T♦ 9♦"
    short = last_move(["2♣", ninety_nine], laid).play(Discard("K♦"))
    assert (short.totals, short.over) == ((0, 2, 99), False)
    full = last_move(["2♣", f"{ninety_nine} A♦".replace("T♦ ", "")], laid).play(Discard("K♦"))
    assert (full.totals, full.over, full.winners) == ((0, 2, 100), True, (0,))
    with pytest.raises(InvalidMatch):
        full.next_round()
