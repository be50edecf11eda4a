"""Verdicts on single moves, legal and illegal: the engine's explanation is empty when the reference says legal."""

from __future__ import annotations

from itertools import islice
from random import Random

from rami import Round
from tests.differential.bridge import action_of, position_of, rules_of, shown
from tests.differential.tries import Misshapen, Tries
from tests.reference.melds import kind
from tests.reference.turn import legal


def judge(state: Round, rng: Random, count: int) -> tuple[int, int]:
    """Moves judged alike in one position: how many, and how many of them legal."""
    position, rules = position_of(state), rules_of(state.variant)
    good = 0
    tried: set[object] = set()
    for move in islice(Tries(state, rng), count):
        if move in tried:
            continue
        tried.add(move)
        if isinstance(move, Misshapen):
            assert any(kind(meld, rules) is None for meld in move.melds), f"{shown(state)}\n{move}"
            continue
        verdict = state.explain(move)
        expected = legal(position, action_of(state, move), rules)
        assert (not verdict) == expected, (
            f"{shown(state)}\n{move!r}\nreference: {'legal' if expected else 'illegal'}, engine: {verdict}"
        )
        assert (move in state.legal_moves) == expected
        if expected:
            good += 1
            after = state
            for listed in state.canonical(move):
                after = after.play(listed)
            assert after == state.play(move), f"{shown(state)}\n{move!r}\n{state.canonical(move)}"
    return len(tried), good
