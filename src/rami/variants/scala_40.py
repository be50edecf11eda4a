"""Scala 40: forty points to open, and only players who have opened may take the discard."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["SCALA_40"]

SCALA_40: Final = PLAIN.with_(
    name="Scala 40",
    slug="scala-40",
    equipment={"packs": 2, "jokers": 4},
    dealing={"hand_size": 13, "upcard_wild": "replaced"},
    # SCA-DRAW-02: before opening, a player draws only from the stock. Many descriptions let a player open
    # with the discard (SCA-DRAW-03).
    drawing={"discard_use": "all", "unopened_discard_use": "never"},
    melding={
        "max_run": 14,
        "ace": "both",
        # SCA-RUN-02: a run of fourteen cards must have a joker as one of its two aces.
        "natural_aces": 1,
        "max_wild": 1,
        "min_natural": 2,
        "ace_meld_values": (1, 11, 11),
    },
    opening={"minimum": 40, "all_at_once_requires": "nothing"},
    table={
        "layoff_requires_open": True,
        "run_joker": "exact",
        # SCA-JOK-05: whoever lays 8♦ 8♣ * says which 8 the joker stands for, and only that card frees it.
        "set_joker": "named",
        "recovered_joker": "hand",
        "recovered_when": "next_action",
    },
    # SCA-DISC-02, SCA-DISC-03 and SCA-OUT-02 come from texts that follow the Italian federation. With two
    # players, only those who have not opened must keep a card that fits the table.
    closing={"fitting_discard": "by_players", "final_discard": "required", "first_round_out": False},
    scoring={"ace_hand_value": 11, "joker_hand_value": 25},
    match={"end": "elimination", "target": None, "elimination_limit": 101},
    ledger=written("scala-40"),
)
"""Scala 40 (rules SCA-*): the Italian game with an opening of forty points."""
