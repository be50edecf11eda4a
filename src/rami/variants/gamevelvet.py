"""GameVelvet's rami: fourteen cards each, an upcard, jokers only at the ends of runs, elimination at 101 points."""

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
    # VELVET-DRAW-02 and VELVET-OPEN-01: on the first turn a player must not take the discard or lay melds
    # (D-09).
    drawing={"starter_turn": "normal", "first_round_discard": False, "no_discard_draw_at": None},
    # VELVET-JOK-03 is about placing a joker, so a card laid off later may enclose it (D-29).
    melding={"joker_at_ends": "placement"},
    # VELVET-OPEN-03: a clean group is enough, although the French text of the same platform requires a run
    # (D-35).
    opening={"clean": "run_or_set", "first_round_melds": False},
    table={"recovered_joker": "hand", "joker_on_foreign_clean_run": True, "take": "off"},
    closing={"final_discard": "optional"},
    scoring={
        # VELVET-SCORE-02: jokers left in the hand double its points once, however many there are (D-63).
        "joker_hand_value": "double",
        "dry_flat": 200,
        # The rule text has no factor for going out all at once. Instead VELVET-SCORE-04 charges every loser
        # 200 if nobody has laid a meld.
        "all_at_once_factors": (1,),
        "joker_finish": None,
    },
    # D-71: a player with exactly 101 points is out.
    match={"end": "elimination", "target": None, "elimination_limit": 101},
    conduct={"carte": False},
    ledger=written("gamevelvet", like_classic=True),
)
"""GameVelvet's rami (rules VELVET-*); the platform also offers 201 and 501 for `match.elimination_limit`."""
