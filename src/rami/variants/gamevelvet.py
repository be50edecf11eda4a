"""GameVelvet's rami: fourteen cards and an upcard, jokers at the ends of runs, players eliminated at 101."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["GAMEVELVET"]

GAMEVELVET: Final = CLASSIC_51.with_(
    name="GameVelvet Rami",
    slug="gamevelvet",
    equipment={"players": (2, 6)},
    dealing={"hand_size": 14, "starter_extra": 0, "upcard": True, "starter": "left"},
    # VELVET-DRAW-02 and VELVET-OPEN-01 forbid the discard and melds on a player's first turn (D-09).
    drawing={"starter_turn": "normal", "first_round_discard": False, "no_discard_draw_at": None},
    # VELVET-JOK-03 speaks of placing: a card laid off later may enclose the joker (D-29).
    melding={"joker_at_ends": "placement"},
    # VELVET-OPEN-03: a clean set will do as well; the French text of the same platforms asks for a run (D-35).
    opening={"clean": "run_or_set", "first_round_melds": False},
    table={"recovered_joker": "hand", "joker_on_foreign_clean_run": True, "take": "off"},
    closing={"final_discard": "optional"},
    scoring={
        # VELVET-SCORE-02: once, whatever the number of jokers (D-63).
        "joker_hand_value": "double",
        "dry_flat": 200,
        # The text has no factor for going out all at once: VELVET-SCORE-04 charges 200 where nobody had laid.
        "all_at_once_factors": (1,),
        "joker_finish": None,
    },
    # D-71: reaching 101 is enough.
    match={"end": "elimination", "target": None, "elimination_limit": 101},
    conduct={"carte": False},
    ledger=written("gamevelvet", like_classic=True),
)
"""GameVelvet's rami, the rows VELVET of the ledger; `match.elimination_limit` is 101, 201 or 501."""
