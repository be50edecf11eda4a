"""Rommé: two packs with six jokers, forty points to open, the discard free for all, to 500 points."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["ROMME"]

ROMME: Final = PLAIN.with_(
    name="Rommé",
    slug="romme",
    # ROM-MAT-02: six jokers, where other games with two packs have four or two.
    equipment={"packs": 2, "jokers": 6},
    dealing={"hand_size": 13},
    # ROM-JOK-02 and ROM-JOK-03: several jokers in a meld, but two natural cards.
    melding={"ace": "both", "min_natural": 2, "ace_meld_values": (1, 11, 11)},
    # ROM-HAND-02: for Hand-Rommé the 40 points are not needed.
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
"""Rommé, the rows ROM of the ledger: the German game with an opening of forty points."""
