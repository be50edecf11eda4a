"""The protocols of custom policies: the methods that an object needs to replace a built-in policy.

Any frozen, hashable object with these methods may replace `Opening`, `Closing`, `Scoring` or `MatchFormat`; it replaces
the whole slot. If it has an attribute named like an option of the slot, the value must be allowed for that option.
Without the attribute, the game has no such rule, and checks of combinations skip the option. A method `describe(lang)`
may return the sentences to print in `rami.rulebook`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from rami.cards import Card
from rami.errors import Violation
from rami.policies.slots.closing import ClosingFacts
from rami.policies.slots.opening import OpeningFacts, OpeningVerdict

if TYPE_CHECKING:
    from rami.policies.results.outcomes import RoundFacts
    from rami.policies.results.scores import RoundScore
    from rami.policies.slots.match_format import MatchFacts, MatchVerdict

__all__ = ["ClosingPolicy", "MatchPolicy", "OpeningPolicy", "ScoringPolicy"]


@runtime_checkable
class OpeningPolicy(Protocol):
    """A policy that judges openings.

    An attribute `contracts`, a tuple of `Contract`, makes the variant a game of contracts. The policy then judges only
    lay-downs that fulfil the player's contract, and may refuse some of them (FRU-OPEN-01).
    """

    def verdict(self, facts: OpeningFacts, /) -> OpeningVerdict:
        """Return the verdict on the opening described by `facts`."""
        ...


@runtime_checkable
class ClosingPolicy(Protocol):
    """A policy that decides how a player may go out."""

    def finish(self, facts: ClosingFacts, /) -> tuple[Violation, ...]:
        """Return the reasons why the player must not go out in the way that `facts` describes; () if it is allowed.

        The result must depend only on the facts. The engine tests moves with this method, so that no legal move leads
        to a turn that cannot end.
        """
        ...


@runtime_checkable
class ScoringPolicy(Protocol):
    """A policy that scores a finished round and values cards in hand.

    In a game of contracts, `RoundScore.completed` must list the players of `RoundFacts.completed`, who have
    completed their contracts.
    """

    def score(self, facts: RoundFacts, /) -> RoundScore:
        """Return the score of a finished round."""
        ...

    def hand_value(self, card: Card, /) -> int:
        """Return the penalty points of a card left in a hand."""
        ...


@runtime_checkable
class MatchPolicy(Protocol):
    """A policy that decides when a match ends, who wins, and who deals next."""

    def multiplier(self, number: int, last: bool, /) -> int:
        """Return the factor for the scores of hand `number`; `last` is True if it was announced as the last."""
        ...

    def verdict(self, facts: MatchFacts, /) -> MatchVerdict:
        """Return the changes that a round makes to the match."""
        ...
