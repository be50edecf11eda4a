"""Setups from facts by name, those of the turn among them."""

from __future__ import annotations

from typing import Any

import attrs

from rami.rounds.setup import Setup, TurnFacts

OF_TURN = frozenset(each.name for each in attrs.fields(TurnFacts))


def with_turn(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts with those of the turn together."""
    turn = {name: fact for name, fact in facts.items() if name in OF_TURN}
    rest = {name: fact for name, fact in facts.items() if name not in OF_TURN}
    return {**rest, "turn_facts": TurnFacts(**turn)} if turn else rest


def setup_with(**facts: Any) -> Setup:
    """A setup of these facts."""
    return Setup(**with_turn(facts))
