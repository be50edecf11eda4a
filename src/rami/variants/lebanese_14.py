"""Lebanese 14: Classic Rami 51 with fourteen cards each, and 71 points to open with the discard.

In a run, a joker may represent only a *burnt* card: a card whose copies are all in melds on the table.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rami.variants._ledger import written
from rami.variants.classic_51 import CLASSIC_51

__all__ = ["LEBANESE_14"]

LEBANESE_14: Final = CLASSIC_51.with_(
    name="Lebanese 14",
    slug="lebanese-14",
    equipment={"players": (2, 6)},
    # D-05: the name of the game and every other description of it say fourteen cards; the dealer gets a
    # fifteenth.
    dealing={"hand_size": 14},
    melding={"joker_in_run": "burnt", "burnt_scope": "melds", "ace_meld_values": (10, 10, 10)},
    # LEB-DRAW-01: only an opening with the discard needs 71 points (D-19); after a draw from the stock 51 are
    # enough.
    opening={"pickup_minimum": 71},
    # LEB-RSEC-02 to LEB-RSEC-04: the factor for going out all at once is 2 without a joker, 3/2 with one
    # joker and 1 with two or more.
    scoring={"ace_hand_value": 10, "all_at_once_factors": (2, Fraction(3, 2), 1), "joker_finish": None},
    # LEB-OBL-02: a player who touches the discard loses that factor, but only if `mode` is "explicit"
    # (D-102).
    conduct={"touch_penalty": "no_factor", "touch_scope": "hand"},
    # LEB-BASE-01: the game is a version of Rami 51 and inherits every other rule.
    ledger=written("lebanese-14", inherited=CLASSIC_51),
)
"""Lebanese 14, or arbaah-taahch (rules LEB-*): a version of Rami 51 with fourteen cards each."""
