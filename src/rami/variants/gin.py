"""Gin: ten cards each, concealed melds, and a knock with at most ten points of deadwood."""

from __future__ import annotations

from typing import Final

from rami import policies
from rami.variants._ledger import written

__all__ = ["GIN"]

GIN: Final = policies.Variant(
    name="Gin",
    slug="gin",
    equipment=policies.Equipment(players=(2, 2)),
    dealing=policies.Dealing(hand_size=10),
    # GIN-UPCARD-01 and GIN-UPCARD-02: both players may refuse the upcard. GIN-VOID-01 ends the round before
    # the stock is empty, so the discards never become a new stock.
    drawing=policies.Drawing(upcard_offer="both", recycle="never"),
    table=policies.TablePlay(concealed=True),
    closing=policies.Closing(knock_limit=10, void_at=2),
    scoring=policies.Scoring(kind="credit", gin_bonus=25, big_gin_bonus=50, undercut_bonus=10),
    # D-77: the loser of a hand deals the next one; after a void hand the same player deals again.
    match=policies.MatchFormat(dealer_rotation="loser", dealer_after_void="same", end="first_to_target_wins"),
    ledger=written("gin"),
)
