"""Gin: the values of cards, the defender's lay-offs, the score and the match."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.flat import with_options
from tests.support.worked.gin_scenes import GIN, MELDS, NINE, TEN, at, counts, knocked, points

from rami import Knock, Match, RamiError, Round
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason


def reasons_of(position: Round, seat: int) -> dict[str, object]:
    (line,) = (line for line in position.score().lines if line.player == seat)
    assert sum(reason.points for reason in line.reasons) == line.points
    return {reason.code: reason.points for reason in line.reasons if reason.points}


# Cards


@pytest.mark.rule("GIN-RUN-02")
@pytest.mark.parametrize(
    ("text", "left"), [("Q♠ K♠ A♠", 21), ("K♠ A♠ 2♠", 13), ("J♠ Q♠ K♠ A♠", 1), ("Q♠ K♠ A♠ 2♠ 3♠", 20)]
)
def test_no_run_round_the_corner_matches_cards(text: str, left: int) -> None:
    assert GIN.deadwood(text) == left


@pytest.mark.rule("GIN-VAL-01", "GIN-VAL-02", "GIN-VAL-03")
@pytest.mark.parametrize("suit", "♣♦♥♠")
def test_values(suit: str) -> None:
    assert [GIN.deadwood(rank + suit) for rank in "A23456789TJQK"] == [*range(1, 11), 10, 10, 10]


# Lay-offs


@pytest.mark.rule("GIN-LAYOFF-01")
@pytest.mark.parametrize(
    ("other", "left"),
    [
        ("7♥ K♣", 10),
        ("7♥ 8♥ K♣", 10),
        ("7♥ 8♥ 9♥ T♥ 3♥ A♣", 1),
        ("8♥ 9♥ K♣", 27),
        ("3♥ 2♣ J♥ Q♣", 10),
        ("7♥ 7♠ 7♦ 8♥ 9♥ 8♠ 9♠", 7),
        ("7♥ 8♥ 9♥ 8♦ 8♠ K♣", 19),
        ("9♣ 9♥ 9♠ K♣", 10),
    ],
)
def test_the_other_player_comes_down_as_far_as_possible(other: str, left: int) -> None:
    """The knocker shows 4♥ 5♥ 6♥, jacks and twos, and keeps an ace."""
    over = knocked(f"{NINE} A♦ K♠", "K♠", other, top="Q♦")
    assert counts(over) == (1, left)


# The score


@pytest.mark.rule("GIN-SCORE-01")
@pytest.mark.parametrize(
    ("kept", "other", "expected"), [("6♣", "K♣ T♦", 14), ("8♣", "K♣ 7♥", 2), ("A♣", "A♦ A♠", 1)]
)
def test_a_lower_knocker_scores_the_difference(kept: str, other: str, expected: int) -> None:
    over = knocked(f"{NINE} {kept} K♠", "K♠", other, top="Q♦")
    assert points(over) == (expected, 0)
    assert over.score().winner == 0
    own, theirs = counts(over)
    assert reasons_of(over, 0) == {"deadwood": theirs, "own_deadwood": -own}
    assert reasons_of(over, 1) == {}


@pytest.mark.rule("GIN-SCORE-02")
@pytest.mark.parametrize(
    ("kept", "other", "expected"),
    [("8♣", "A♦", 17), ("8♣", "7♥", 18), ("3♣", "2♣", 13), ("5♣", "5♦", 10), ("A♣", "A♦", 10)],
)
def test_an_undercut_earns_ten_and_the_difference(kept: str, other: str, expected: int) -> None:
    """Equal counts are an undercut (D-82), and nothing left earns no more than ten (D-83)."""
    over = knocked(f"{NINE} {kept} K♠", "K♠", other, top="Q♦")
    assert points(over) == (0, expected)
    assert over.score().winner == 1
    assert reasons_of(over, 1)["undercut"] == 10
    assert reasons_of(over, 0) == {}


# The match


def earned(first: int, second: int) -> tuple[RoundScore, ...]:
    """Return hands that gave the two seats these points."""
    return (
        RoundScore(False, 0, (ScoreLine(0, first), ScoreLine(1, 0))),
        RoundScore(False, 1, (ScoreLine(0, 0), ScoreLine(1, second))),
    )


def after_gin(match: Match, *before: RoundScore) -> Match:
    """Return the match after seat 0 has won 43 points."""
    position = at(f"{TEN} K♠", "7♥ 8♣ 3♦", top="Q♦", context=match.round.context)
    return attrs.evolve(match, round=position, scores=before).play(Knock("K♠"))


@pytest.mark.rule("GIN-DEAL-01")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rotation", ["loser", "winner", "alternate", "next"])
def test_the_next_dealer(rotation: Any, dealer: int) -> None:
    """D-77: the loser of a hand deals the next one; elsewhere the winner deals, or the two players in turn."""
    variant = GIN.with_(match={"first_dealer": dealer, "dealer_rotation": rotation})
    following = after_gin(Match.start(variant, players=2, seed=3)).next_round().round
    assert following.context.dealer == {"loser": 1, "winner": 0}.get(rotation, 1 - dealer)
    assert following.player == 1 - following.context.dealer


@pytest.mark.rule("GIN-MATCH-01")
def test_the_match_ends_with_the_hand_that_reaches_it() -> None:
    match = after_gin(Match.start(GIN, players=2, seed=3), *earned(57, 99))
    assert match.totals == (100, 99)
    assert (match.over, match.winners) == (True, (0,))
    with pytest.raises(RamiError):
        match.next_round()
    assert [item.player for item in match.standings] == [0, 1]


@pytest.mark.rule("GIN-SCORE-01", "GIN-SCORE-02")
def test_the_lines_of_a_score_name_their_cards() -> None:
    variant = with_options(GIN, {"scoring.spade_doubles": True})
    other = "7♥ 8♥ 2♣ 9♠ 9♦ 9♣ K♣ 3♦ 4♦ Q♠"
    end = knocked(f"{NINE} 8♣ K♠", "K♠", other, MELDS, variant=variant, upcard="5♠")
    first, second = end.score().lines
    assert first.reasons == (
        ScoreReason("deadwood", 27, {"player": 1, "cards": "K♣ 3♦ 4♦ Q♠", "laid_off": "2♣ 7♥ 8♥"}),
        ScoreReason("own_deadwood", -8, {"cards": "8♣"}),
        ScoreReason("spades", 19, {"factor": 2}),
    )
    assert (first.points, second.points, second.reasons) == (38, 0, ())
    assert end.score().credit
    assert repr(first.reasons[1]) == "ScoreReason('own_deadwood', -8, {'cards': '8♣'})"
    assert repr(ScoreReason("gin", 25)) == "ScoreReason('gin', 25)"
