"""What the winner of a knock scores, step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rami.cards import Card, Suit
from rami.policies.scores import KnockEnd, KnockKind, ScoreReason

__all__ = ["KnockPrices", "knock_points", "knock_reasons"]


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
    bonus = _bonus(prices, knock.kind, winner != knock.player)
    if bonus is not None:
        reasons.append(ScoreReason(*bonus))
    if _doubles(prices, knock.upcard):
        total = sum(reason.points for reason in reasons)
        reasons.append(ScoreReason("spades", total, {"factor": 2}))
    return reasons


def knock_points(
    prices: KnockPrices, kind: KnockKind, theirs: int, mine: int, *, undercut: bool, upcard: Card | None
) -> int:
    """The sum of those steps, from what the unmatched cards of both count.

    Parameters:
        prices: the bonuses.
        kind: of the knock.
        theirs: the unmatched points of the player who does not score.
        mine: those of the winner.
        undercut: whether the winner is not the player who knocked.
        upcard: the first upcard, where the variant reads it.
    """
    bonus = _bonus(prices, kind, undercut)
    points = theirs - mine + (0 if bonus is None else bonus[1])
    return 2 * points if _doubles(prices, upcard) else points


def _bonus(prices: KnockPrices, kind: KnockKind, undercut: bool) -> tuple[str, int] | None:
    """What the winner gets besides the difference: the code of that step and its points."""
    if kind is KnockKind.GIN:
        return "gin", prices.gin
    if kind is KnockKind.BIG_GIN:
        return "big_gin", prices.big_gin
    return ("undercut", prices.undercut) if undercut else None


def _doubles(prices: KnockPrices, upcard: Card | None) -> bool:
    return prices.spade_doubles and upcard is not None and upcard.suit is Suit.SPADES
