"""Rommé: two packs with six jokers, forty points to open, the discard free for all, to 500 points."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import citations
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["ROMME"]

_RULES: Final = {
    "ROM-ACE-01": places(names.melding.ace),
    "ROM-ACE-02": places(names.melding.run_wrap),
    "ROM-DEAL-01": places(names.match.first_dealer, names.match.dealer_rotation),
    "ROM-DEAL-02": places(names.dealing.hand_size),
    "ROM-DEAL-03": places(names.dealing.upcard),
    "ROM-DISC-01": places("_engine.discards", "rulebook.discard"),
    "ROM-DRAW-01": places(names.drawing.discard_depth, names.drawing.discard_use),
    "ROM-DRAW-02": places(names.drawing.allow_return_discard),
    "ROM-DRAW-03": places(names.drawing.discard_use),
    "ROM-FIRST-01": places(names.opening.first_round_melds),
    "ROM-HAND-01": places("rulebook.all_at_once", names.scoring.all_at_once_help),
    "ROM-HAND-02": places(names.opening.all_at_once_requires),
    "ROM-HAND-03": places(names.scoring.all_at_once_factors),
    "ROM-HAND-04": places("rulebook.all_at_once"),
    "ROM-JOK-01": places(names.equipment.jokers),
    "ROM-JOK-02": places(names.melding.max_wild, names.melding.adjacent_wilds),
    "ROM-JOK-03": places(names.melding.min_natural),
    "ROM-JOK-04": places(names.melding.adjacent_wilds),
    "ROM-JOK-05": places(names.melding.max_wild),
    "ROM-JSWAP-01": places(names.table.swap_requires_open),
    "ROM-JSWAP-02": places(names.table.run_joker),
    "ROM-JSWAP-03": places(names.table.set_joker),
    "ROM-JSWAP-04": places(names.table.recovered_joker),
    "ROM-LAYOFF-01": places(names.table.foreign_melds_after, names.table.layoff_requires_open),
    "ROM-LAYOFF-02": places(names.table.take),
    "ROM-MAT-01": places(names.equipment.players),
    "ROM-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "ROM-MAT-03": places(names.equipment.wild_ranks),
    "ROM-MAT-04": places(names.melding.ace, names.melding.max_run),
    "ROM-MATCH-01": places(names.match.end, names.match.target, names.match.lowest_tie),
    "ROM-OPEN-01": places(names.opening.minimum, names.opening.clean),
    "ROM-OPEN-02": places(names.table.layoff_requires_open, names.table.swap_requires_open),
    "ROM-OPEN-03": places(names.opening.minimum, "rulebook.lay"),
    "ROM-OPEN-04": places(names.opening.post_open),
    "ROM-OUT-01": places(names.closing.final_discard),
    "ROM-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "ROM-SCORE-01": places(
        names.scoring.kind,
        names.scoring.joker_hand_value,
        names.scoring.ace_hand_value,
        names.equipment.court_value,
    ),
    "ROM-SCORE-02": places(names.scoring.winner_score, names.scoring.unopened_flat),
    "ROM-SCORE-04": places(names.scoring.joker_hand_value),
    "ROM-SET-01": places(names.melding.set_min, names.melding.set_suits),
    "ROM-SET-02": places(names.melding.set_max),
    "ROM-START-01": places(names.dealing.starter, names.dealing.direction),
    "ROM-STOCK-01": places(names.drawing.recycle),
    "ROM-TURN-01": places("_engine.legal", "rulebook.turn"),
    "ROM-VAL-01": places(names.equipment.court_value),
    "ROM-VAL-02": places(names.melding.ace_meld_values),
    "ROM-VAL-03": places(names.melding.joker_meld_value),
}

_CITED: Final = {
    Reason.DISCARD_UNUSABLE: "ROM-DRAW-03",
    Reason.DUTY_TAKEN: "ROM-DRAW-03",
    Reason.GROUP_TOO_SMALL: "ROM-SET-01",
    Reason.OPENING_FIRST_TURN: "ROM-FIRST-01",
    Reason.WILDS_ADJACENT: "ROM-JOK-04",
    Reason.WILD_COUNT: "ROM-JOK-05",
}

ROMME: Final = CLASSIC_51.with_(
    name="Rommé",
    slug="romme",
    equipment={"players": (2, 6), "jokers": 6},
    dealing={"starter_extra": 0, "upcard": True, "starter": "left"},
    drawing={"starter_turn": "normal", "discard_use": None, "no_discard_draw_at": None},
    melding={"max_run": 13, "max_wild": None},
    opening={"minimum": 40, "clean": None, "all_at_once_requires": "nothing"},
    table={"recovered_joker": "hand", "joker_on_foreign_clean_run": True, "take": "off"},
    closing={"final_discard": "optional"},
    scoring={"unopened_flat": None, "joker_finish": None, "joker_finish_factor": None},
    match={"target": 500},
    conduct={"carte": False},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Rommé, the rows ROM of the ledger: the German game with an opening of forty points."""
