"""Policies that each break one property; they are importable by name, so that other processes can use them."""

from __future__ import annotations

import os
from typing import Any

import attrs
from tests.support.custom import HiddenMatch, HiddenScoring

from rami.errors import Violation
from rami.policies import OpeningFacts, OpeningVerdict
from rami.policies.declaring.protocols import OpeningPolicy
from rami.policies.results.outcomes import RoundFacts
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.policies.slots.match_format import MatchFacts, MatchVerdict


@attrs.frozen
class BySetOrder:
    """An opening whose reasons come in the order of a set of texts, which differs between processes."""

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        if facts.points >= 100:
            return OpeningVerdict()
        return OpeningVerdict(tuple(Violation(code) for code in {"cheap", "poor", "low", "modest", "humble"}))


@attrs.frozen
class Crashing:
    """An opening that raises an error for melds of four cards."""

    inner: OpeningPolicy

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        if any(len(meld) == 4 for meld in facts.melds):
            raise KeyError("four")
        return self.inner.verdict(facts)


@attrs.frozen
class OnlyHere:
    """An opening that works in only one process."""

    process: int

    def verdict(self, facts: OpeningFacts) -> OpeningVerdict:
        if os.getpid() != self.process:
            raise RuntimeError("elsewhere")
        return OpeningVerdict()


@attrs.frozen
class Tip(HiddenScoring):
    """A scoring that adds a point without a reason."""

    def score(self, facts: RoundFacts) -> RoundScore:
        score = HiddenScoring.score(self, facts)
        first, *others = score.lines
        return attrs.evolve(score, lines=(attrs.evolve(first, points=first.points + 1), *others))


@attrs.frozen
class Forgetful(HiddenScoring):
    """A scoring without a line for the last player."""

    def score(self, facts: RoundFacts) -> RoundScore:
        score = HiddenScoring.score(self, facts)
        return attrs.evolve(score, lines=score.lines[:-1])


@attrs.frozen
class Consolation(HiddenScoring):
    """A scoring with points for a void round."""

    def score(self, facts: RoundFacts) -> RoundScore:
        score = HiddenScoring.score(self, facts)
        if not score.void:
            return score
        lines = tuple(ScoreLine(seat, 5, (ScoreReason("consolation", 5),)) for seat in facts.playing)
        return attrs.evolve(score, lines=lines)


@attrs.frozen
class Odd(HiddenMatch):
    """A match policy with changes in its verdict."""

    changes: tuple[tuple[str, Any], ...] = ()

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        return attrs.evolve(HiddenMatch.verdict(self, facts), **dict(self.changes))


@attrs.frozen
class NoMatch(HiddenMatch):
    """A match policy that raises an error after every round."""

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        raise LookupError("no match")
