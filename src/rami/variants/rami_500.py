"""Rami to 500: thirteen cards each, no upcard, melds without owners, and a match to 500 points."""

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
    # R500-DEAL-02: no card is turned up, so the first player can draw only from the stock (D-06).
    drawing={"starter_turn": "normal", "no_discard_draw_at": None},
    # R500-OPEN-03: the opening needs three cards in a row without a joker in one of its runs. R500-OPEN-05: a player
    # who lays every card at once needs neither points nor cards without a joker.
    opening={"clean": "run_window", "all_at_once_requires": "nothing"},
    # R500-JRET-01: a joker that is taken must be laid again at once. R500-OWN-01: a meld belongs to nobody,
    # so no option may depend on its owner.
    table={"recovered_joker": "meld_or_layoff", "joker_on_foreign_clean_run": True, "take": "off"},
    # The rule text has no penalty for a joker as the last discard.
    scoring={"joker_finish": None},
    match={"target": 500},
    conduct={"carte": False},
    ledger=written("rami-500", like_classic=True),
)
"""Rami to 500 (rules R500-*): the lowest total wins once a player reaches 500 points."""
