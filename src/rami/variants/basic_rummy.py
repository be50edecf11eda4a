"""Basic Rummy: one pack, seven cards or ten for two players, and the winner of a round collects."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_FREE_DISCARDS, citations
from rami.variants.plain import PLAIN

__all__ = ["BASIC_RUMMY"]

_RULES: Final = {
    "BAS-DEAL-01": places(names.dealing.hand_size),
    "BAS-DEAL-02": places(names.dealing.hand_size),
    "BAS-DEAL-03": places(names.dealing.hand_size),
    "BAS-DEAL-04": places(names.dealing.upcard),
    "BAS-DEAL-05": places(names.match.first_dealer),
    "BAS-DEAL-06": places(names.match.dealer_rotation),
    "BAS-DISC-01": places("_engine.discards", "rulebook.discard"),
    "BAS-DISC-02": places(names.drawing.allow_return_discard),
    "BAS-DISC-03": places("_kernel.turns.completion.question", names.drawing.allow_return_discard),
    "BAS-DRAW-01": places(names.drawing.discard_depth),
    "BAS-DRAW-02": places(names.drawing.discard_use, names.drawing.first_round_discard),
    "BAS-LAY-01": places(names.table.melds_a_turn),
    "BAS-LAY-02": places(names.table.take),
    "BAS-MAT-01": places(names.equipment.players),
    "BAS-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "BAS-MAT-03": places(names.melding.ace),
    "BAS-MATCH-01": places(names.match.end, names.match.target),
    "BAS-MATCH-02": places(names.match.end),
    "BAS-OFF-01": places(names.table.layoff_requires_open, names.table.foreign_melds_after),
    "BAS-OFF-02": places(names.table.layoff_requires_open),
    "BAS-OFF-03": places("_engine.lay_offs", names.table.foreign_melds_after),
    "BAS-OUT-01": places(names.closing.final_discard),
    "BAS-OUT-02": places("_kernel.turns.ending", "rulebook.end"),
    "BAS-RUMMY-01": places("rulebook.all_at_once"),
    "BAS-RUMMY-02": places(names.scoring.all_at_once_factors),
    "BAS-RUMMY-03": places(names.scoring.all_at_once_after),
    "BAS-RUMMY-04": places(names.scoring.all_at_once_help),
    "BAS-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "BAS-RUN-02": places(names.melding.ace, names.melding.run_wrap),
    "BAS-SCORE-01": places(names.scoring.kind, names.scoring.winner_collects),
    "BAS-SCORE-02": places(names.scoring.kind),
    "BAS-SCORE-03": places(names.scoring.winner_collects),
    "BAS-SET-01": places(names.melding.set_min, names.melding.set_max),
    "BAS-START-01": places(names.dealing.starter, names.dealing.direction),
    "BAS-STOCK-01": places(names.drawing.recycle),
    "BAS-STOCK-02": places(names.drawing.recycle),
    "BAS-STOCK-03": places(names.drawing.recycle),
    "BAS-STOCK-04": places(names.drawing.max_recycles),
    "BAS-STOCK-05": places(names.closing.stalemate),
    "BAS-TURN-01": places("_engine.legal", "rulebook.turn"),
    "BAS-TURN-02": places("rulebook.lay"),
    "BAS-TURN-03": places(names.opening.minimum, names.opening.clean),
    "BAS-VAL-01": places(names.equipment.court_value),
    "BAS-VAL-02": places(names.scoring.ace_hand_value),
    "BAS-VAL-03": places(names.equipment.court_value),
}

_CITED: Final = {
    **OF_FREE_DISCARDS,
    Reason.GROUP_SUITS: "BAS-SET-01",
    Reason.OPENING_POINTS: None,
    Reason.OPENING_WITH_RECOVERED: None,
    Reason.TAKE_IN_OPENING: "BAS-LAY-02",
    Reason.OPENING_CLEAN_RUN: None,
    Reason.OPENING_CLEAN_WINDOW: None,
    Reason.DOES_NOT_FIT: "BAS-OFF-03",
    Reason.ALL_MUST_OPEN: None,
}

BASIC_RUMMY: Final = PLAIN.with_(
    name="Basic Rummy",
    slug="basic-rummy",
    dealing={"hand_size": (10, 7, 7, 6)},
    drawing={"recycle": "turn_over"},
    scoring={
        "kind": "credit",
        "winner_collects": "credit",
        "all_at_once_factors": (2,),
        "all_at_once_after": "no_card",
    },
    match={"end": "first_to_target_wins"},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Basic Rummy, the rows BAS of the ledger: who goes out scores what the others hold, and 100 points win."""
