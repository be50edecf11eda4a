"""Where a sentence of a rulebook goes beyond the written rule that it cites: rami reads the rule so.

The rule is silent there, contradicts another one, or says otherwise; the page on the readings of the rules has the
reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

from rami.policies.options import fields_of, names

READINGS: Mapping[str, tuple[str, ...]] = {
    "FRU-TURN-01": fields_of(names.drawing.allow_return_discard),
    "GIN-DEAL-01": fields_of(names.match.first_dealer, names.match.dealer_rotation),
    "GIN-SCORE-01": fields_of(names.scoring.knock_tie),
    "GIN-SCORE-02": fields_of(names.scoring.knock_tie),
    "GIN-TURN-02": fields_of(names.drawing.allow_return_discard),
    "LEB-DRAW-01": fields_of(names.opening.pickup_scope),
    "LEB-RSEC-03": fields_of(names.scoring.rounding),
    "R500-JOK-02": fields_of(names.melding.max_wild),
    "R51-GO-01": fields_of(names.closing.final_discard),
    "R51-MAT-01": fields_of(names.equipment.players, names.dealing.min_stock),
    "R51-MATCH-01": fields_of(names.match.end),
    "R51-START-03": fields_of(names.dealing.direction),
    "R51-STOCK-01": fields_of(names.drawing.recycle, names.drawing.max_recycles),
    "VELVET-JRET-03": fields_of(names.table.set_joker),
    "VELVET-STOCK-01": fields_of(names.drawing.recycle),
}
"""The options whose sentences a written rule does not support, by the ID of the rule."""
