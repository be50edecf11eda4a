"""Rami to 500: thirteen cards, no upcard, melds without owners; the lowest total wins at 500."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_OTHER_GAMES, citations
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["RAMI_500"]

_RULES: Final = {
    "R500-DEAL-01": places(names.dealing.hand_size, names.dealing.starter_extra),
    "R500-DEAL-02": places(names.dealing.upcard),
    "R500-DRAW-01": places(names.drawing.discard_use, names.drawing.discard_depth),
    "R500-END-01": places("_kernel.turns.ending", "rulebook.end"),
    "R500-JOK-01": places(names.equipment.jokers),
    "R500-JOK-02": places(names.melding.max_wild),
    "R500-JRET-01": places(names.table.run_joker, names.table.recovered_joker, names.table.recovered_when),
    "R500-JRET-02": places(names.table.set_joker),
    "R500-LAYOFF-01": places(
        names.table.layoff_requires_open, names.table.foreign_melds_after, names.table.take
    ),
    "R500-MAT-01": places(names.equipment.players),
    "R500-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "R500-MATCH-01": places(names.match.target),
    "R500-MATCH-02": places(names.match.end, names.match.lowest_tie),
    "R500-OBJ-01": places(names.closing.final_discard),
    "R500-OPEN-01": places(names.opening.minimum),
    "R500-OPEN-02": places(names.opening.counts_layoffs, names.opening.post_open),
    "R500-OPEN-03": places(names.opening.clean),
    "R500-OPEN-04": places(names.melding.joker_meld_value),
    "R500-OPEN-05": places(names.opening.all_at_once_requires),
    "R500-ORD-01": places(names.melding.max_run),
    "R500-ORD-02": places(names.melding.ace, names.melding.run_wrap),
    "R500-OWN-01": places(names.table.joker_on_foreign_clean_run),
    "R500-RUN-01": places(names.melding.run_min),
    "R500-SCORE-01": places(names.scoring.kind),
    "R500-SCORE-02": places(names.scoring.kind),
    "R500-SCORE-03": places(names.scoring.unopened_flat),
    "R500-SCORE-04": places(names.scoring.ace_hand_value),
    "R500-SCORE-05": places(names.scoring.joker_hand_value),
    "R500-SCORE-06": places(names.scoring.winner_score),
    "R500-SCORE-07": places(names.scoring.all_at_once_factors, names.scoring.flat_multiplied),
    "R500-SET-01": places(names.melding.set_min, names.melding.set_suits),
    "R500-SET-02": places(names.melding.set_max),
    "R500-TURN-01": places(names.closing.final_discard),
    "R500-TURN-02": places("rulebook.allow_pass", "rulebook.start_phase"),
    "R500-VAL-01": places(names.equipment.court_value),
    "R500-VAL-02": places(names.melding.ace_meld_values),
}

_CITED: Final = {
    Reason.LAST_CARD_PLACED: "R500-TURN-01",
    Reason.NOT_YOUR_TURN: "R500-TURN-02",
    Reason.OPENING_EMPTY: "R500-OPEN-01",
    Reason.STOCK_EMPTY: "R500-DRAW-01",
    Reason.WRONG_PHASE: "R500-TURN-01",
}

RAMI_500: Final = CLASSIC_51.with_(
    name="Rami 500",
    slug="rami-500",
    equipment={"players": (2, 5)},
    dealing={"starter_extra": 0, "starter": "left"},
    drawing={"starter_turn": "normal", "no_discard_draw_at": None},
    opening={"clean": "run_window", "all_at_once_requires": "nothing"},
    table={"recovered_joker": "meld_or_layoff", "joker_on_foreign_clean_run": True, "take": "off"},
    scoring={"joker_finish": None},
    match={"target": 500},
    conduct={"carte": False},
    rule_ids=OF_OTHER_GAMES | citations(_RULES, _CITED),
    rules=_RULES,
)
"""Rami to 500, the rows R500 of the ledger."""
