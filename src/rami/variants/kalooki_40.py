"""Kalooki 40: two packs with two jokers, forty points to open, high aces, elimination above 150 points."""

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
    # KAL-DRAW-04: a discard that is taken must go into a new meld; it cannot be laid off or exchanged for a
    # joker.
    drawing={"discard_use": {"meld"}},
    melding={"ace": "high", "min_natural": 2, "ace_meld_values": (11, 11, 11)},
    opening={"minimum": 40},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "set_joker": "both_at_once",
        # KAL-JSWAP-04: a group of three with a joker keeps the joker once a player lays off a fourth card on
        # it.
        "closed_four_set": True,
        "recovered_joker": "new_meld",
    },
    closing={"final_discard": "required"},
    scoring={"ace_hand_value": 11, "joker_hand_value": 15},
    # KAL-MATCH-01: a player with more than 150 points is out. The engine eliminates players who reach the
    # limit, so the limit is 151.
    match={"end": "elimination", "target": None, "elimination_limit": 151},
    ledger=written("kalooki-40"),
)
"""Kalooki 40 (rules KAL-*): the British club game, in which a player with more than 150 points is out."""
