"""`Slots`: the parts of a variant, apart from what it answers."""

from __future__ import annotations

import attrs

from rami.policies._rule_ids import sorted_pairs
from rami.policies.closing import Closing
from rami.policies.conduct import Conduct
from rami.policies.dealing import Dealing
from rami.policies.drawing import Drawing
from rami.policies.equipment import Equipment
from rami.policies.match_format import MatchFormat
from rami.policies.melding import Melding
from rami.policies.opening import Opening
from rami.policies.protocols import ClosingPolicy, MatchPolicy, OpeningPolicy, ScoringPolicy
from rami.policies.scoring import Scoring
from rami.policies.table import TablePlay


@attrs.frozen(kw_only=True, repr=False, eq=False)
class Slots:
    """The parts of a `Variant`, which says what they are: a name, ten policies and the rules behind them."""

    name: str
    slug: str
    version: int = 1
    equipment: Equipment = attrs.field(factory=Equipment)
    dealing: Dealing = attrs.field(factory=Dealing)
    drawing: Drawing = attrs.field(factory=Drawing)
    melding: Melding = attrs.field(factory=Melding)
    opening: OpeningPolicy = attrs.field(factory=Opening)
    table: TablePlay = attrs.field(factory=TablePlay)
    closing: ClosingPolicy = attrs.field(factory=Closing)
    scoring: ScoringPolicy = attrs.field(factory=Scoring)
    match: MatchPolicy = attrs.field(factory=MatchFormat)
    conduct: Conduct = attrs.field(factory=Conduct)
    rule_ids: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)
    rules: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=sorted_pairs)

    def rule_id(self, code: str) -> str | None:
        """The ledger rule behind a reason code, or None if this variant names none.

        >>> from rami import variants
        >>> variants.CLASSIC_51.rule_id("opening_points")
        'R51-OPEN-01'
        """
        return next((rule for each, rule in self.rule_ids if each == code), None)
