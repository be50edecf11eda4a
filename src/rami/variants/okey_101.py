"""101 Okey: a tile game with openings of 101 points or five pairs, and discards that cost points."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["OKEY_101"]

OKEY_101: Final = PLAIN.with_(
    name="101 Okey",
    slug="okey-101",
    # The comment on the tiles in the module `okey` explains okeys and false jokers.
    equipment={"players": (2, 4), "packs": 2, "jokers": 2, "values": tuple(range(1, 14)), "faces": "tiles"},
    dealing={
        "hand_size": 21,
        "starter_extra": 1,
        "upcard": False,
        "direction": "anticlockwise",
        "turned_card": "natural",
    },
    drawing={"starter_turn": "discard_only", "discard_use": "all", "recycle": "never"},
    opening={"minimum": 101, "pairs": 5, "all_at_once_requires": "nothing", "all_at_once_alone": True},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        "set_joker": "four_only",
        "recovered_joker": "hand",
        "pairs_by_others": "after_pairs",
        "pair_layoffs": 2,
    },
    closing={
        "final_discard": "required",
        "stock_out": "at_once",
        "stalemate": "count_hands",
        # OKO-STOCK-03: once all have opened with pairs, nobody can go out any more (OKO-OUT-03).
        "void_all_pairs": True,
    },
    scoring={
        "joker_hand_value": 101,
        "unopened_flat": 202,
        "all_at_once_factors": (2,),
        # OKO-OUT-02: going out in the turn of the opening counts double only if nobody else has opened.
        "double_on": "rami_sec_only",
        "joker_finish": "discard",
        "joker_finish_factor": 4,
        "joker_finish_any_factor": 2,
        "pairs_factor": 2,
        "pair_loser_factor": 2,
        "wild_discard_charge": 101,
        "fitting_discard_charge": 101,
        "winner_score": -101,
        "winner_multiplied": True,
    },
    # OKO-MATCH-01: players agree on the number of rounds.
    match={"dealer_after_void": "same", "end": "hands", "hands": 5},
    ledger=written("okey-101"),
)
"""101 Okey (rules OKO-*): the tile game for four in which players open and lay melds on the table."""
