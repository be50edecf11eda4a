"""Liverpool Rummy: seven rounds, each with one contract for all players; discards can be bought out of turn."""

from __future__ import annotations

from typing import Final

from rami.policies.declaring.options import field_of, names
from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["LIVERPOOL"]

# LIV-CON-01 to LIV-CON-07: the contract of each round, in order.
_CONTRACTS: Final = (
    "group 3 + group 3",
    "group 3 + run 4",
    "run 4 + run 4",
    "group 3 + group 3 + group 3",
    "group 3 + group 3 + run 4",
    "group 3 + run 4 + run 4",
    "run 4 + run 4 + run 4",
)

LIVERPOOL: Final = PLAIN.with_(
    name="Liverpool Rummy",
    slug="liverpool",
    # LIV-MAT-03: five or more players use three packs with six jokers. The numbers are for 2, 3, 4, and 5 or more.
    equipment={"players": (3, 8), "packs": (2, 2, 2, 3), "jokers": (4, 4, 4, 6)},
    dealing={"hand_size": 10},
    drawing={"buy": "order", "buy_price": 1, "buy_limit": 3, "buy_when_down": False},
    melding={"set_suits": "any", "set_max": None, "run_min": 4, "max_run": 14, "ace": "both"},
    opening={"contracts": _CONTRACTS, "contract_due": "round", "further_melds": False},
    table={"layoff_requires_open": True, "run_joker": "exact", "recovered_joker": "hand"},
    closing={"final_discard": "required", "stalemate": "count_hands"},
    scoring={"ace_hand_value": 15, "joker_hand_value": 15},
    match={
        "end": "hands",
        "hands": len(_CONTRACTS),
        "rounds": {
            # LIV-DEAL-02: the last number is for rounds 5, 6 and 7.
            field_of(names.dealing.hand_size): (10, 10, 10, 10, 12),
            # LIV-LAST-01: in round 7 the contract must take every card of the hand, and nothing is discarded.
            field_of(names.opening.lay_down_all): (False,) * 6 + (True,),
            field_of(names.closing.final_discard): ("required",) * 6 + ("forbidden",),
        },
    },
    ledger=written("liverpool"),
)
"""Liverpool Rummy (rules LIV-*): the lowest total after seven rounds wins."""
