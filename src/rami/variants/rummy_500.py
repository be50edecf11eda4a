"""Rummy 500: players score with the cards they lay, and several discards may be taken at once."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["RUMMY_500"]

RUMMY_500: Final = PLAIN.with_(
    name="Rummy 500",
    slug="rummy-500",
    equipment={"players": (2, 8), "packs": (1, 1, 1, 2)},
    # RUM-DEAL-01: thirteen for two players, seven for more.
    dealing={"hand_size": (13, 7)},
    # RUM-DRAW-04: any card of the spread pile that can be placed at once; RUM-STOCK-01: it is never a new stock.
    drawing={"discard_depth": "any", "recycle": "never"},
    # RUM-VAL-03 and RUM-VAL-04. The jokers are for house rules: the pack has none (RUM-JOK-01).
    melding={"ace": "both", "ace_meld_values": (1, 15, 15), "joker_meld_value": 15, "min_natural": 2},
    # RUM-STOCK-01: whoever finds the stock empty may take from the pile or end the round.
    closing={"stock_out": "decline", "stalemate": "count_hands"},
    scoring={"kind": "net", "ace_hand_value": 15, "joker_hand_value": 15},
    match={"end": "first_to_target_wins", "target": 500},
    ledger=written("rummy-500"),
)
"""Rummy 500, the rows RUM of the ledger: cards on the table count for the player who laid them, and 500 points win."""
