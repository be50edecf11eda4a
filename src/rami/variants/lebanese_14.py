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
    dealing={"hand_size": 14},
    melding={"joker_in_run": "burnt", "burnt_scope": "melds", "ace_meld_values": (10, 10, 10)},
    opening={"pickup_minimum": 71},
    scoring={"ace_hand_value": 10, "all_at_once_factors": (2, Fraction(3, 2), 1), "joker_finish": None},
    conduct={"touch_penalty": "no_factor", "touch_scope": "hand"},
    ledger=written("lebanese-14", inherited=CLASSIC_51),
)
"""Lebanese 14 (arbaah-taahch), the rows LEB of the ledger."""
