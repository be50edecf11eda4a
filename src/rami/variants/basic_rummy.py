"""Basic Rummy: one pack, hands of six to ten cards, points for the winner of each round."""

from __future__ import annotations

from typing import Final

from rami.variants._ledger import written
from rami.variants.plain import PLAIN

__all__ = ["BASIC_RUMMY"]

BASIC_RUMMY: Final = PLAIN.with_(
    name="Basic Rummy",
    slug="basic-rummy",
    dealing={"hand_size": (10, 7, 7, 6)},
    # BAS-STOCK-02: the discard pile is turned over without a shuffle, so players draw the oldest discard
    # first.
    drawing={"recycle": "turn_over"},
    scoring={
        "kind": "credit",
        "winner_collects": "credit",
        "all_at_once_factors": (2,),
        # BAS-RUMMY-03: a player who laid off a card earlier can no longer "go rummy", that is, go out all at
        # once.
        "all_at_once_after": "no_card",
    },
    # BAS-MATCH-01: a match goes to 100 points, the target that `PLAIN` sets.
    match={"end": "first_to_target_wins"},
    ledger=written("basic-rummy"),
)
"""Basic Rummy (rules BAS-*): a player who goes out scores the cards left in the other hands, and 100 points win."""
