"""What the winner of a knock scores, step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rami.cards import Card, Suit
from rami.policies.scores import KnockEnd, KnockKind, ScoreReason

__all__ = ["KnockPrices", "knock_reasons"]


@attrs.frozen
class KnockPrices:
    """The bonuses of a knock, in points.

    Parameters:
        gin: for gin.
        big_gin: for big gin.
        undercut: for the player who did not knock and has the lower count.
        spade_doubles: whether a spade as the first upcard doubles everything.
    """

    gin: int
    big_gin: int
    undercut: int
    spade_doubles: bool


def knock_reasons(
    prices: KnockPrices, knock: KnockEnd, winner: int, value: Callable[[Card], int]
) -> list[ScoreReason]:
    """The steps of the winner's score (GIN-SCORE-01 to GIN-SCORE-04).

    Parameters:
        prices: the bonuses.
        knock: the knock with both hands settled.
        winner: who scores.
        value: what an unmatched card counts, in points.
    """
    other = next(seat for seat in range(len(knock.deadwood)) if seat != winner)
    theirs, mine = knock.deadwood[other], knock.deadwood[winner]
    reasons = [
        ScoreReason(
            "deadwood",
            sum(map(value, theirs)),
            {"player": other, "cards": theirs, "laid_off": knock.laid_off},
        )
    ]
    if mine:
        reasons.append(ScoreReason("own_deadwood", -sum(map(value, mine)), {"cards": mine}))
    if knock.kind is KnockKind.GIN:
        reasons.append(ScoreReason("gin", prices.gin))
    elif knock.kind is KnockKind.BIG_GIN:
        reasons.append(ScoreReason("big_gin", prices.big_gin))
    elif winner != knock.player:
        reasons.append(ScoreReason("undercut", prices.undercut))
    if prices.spade_doubles and knock.upcard is not None and knock.upcard.suit is Suit.SPADES:
        total = sum(reason.points for reason in reasons)
        reasons.append(ScoreReason("spades", total, {"factor": 2}))
    return reasons
