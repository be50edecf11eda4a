"""Gin: ten cards each, concealed melds, and a knock with at most ten points of deadwood."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["GIN"]

GIN: Final = PLAIN.with_(
    name="Gin",
    slug="gin",
    equipment={"players": (2, 2)},
    dealing={"hand_size": 10},
    # GIN-UPCARD-01 and GIN-UPCARD-02: both players may refuse the upcard. GIN-VOID-01 ends the round before
    # the stock is empty, so the discards never become a new stock.
    drawing={"upcard_offer": "both", "recycle": "never"},
    table={"concealed": True},
    closing={"knock_limit": 10, "void_at": 2},
    scoring={"kind": "credit", "gin_bonus": 25, "big_gin_bonus": 50, "undercut_bonus": 10},
    # D-77: the loser of a round deals the next one; after a void round the same player deals again.
    match={"dealer_rotation": "loser", "dealer_after_void": "same", "end": "first_to_target_wins"},
    ledger=written("gin"),
)
