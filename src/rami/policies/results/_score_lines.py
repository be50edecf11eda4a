"""Steps of a player's line of a score, which depend on no option."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from rami.cards import UNKNOWN, Cards
from rami.errors import InvalidSetup, Reason, Violation, reject
from rami.policies.results.outcomes import RoundFacts
from rami.policies.results.scores import Points, ScoreReason, exact, reason_made

T = TypeVar("T")


def for_each(seats: Iterable[int], made: Callable[[int], T]) -> list[T]:
    """What is made for each seat; InvalidSetup with everything against it, of whichever seat."""
    found: list[T] = []
    wrong: list[Violation] = []
    for seat in seats:
        try:
            found.append(made(seat))
        except InvalidSetup as error:
            wrong += error.violations
    reject(InvalidSetup, wrong)
    return found


def unknown_hand(player: int, why: str) -> Violation:
    """The violation of a hand that counts and is unknown: as the one shown, of a player who has opened, or as any."""
    return Violation(Reason.HAND_UNKNOWN, None, {"player": player, "why": why})


def counted_hand(facts: RoundFacts, hands: tuple[Cards, ...], seat: int) -> Cards:
    """The hand of a player whose cards count."""
    hand = hands[seat]
    if UNKNOWN in hand and facts.points_counted(seat) is None:
        raise InvalidSetup(
            unknown_hand(seat, "opened" if facts.knock is None and facts.opened[seat] else "counts")
        )
    return hand


def sum_of(reasons: list[ScoreReason]) -> Points:
    """Return what these steps make together."""
    return sum((reason.points for reason in reasons), start=0)


def times(code: str, points: Points, factor: Points, params: dict[str, Any]) -> ScoreReason:
    """Return the step that multiplies the points so far."""
    return reason_made(code, exact(points * (factor - 1)), {"factor": factor, **params})
