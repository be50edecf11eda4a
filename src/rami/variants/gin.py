"""Gin: ten cards, concealed melds, a knock at ten points or less."""

from __future__ import annotations

from typing import Final

from rami import policies
from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import OF_FREE_DISCARDS, citations

__all__ = ["GIN"]

_RULES: Final = {
    "GIN-DEAL-01": places(names.match.first_dealer, names.match.dealer_rotation),
    "GIN-DEAL-02": places(names.dealing.hand_size),
    "GIN-DEAL-03": places(names.dealing.upcard),
    "GIN-DEAL-04": places(names.dealing.upcard),
    "GIN-DEAL-05": places(names.dealing.starter),
    "GIN-KNOCK-01": places(names.closing.knock_limit, names.closing.out_discard),
    "GIN-KNOCK-02": places(names.closing.knock_limit),
    "GIN-LAYOFF-01": places(names.closing.settle, names.closing.layoff_on_gin),
    "GIN-MAT-01": places(names.equipment.players),
    "GIN-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "GIN-MATCH-01": places(
        names.match.end,
        names.match.target,
        names.match.columns,
        names.match.game_bonus,
        names.match.shutout_doubles,
        names.match.box_bonus,
    ),
    "GIN-OBJ-01": places(names.closing.knock_limit),
    "GIN-RANK-01": places(names.melding.ace, names.melding.max_run),
    "GIN-RUN-01": places(names.melding.run_min),
    "GIN-RUN-02": places(names.melding.ace, names.melding.run_wrap),
    "GIN-SCORE-01": places(names.scoring.kind, names.scoring.knock_tie),
    "GIN-SCORE-02": places(names.scoring.undercut_bonus, names.scoring.knock_tie),
    "GIN-SCORE-03": places(names.scoring.gin_bonus, names.closing.layoff_on_gin),
    "GIN-SCORE-04": places(names.scoring.big_gin_bonus),
    "GIN-SET-01": places(names.melding.set_min, names.melding.set_suits),
    "GIN-SET-02": places(names.melding.set_max),
    "GIN-TURN-01": places(names.table.concealed),
    "GIN-TURN-02": places("_engine.discards", names.drawing.allow_return_discard),
    "GIN-TURN-03": places(names.drawing.discard_use, names.drawing.discard_depth),
    "GIN-UPCARD-01": places(names.drawing.upcard_offer),
    "GIN-UPCARD-02": places(names.drawing.upcard_offer),
    "GIN-VAL-01": places(names.scoring.ace_hand_value),
    "GIN-VAL-02": places(names.equipment.court_value),
    "GIN-VAL-03": places(names.equipment.court_value),
    "GIN-VOID-01": places(names.closing.void_at, names.closing.fiftieth_card, names.match.dealer_after_void),
}

_CITED: Final = {
    **OF_FREE_DISCARDS,
    Reason.DOES_NOT_FIT: "GIN-LAYOFF-01",
    Reason.NOT_YOUR_TURN: "GIN-TURN-03",
    Reason.ROUND_OVER: "GIN-KNOCK-01",
    Reason.STOCK_EMPTY: "GIN-VOID-01",
    Reason.WRONG_PHASE: "GIN-TURN-02",
}

GIN: Final = policies.Variant(
    name="Gin",
    slug="gin",
    equipment=policies.Equipment(players=(2, 2)),
    dealing=policies.Dealing(hand_size=10),
    drawing=policies.Drawing(upcard_offer="both", recycle="never"),
    table=policies.TablePlay(concealed=True),
    closing=policies.Closing(knock_limit=10, void_at=2),
    scoring=policies.Scoring(kind="credit", gin_bonus=25, big_gin_bonus=50, undercut_bonus=10),
    match=policies.MatchFormat(dealer_rotation="loser", dealer_after_void="same", end="first_to_target_wins"),
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
