"""Scala 40: forty points to open, the discard for those who have opened, no card thrown that fits the table."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["SCALA_40"]

SCALA_40: Final = CLASSIC_51.with_(
    name="Scala 40",
    slug="scala-40",
    equipment={"players": (2, 6)},
    dealing={"starter_extra": 0, "upcard": True, "upcard_wild": "replaced", "starter": "left"},
    drawing={"starter_turn": "normal", "unopened_discard_use": "never", "no_discard_draw_at": None},
    melding={"natural_aces": 1},
    opening={"minimum": 40, "clean": None, "all_at_once_requires": "nothing"},
    table={
        "set_joker": "named",
        "recovered_joker": "hand",
        "joker_on_foreign_clean_run": True,
        "take": "off",
    },
    closing={"fitting_discard": "by_players", "first_round_out": False},
    scoring={
        "joker_hand_value": 25,
        "unopened_flat": None,
        "all_at_once_factors": (1,),
        "joker_finish": None,
        "joker_finish_factor": None,
    },
    match={"target": None, "end": "elimination", "elimination_limit": 101},
    conduct={"carte": False},
    ledger=written("scala-40"),
)
"""Scala 40, the rows SCA of the ledger: the Italian game with an opening of forty points."""
