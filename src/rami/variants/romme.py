"""Rommé: two packs with six jokers, forty points to open, a discard that anybody may take, a match to 500."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["ROMME"]

ROMME: Final = PLAIN.with_(
    name="Rommé",
    slug="romme",
    # ROM-MAT-02: two packs come with six jokers here; in other games they come with two or four.
    equipment={"packs": 2, "jokers": 6},
    dealing={"hand_size": 13},
    # ROM-JOK-02 and ROM-JOK-03: a meld may hold several jokers, but needs two natural cards.
    melding={"ace": "both", "min_natural": 2, "ace_meld_values": (1, 11, 11)},
    # ROM-HAND-02: a player who goes out all at once ("Hand-Rommé") does not need the 40 points.
    opening={"minimum": 40, "all_at_once_requires": "nothing"},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "set_joker": "four_only",
        "recovered_joker": "hand",
        "recovered_when": "next_action",
    },
    scoring={"ace_hand_value": 11, "all_at_once_factors": (2,)},
    match={"target": 500},
    ledger=written("romme"),
)
"""Rommé (rules ROM-*): the German game with an opening of forty points."""
