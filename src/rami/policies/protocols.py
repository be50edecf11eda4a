"""What a user's own policy must offer to stand in a callback slot.

Any frozen, hashable object with these methods may take the place of `Opening`, `Closing`, `Scoring` or
`MatchFormat`.  Fields that it lacks take no part in the checks of combinations.  With a method `describe(lang)` that
returns a sentence or several, it says of itself what `rami.rulebook` prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rami.cards import Card
from rami.errors import Violation
from rami.policies.opening import OpeningFacts, OpeningVerdict

if TYPE_CHECKING:
    from rami.policies.match_format import MatchFacts, MatchVerdict
    from rami.policies.outcomes import RoundFacts
    from rami.policies.scores import RoundScore

__all__ = ["ClosingPolicy", "MatchPolicy", "OpeningPolicy", "ScoringPolicy"]


@runtime_checkable
class OpeningPolicy(Protocol):
    """Judges first lay-downs.

    A policy with an attribute `contracts`, a tuple of `Contract`, makes a game of contracts: it is asked only
    about lay-downs of the contract that is due, and may refuse some of them (FRU-OPEN-01).
    """

    def verdict(self, facts: OpeningFacts, /) -> OpeningVerdict:
        """What is wrong with the opening that `facts` describe."""
        ...


@runtime_checkable
class ClosingPolicy(Protocol):
    """Says how a hand may be emptied."""

    def finish_by_placing(self) -> tuple[Violation, ...]:
        """What forbids emptying a hand by placing cards."""
        ...

    def finish_by_discard(self, card: Card, /) -> tuple[Violation, ...]:
        """What forbids discarding `card` as the last one."""
        ...


@runtime_checkable
class ScoringPolicy(Protocol):
    """Scores a finished round, and prices cards in hand.

    In a game of contracts the score passes on who has completed one, as `RoundFacts.completed` tells.
    """

    def score(self, facts: RoundFacts, /) -> RoundScore:
        """Return the score of a round that is over."""
        ...

    def hand_value(self, card: Card, /) -> int:
        """What `card` costs when it is still held."""
        ...


@runtime_checkable
class MatchPolicy(Protocol):
    """Says when a match is over, who won, and who deals next."""

    def multiplier(self, number: int, last: bool, /) -> int:
        """What scores of that hand are multiplied by: its number from 1, and whether it is announced as the last."""
        ...

    def verdict(self, facts: MatchFacts, /) -> MatchVerdict:
        """What follows from a round."""
        ...
