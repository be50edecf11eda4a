"""The facts of a finished round, as people report them."""

from __future__ import annotations

from typing import Any

from tests.support.turn_facts import with_seats

from rami import Round
from rami.policies.results.outcomes import FINISH, KnockFact, KnockKind, Outcome, RoundFacts


def end(
    hands: Any, *, winner: Any = None, knocker: Any = None, stock_out: Any = False, **facts: Any
) -> RoundFacts:
    """Return the facts of a round that ended with these hands."""
    finish = {name: facts.pop(name) for name in FINISH if name in facts}
    facts = with_seats({"opened": [True] * len(hands), **facts}, len(hands))
    return RoundFacts(
        outcome=Outcome(winner=winner, stock_out=stock_out, **finish),
        hands=hands,
        knock=None if knocker is None else KnockFact(knocker, KnockKind.KNOCK),
        **facts,
    )


def outcome_of(position: Round) -> Outcome:
    """Return the outcome of a round that is over."""
    assert position.over
    assert position.outcome is not None
    return position.outcome
