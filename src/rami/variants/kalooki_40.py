"""Kalooki 40: two packs with two jokers, forty points to open, the ace high only, to 150 points."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import citations
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["KALOOKI_40"]

_RULES: Final = {
    "KAL-ACE-01": places(names.melding.ace),
    "KAL-BUY-01": places(names.match.buy_ins),
    "KAL-BUY-02": places(names.match.buy_ins, names.match.buy_in_total),
    "KAL-BUY-03": places(names.match.buy_ins, names.match.buy_in_players),
    "KAL-BUY-04": places(names.match.buy_ins),
    "KAL-DEAL-01": places(names.match.first_dealer, names.match.dealer_rotation),
    "KAL-DEAL-02": places(names.dealing.hand_size),
    "KAL-DEAL-03": places(names.dealing.upcard),
    "KAL-DISC-01": places("_engine.discards", "rulebook.joker_discard"),
    "KAL-DRAW-01": places(names.drawing.discard_depth),
    "KAL-DRAW-02": places(names.drawing.discard_use),
    "KAL-DRAW-03": places(names.drawing.unopened_discard_use),
    "KAL-DRAW-04": places(names.drawing.discard_use),
    "KAL-JOK-01": places("melds", names.melding.joker_meld_value),
    "KAL-JOK-02": places(names.melding.max_wild, names.melding.adjacent_wilds),
    "KAL-JOK-03": places(names.melding.min_natural),
    "KAL-JSWAP-01": places(names.table.swap_requires_open),
    "KAL-JSWAP-02": places(names.table.run_joker),
    "KAL-JSWAP-03": places(names.table.set_joker),
    "KAL-JSWAP-04": places(names.table.closed_four_set),
    "KAL-JSWAP-05": places(names.table.closed_four_set, names.melding.max_wild),
    "KAL-JSWAP-06": places(names.table.recovered_joker, names.table.recovered_when),
    "KAL-LAYOFF-01": places(names.table.foreign_melds_after, names.table.layoff_requires_open),
    "KAL-MAT-01": places(names.equipment.players),
    "KAL-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "KAL-MAT-03": places(names.equipment.wild_ranks),
    "KAL-MAT-04": places(names.melding.ace, names.melding.max_run),
    "KAL-MATCH-01": places(names.match.end, names.match.elimination_limit),
    "KAL-MATCH-02": places(names.match.end),
    "KAL-MATCH-03": places(names.match.end, names.scoring.winner_score),
    "KAL-OPEN-01": places(names.opening.minimum, names.opening.clean),
    "KAL-OPEN-02": places(names.table.layoff_requires_open, names.table.swap_requires_open),
    "KAL-OPEN-03": places(names.opening.minimum, "rulebook.lay"),
    "KAL-OPEN-04": places(names.opening.post_open),
    "KAL-OUT-01": places(names.closing.final_discard),
    "KAL-OUT-02": places("rulebook.all_at_once", names.opening.all_at_once_requires),
    "KAL-OUT-03": places(names.conduct.carte),
    "KAL-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "KAL-SCORE-01": places(
        names.scoring.kind,
        names.scoring.joker_hand_value,
        names.scoring.ace_hand_value,
        names.equipment.court_value,
    ),
    "KAL-SCORE-02": places(names.scoring.winner_score, names.scoring.unopened_flat),
    "KAL-SCORE-03": places(names.scoring.all_at_once_factors),
    "KAL-SET-01": places(names.melding.set_min, names.melding.set_suits),
    "KAL-SET-02": places(names.melding.set_max, names.melding.set_suits),
    "KAL-START-01": places(names.dealing.starter, names.dealing.direction),
    "KAL-STOCK-01": places(names.drawing.recycle),
    "KAL-TURN-01": places("_engine.legal", "rulebook.turn"),
    "KAL-VAL-01": places(names.equipment.court_value, names.melding.ace_meld_values),
    "KAL-VAL-02": places(names.melding.joker_meld_value),
}

_CITED: Final = {
    Reason.SWAP_GROUP: "KAL-JSWAP-04",
    Reason.SWAP_MISMATCH: "KAL-JSWAP-02",
    Reason.SWAP_ONE: "KAL-JSWAP-02",
    Reason.WILDS_ADJACENT: None,
    Reason.DUTY_WILD_NEXT: None,
    Reason.DUTY_OUT: None,
}

KALOOKI_40: Final = CLASSIC_51.with_(
    name="Kalooki 40",
    slug="kalooki-40",
    equipment={"players": (2, 5), "jokers": 2},
    dealing={"starter_extra": 0, "upcard": True, "starter": "left"},
    drawing={"starter_turn": "normal", "discard_use": {"meld"}, "no_discard_draw_at": None},
    melding={"max_run": 13, "ace": "high", "ace_meld_values": (11, 11, 11), "max_wild": None},
    opening={"minimum": 40, "clean": None},
    table={
        "set_joker": "both_at_once",
        "recovered_when": "same_turn",
        "closed_four_set": True,
        "joker_on_foreign_clean_run": True,
        "take": "off",
    },
    scoring={
        "joker_hand_value": 15,
        "unopened_flat": None,
        "all_at_once_factors": (1,),
        "joker_finish": None,
        "joker_finish_factor": None,
    },
    match={"end": "elimination", "target": None, "elimination_limit": 151},
    conduct={"carte": False},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Kalooki 40, the rows KAL of the ledger: the British club game, which a player leaves with a total above 150."""
