"""Okey: fourteen tiles, declared in groups and runs or in seven pairs, with two wild tiles."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["OKEY"]

OKEY: Final = PLAIN.with_(
    name="Okey",
    slug="okey",
    equipment={"players": (2, 4), "packs": 2, "jokers": 2, "faces": "tiles"},
    dealing={
        "hand_size": 14,
        "starter_extra": 1,
        "upcard": False,
        "turned_card": "natural",
        "direction": "anticlockwise",
    },
    drawing={"starter_turn": "normal_without_draw", "allow_return_discard": True, "recycle": "never"},
    melding={"ace": "both"},
    table={"concealed": True},
    closing={
        "knock_limit": "all_matched",
        "out_discard": "face_up",
        "declare_pairs": True,
        "stock_out": "at_once",
    },
    scoring={"unopened_flat": 2, "joker_finish_any_factor": 2, "pairs_factor": 2, "turned_show": 1},
    match={"target": 20},
    ledger=written("okey"),
)
"""Okey, the rows OKE of the ledger: the rack game of four, with a penalty for the losers for each kind of ending."""
