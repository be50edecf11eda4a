"""What the winner of a knock scores, step by step."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rami.cards import Card, Suit
from rami.policies.outcomes import KnockKind, RoundFacts
from rami.policies.scores import ScoreReason

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
    prices: KnockPrices, facts: RoundFacts, winner: int, value: Callable[[Card], int]
) -> list[ScoreReason]:
    """The steps of the winner's score (GIN-SCORE-01 to GIN-SCORE-04).

    Parameters:
        prices: the bonuses.
        facts: the end of a round by a knock, with both hands settled.
        winner: who scores.
        value: what an unmatched card counts, in points.
    """
    knock, deadwood = facts.knock, facts.outcome.deadwood
    assert knock is not None  # asked only after a knock
    other = next(seat for seat in facts.playing if seat != winner)
    theirs, mine = deadwood[other], deadwood[winner]
    params: dict[str, dict[str, object]] = {
        "deadwood": {"player": other, "cards": theirs, "laid_off": facts.outcome.laid_off},
        "own_deadwood": {"cards": mine},
        "spades": {"factor": 2},
    }
    steps = _steps(
        prices,
        knock.kind,
        sum(map(value, theirs)),
        sum(map(value, mine)),
        undercut=winner != knock.player,
        upcard=facts.upcard,
    )
    return [
        ScoreReason(code, points, params.get(code, {}))
        for code, points in steps
        if mine or code != "own_deadwood"
    ]


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
    return sum(points for _, points in _steps(prices, kind, theirs, mine, undercut=undercut, upcard=upcard))


def _steps(
    prices: KnockPrices, kind: KnockKind, theirs: int, mine: int, *, undercut: bool, upcard: Card | None
) -> list[tuple[str, int]]:
    """The code of each step and its points."""
    steps = [("deadwood", theirs), ("own_deadwood", -mine)]
    if kind is KnockKind.GIN:
        steps.append(("gin", prices.gin))
    elif kind is KnockKind.BIG_GIN:
        steps.append(("big_gin", prices.big_gin))
    elif undercut:
        steps.append(("undercut", prices.undercut))
    if prices.spade_doubles and upcard is not None and upcard.suit is Suit.SPADES:
        steps.append(("spades", sum(points for _, points in steps)))
    return steps
