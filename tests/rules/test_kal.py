"""Deals, turn order and matches of Kalooki 40."""

from __future__ import annotations

import pytest

from rami import Match, Round
from rami.policies.match_format import MatchFacts
from rami.policies.scores import RoundScore, ScoreLine
from rami.variants import KALOOKI_40


@pytest.mark.rule("KAL-MAT-01", "KAL-MAT-02", "KAL-DEAL-02", "KAL-DEAL-03", "KAL-START-01")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_thirteen_cards_each_and_a_card_turned_up(players: int) -> None:
    start = Round.deal(KALOOKI_40, players=players, seed=4, dealer=1)
    assert [len(hand) for hand in start.hands] == [13] * players
    assert len(start.discards) == 1
    cards = [*start.stock, *start.discards, *(card for hand in start.hands for card in hand)]
    assert len(cards) == 106
    assert sum(card.is_joker for card in cards) == 2
    assert start.player == 2 % players
    drawn = start.play("draw")
    thrown = next(move for move in drawn.legal_moves if str(move).startswith("drop"))
    assert drawn.play(thrown).player == 3 % players


@pytest.mark.rule("KAL-DEAL-01")
def test_chance_picks_the_first_dealer_and_the_deal_goes_round() -> None:
    dealers = {Match.start(KALOOKI_40, players=3, seed=seed).round.context.dealer for seed in range(30)}
    assert dealers == {0, 1, 2}
    score = RoundScore(False, 0, (ScoreLine(1, 5),))
    assert KALOOKI_40.match.verdict(MatchFacts(score, 1, 3, (0, 1, 2), (0, 5, 0), dealer=1)).next_dealer == 2


@pytest.mark.rule("KAL-MATCH-01", "KAL-MATCH-02", "KAL-MATCH-03")
@pytest.mark.parametrize(
    "playing,totals,eliminated,winners",
    [
        ((0, 1, 2), (0, 150, 3), (), ()),
        ((0, 1, 2), (12, 151, 3), (1,), ()),
        ((0, 1, 2), (150, 152, 190), (1, 2), (0,)),
        ((0, 2), (151, 160, 40), (0,), (2,)),
    ],
)
def test_more_than_150_points_are_out(
    playing: tuple[int, ...], totals: tuple[int, ...], eliminated: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    score = RoundScore(False, playing[-1], (ScoreLine(1, 5),))
    verdict = KALOOKI_40.match.verdict(MatchFacts(score, 4, 3, playing, totals))
    assert (verdict.over, verdict.winners, verdict.eliminated) == (bool(winners), winners, eliminated)
