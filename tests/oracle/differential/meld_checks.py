"""Compare games in which players lay melds for points or contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.oracle.differential.bridge import position_of, rules_of, shown
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.test_turns import same_ends, same_midway
from tests.oracle.differential.test_verdicts import same_verdicts
from tests.oracle.differential.whole import chosen, played_match, same_match, same_step
from tests.oracle.reference.turn import legal, turn_ends

from rami import DrawStock, Round, TakeDiscard
from rami.rounds.setup import Phase

LIMIT = 150


def turns(state: Round, rng: Random) -> int:
    """Compare every end of the turn, from both draws or from the middle of the turn."""
    if state.over:
        return 0
    listed = set(state.legal_moves) if state.phase not in (Phase.PLAY, Phase.DISCARD) else set()
    if not listed:
        return same_ends(state, LIMIT)
    position, rules = position_of(state), rules_of(state.variant)
    seen = 1
    if DrawStock() in listed:
        seen += same_ends(state.play(DrawStock()), LIMIT)
    assert (DrawStock() in listed) == legal(position, ("draw_stock",), rules), shown(state)
    if TakeDiscard() in listed:
        return seen + same_ends(state.play(TakeDiscard()), LIMIT)
    if state.phase in (Phase.DRAW, Phase.OFFER):
        expected = turn_ends(position, rules)
        assert not expected, f"{shown(state)}\nthe discard may be taken: {sorted(expected)[:5]}"
    return seen


def midway(state: Round, rng: Random) -> int:
    """Compare every end of the turn from a position inside it."""
    return 0 if state.over else same_midway(state, rng, LIMIT)


def verdicts(state: Round, rng: Random) -> int:
    """Judge moves, legal or not."""
    return 0 if state.over else same_verdicts(state, rng, 25, 2)[0]


def step(state: Round, rng: Random) -> int:
    """Compare all facts after one move of a bot."""
    return 0 if state.over else same_step(state, rng)


def score(state: Round, rng: Random) -> int:
    """Compare the score of a round that is over."""
    if not state.over or state.score().void:
        return 0
    if rules_of(state.variant).contracts is not None:
        assert not any(line.points for line in state.score().lines), shown(state)
        return 1
    same_score(state)
    return 1


def endings(state: Round, rng: Random) -> int:
    """Compare the scores of random endings."""
    for _ in range(6):
        same_score(ending(state.variant, rng))
    return 6


def match(state: Round, rng: Random) -> int:
    """Compare a match of random hands."""
    return same_match(state.variant, rng)


def played(state: Round, rng: Random) -> int:
    """Compare some rounds of a match between bots."""
    return played_match(state.variant, rng, chosen, 3, 250)


CHECKS: Mapping[str, Callable[[Round, Random], int]] = {
    "turns": turns,
    "midway": midway,
    "verdicts": verdicts,
    "step": step,
    "score": score,
    "endings": endings,
    "match": match,
    "played": played,
}
