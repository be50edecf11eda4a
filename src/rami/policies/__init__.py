"""The options of the games of the family: one frozen class per slot, and the `Variant` made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._later import later

if TYPE_CHECKING:
    from rami.policies.answers import Arrangement, KnockDiscards, Verdict
    from rami.policies.closing import Closing
    from rami.policies.columns import Column
    from rami.policies.conduct import Conduct
    from rami.policies.contracts import Contract
    from rami.policies.dealing import Dealing
    from rami.policies.drawing import Drawing
    from rami.policies.equipment import Equipment
    from rami.policies.match_format import MatchFacts, MatchFormat, MatchVerdict
    from rami.policies.melding import Melding
    from rami.policies.opening import Opening, OpeningFacts, OpeningVerdict
    from rami.policies.outcomes import KnockFact, KnockKind, Outcome, RoundFacts
    from rami.policies.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
    from rami.policies.scores import RoundScore, ScoreLine, ScoreReason
    from rami.policies.scoring import Scoring
    from rami.policies.table import TablePlay
    from rami.policies.variant import Variant
else:
    __getattr__, __dir__ = later(
        __name__,
        {
            "answers": "Arrangement KnockDiscards Verdict",
            "closing": "Closing",
            "columns": "Column",
            "conduct": "Conduct",
            "contracts": "Contract",
            "dealing": "Dealing",
            "drawing": "Drawing",
            "equipment": "Equipment",
            "match_format": "MatchFacts MatchFormat MatchVerdict",
            "melding": "Melding",
            "opening": "Opening OpeningFacts OpeningVerdict",
            "outcomes": "KnockFact KnockKind Outcome RoundFacts",
            "protocols": "ClosingPolicy MatchPolicy OpeningPolicy ScoringPolicy",
            "scores": "RoundScore ScoreLine ScoreReason",
            "scoring": "Scoring",
            "table": "TablePlay",
            "variant": "Variant",
        },
    )

__all__ = [
    "Arrangement",
    "Closing",
    "ClosingPolicy",
    "Column",
    "Conduct",
    "Contract",
    "Dealing",
    "Drawing",
    "Equipment",
    "KnockDiscards",
    "KnockFact",
    "KnockKind",
    "MatchFacts",
    "MatchFormat",
    "MatchPolicy",
    "MatchVerdict",
    "Melding",
    "Opening",
    "OpeningFacts",
    "OpeningPolicy",
    "OpeningVerdict",
    "Outcome",
    "RoundFacts",
    "RoundScore",
    "ScoreLine",
    "ScoreReason",
    "Scoring",
    "ScoringPolicy",
    "TablePlay",
    "Variant",
    "Verdict",
]
