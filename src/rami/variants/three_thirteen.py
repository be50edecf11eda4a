"""Three Thirteen: eleven rounds, with three to thirteen cards; in each, the rank equal to the hand size is wild."""

from __future__ import annotations

from typing import Final

from rami.policies.declaring.options import field_of, names
from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["THREE_THIRTEEN"]

_NUMBERS: Final = range(3, 14)

THREE_THIRTEEN: Final = PLAIN.with_(
    name="Three Thirteen",
    slug="three-thirteen",
    # These options are for the first round; `rounds` below changes them for the later rounds.
    equipment={"players": (2, 4), "packs": (1, 2), "wild_ranks": {_NUMBERS[0]}},
    dealing={"hand_size": _NUMBERS[0]},
    # TT-WILD-03: a group may consist of wild cards alone.
    melding={"set_suits": "any", "set_max": None, "min_natural": 0},
    table={"concealed": True},
    # TT-OUT-05: the discard of the player who goes out is an ordinary one, which the next player may take.
    closing={"knock_limit": "all_matched", "out_discard": "face_up", "last_turns": "others_once"},
    match={
        "end": "hands",
        "hands": len(_NUMBERS),
        "rounds": {
            field_of(names.dealing.hand_size): _NUMBERS,
            field_of(names.equipment.wild_ranks): [{number} for number in _NUMBERS],
        },
    },
    ledger=written("three-thirteen"),
)
"""Three Thirteen (rules TT-*): the lowest total after eleven rounds wins."""
