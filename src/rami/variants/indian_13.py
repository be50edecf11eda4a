"""Indian Rummy with thirteen cards: the hand is declared, and a card turned up says which rank is wild."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["INDIAN_13"]

INDIAN_13: Final = PLAIN.with_(
    name="Indian Rummy",
    slug="indian-13",
    # IND-MAT-02: two players use one pack with one printed joker, more players two of each.
    equipment={"packs": (1, 2), "jokers": (1, 2), "natural_wilds": True},
    dealing={"hand_size": 13, "turned_card": "wild_rank"},
    # IND-DRAW-03: only the card that the deal turned up may be taken if it is wild.
    drawing={"wild_discard": "upcard_only"},
    melding={"ace": "both", "min_natural": 2},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "declare_runs": 2, "declare_pure_runs": 1},
    scoring={
        "kind": "credit",
        "winner_collects": "zero_sum",
        "ace_hand_value": 10,
        # IND-SCORE-02: wild cards cost nothing, matched or not.
        "joker_hand_value": 0,
        "wild_hand_value": 0,
        "cap": 80,
        "fold_prices": (20, 40),
    },
    # IND-PAY-01: points rummy is one deal. For pool rummy, eliminate at 101 or 201 (IND-POOL-01).
    match={"end": "hands", "hands": 1},
    ledger=written("indian-13"),
)
"""Indian Rummy, the rows IND of the ledger: one deal of points rummy, where every loser pays the winner."""
