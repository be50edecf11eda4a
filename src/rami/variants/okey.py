"""Okey: a rack of fourteen tiles, declared in groups and runs or in seven pairs, with two wild tiles."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["OKEY"]

OKEY: Final = PLAIN.with_(
    name="Okey",
    slug="okey",
    # A set has 106 tiles: two of each number and colour, and two false jokers. The indicator makes the two
    # tiles of one kind wild, the okeys, and the false jokers replace that kind. So rami calls the okeys
    # jokers, and the false jokers ordinary tiles.
    equipment={"players": (2, 4), "packs": 2, "jokers": 2, "faces": "tiles"},
    dealing={
        "hand_size": 14,
        "starter_extra": 1,
        "upcard": False,
        "turned_card": "natural",
        "direction": "anticlockwise",
    },
    # OKE-DISC-01: a player may discard any tile, even the one just taken. D-14 forbids that only in Rami.
    drawing={"starter_turn": "normal_without_draw", "allow_return_discard": True, "recycle": "never"},
    # OKE-RUN-02: 12-13-1 is a run, unlike in 101 Okey (OKO-RUN-02).
    melding={"ace": "both"},
    table={"concealed": True},
    closing={
        "knock_limit": "all_matched",
        # OKE-OUT-01: the last tile goes face up on the indicator, and everyone sees whether it is an okey.
        "out_discard": "face_up",
        "declare_pairs": True,
        "stock_out": "at_once",
    },
    # Nobody opens in this game, so every loser pays the flat charge for unopened players (OKE-SCORE-02).
    scoring={"unopened_flat": 2, "joker_finish_any_factor": 2, "pairs_factor": 2, "turned_show": 1},
    # OKE-MATCH-01: players count down from 20 points; rami counts penalties up to 20, which is equivalent.
    match={"target": 20},
    ledger=written("okey"),
)
"""Okey (rules OKE-*): the tile game for four; how you go out decides what the others pay."""
