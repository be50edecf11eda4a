"""Frustration: a race to complete fourteen contracts, with two packs, four jokers and wild twos."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["FRUSTRATION"]

# FRU-C01 to FRU-C14. The rule text does not sort them by size: number 3 takes ten cards, number 4 eight.
_CONTRACTS: Final = (
    "group 3 + group 3 + group 3",
    "group 3 + run 4",
    "group 3 + group 3 + run 4",
    "group 4 + group 4",
    "run 4 + run 4",
    "group 3 + group 3 + group 3 + group 3",
    "group 3 + run 7",
    "group 4 + group 4 + group 4",
    "run 4 + run 4 + run 4",
    "group 5 + group 5",
    "run 5 + run 5",
    "group 4 + group 4 + run 4",
    "group 4 + run 4 + run 4",
    "group 3 + run 9",
)

FRUSTRATION: Final = PLAIN.with_(
    name="Frustration",
    slug="frustration",
    equipment={"players": (2, 5), "packs": 2, "jokers": 4, "wild_ranks": {2}},
    dealing={"hand_size": 13},
    melding={
        "set_suits": "any",
        "set_max": None,
        # D-99: the rule text lets runs reach "up to the ace", which rami reads as both ends.
        "max_run": 14,
        "ace": "both",
        "wild_limit": "at_most_half",
        "min_natural": 2,
    },
    opening={"contracts": _CONTRACTS},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "recovered_joker": "meld_or_layoff",
        "recover_wild_ranks": True,
    },
    closing={"final_discard": "required", "end_when_all_complete": "at_once"},
    # D-98: other games of this name count points; in this one players only tick off their contracts.
    scoring={"kind": "none"},
    match={"end": "contracts"},
    ledger=written("frustration"),
)
"""Frustration (rules FRU-*): the first player to complete the fourteen contracts wins."""
