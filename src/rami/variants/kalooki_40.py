"""Kalooki 40: two packs with two jokers, forty points to open, the ace high only, to 150 points."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["KALOOKI_40"]

KALOOKI_40: Final = PLAIN.with_(
    name="Kalooki 40",
    slug="kalooki-40",
    equipment={"players": (2, 5), "packs": 2, "jokers": 2},
    dealing={"hand_size": 13},
    # KAL-DRAW-04: the card must go into a new meld; it is never laid off or exchanged for a joker.
    drawing={"discard_use": {"meld"}},
    melding={"ace": "high", "min_natural": 2, "ace_meld_values": (11, 11, 11)},
    opening={"minimum": 40},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "set_joker": "both_at_once",
        # KAL-JSWAP-04: one card added to a group of three with a joker closes it for good.
        "closed_four_set": True,
        "recovered_joker": "new_meld",
    },
    closing={"final_discard": "required"},
    scoring={"ace_hand_value": 11, "joker_hand_value": 15},
    # KAL-MATCH-01: a total above 150 is out, and a limit counts as soon as it is reached.
    match={"end": "elimination", "target": None, "elimination_limit": 151},
    ledger=written("kalooki-40"),
)
"""Kalooki 40, the rows KAL of the ledger: the British club game, which a player leaves with a total above 150."""
