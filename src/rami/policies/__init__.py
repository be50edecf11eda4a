"""The rules of rummy games as options: ten frozen policy classes, and the `Variant` that consists of one of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from rami.policies.answers import Arrangement as Arrangement
    from rami.policies.answers import KnockDiscards as KnockDiscards
    from rami.policies.answers import Play as Play
    from rami.policies.answers import Verdict as Verdict
    from rami.policies.declaring.ledger import Ledger as Ledger
    from rami.policies.declaring.protocols import ClosingPolicy as ClosingPolicy
    from rami.policies.declaring.protocols import MatchPolicy as MatchPolicy
    from rami.policies.declaring.protocols import OpeningPolicy as OpeningPolicy
    from rami.policies.declaring.protocols import ScoringPolicy as ScoringPolicy
    from rami.policies.results.columns import Column as Column
    from rami.policies.results.outcomes import KnockFact as KnockFact
    from rami.policies.results.outcomes import KnockKind as KnockKind
    from rami.policies.results.outcomes import Outcome as Outcome
    from rami.policies.results.outcomes import RoundFacts as RoundFacts
    from rami.policies.results.outcomes import TableFacts as TableFacts
    from rami.policies.results.scores import RoundScore as RoundScore
    from rami.policies.results.scores import ScoreLine as ScoreLine
    from rami.policies.results.scores import ScoreReason as ScoreReason
    from rami.policies.results.seats import Seat as Seat
    from rami.policies.slots.closing import Closing as Closing
    from rami.policies.slots.closing import ClosingFacts as ClosingFacts
    from rami.policies.slots.conduct import Conduct as Conduct
    from rami.policies.slots.contracts import Contract as Contract
    from rami.policies.slots.dealing import Dealing as Dealing
    from rami.policies.slots.drawing import Drawing as Drawing
    from rami.policies.slots.equipment import Equipment as Equipment
    from rami.policies.slots.match_format import MatchFacts as MatchFacts
    from rami.policies.slots.match_format import MatchFormat as MatchFormat
    from rami.policies.slots.match_format import MatchVerdict as MatchVerdict
    from rami.policies.slots.melding import Melding as Melding
    from rami.policies.slots.opening import Opening as Opening
    from rami.policies.slots.opening import OpeningFacts as OpeningFacts
    from rami.policies.slots.opening import OpeningVerdict as OpeningVerdict
    from rami.policies.slots.scoring import Scoring as Scoring
    from rami.policies.slots.table import TablePlay as TablePlay
    from rami.policies.variant import Variant as Variant

    __all__: list[str]
else:
    _HOMES = {
        "answers": "Arrangement KnockDiscards Play Verdict",
        "slots.closing": "Closing ClosingFacts",
        "results.columns": "Column",
        "slots.conduct": "Conduct",
        "slots.contracts": "Contract",
        "slots.dealing": "Dealing",
        "slots.drawing": "Drawing",
        "slots.equipment": "Equipment",
        "declaring.ledger": "Ledger",
        "slots.match_format": "MatchFacts MatchFormat MatchVerdict",
        "slots.melding": "Melding",
        "slots.opening": "Opening OpeningFacts OpeningVerdict",
        "results.outcomes": "KnockFact KnockKind Outcome RoundFacts TableFacts",
        "declaring.protocols": "ClosingPolicy MatchPolicy OpeningPolicy ScoringPolicy",
        "results.scores": "RoundScore ScoreLine ScoreReason",
        "results.seats": "Seat",
        "slots.scoring": "Scoring",
        "slots.table": "TablePlay",
        "variant": "Variant",
    }
    __getattr__, __dir__ = later(__name__, _HOMES)
    __all__ = sorted(" ".join(_HOMES.values()).split())
