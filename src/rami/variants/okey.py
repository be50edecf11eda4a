"""Okey: fourteen tiles, declared in groups and runs or in seven pairs, with two wild tiles."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["OKEY"]

OKEY: Final = PLAIN.with_(
    name="Okey",
    slug="okey",
    # The okeys are the jokers, and the false jokers the two tiles of the okey's face: 106 tiles either way.
    equipment={"players": (2, 4), "packs": 2, "jokers": 2, "faces": "tiles"},
    dealing={
        "hand_size": 14,
        "starter_extra": 1,
        "upcard": False,
        "turned_card": "natural",
        "direction": "anticlockwise",
    },
    # OKE-DISC-01: any tile, so also the one just taken; D-14 is about Rami.
    drawing={"starter_turn": "normal_without_draw", "allow_return_discard": True, "recycle": "never"},
    # OKE-RUN-02: 12-13-1 is a run. In 101 Okey it is not (OKO-RUN-02).
    melding={"ace": "both"},
    table={"concealed": True},
    closing={
        "knock_limit": "all_matched",
        # OKE-OUT-01: it is put on the indicator, where all can see whether it is an okey.
        "out_discard": "face_up",
        "declare_pairs": True,
        "stock_out": "at_once",
    },
    # Nobody opens, so the flat charge is what every loser pays (OKE-SCORE-02).
    scoring={"unopened_flat": 2, "joker_finish_any_factor": 2, "pairs_factor": 2, "turned_show": 1},
    # OKE-MATCH-01 counts down from 20; the same game counted up ends at 20.
    match={"target": 20},
    ledger=written("okey"),
)
"""Okey, the rows OKE of the ledger: the rack game of four, with a penalty for the losers for each kind of ending."""
