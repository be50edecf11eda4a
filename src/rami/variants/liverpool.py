"""Liverpool Rummy: seven hands, each with a contract for everybody, discards bought out of turn, no meld after it."""

from __future__ import annotations

from typing import Final

from rami.errors import Reason
from rami.policies.options import field_of, names, places
from rami.variants._citations import OF_FREE_DISCARDS, citations
from rami.variants.plain import PLAIN

__all__ = ["LIVERPOOL"]

_CONTRACTS: Final = (
    "group 3 + group 3",
    "group 3 + run 4",
    "run 4 + run 4",
    "group 3 + group 3 + group 3",
    "group 3 + group 3 + run 4",
    "group 3 + run 4 + run 4",
    "run 4 + run 4 + run 4",
)

_RULES: Final = {
    "LIV-MAT-01": places(names.equipment.players),
    "LIV-MAT-02": places(names.equipment.packs, names.equipment.jokers),
    "LIV-MAT-03": places(names.equipment.packs, names.equipment.jokers),
    "LIV-MAT-04": places(names.equipment.wild_ranks),
    "LIV-DEAL-01": places(names.dealing.hand_size, names.match.rounds),
    "LIV-DEAL-02": places(names.dealing.hand_size, names.match.rounds),
    "LIV-DEAL-03": places(names.dealing.upcard),
    "LIV-DEAL-04": places(names.match.first_dealer, names.match.dealer_rotation),
    "LIV-START-01": places(names.dealing.starter, names.dealing.direction),
    **{f"LIV-CON-{number:02}": places(names.opening.contracts) for number in range(1, len(_CONTRACTS) + 1)},
    "LIV-CON-08": places(names.opening.contract_due),
    "LIV-SET-01": places(names.melding.set_min, names.melding.set_max, names.melding.set_suits),
    "LIV-RUN-01": places(names.melding.run_min),
    "LIV-RUN-02": places(names.melding.ace, names.melding.run_wrap),
    "LIV-RUN-03": places(names.melding.max_run),
    "LIV-JOK-01": places(names.equipment.jokers),
    "LIV-JOK-02": places(names.melding.max_wild, names.melding.wild_limit, names.melding.adjacent_wilds),
    "LIV-JOK-03": places(names.melding.min_natural),
    "LIV-TURN-01": places("_engine.legal", "rulebook.turn"),
    "LIV-DRAW-01": places(names.drawing.discard_depth),
    "LIV-DRAW-02": places(names.drawing.discard_use),
    "LIV-DRAW-03": places(names.drawing.allow_return_discard),
    "LIV-BUY-01": places(names.drawing.buy),
    "LIV-BUY-02": places(names.drawing.buy),
    "LIV-BUY-03": places(names.drawing.buy),
    "LIV-BUY-04": places(names.drawing.buy_price),
    "LIV-BUY-05": places(names.drawing.buy_limit),
    "LIV-BUY-06": places(names.drawing.buy_when_down),
    "LIV-BUY-07": places(names.drawing.buy),
    "LIV-BUY-08": places(names.drawing.buy),
    "LIV-BUY-09": places(names.drawing.buy_price),
    "LIV-DOWN-01": places(names.opening.contracts),
    "LIV-DOWN-02": places(names.opening.contract_size),
    "LIV-DOWN-03": places(names.opening.distinct_contract_melds, names.opening.run_gap),
    "LIV-DOWN-04": places(names.opening.further_melds),
    "LIV-OFF-01": places("rulebook.lay", names.table.foreign_melds_after),
    "LIV-OFF-02": places(names.opening.contract_extras),
    "LIV-OFF-03": places(names.table.layoff_requires_open, names.table.foreign_melds_after),
    "LIV-SWAP-01": places(names.table.run_joker, names.table.recovered_joker, names.table.swap_requires_open),
    "LIV-SWAP-02": places(names.table.set_joker),
    "LIV-OUT-01": places(names.closing.final_discard),
    "LIV-OUT-02": places("_kernel.turns.ending", "rulebook.end"),
    "LIV-LAST-01": places(names.opening.lay_down_all, names.closing.final_discard, names.match.rounds),
    "LIV-LAST-02": places(names.opening.lay_down_all),
    "LIV-LAST-03": places(names.drawing.buy),
    "LIV-STOCK-01": places(names.drawing.recycle),
    "LIV-STOCK-02": places(names.closing.stalemate),
    "LIV-SCORE-01": places(names.scoring.ace_hand_value),
    "LIV-SCORE-02": places(names.scoring.joker_hand_value),
    "LIV-SCORE-03": places(names.equipment.court_value),
    "LIV-SCORE-04": places(names.scoring.kind, names.scoring.winner_score),
    "LIV-MATCH-01": places(names.match.end, names.match.hands),
    "LIV-MATCH-02": places(names.match.lowest_tie),
}

_CITED: Final = {
    **OF_FREE_DISCARDS,
    Reason.GROUP_SUITS: None,
    Reason.LAST_CARD_PLACED: "LIV-OUT-01",
    Reason.LAST_CARD_DISCARDED: "LIV-LAST-01",
    Reason.OPENING_CONTRACT: "LIV-DOWN-01",
    Reason.SWAP_RUN: None,
}

LIVERPOOL: Final = PLAIN.with_(
    name="Liverpool Rummy",
    slug="liverpool",
    equipment={"players": (3, 8), "packs": (2, 2, 2, 3), "jokers": (4, 4, 4, 6)},
    dealing={"hand_size": 10},
    drawing={"buy": "order", "buy_limit": 3},
    melding={
        "set_suits": "any",
        "set_max": None,
        "run_min": 4,
        "max_run": 14,
        "ace": "both",
        "min_natural": 1,
    },
    opening={"contracts": _CONTRACTS, "contract_due": "round", "further_melds": False},
    table={"layoff_requires_open": True, "run_joker": "exact", "recovered_joker": "hand"},
    closing={
        "final_discard": "required",
        "end_when_all_complete": "never",
        "stalemate": "count_hands",
    },
    scoring={"ace_hand_value": 15, "joker_hand_value": 15},
    match={
        "end": "hands",
        "hands": len(_CONTRACTS),
        "rounds": {
            field_of(names.dealing.hand_size): (10, 10, 10, 10, 12),
            field_of(names.opening.lay_down_all): (False,) * 6 + (True,),
            field_of(names.closing.final_discard): ("required",) * 6 + ("forbidden",),
        },
    },
    rule_ids=citations(_RULES, _CITED),
    rules=_RULES,
)
"""Liverpool Rummy, the rows LIV of the ledger: the lowest total after seven hands wins."""
