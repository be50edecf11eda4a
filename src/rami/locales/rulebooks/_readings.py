"""Sentences of rulebooks that go beyond the written rule that they cite: rami reads the rule so.

The rule is silent there, contradicts another one, or says otherwise; the page on the readings of the rules has the
reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

from rami.policies.declaring.options import fields_of, names

READINGS: Mapping[str, tuple[str, ...]] = {
    "FRU-END-02": fields_of(names.scoring.kind),
    "FRU-EXT-01": fields_of(names.melding.max_run),
    "FRU-JRET-01": fields_of(names.table.recover_wild_ranks),
    "FRU-MATCH-01": fields_of(names.match.contract_tie),
    "FRU-OPEN-01": fields_of(names.opening.contract_size, names.opening.distinct_contract_melds),
    "FRU-POST-01": fields_of(names.opening.contract_extras),
    "FRU-TURN-01": fields_of(names.drawing.allow_return_discard),
    "FRU-WILD-02": fields_of(names.melding.wild_limit_scope, names.melding.adjacent_wilds),
    "GIN-DEAL-01": fields_of(names.match.first_dealer, names.match.dealer_rotation),
    "GIN-LAYOFF-01": fields_of(names.closing.layoff_on_gin),
    "GIN-SCORE-01": fields_of(names.scoring.knock_tie),
    "GIN-SCORE-02": fields_of(names.scoring.knock_tie),
    "GIN-TURN-02": fields_of(names.drawing.allow_return_discard),
    "GIN-VOID-01": fields_of(names.match.dealer_after_void),
    "LEB-BASE-01": fields_of(names.equipment.players, names.dealing.hand_size, names.dealing.starter_extra),
    "LEB-DRAW-01": fields_of(names.opening.pickup_scope),
    "LEB-OBL-02": fields_of(names.conduct.touch_penalty, names.conduct.touch_scope),
    "LEB-RSEC-03": fields_of(names.scoring.rounding),
    "R500-DEAL-02": fields_of(names.dealing.upcard),
    "R500-DRAW-01": fields_of(names.drawing.discard_use),
    "R500-JOK-02": fields_of(names.melding.max_wild),
    "R500-LAYOFF-01": fields_of(names.table.layoff_requires_open),
    "R500-MATCH-02": fields_of(names.match.lowest_tie),
    "R500-SCORE-07": fields_of(names.scoring.flat_multiplied),
    "R51-DEAL-05": fields_of(names.dealing.upcard),
    "R51-DRAW-02": fields_of(names.drawing.unopened_discard_use),
    "R51-GO-01": fields_of(names.closing.final_discard),
    "R51-JOK-02": fields_of(names.melding.max_wild, names.melding.min_natural),
    "R51-JRET-02": fields_of("rulebook.joker_suit_in_set", names.table.set_joker),
    "R51-LAYOFF-01": fields_of(names.table.layoff_requires_open),
    "R51-MAT-01": fields_of(names.equipment.players, names.dealing.min_stock),
    "R51-MATCH-01": fields_of(names.match.end),
    "R51-OPEN-05": fields_of(names.opening.post_open),
    "R51-RSEC-02": fields_of(names.opening.all_at_once_requires),
    "R51-RUN-01": fields_of(names.melding.max_run),
    "R51-START-01": fields_of(names.drawing.starter_turn),
    "R51-START-03": fields_of(names.dealing.direction),
    "R51-STOCK-01": fields_of(names.drawing.recycle, names.drawing.max_recycles),
    "R51-TAKE-01": fields_of(names.table.take_from, names.table.take_min_hand_cards, names.table.take_joker),
    "VELVET-DRAW-02": fields_of(names.drawing.first_round_scope),
    "VELVET-JOK-03": fields_of(names.melding.joker_at_ends),
    "VELVET-JRET-03": fields_of(names.table.set_joker),
    "VELVET-MAT-01": fields_of(names.equipment.players),
    "VELVET-MATCH-01": fields_of(names.match.end, names.match.buy_ins),
    "VELVET-OPEN-01": fields_of(names.drawing.first_round_scope),
    "VELVET-SCORE-02": fields_of(names.scoring.joker_base),
    "VELVET-STOCK-01": fields_of(names.drawing.recycle),
}
"""The options whose sentences a written rule does not support, by the ID of the rule."""
