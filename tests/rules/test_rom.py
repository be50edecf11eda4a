"""Deals, turn order and matches of Rommé."""

from __future__ import annotations

import pytest

from rami import Match, Round
from rami.policies.match_format import MatchFacts
from rami.policies.scores import RoundScore, ScoreLine
from rami.variants import ROMME


@pytest.mark.rule("ROM-MAT-01", "ROM-MAT-02", "ROM-DEAL-02", "ROM-DEAL-03", "ROM-START-01")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_thirteen_cards_each_and_a_card_turned_up(players: int) -> None:
    start = Round.deal(ROMME, players=players, seed=4, dealer=1)
    assert [len(hand) for hand in start.hands] == [13] * players
    assert len(start.discards) == 1
    cards = [*start.stock, *start.discards, *(card for hand in start.hands for card in hand)]
    assert len(cards) == 110
    assert sum(card.is_joker for card in cards) == 6
    assert start.player == 2 % players
    drawn = start.play("draw")
    thrown = next(move for move in drawn.legal_moves if str(move).startswith("drop"))
    assert drawn.play(thrown).player == 3 % players


@pytest.mark.rule("ROM-DEAL-01")
def test_chance_picks_the_first_dealer_and_the_deal_goes_round() -> None:
    dealers = {Match.start(ROMME, players=3, seed=seed).round.context.dealer for seed in range(30)}
    assert dealers == {0, 1, 2}
    score = RoundScore(False, 0, (ScoreLine(1, 5),))
    assert ROMME.match.verdict(MatchFacts(score, 1, 3, (0, 1, 2), (0, 5, 0), dealer=1)).next_dealer == 2


@pytest.mark.rule("ROM-SCORE-04")
def test_a_joker_left_may_count_more() -> None:
    dear = ROMME.with_(scoring={"joker_hand_value": 25})
    assert [each.score(["", "* 9♦"], winner=0).points(1) for each in (ROMME, dear)] == [29, 34]


@pytest.mark.rule("ROM-MATCH-01")
@pytest.mark.parametrize(
    "totals,winners",
    [((0, 499, 3), ()), ((12, 500, 3), (2,)), ((12, 503, 12), (0, 2)), ((500, 600, 7), (2,))],
)
def test_five_hundred_end_the_match(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    score = RoundScore(False, 0, (ScoreLine(1, 5),))
    verdict = ROMME.match.verdict(MatchFacts(score, 4, 3, (0, 1, 2), totals))
    assert (verdict.over, verdict.winners) == (bool(winners), winners)
