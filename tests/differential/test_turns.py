"""The ends of a turn: what listed moves of the engine reach, and what the reference says, are the same."""

from __future__ import annotations

from random import Random

import pytest

from rami import DrawStock, Round, TakeDiscard, variants
from tests.differential.bridge import TooLarge, engine_ends, position_of, rules_of, shown
from tests.differential.positions import PLANS, round_of
from tests.reference.turn import turn_ends


def compare(state: Round, limit: int = 400) -> int:
    """Positions seen in the turn, the ends of which are equal; 0 when there were too many to look at."""
    try:
        found, seen = engine_ends(state, limit)
    except TooLarge:
        return 0
    expected = turn_ends(position_of(state), rules_of(state.variant))
    assert found == expected, (
        f"{shown(state)}\nunsound: {sorted(found - expected)[:5]}\nincomplete: {sorted(expected - found)[:5]}"
    )
    return seen
