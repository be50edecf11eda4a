"""Rommé: two packs with six jokers, forty points to open, the discard free for all, to 500 points."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["ROMME"]

ROMME: Final = CLASSIC_51.with_(
    name="Rommé",
    slug="romme",
    equipment={"players": (2, 6), "jokers": 6},
    dealing={"starter_extra": 0, "upcard": True, "starter": "left"},
    drawing={"starter_turn": "normal", "discard_use": None, "no_discard_draw_at": None},
    melding={"max_run": 13, "max_wild": None},
    opening={"minimum": 40, "clean": None, "all_at_once_requires": "nothing"},
    table={"recovered_joker": "hand", "joker_on_foreign_clean_run": True, "take": "off"},
    closing={"final_discard": "optional"},
    scoring={"unopened_flat": None, "joker_finish": None, "joker_finish_factor": None},
    match={"target": 500},
    conduct={"carte": False},
    ledger=written("romme"),
)
"""Rommé, the rows ROM of the ledger: the German game with an opening of forty points."""
