"""Rami 500: the pack, the deal, the turns, the scores and the end of a match."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.rules.scenes import ACES, RUN, allowed, everything, near_its_end, refused, scene, scores

from rami import (
    JOKER,
    Card,
    Cards,
    Discard,
    DrawStock,
    InvalidSetup,
    LayDown,
    LayOff,
    Match,
    Phase,
    Round,
    TakeDiscard,
    variants,
)

GAME = variants.RAMI_500


@pytest.mark.rule("R500-MAT-01")
def test_two_to_five_players() -> None:
    for players in range(2, 6):
        assert len(Round.deal(GAME, players=players, seed=1).hands) == players
    for players in (1, 6):
        with pytest.raises(InvalidSetup) as caught:
            Round.deal(GAME, players=players, seed=1)
        assert [each.code for each in caught.value.violations] == ["player_count"]


@pytest.mark.rule("R500-MAT-02")
def test_two_packs_of_fifty_four() -> None:
    held = Counter(everything(Round.deal(GAME, players=4, seed=11)))
    assert held == Counter({**{Card.from_id(number): 2 for number in range(52)}, JOKER: 4})


@pytest.mark.rule("R500-DEAL-01", "R500-DEAL-02")
@pytest.mark.parametrize("players,dealer", [(2, 0), (3, 2), (5, 4)])
def test_thirteen_cards_each_one_by_one_and_the_rest_is_the_stock(players: int, dealer: int) -> None:
    pack = list(everything(Round.deal(GAME, players=4, seed=7)))
    start = Round.deal(GAME, players=players, dealer=dealer, deck=pack)
    for step in range(players):
        assert start.hands[(dealer + 1 + step) % players] == Cards(pack[step : 13 * players : players])
    assert start.stock == tuple(pack[13 * players :])
    assert start.discards == ()


@pytest.mark.rule("R500-DEAL-02", "R500-DRAW-01")
@pytest.mark.parametrize("dealer", range(3))
def test_the_player_after_the_dealer_starts_with_a_draw_from_the_stock(dealer: int) -> None:
    start = Round.deal(GAME, players=3, seed=7, dealer=dealer)
    assert (start.player, start.phase) == ((dealer + 1) % 3, Phase.DRAW)
    refused(start, TakeDiscard(), "discards_empty R500-DRAW-01")
    drawn = allowed(start, DrawStock())
    assert drawn.hands[start.player] - start.hands[start.player] == Cards([start.stock[0]])


@pytest.mark.rule("R500-TURN-01", "R500-TURN-02")
def test_everybody_draws_and_discards_in_every_turn_from_the_first_one_on() -> None:
    position = Round.deal(GAME, players=3, seed=7, dealer=2)
    for player in (0, 1, 2, 0):
        assert (position.player, position.phase, len(position.hands[player])) == (player, Phase.DRAW, 13)
        refused(position, Discard(next(iter(position.hands[player]))), "wrong_phase R500-TURN-01")
        assert {type(move) for move in position.legal_moves} <= {DrawStock, TakeDiscard}
        drawn = allowed(position, DrawStock())
        refused(drawn, DrawStock(), "wrong_phase R500-TURN-01")
        assert {type(move) for move in drawn.legal_moves} <= {Discard, LayDown}
        position = allowed(drawn, Discard(next(iter(drawn.hands[player]))))
        assert len(position.hands[player]) == 13


@pytest.mark.rule("R500-OBJ-01", "R500-END-01")
def test_the_hand_ends_when_a_player_has_put_down_everything() -> None:
    position = scene("5♣ 5♦ 5♥ T♠ K♦", [(0, RUN)], variant=GAME, others=["2♣ 4♦"])
    going = allowed(position, LayDown("5♣ 5♦ 5♥"), LayOff("T♠", 0))
    assert not going.over
    end = allowed(going, Discard("K♦"))
    assert end.over
    assert end.outcome is not None
    assert end.outcome.winner == 0
    refused(end, DrawStock(), "round_over R500-END-01")


@pytest.mark.rule("R500-SCORE-03")
@pytest.mark.parametrize("held", ["2♣", "K♠ K♣ K♥ Q♠ Q♦ J♠ J♦ J♥ T♠ T♦ T♥ * *"])
def test_whoever_has_laid_nothing_is_charged_a_hundred(held: str) -> None:
    end = allowed(scene("K♦", [(0, RUN)], variant=GAME, others=[held], discards="3♣"), Discard("K♦"))
    assert scores(end) == [0, 100]


@pytest.mark.rule("R500-SCORE-07")
def test_the_whole_hand_in_one_go_doubles_every_count() -> None:
    table = [(1, "4♣ 4♦ 4♥")]
    position = scene(f"{RUN} {ACES} K♦", table, variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    assert scores(allowed(position, LayDown([RUN, ACES]), Discard("K♦"))) == [0, 46, 200]
    helped = scene(f"{RUN} {ACES} 4♠ K♦", table, variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    assert scores(allowed(helped, LayDown([RUN, ACES]), LayOff("4♠", 0), Discard("K♦"))) == [0, 46, 200]
    joker = scene(f"{RUN} {ACES} *", table, variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    assert scores(allowed(joker, LayDown([RUN, ACES]), Discard("*"))) == [0, 46, 200]
    second = scene("5♣ 5♦ 5♥ K♦", [(0, RUN), *table], variant=GAME, others=["T♠ 9♦ 4♠", "6♥"])
    assert scores(allowed(second, LayDown("5♣ 5♦ 5♥"), Discard("K♦"))) == [0, 23, 100]


@pytest.mark.rule("R500-MATCH-01", "R500-SCORE-06")
def test_the_match_goes_on_until_somebody_has_five_hundred() -> None:
    match: Match | None = None
    for number in range(1, 6):
        match = near_its_end(GAME, ["2♣", "6♥"], [(0, RUN)], match=match).play(Discard("K♦"))
        assert match.totals == (0, 100 * number, 100 * number)
        assert match.over == (number == 5)
    assert match is not None
    assert match.winners == (0,)


@pytest.mark.rule("R500-MATCH-02", "R500-SCORE-01")
def test_the_lowest_total_wins_and_equal_ones_share() -> None:
    laid = [(0, RUN), (1, "4♣ 4♦ 4♥")]
    match = near_its_end(GAME.with_(match={"target": 90}), ["2♣", "6♥"], laid)
    done = match.play(Discard("K♦"))
    assert (done.totals, done.over, done.winners) == ((0, 2, 100), True, (0,))
    assert [standing.player for standing in done.standings] == [0, 1, 2]
    shared = near_its_end(
        GAME.with_(match={"target": 90}, scoring={"joker_hand_value": 0}), ["*", "6♥"], laid
    ).play(Discard("K♦"))
    assert (shared.totals, shared.winners) == ((0, 0, 100), (0, 1))
