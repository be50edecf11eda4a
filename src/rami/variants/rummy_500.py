"""Rummy 500: melds score for who lays the cards, and several discards may be taken at once."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import citations
from rami.variants.plain import PLAIN

__all__ = ["RUMMY_500"]

_RULES: Final = {
    "RUM-ACE-01": places(names.melding.ace),
    "RUM-ACE-02": places(names.melding.max_run),
    "RUM-CALL-01": places(names.conduct.rum_call),
    "RUM-CALL-02": places(names.conduct.rum_call),
    "RUM-CALL-03": places(names.conduct.rum_call),
    "RUM-CALL-04": places(names.conduct.rum_call),
    "RUM-DEAL-01": places(names.dealing.hand_size),
    "RUM-DEAL-02": places(names.dealing.upcard),
    "RUM-DEAL-03": places(names.match.first_dealer),
    "RUM-DEAL-04": places(names.match.dealer_rotation),
    "RUM-DISC-01": places("_engine.discards", "rulebook.discard"),
    "RUM-DISC-02": places(names.drawing.allow_return_discard),
    "RUM-DRAW-01": places(names.drawing.discard_depth),
    "RUM-DRAW-02": places(names.drawing.discard_use),
    "RUM-DRAW-03": places(names.drawing.discard_use),
    "RUM-DRAW-04": places(names.drawing.discard_depth),
    "RUM-DRAW-05": places(names.drawing.discard_depth),
    "RUM-DRAW-06": places(names.drawing.discard_depth),
    "RUM-DRAW-07": places(names.drawing.discard_depth),
    "RUM-DRAW-08": places("_kernel.turns.completion.question", names.drawing.discard_depth),
    "RUM-JOK-01": places(names.equipment.jokers, names.melding.joker_meld_value),
    "RUM-JOK-02": places(names.equipment.jokers),
    "RUM-JOK-03": places("melds", names.equipment.jokers),
    "RUM-JOK-04": places(names.equipment.jokers),
    "RUM-JOK-05": places(names.equipment.jokers, names.melding.joker_meld_value),
    "RUM-JOK-06": places(names.equipment.jokers, names.scoring.joker_hand_value),
    "RUM-JOK-07": places(names.equipment.jokers, names.melding.min_natural),
    "RUM-MAT-01": places(names.equipment.players),
    "RUM-MAT-02": places(names.equipment.packs),
    "RUM-MAT-03": places(names.melding.ace),
    "RUM-MATCH-01": places(names.match.end, names.match.target),
    "RUM-MATCH-02": places(names.match.end),
    "RUM-MATCH-03": places(names.match.end),
    "RUM-OFF-01": places(names.table.foreign_melds_after, "_engine.lay_offs"),
    "RUM-OFF-02": places(names.table.layoff_requires_open),
    "RUM-OFF-03": places(names.scoring.kind, "_kernel.turns.layers"),
    "RUM-OFF-04": places(names.table.take, "_engine.lay_offs"),
    "RUM-OFF-05": places("_engine.lay_offs", names.table.foreign_melds_after),
    "RUM-OUT-01": places("_kernel.turns.ending", "rulebook.end"),
    "RUM-OUT-02": places(names.closing.final_discard),
    "RUM-OUT-03": places("_kernel.rounds.steps", "rulebook.end"),
    "RUM-PILE-01": places("views", "rulebook.pile"),
    "RUM-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "RUM-RUN-02": places(names.melding.run_wrap, names.melding.ace),
    "RUM-SCORE-01": places(names.scoring.kind),
    "RUM-SCORE-02": places(names.scoring.kind),
    "RUM-SCORE-03": places(names.scoring.kind),
    "RUM-SCORE-04": places(names.scoring.kind),
    "RUM-SET-01": places(names.melding.set_min, names.melding.set_max),
    "RUM-SET-02": places(names.melding.set_suits),
    "RUM-START-01": places(names.dealing.starter, names.dealing.direction),
    "RUM-STOCK-01": places(names.drawing.recycle, names.closing.stock_out),
    "RUM-STOCK-02": places(names.closing.stock_out),
    "RUM-STOCK-03": places(names.closing.stalemate),
    "RUM-TURN-01": places("_engine.legal", "rulebook.turn"),
    "RUM-TURN-02": places("rulebook.lay"),
    "RUM-TURN-03": places(names.opening.minimum, names.opening.clean),
    "RUM-TURN-04": places("_kernel.turns.completion.question", "rulebook.turn"),
    "RUM-VAL-01": places(names.equipment.court_value),
    "RUM-VAL-02": places(names.equipment.court_value),
    "RUM-VAL-03": places(names.melding.ace_meld_values, names.scoring.ace_hand_value),
    "RUM-VAL-04": places(names.melding.ace_meld_values),
}

_CITED: Final = {
    Reason.DISCARD_UNUSABLE: "RUM-DRAW-08",
    Reason.DOES_NOT_FIT: "RUM-OFF-01",
    Reason.DUTY_TAKEN: "RUM-DRAW-04",
    Reason.DUTY_TAKEN_NEXT: "RUM-DRAW-04",
    Reason.GROUP_SUITS: "RUM-SET-02",
    Reason.STOCK_LEFT: "RUM-STOCK-02",
    Reason.SWAP_GROUP: "RUM-JOK-04",
    Reason.SWAP_RUN: "RUM-JOK-04",
}

RUMMY_500: Final = PLAIN.with_(
    name="Rummy 500",
    slug="rummy-500",
    equipment={"players": (2, 8), "packs": (1, 1, 1, 2)},
    dealing={"hand_size": (13, 7)},
    drawing={"discard_depth": "any", "recycle": "never"},
    melding={"ace": "both", "ace_meld_values": (1, 15, 15), "joker_meld_value": 15},
    closing={"stock_out": "decline", "stalemate": "count_hands"},
    scoring={"kind": "net", "ace_hand_value": 15, "joker_hand_value": 15},
    match={"end": "first_to_target_wins", "target": 500},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Rummy 500, the rows RUM of the ledger: cards on the table count for who laid them, and 500 points win."""
