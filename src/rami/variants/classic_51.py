"""Classic Rami 51: two packs with four jokers, thirteen cards each, 51 points and a run without jokers to open."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["CLASSIC_51"]

CLASSIC_51: Final = PLAIN.with_(
    name="Classic Rami 51",
    slug="classic-51",
    equipment={"players": (2, 7), "packs": 2, "jokers": 4},
    # R51-START-01: the dealer begins with 14 cards and starts the discard pile with one of them.
    dealing={"hand_size": 13, "starter_extra": 1, "upcard": False, "starter": "dealer"},
    drawing={"starter_turn": "discard_only", "discard_use": "all", "no_discard_draw_at": 1},
    # D-23 allows a run of 14 cards with an ace at each end. D-28: a meld contains at most one joker and at least
    # two natural cards.
    melding={"max_run": 14, "ace": "both", "ace_meld_values": (1, 11, 11), "max_wild": 1, "min_natural": 2},
    opening={"minimum": 51, "clean": "run_meld"},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "set_joker": "four_only",
        # D-47: the rule says "immediately", and the joker must not return to the meld that it left.
        "recovered_joker": "new_meld",
        "recovered_when": "next_action",
        # R51-JOK-03: an opponent's clean run takes no joker; a meld belongs to the player who laid it (D-31).
        "joker_on_foreign_clean_run": False,
        "take": "opened",
    },
    closing={"final_discard": "required"},
    scoring={
        "ace_hand_value": 11,
        "unopened_flat": 100,
        "all_at_once_factors": (2,),
        "joker_finish": "discard",
        "joker_finish_factor": 4,
    },
    conduct={"carte": True},
    ledger=written("classic-51", like_classic=True),
)
"""Classic Rami 51 (rules R51-*); every variation that the rule text lists is an option."""
