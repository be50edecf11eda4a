"""Scala 40: forty points to open, the discard for those who have opened, no card thrown that fits the table."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import citations
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["SCALA_40"]

_RULES: Final = {
    "SCA-ACE-01": places(names.melding.ace),
    "SCA-ACE-02": places(names.melding.run_wrap),
    "SCA-DEAL-01": places(names.match.first_dealer, names.match.dealer_rotation),
    "SCA-DEAL-02": places("rulebook.cut_joker_kept"),
    "SCA-DEAL-03": places(names.dealing.hand_size),
    "SCA-DEAL-04": places(names.dealing.upcard),
    "SCA-DEAL-05": places(names.dealing.upcard_wild),
    "SCA-DISC-01": places("_engine.discards", "rulebook.discard"),
    "SCA-DISC-02": places(names.closing.fitting_discard),
    "SCA-DISC-03": places(names.closing.fitting_discard),
    "SCA-DISC-04": places(names.closing.fitting_discard),
    "SCA-DISC-05": places(names.closing.fitting_discard),
    "SCA-DISC-06": places(names.closing.fitting_discard),
    "SCA-DRAW-01": places(names.drawing.discard_depth),
    "SCA-DRAW-02": places(names.drawing.unopened_discard_use),
    "SCA-DRAW-03": places(names.drawing.unopened_discard_use),
    "SCA-DRAW-04": places(names.drawing.discard_use),
    "SCA-DRAW-05": places(names.drawing.discard_use),
    "SCA-DRAW-06": places(names.drawing.discard_use),
    "SCA-JOK-01": places(names.melding.joker_in_run, names.melding.joker_at_ends),
    "SCA-JOK-02": places(names.melding.max_wild),
    "SCA-JOK-03": places(names.melding.min_natural),
    "SCA-JOK-04": places(names.melding.joker_meld_value),
    "SCA-JOK-05": places(names.table.set_joker),
    "SCA-JSWAP-01": places(names.table.swap_requires_open),
    "SCA-JSWAP-02": places(names.table.run_joker),
    "SCA-JSWAP-03": places(names.table.set_joker),
    "SCA-JSWAP-04": places(names.table.recovered_joker),
    "SCA-LAY-01": places("rulebook.lay"),
    "SCA-LAYOFF-01": places(names.table.foreign_melds_after, names.table.layoff_requires_open),
    "SCA-LAYOFF-02": places(names.table.take),
    "SCA-MAT-01": places(names.equipment.players),
    "SCA-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "SCA-MAT-03": places(names.equipment.wild_ranks),
    "SCA-MAT-04": places(names.melding.ace, names.melding.max_run),
    "SCA-MATCH-01": places(names.match.end, names.match.elimination_limit),
    "SCA-MATCH-02": places(names.match.end),
    "SCA-MATCH-03": places(names.match.end, names.scoring.winner_score),
    "SCA-OPEN-01": places(names.opening.minimum, names.opening.clean),
    "SCA-OPEN-02": places(names.table.layoff_requires_open, names.table.swap_requires_open),
    "SCA-OPEN-03": places(names.opening.minimum, "rulebook.lay"),
    "SCA-OPEN-04": places(names.opening.post_open),
    "SCA-OUT-01": places(names.closing.final_discard),
    "SCA-OUT-02": places(names.closing.first_round_out, names.drawing.first_round_scope),
    "SCA-OUT-03": places(names.opening.all_at_once_requires, "rulebook.all_at_once"),
    "SCA-OUT-04": places("rulebook.lay", names.opening.post_open),
    "SCA-RUN-01": places(names.melding.run_min),
    "SCA-RUN-02": places(names.melding.max_run, names.melding.natural_aces),
    "SCA-SCORE-01": places(names.scoring.kind, names.scoring.unopened_flat),
    "SCA-SCORE-02": places(
        names.scoring.joker_hand_value, names.scoring.ace_hand_value, names.equipment.court_value
    ),
    "SCA-SCORE-03": places(names.scoring.winner_score),
    "SCA-SCORE-04": places(names.scoring.all_at_once_factors),
    "SCA-SCORE-05": places(names.scoring.unopened_flat),
    "SCA-SCORE-06": places(names.scoring.lone_ace_value),
    "SCA-SET-01": places(names.melding.set_min, names.melding.set_suits),
    "SCA-SET-02": places(names.melding.set_max),
    "SCA-START-01": places(names.dealing.starter, names.dealing.direction),
    "SCA-STOCK-01": places(names.drawing.recycle),
    "SCA-TURN-01": places("_engine.legal", "rulebook.turn"),
    "SCA-VAL-01": places(names.equipment.court_value),
    "SCA-VAL-02": places(names.melding.ace_meld_values),
}

_CITED: Final = {
    Reason.GROUP_TOO_SMALL: "SCA-SET-01",
    Reason.LAST_CARD_PLACED: "SCA-OUT-01",
    Reason.RETURNED_DISCARD: "SCA-DRAW-06",
    Reason.RUN_TOO_LONG: "SCA-RUN-02",
    Reason.WILD_INSIDE: None,
}

SCALA_40: Final = CLASSIC_51.with_(
    name="Scala 40",
    slug="scala-40",
    equipment={"players": (2, 6)},
    dealing={"starter_extra": 0, "upcard": True, "upcard_wild": "replaced", "starter": "left"},
    drawing={"starter_turn": "normal", "unopened_discard_use": "never", "no_discard_draw_at": None},
    melding={"natural_aces": 1},
    opening={"minimum": 40, "clean": None, "all_at_once_requires": "nothing"},
    table={
        "set_joker": "named",
        "recovered_joker": "hand",
        "joker_on_foreign_clean_run": True,
        "take": "off",
    },
    closing={"fitting_discard": "by_players", "first_round_out": False},
    scoring={
        "joker_hand_value": 25,
        "unopened_flat": None,
        "all_at_once_factors": (1,),
        "joker_finish": None,
        "joker_finish_factor": None,
    },
    match={"target": None, "end": "elimination", "elimination_limit": 101},
    conduct={"carte": False},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Scala 40, the rows SCA of the ledger: the Italian game with an opening of forty points."""
