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
    # BAS-STOCK-02: turned over and not shuffled, so the oldest discard is drawn first.
    drawing={"recycle": "turn_over"},
    scoring={
        "kind": "credit",
        "winner_collects": "credit",
        "all_at_once_factors": (2,),
        # BAS-RUMMY-03: nobody opens here, so a lay-off has to spoil going rummy by itself.
        "all_at_once_after": "no_card",
    },
    # BAS-MATCH-01: to 100, the target of the parent.
    match={"end": "first_to_target_wins"},
    ledger=written("basic-rummy"),
)
"""Basic Rummy, the rows BAS of the ledger: you go out to score the cards of the others, and 100 points win."""
