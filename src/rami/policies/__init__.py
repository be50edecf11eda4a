"""The options of the games of the family: one frozen class per slot, and the `Variant` made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._later import later

if TYPE_CHECKING:
    from rami.policies.answers import Arrangement as Arrangement
    from rami.policies.answers import KnockDiscards as KnockDiscards
    from rami.policies.answers import Verdict as Verdict
    from rami.policies.closing import Closing as Closing
    from rami.policies.columns import Column as Column
    from rami.policies.conduct import Conduct as Conduct
    from rami.policies.contracts import Contract as Contract
    from rami.policies.dealing import Dealing as Dealing
    from rami.policies.drawing import Drawing as Drawing
    from rami.policies.equipment import Equipment as Equipment
    from rami.policies.ledger import Ledger as Ledger
    from rami.policies.match_format import MatchFacts as MatchFacts
    from rami.policies.match_format import MatchFormat as MatchFormat
    from rami.policies.match_format import MatchVerdict as MatchVerdict
    from rami.policies.melding import Melding as Melding
    from rami.policies.opening import Opening as Opening
    from rami.policies.opening import OpeningFacts as OpeningFacts
    from rami.policies.opening import OpeningVerdict as OpeningVerdict
    from rami.policies.outcomes import KnockFact as KnockFact
    from rami.policies.outcomes import KnockKind as KnockKind
    from rami.policies.outcomes import Outcome as Outcome
    from rami.policies.outcomes import RoundFacts as RoundFacts
    from rami.policies.protocols import ClosingPolicy as ClosingPolicy
    from rami.policies.protocols import MatchPolicy as MatchPolicy
    from rami.policies.protocols import OpeningPolicy as OpeningPolicy
    from rami.policies.protocols import ScoringPolicy as ScoringPolicy
    from rami.policies.scores import RoundScore as RoundScore
    from rami.policies.scores import ScoreLine as ScoreLine
    from rami.policies.scores import ScoreReason as ScoreReason
    from rami.policies.scoring import Scoring as Scoring
    from rami.policies.table import TablePlay as TablePlay
    from rami.policies.variant import Variant as Variant

    __all__: list[str]
else:
    _HOMES = {
        "answers": "Arrangement KnockDiscards Verdict",
        "closing": "Closing",
        "columns": "Column",
        "conduct": "Conduct",
        "contracts": "Contract",
        "dealing": "Dealing",
        "drawing": "Drawing",
        "equipment": "Equipment",
        "ledger": "Ledger",
        "match_format": "MatchFacts MatchFormat MatchVerdict",
        "melding": "Melding",
        "opening": "Opening OpeningFacts OpeningVerdict",
        "outcomes": "KnockFact KnockKind Outcome RoundFacts",
        "protocols": "ClosingPolicy MatchPolicy OpeningPolicy ScoringPolicy",
        "scores": "RoundScore ScoreLine ScoreReason",
        "scoring": "Scoring",
        "table": "TablePlay",
        "variant": "Variant",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
