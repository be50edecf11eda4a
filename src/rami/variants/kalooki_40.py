"""Kalooki 40: two packs with two jokers, forty points to open, the ace high only, to 150 points."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["KALOOKI_40"]

KALOOKI_40: Final = CLASSIC_51.with_(
    name="Kalooki 40",
    slug="kalooki-40",
    equipment={"players": (2, 5), "jokers": 2},
    dealing={"starter_extra": 0, "upcard": True, "starter": "left"},
    drawing={"starter_turn": "normal", "discard_use": {"meld"}, "no_discard_draw_at": None},
    melding={"max_run": 13, "ace": "high", "ace_meld_values": (11, 11, 11), "max_wild": None},
    opening={"minimum": 40, "clean": None},
    table={
        "set_joker": "both_at_once",
        "recovered_when": "same_turn",
        "closed_four_set": True,
        "joker_on_foreign_clean_run": True,
        "take": "off",
    },
    scoring={
        "joker_hand_value": 15,
        "unopened_flat": None,
        "all_at_once_factors": (1,),
        "joker_finish": None,
        "joker_finish_factor": None,
    },
    match={"end": "elimination", "target": None, "elimination_limit": 151},
    conduct={"carte": False},
    ledger=written("kalooki-40"),
)
"""Kalooki 40, the rows KAL of the ledger: the British club game, which a player leaves with a total above 150."""
