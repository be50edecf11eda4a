"""Setups from named facts, which may include facts of the turn and of the seats."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import attrs

from rami import Round
from rami.policies.results.seats import Seat, seats_of
from rami.rounds.setup import RoundContext, Setup, TurnFacts

OF_TURN = frozenset(each.name for each in attrs.fields(TurnFacts))
OF_SEATS = frozenset(each.name for each in attrs.fields(Seat))


def with_turn(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts, with all facts of the turn combined into `turn_facts`."""
    turn = {name: fact for name, fact in facts.items() if name in OF_TURN}
    rest = {name: fact for name, fact in facts.items() if name not in OF_TURN}
    return {**rest, "turn_facts": TurnFacts(**turn)} if turn else rest


def with_seats(facts: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return the facts, with all facts of seats combined into `seats`."""
    by_seat = {name: fact for name, fact in facts.items() if name in OF_SEATS}
    rest = {name: fact for name, fact in facts.items() if name not in OF_SEATS}
    return {**rest, "seats": seats_of(seats, **by_seat)} if by_seat else rest


def setup_with(**facts: Any) -> Setup:
    """Return a setup with these facts."""
    hands, context = facts["hands"], facts.get("context")
    seats = (
        context.seats if isinstance(context, RoundContext) else len(hands) if isinstance(hands, Sized) else 2
    )
    return Setup(**with_seats(with_turn(facts), seats))


def built(**facts: Any) -> Round:
    """Return the position with these facts."""
    return Round.from_setup(setup_with(**facts))
