"""GameVelvet's rami: fourteen cards and an upcard, jokers at the ends of runs, players eliminated at 101."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_OTHER_GAMES, citations
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["GAMEVELVET"]

_RULES: Final = {
    "VELVET-ACE-01": places(names.melding.ace, names.melding.run_wrap),
    "VELVET-DEAL-01": places(names.match.first_dealer),
    "VELVET-DEAL-02": places(names.match.dealer_rotation),
    "VELVET-DEAL-03": places(names.equipment.packs),
    "VELVET-DEAL-04": places(names.dealing.hand_size),
    "VELVET-DEAL-05": places(names.dealing.upcard),
    "VELVET-DISC-01": places("_engine.discards"),
    "VELVET-DRAW-01": places(names.drawing.discard_depth),
    "VELVET-DRAW-02": places(names.drawing.first_round_discard, names.drawing.first_round_scope),
    "VELVET-DRAW-03": places(names.drawing.discard_use),
    "VELVET-DRAW-04": places(names.drawing.discard_use),
    "VELVET-END-01": places("_kernel.turns.ending", "rulebook.end"),
    "VELVET-GO-01": places(names.closing.final_discard),
    "VELVET-JOK-01": places(names.equipment.jokers, names.melding.max_wild),
    "VELVET-JOK-02": places(names.melding.joker_meld_value),
    "VELVET-JOK-03": places(names.melding.joker_at_ends),
    "VELVET-JRET-01": places(names.table.run_joker),
    "VELVET-JRET-02": places(names.table.swap_requires_open),
    "VELVET-JRET-03": places(names.table.recovered_joker, names.table.set_joker),
    "VELVET-LAY-01": places("_engine.lay_downs"),
    "VELVET-LAYOFF-01": places(names.table.layoff_requires_open, names.table.foreign_melds_after),
    "VELVET-MAT-01": places(names.equipment.players),
    "VELVET-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "VELVET-MAT-03": places(names.melding.max_run),
    "VELVET-MATCH-01": places(names.match.end, names.match.elimination_limit, names.match.buy_ins),
    "VELVET-OBJ-01": places("_kernel.turns.ending"),
    "VELVET-OBJ-02": places(names.scoring.kind),
    "VELVET-OPEN-01": places(names.opening.first_round_melds, names.drawing.first_round_scope),
    "VELVET-OPEN-02": places(names.opening.minimum),
    "VELVET-OPEN-03": places(names.opening.clean),
    "VELVET-OPEN-04": places(names.opening.minimum),
    "VELVET-OPEN-05": places(names.opening.post_open, names.table.joker_on_foreign_clean_run),
    "VELVET-RUN-01": places(names.melding.run_min),
    "VELVET-SCORE-01": places(names.scoring.ace_hand_value),
    "VELVET-SCORE-02": places(
        names.scoring.joker_hand_value, names.scoring.double_per_joker, names.scoring.joker_base
    ),
    "VELVET-SCORE-03": places(names.scoring.unopened_flat),
    "VELVET-SCORE-04": places(names.scoring.dry_flat, names.scoring.dry_when),
    "VELVET-SCORE-05": places(names.match.end),
    "VELVET-SCORE-06": places(names.equipment.court_value),
    "VELVET-SET-01": places(names.melding.set_min, names.melding.set_max, names.melding.set_suits),
    "VELVET-START-01": places(names.dealing.starter),
    "VELVET-STOCK-01": places(names.drawing.recycle),
    "VELVET-VAL-01": places(names.melding.ace_meld_values),
    "VELVET-VAL-02": places(names.equipment.court_value),
    "VELVET-VAL-03": places(names.equipment.court_value),
    "VELVET-VAL-04": places(names.melding.ace_meld_values),
    "VELVET-VAL-05": places(names.melding.joker_meld_value),
}

_CITED: Final = {
    Reason.DUTY_POINTS: "VELVET-OPEN-02",
    Reason.NOT_YOUR_TURN: "VELVET-DRAW-01",
    Reason.TAKE_OFF: "VELVET-OPEN-05",
    Reason.WRONG_PHASE: "VELVET-DRAW-01",
}

GAMEVELVET: Final = CLASSIC_51.with_(
    name="GameVelvet Rami",
    slug="gamevelvet",
    equipment={"players": (2, 6)},
    dealing={"hand_size": 14, "starter_extra": 0, "upcard": True, "starter": "left"},
    drawing={"starter_turn": "normal", "first_round_discard": False, "no_discard_draw_at": None},
    melding={"joker_at_ends": "placement"},
    opening={"clean": "run_or_set", "first_round_melds": False},
    table={"recovered_joker": "hand", "joker_on_foreign_clean_run": True, "take": "off"},
    closing={"final_discard": "optional"},
    scoring={"joker_hand_value": "double", "dry_flat": 200, "all_at_once_factors": (1,), "joker_finish": None},
    match={"end": "elimination", "target": None, "elimination_limit": 101},
    conduct={"carte": False},
    rule_ids=OF_OTHER_GAMES | citations(_RULES, _CITED),
    rules=_RULES,
)
"""GameVelvet's rami, the rows VELVET of the ledger; `match.elimination_limit` is 101, 201 or 501."""
