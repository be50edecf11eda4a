"""Custom policies and bots that several test modules use."""

from __future__ import annotations

import attrs

from rami import Card, PlayerView, Variant
from rami.bots import GreedyBot
from rami.cards.moves import Move
from rami.errors import Violation
from rami.policies import (
    ClosingFacts,
    ClosingPolicy,
    MatchFacts,
    MatchPolicy,
    MatchVerdict,
    OpeningFacts,
    OpeningPolicy,
    OpeningVerdict,
    RoundFacts,
    ScoringPolicy,
)
from rami.policies.results.scores import RoundScore


@attrs.frozen
class ThreeMelds:
    """An opening that requires three melds, whatever their points."""

    least: int = 3

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return OpeningVerdict(() if len(facts.melds) >= self.least else (Violation("three_melds"),))


@attrs.frozen
class HiddenOpening:
    """An opening whose options are hidden, so that only its verdicts are known."""

    _inner: OpeningPolicy

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        return self._inner.verdict(facts)


@attrs.frozen
class HiddenClosing:
    _inner: ClosingPolicy

    def finish(self, facts: ClosingFacts) -> tuple[Violation, ...]:
        return self._inner.finish(facts)


@attrs.frozen
class HiddenScoring:
    _inner: ScoringPolicy

    def score(self, facts: RoundFacts) -> RoundScore:
        return self._inner.score(facts)

    def hand_value(self, card: Card) -> int:
        return self._inner.hand_value(card)


@attrs.frozen
class HiddenMatch:
    _inner: MatchPolicy
    turn_cap: int | None = None

    def multiplier(self, number: int, last: bool) -> int:
        return self._inner.multiplier(number, last)

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        return self._inner.verdict(facts)


def hidden(variant: Variant, turn_cap: int) -> Variant:
    """Return the same game with policies that hide their options."""
    return variant.with_(
        opening=HiddenOpening(variant.opening),
        closing=HiddenClosing(variant.closing),
        scoring=HiddenScoring(variant.scoring),
        match=HiddenMatch(variant.match, turn_cap),
    )


class Recalling:
    """A bot that stores every view that it receives."""

    def __init__(self) -> None:
        self.views: list[PlayerView] = []

    def choose(self, view: PlayerView) -> Move:
        self.views.append(view)
        return GreedyBot().choose(view)
