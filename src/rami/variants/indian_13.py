"""Indian Rummy with thirteen cards: the hand is declared, and a card turned up says which rank is wild."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import names, places
from rami.variants._citations import citations
from rami.variants.plain import PLAIN

__all__ = ["INDIAN_13"]

_RULES: Final = {
    "IND-DEAL-01": places(names.match.first_dealer),
    "IND-DEAL-02": places(names.dealing.hand_size),
    "IND-DEAL-03": places(names.dealing.upcard),
    "IND-DEAL-04": places(names.dealing.turned_card),
    "IND-DEAL-05": places(names.match.first_dealer, names.match.dealer_rotation),
    "IND-DEALS-01": places(names.match.end, names.match.hands),
    "IND-DEALS-03": places(names.scoring.winner_collects),
    "IND-DEALS-04": places(names.match.end),
    "IND-DEALS-05": places(names.match.lowest_tie),
    "IND-DECL-01": places(names.closing.knock_limit),
    "IND-DECL-02": places(names.closing.knock_limit),
    "IND-DECL-03": places(names.closing.declare_runs),
    "IND-DECL-04": places(names.closing.declare_pure_runs),
    "IND-DECL-05": places(names.closing.declare_runs, names.closing.declare_pure_runs),
    "IND-DECL-06": places(names.closing.knock_limit),
    "IND-DECL-08": places(names.closing.knock_limit),
    "IND-DECL-09": places(names.closing.knock_limit, "_engine.knocks"),
    "IND-DISC-01": places("_engine.discards", "rulebook.hidden_discard"),
    "IND-DISC-02": places(names.drawing.allow_return_discard),
    "IND-DRAW-01": places("rulebook.hidden_turn"),
    "IND-DRAW-02": places(names.drawing.wild_discard),
    "IND-DRAW-03": places(names.drawing.wild_discard),
    "IND-FOLD-01": places(names.scoring.fold_prices),
    "IND-FOLD-02": places(names.scoring.fold_prices),
    "IND-FOLD-03": places(names.scoring.fold_prices),
    "IND-FOLD-04": places(names.scoring.fold_prices),
    "IND-FOLD-05": places(names.scoring.fold_prices),
    "IND-FOLD-06": places(names.scoring.fold_prices),
    "IND-FOLD-07": places(names.scoring.fold_prices),
    "IND-FOLD-08": places(names.scoring.fold_prices),
    "IND-MAT-01": places(names.equipment.players),
    "IND-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "IND-MAT-03": places(names.equipment.packs, names.equipment.jokers),
    "IND-PAY-01": places(names.scoring.winner_collects, names.match.hands),
    "IND-POOL-01": places(names.match.end, names.match.elimination_limit),
    "IND-POOL-02": places(names.match.end),
    "IND-POOL-03": places(names.match.end, names.match.buy_ins, names.match.buy_in_ceiling),
    "IND-POOL-04": places(names.match.end, names.match.buy_ins, names.match.buy_in_total),
    "IND-RUN-01": places(names.melding.run_min, names.melding.max_run),
    "IND-RUN-02": places(names.melding.ace, names.melding.run_wrap),
    "IND-RUN-03": places(names.closing.declare_pure_runs),
    "IND-RUN-04": places(names.melding.max_wild),
    "IND-SCORE-01": places(names.equipment.court_value, names.scoring.ace_hand_value),
    "IND-SCORE-02": places(names.scoring.joker_hand_value, names.scoring.wild_hand_value),
    "IND-SCORE-03": places(names.scoring.winner_collects),
    "IND-SCORE-04": places(names.closing.declare_runs, "rulebook.demand_unmet"),
    "IND-SCORE-05": places(names.closing.declare_runs, "rulebook.demand_unmet"),
    "IND-SCORE-06": places(names.scoring.cap),
    "IND-SET-01": places(names.melding.set_min),
    "IND-SET-02": places(names.melding.set_suits),
    "IND-SET-03": places(names.melding.set_max),
    "IND-SHOW-01": places("rulebook.own_melds"),
    "IND-SHOW-02": places("rulebook.own_melds"),
    "IND-SHOW-03": places("rulebook.own_melds", "_kernel.arranging.deadwood"),
    "IND-STOCK-01": places(names.drawing.recycle),
    "IND-STOCK-02": places(names.scoring.fold_prices),
    "IND-STOCK-03": places(names.closing.stalemate),
    "IND-TURN-01": places("_engine.legal", "rulebook.hidden_turn"),
    "IND-TURN-02": places(names.table.concealed),
    "IND-WILD-01": places(names.equipment.jokers),
    "IND-WILD-02": places(names.dealing.turned_card),
    "IND-WILD-03": places(names.dealing.turned_card),
    "IND-WILD-04": places(names.melding.max_wild, names.melding.adjacent_wilds),
    "IND-WILD-05": places(names.equipment.natural_wilds),
    "IND-WILD-06": places(names.melding.min_natural),
    "IND-WRONG-01": places(names.conduct.wrong_declaration),
    "IND-WRONG-02": places(names.conduct.wrong_declaration),
    "IND-WRONG-03": places(names.conduct.wrong_declaration),
    "IND-WRONG-04": places(names.conduct.wrong_declaration),
}

_CITED: Final = {
    Reason.GROUP_SUITS: "IND-SET-02",
    Reason.NOT_ALL_MATCHED: "IND-DECL-02",
}

INDIAN_13: Final = PLAIN.with_(
    name="Indian Rummy",
    slug="indian-13",
    equipment={"packs": (1, 2), "jokers": (1, 2), "natural_wilds": True},
    dealing={"hand_size": 13, "turned_card": "wild_rank"},
    drawing={"wild_discard": "upcard_only"},
    melding={"ace": "both"},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "declare_runs": 2, "declare_pure_runs": 1},
    scoring={"kind": "credit", "winner_collects": "zero_sum", "ace_hand_value": 10, "joker_hand_value": 0, "wild_hand_value": 0, "cap": 80, "fold_prices": (20, 40)},
    match={"end": "hands", "hands": 1},
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Indian Rummy, the rows IND of the ledger: one deal of points rummy, where every loser pays the winner."""
