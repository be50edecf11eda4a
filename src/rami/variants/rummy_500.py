"""Rummy 500: players score the cards they lay, and may take several discards at once."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["RUMMY_500"]

RUMMY_500: Final = PLAIN.with_(
    name="Rummy 500",
    slug="rummy-500",
    equipment={"players": (2, 8), "packs": (1, 1, 1, 2)},
    # RUM-DEAL-01: two players get thirteen cards each, more players get seven.
    dealing={"hand_size": (13, 7)},
    # RUM-DRAW-04: a player may take any card of the spread discard pile and place it at once. RUM-STOCK-01:
    # the pile never becomes a new stock.
    drawing={"discard_depth": "any", "recycle": "never"},
    # RUM-VAL-03 and RUM-VAL-04: an ace counts 15, but only 1 below a 2. The pack has no jokers (RUM-JOK-01); the
    # values of jokers are for house rules that add them.
    melding={"ace": "both", "ace_meld_values": (1, 15, 15), "joker_meld_value": 15, "min_natural": 2},
    # RUM-STOCK-01: once the stock is empty, a player takes from the pile or ends the round.
    closing={"stock_out": "decline", "stalemate": "count_hands"},
    scoring={"kind": "net", "ace_hand_value": 15, "joker_hand_value": 15},
    match={"end": "first_to_target_wins", "target": 500},
    ledger=written("rummy-500"),
)
"""Rummy 500 (rules RUM-*): cards on the table count for the player who laid them, and 500 points win."""
