"""Compare verdicts: the engine finds reasons exactly if the reference calls a move illegal."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.oracle.differential.bridge import action_of, position_of, rules_of, shown, texts
from tests.oracle.differential.houses import PLAY, house
from tests.oracle.differential.positions import PLANS, round_of
from tests.oracle.differential.tries import Tries
from tests.oracle.reference.melds import kind
from tests.oracle.reference.turn import legal
from tests.support.depth import enough, numbers

from rami import Discard, LayDown, RamiError, Round, variants
from rami.cards.moves import Move
from rami.errors import Reason


def parsed(state: Round, move: Move) -> tuple[Move, list[str]]:
    """Return a move as the round reads it, or the codes of the errors that prevent it."""
    try:
        return state.parse(move), []
    except RamiError as error:
        return move, [violation.code for violation in error.violations]


def same_verdicts_here(state: Round, rng: Random, count: int) -> tuple[int, int]:
    """Judge moves in one position; return the numbers of all moves, and of the legal ones."""
    position, rules = position_of(state), rules_of(state.variant)
    good = 0
    tried: set[object] = set()
    for move in islice(Tries(state, rng), count):
        if move in tried:
            continue
        tried.add(move)
        verdict = state.explain(move)
        read, unread = parsed(state, move)
        if unread:
            assert verdict
            assert isinstance(move, LayDown)
            no_meld = any(kind(texts(meld), rules) is None for meld in move.melds)
            assert no_meld or Reason.TOO_MANY_COPIES in unread, shown(state)
            continue
        expected = legal(position, action_of(state, read), rules)
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


def same_verdicts(state: Round, rng: Random, count: int, steps: int = 3) -> tuple[int, int]:
    """Judge moves in a position and in some that follow in its turn."""
    tried, good = same_verdicts_here(state, rng, count)
    for _ in range(steps):
        moves = [move for move in islice(state.legal_moves, 60) if not isinstance(move, Discard)]
        if not moves:
            break
        state = state.play(rng.choice(moves))
        if state.over:
            break
        more, better = same_verdicts_here(state, rng, count)
        tried, good = tried + more, good + better
    return tried, good


@pytest.mark.search(cases=6)
@pytest.mark.parametrize("name", PLANS)
def test_classic_51(name: str) -> None:
    good = 0
    for number in numbers(6 if name == "long runs" else 15):
        rng = Random(f"verdicts {name} {number}")
        good += same_verdicts(round_of(variants.CLASSIC_51, PLANS[name], rng), rng, 40)[1]
    assert good >= enough(30)


def test_house_rules() -> None:
    names = sorted(PLANS)
    for number in numbers(120):
        rng = Random(f"house verdicts {number}")
        variant = house(rng, PLAY, 5)
        same_verdicts(round_of(variant, PLANS[rng.choice(names)], rng), rng, 30)
