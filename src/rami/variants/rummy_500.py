"""Rummy 500: melds score for who lays the cards, and several discards may be taken at once."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["RUMMY_500"]

RUMMY_500: Final = PLAIN.with_(
    name="Rummy 500",
    slug="rummy-500",
    equipment={"players": (2, 8), "packs": (1, 1, 1, 2)},
    dealing={"hand_size": (13, 7)},
    drawing={"discard_depth": "any", "recycle": "never"},
    melding={"ace": "both", "ace_meld_values": (1, 15, 15), "joker_meld_value": 15, "min_natural": 2},
    closing={"stock_out": "decline", "stalemate": "count_hands"},
    scoring={"kind": "net", "ace_hand_value": 15, "joker_hand_value": 15},
    match={"end": "first_to_target_wins", "target": 500},
    ledger=written("rummy-500"),
)
"""Rummy 500, the rows RUM of the ledger: cards on the table count for who laid them, and 500 points win."""
