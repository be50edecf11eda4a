"""Indian Rummy with thirteen cards: players declare whole hands, and a turned-up card makes its rank wild."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["INDIAN_13"]

INDIAN_13: Final = PLAIN.with_(
    name="Indian Rummy",
    slug="indian-13",
    # IND-MAT-02: two players use one pack with one printed joker; more players use two packs with two jokers.
    equipment={"packs": (1, 2), "jokers": (1, 2), "natural_wilds": True},
    dealing={"hand_size": 13, "turned_card": "wild_rank"},
    # IND-DRAW-03: a wild card may be taken from the discard pile only if the deal turned it up there.
    drawing={"wild_discard": "upcard_only"},
    melding={"ace": "both", "min_natural": 2},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "declare_runs": 2, "declare_pure_runs": 1},
    scoring={
        "kind": "credit",
        "winner_collects": "zero_sum",
        "ace_hand_value": 10,
        # IND-SCORE-02: wild cards cost nothing, even if they are unmatched.
        "joker_hand_value": 0,
        "wild_hand_value": 0,
        "cap": 80,
        "fold_prices": (20, 40),
    },
    # IND-PAY-01: a game of points rummy is one deal. For pool rummy set an elimination limit of 101 or 201
    # (IND-POOL-01).
    match={"end": "hands", "hands": 1},
    ledger=written("indian-13"),
)
"""Indian Rummy (rules IND-*): one deal of points rummy, in which every loser pays the winner."""
