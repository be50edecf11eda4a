"""Okey: fourteen tiles, declared in groups and runs or in seven pairs, with two wild tiles."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_FREE_DISCARDS, citations
from rami.variants.plain import PLAIN

__all__ = ["OKEY"]

_RULES: Final = {
    "OKE-DEAL-01": places(names.dealing.hand_size, names.dealing.starter_extra, names.dealing.starter),
    "OKE-DEAL-02": places(names.dealing.turned_card),
    "OKE-DEAL-03": places(names.dealing.direction, names.match.dealer_rotation),
    "OKE-DISC-01": places("_engine.discards", "rulebook.hidden_discard"),
    "OKE-DRAW-01": places(names.drawing.discard_depth),
    "OKE-DRAW-02": places(names.drawing.discard_use, names.drawing.allow_return_discard),
    "OKE-IND-01": places(names.scoring.turned_show),
    "OKE-IND-02": places(names.scoring.turned_show),
    "OKE-MAT-01": places(names.equipment.players),
    "OKE-MAT-02": places(names.equipment.packs, names.equipment.jokers, names.equipment.faces),
    "OKE-MATCH-01": places(names.match.target),
    "OKE-MATCH-02": places(names.match.end, names.match.target),
    "OKE-MATCH-03": places(names.match.end),
    "OKE-MATCH-04": places(names.match.lowest_tie),
    "OKE-OUT-01": places(names.closing.knock_limit),
    "OKE-OUT-02": places(names.closing.declare_pairs),
    "OKE-OUT-03": places(names.closing.knock_limit, names.closing.out_discard),
    "OKE-OUT-04": places(names.closing.knock_limit, "_engine.knocks"),
    "OKE-PAIR-01": places(names.closing.declare_pairs, "_kernel.arranging.pairs"),
    "OKE-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "OKE-RUN-02": places(names.melding.ace),
    "OKE-RUN-03": places(names.melding.run_wrap),
    "OKE-SCORE-01": places(names.scoring.winner_score),
    "OKE-SCORE-02": places(names.scoring.unopened_flat),
    "OKE-SCORE-03": places(names.scoring.joker_finish_any_factor),
    "OKE-SCORE-04": places(names.scoring.pairs_factor),
    "OKE-SET-01": places(names.melding.set_min, names.melding.set_max, names.melding.set_suits),
    "OKE-STOCK-01": places(names.closing.stock_out, names.drawing.recycle),
    "OKE-STOCK-02": places(names.closing.stalemate),
    "OKE-TURN-01": places(names.drawing.starter_turn),
    "OKE-TURN-02": places("rulebook.hidden_turn", names.table.concealed),
    "OKE-WILD-01": places(names.equipment.jokers, names.equipment.faces),
    "OKE-WILD-02": places(names.equipment.jokers),
    "OKE-WILD-03": places(names.equipment.packs, names.equipment.faces),
    "OKE-WILD-04": places(names.melding.max_wild, names.melding.min_natural),
}

_CITED: Final = {
    **OF_FREE_DISCARDS,
    Reason.NOT_ALL_MATCHED: "OKE-OUT-01",
    Reason.RETURNED_DISCARD: None,
}

OKEY: Final = PLAIN.with_(
    name="Okey",
    slug="okey",
    equipment={"players": (2, 4), "packs": 2, "jokers": 2, "faces": "tiles"},
    dealing={"hand_size": 14, "starter_extra": 1, "upcard": False, "turned_card": "natural", "direction": "anticlockwise"},
    drawing={"starter_turn": "normal_without_draw", "allow_return_discard": True, "recycle": "never"},
    melding={"ace": "both", "min_natural": 1},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "out_discard": "face_up", "declare_pairs": True, "stock_out": "at_once"},
    scoring={"unopened_flat": 2, "joker_finish_any_factor": 2, "pairs_factor": 2, "turned_show": 1},
    match={"target": 20},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Okey, the rows OKE of the ledger: the rack game of four, with a penalty for the losers for each kind of ending."""
