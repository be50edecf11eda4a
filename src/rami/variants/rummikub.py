"""Rummikub, the Sabra rules: tiles, an opening of 30 points, and one table that everybody rearranges."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["RUMMIKUB"]

RUMMIKUB: Final = PLAIN.with_(
    name="Rummikub",
    slug="rummikub",
    equipment={
        "players": (2, 4),
        "packs": 2,
        "jokers": 2,
        "values": tuple(range(1, 14)),
        "faces": "joker_tiles",
    },
    dealing={"hand_size": 14, "upcard": False},
    drawing={"turn": "draw_or_play"},
    # RKB-RUN-02: nothing follows the 13.
    melding={"ace": "low", "max_run": 13},
    # RKB-OPEN-04: in the turn of the opening nothing else is done to the table.
    opening={"minimum": 30, "post_open": "next_turn"},
    # RKB-D04: the tile that frees a joker may come from the rack or from the table.
    table={"regroup": "whole", "regroup_joker": "named"},
    closing={"stock_out": "pass", "stalemate": "count_hands"},
    scoring={
        "kind": "credit",
        "winner_collects": "zero_sum",
        "joker_hand_value": 30,
        "blocked_score": "difference",
    },
    # RKB-MATCH-01 leaves the number of rounds to the table: one for each of four players to begin.
    match={"end": "hands", "hands": 4},
    ledger=written("rummikub"),
)
"""Rummikub, the rows RKB of the ledger: the tile game in which every meld on the table can be taken apart."""
