"""Lebanese 14: the differences from Classic Rami 51, which it inherits."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rami.policies import Variant
from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["LEBANESE_14"]

LEBANESE_14: Final[Variant] = CLASSIC_51.with_(
    name="Lebanese 14",
    slug="lebanese-14",
    version=1,
    equipment={"players": (2, 6)},
    # D-05: the name, and every description found outside the source; the dealer starts with 15.
    dealing={"hand_size": 14},
    melding={"joker_in_run": "burnt", "burnt_scope": "melds", "ace_meld_values": (10, 10, 10)},
    # LEB-DRAW-01, for the opening alone (D-19); from the stock 51 points are enough.
    opening={"pickup_minimum": 71},
    # LEB-RSEC-02 to LEB-RSEC-04: times 2, 3/2 and 1 with no joker, one, and two or more.
    scoring={"ace_hand_value": 10, "all_at_once_factors": (2, Fraction(3, 2), 1), "joker_finish": None},
    # LEB-OBL-02; nothing happens before `mode` is "explicit" (D-102).
    conduct={"touch_penalty": "no_factor", "touch_scope": "hand"},
    # LEB-BASE-01: whatever is not listed is inherited from Rami 51.
    ledger=written("lebanese-14", inherited=CLASSIC_51),
)
"""Lebanese 14 (arbaah-taahch), the rows LEB of the ledger."""
