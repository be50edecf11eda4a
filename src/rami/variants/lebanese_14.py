"""Lebanese 14: what differs from Classic Rami 51, from which the rest is inherited."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rami.errors import Reason
from rami.policies import Variant
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["LEBANESE_14"]

_RULE_IDS: Final[dict[str, str]] = {
    Reason.WILD_NOT_BURNT: "LEB-JOK-01",
    Reason.OPENING_PICKUP: "LEB-DRAW-01",
    Reason.LAST_CARD_PLACED: "LEB-OBL-01",
}

LEBANESE_14: Final[Variant] = CLASSIC_51.with_(
    name="Lebanese 14",
    slug="lebanese-14",
    version=1,
    equipment={"players": (2, 6)},
    dealing={"hand_size": 14},
    melding={"joker_in_run": "burnt", "burnt_scope": "melds", "ace_meld_values": (10, 10, 10)},
    opening={"pickup_minimum": 71},
    scoring={
        "ace_hand_value": 10,
        "all_at_once_factors": (2, Fraction(3, 2), 1),
        "joker_finish": None,
    },
    rule_ids={**dict(CLASSIC_51.rule_ids), **_RULE_IDS},
)
"""Lebanese 14 (arbaah-taahch), the rows LEB of the ledger."""
