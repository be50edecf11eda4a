"""Discards that cost points, and a winner whose score is multiplied."""

from __future__ import annotations

import pytest

from rami import Discard, Round, Setup, variants

HOUSE = variants.CLASSIC_51.with_(
    scoring={
        "wild_discard_charge": 101,
        "fitting_discard_charge": 101,
        "winner_score": -101,
        "winner_multiplied": True,
        "double_on": "rami_sec_only",
        "joker_finish_any_factor": 2,
    }
)


def late(hand: str, opened: bool = False) -> Round:
    """A turn about to end, with a run and a group of another player on the table."""
    table = [(1, "4♥ 5♥ 6♥"), (1, "T♥ T♦ T♣"), *[(0, "2♠ 3♠ 4♠")] * opened]
    hands = [hand, "K♦ 9♣"]
    return Round.from_setup(
        Setup(variant=HOUSE, hands=hands, player=0, phase="play", table=table, discards="8♣")
    )


@pytest.mark.rule("OKO-DISC-02", "OKO-DISC-03", "OKO-DISC-05")
@pytest.mark.parametrize(
    ("card", "points"), [("*", 101), ("7♥", 101), ("T♠", 101), ("3♥", 101), ("8♥", 0), ("T♥", 0), ("K♠", 0)]
)
def test_what_a_discard_costs(card: str, points: int) -> None:
    start = late(f"{card} Q♣")
    after = start.play(Discard(card))
    assert sum(after.setup.charged) == points
    assert after.view(1).charged == after.view(None).charged == ((points, 0) if points else ())
    assert Round.from_setup(after.setup) == after


@pytest.mark.rule("OKO-DISC-04", "OKO-SCORE-09")
def test_the_last_card_costs_nothing_and_what_was_paid_before_stays() -> None:
    end = late("*", opened=True).play(Discard("*"))
    assert end.over
    assert end.setup.charged == ()
    paid = HOUSE.score(["", "K♦ 9♣"], winner=0, opened=[True, True], final_discard="*", charged=[101, 202])
    assert [line.points for line in paid.lines] == [-202 + 101, 19 * 2 + 202]


@pytest.mark.rule("OKO-SCORE-08")
def test_factors_multiply_the_score_of_the_winner() -> None:
    def points(others: bool, card: str, at_once: bool) -> int | object:
        score = HOUSE.score(
            ["", "K♦"], winner=0, opened=[True, others], all_at_once=at_once, final_discard=card
        )
        return score.points(0)

    assert points(True, "9♠", at_once=False) == -101
    assert points(True, "*", at_once=False) == -202
    assert points(True, "*", at_once=True) == -202
    assert points(False, "9♠", at_once=True) == -202
    assert points(False, "*", at_once=True) == -404
