"""Three Thirteen: eleven hands of three to thirteen cards, the rank of that number wild, and last turns."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["THREE_THIRTEEN"]

_NUMBERS: Final = range(3, 14)

THREE_THIRTEEN: Final = PLAIN.with_(
    name="Three Thirteen",
    slug="three-thirteen",
    equipment={"players": (2, 4), "packs": (1, 2), "wild_ranks": frozenset({3})},
    dealing={"hand_size": 3},
    melding={"set_suits": "any", "set_max": None, "min_natural": 0},
    table={"concealed": True},
    closing={"knock_limit": "all_matched", "out_discard": "face_up", "last_turns": "others_once"},
    match={
        "end": "hands",
        "hands": 11,
        "rounds": (
            ("dealing.hand_size", (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
            (
                "equipment.wild_ranks",
                (
                    frozenset({3}),
                    frozenset({4}),
                    frozenset({5}),
                    frozenset({6}),
                    frozenset({7}),
                    frozenset({8}),
                    frozenset({9}),
                    frozenset({10}),
                    frozenset({11}),
                    frozenset({12}),
                    frozenset({13}),
                ),
            ),
        ),
    },
    ledger=written("three-thirteen"),
)
"""Three Thirteen, the rows TT of the ledger: the lowest total after eleven hands wins."""
