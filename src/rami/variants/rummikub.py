"""Rummikub by the Sabra rules: tiles, an opening of 30 points, and a table that every player rearranges."""

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
    # RKB-RUN-02: a run ends with the 13 at the latest.
    melding={"ace": "low", "max_run": 13},
    # RKB-OPEN-04: a player who opens may change nothing else on the table in that turn.
    opening={"minimum": 30, "post_open": "next_turn"},
    # RKB-D04: a joker is freed only by the tile it stands for, which may come from the rack or the table.
    table={"regroup": "whole", "regroup_joker": "named"},
    closing={"stock_out": "pass", "stalemate": "count_hands"},
    scoring={
        "kind": "credit",
        "winner_collects": "zero_sum",
        "joker_hand_value": 30,
        "blocked_score": "difference",
    },
    # RKB-MATCH-01: players agree on the number of rounds. With four rounds, each of four players begins once.
    match={"end": "hands", "hands": 4},
    ledger=written("rummikub"),
)
"""Rummikub (rules RKB-*): the tile game in which players may take apart any meld on the table."""
