"""Rami to 500: thirteen cards, no upcard, melds without owners; the lowest total wins at 500."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["RAMI_500"]

RAMI_500: Final = CLASSIC_51.with_(
    name="Rami 500",
    slug="rami-500",
    equipment={"players": (2, 5)},
    dealing={"starter_extra": 0, "starter": "left"},
    # R500-DEAL-02 turns no card up, so the first player can only draw from the stock (D-06).
    drawing={"starter_turn": "normal", "no_discard_draw_at": None},
    # R500-OPEN-03: no joker among three cards of the run. R500-OPEN-05 lifts all conditions for the whole hand.
    opening={"clean": "run_window", "all_at_once_requires": "nothing"},
    # R500-JRET-01; R500-OWN-01: a meld belongs to nobody, so no rule may ask for its owner.
    table={"recovered_joker": "meld_or_layoff", "joker_on_foreign_clean_run": True, "take": "off"},
    # The text gives no price for a joker as the last discard.
    scoring={"joker_finish": None},
    match={"target": 500},
    conduct={"carte": False},
    ledger=written("rami-500", like_classic=True),
)
"""Rami to 500, the rows R500 of the ledger."""
