"""Basic Rummy: one pack, seven cards (ten for two players), and the winner of a round collects."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["BASIC_RUMMY"]

BASIC_RUMMY: Final = PLAIN.with_(
    name="Basic Rummy",
    slug="basic-rummy",
    dealing={"hand_size": (10, 7, 7, 6)},
    drawing={"recycle": "turn_over"},
    scoring={
        "kind": "credit",
        "winner_collects": "credit",
        "all_at_once_factors": (2,),
        "all_at_once_after": "no_card",
    },
    match={"end": "first_to_target_wins"},
    ledger=written("basic-rummy"),
)
"""Basic Rummy, the rows BAS of the ledger: who goes out scores what the others hold, and 100 points win."""
