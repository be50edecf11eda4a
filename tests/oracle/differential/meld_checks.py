"""Compare games in which players lay melds for points or contracts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random

from tests.oracle.differential.bridge import (
    TooLarge,
    action_of,
    alike,
    engine_ends,
    position_of,
    rules_of,
    shown,
    texts,
)
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.tries import Tries
from tests.oracle.differential.whole import chosen, played_match, same_match, same_step
from tests.oracle.reference.melds import kind
from tests.oracle.reference.turn import legal, turn_ends

from rami import Discard, DrawStock, LayDown, RamiError, Round, TakeDiscard
from rami.cards.moves import Move
from rami.errors import Reason
from rami.rounds.setup import Phase

LIMIT = 150
"""The most positions of a turn to search."""


def same_ends(state: Round, limit: int = LIMIT) -> int:
    """Compare the ends of a turn, and return the number of its positions; 0 if it has too many."""
    try:
        found, seen = engine_ends(state, limit)
    except TooLarge:
        return 0
    rules = rules_of(state.variant)
    expected = turn_ends(position_of(state), rules)
    if rules.wild_rank and not rules.natural_wilds:
        unsound = sorted(found - expected)
        assert not unsound, f"{shown(state)}\nunsound: {unsound[:5]}"
        found, expected = ({alike(end, rules.wild_rank) for end in ends} for ends in (found, expected))
    assert found == expected, (
        f"{shown(state)}\nunsound: {sorted(found - expected)[:5]}\nincomplete: {sorted(expected - found)[:5]}"
    )
    return seen


def same_turns(state: Round, limit: int = LIMIT) -> int:
    """Compare every end of the turn, after each draw or from the middle of the turn."""
    if state.phase in (Phase.PLAY, Phase.DISCARD):
        return same_ends(state, limit)
    position, rules, listed = position_of(state), rules_of(state.variant), set(state.legal_moves)
    seen = 0
    assert (DrawStock() in listed) == legal(position, ("draw_stock",), rules), shown(state)
    if DrawStock() in listed:
        seen += same_ends(state.play(DrawStock()), limit)
    for count in range(1, len(state.discards) + 2):
        take = TakeDiscard(count)
        assert (take in listed) == legal(position, ("take_discard", count), rules), (
            f"{shown(state)}\n{take!r}"
        )
        assert (take in state.legal_moves) == (take in listed), f"{shown(state)}\n{take!r}"
        if take in listed and count < 5:
            seen += same_ends(state.play(take), limit)
    return seen


def same_midway(state: Round, rng: Random, limit: int = LIMIT) -> int:
    """Compare the turn again after some of its actions, with the duties that they left."""
    state = state.play(rng.choice(list(state.legal_moves)))
    seen = 0
    for _ in range(rng.randint(1, 3)):
        after = onward(state, rng)
        if after is None:
            break
        state = after
        seen += same_ends(state, limit)
    return seen


def onward(state: Round, rng: Random, most: int = 200) -> Round | None:
    """Return the position after one of the first moves that does not end the turn; None if there is no such move."""
    moves = [move for move in islice(state.legal_moves, most) if not isinstance(move, Discard)]
    after = state.play(rng.choice(moves)) if moves else state
    return None if not moves or after.over else after


def parsed(state: Round, move: Move) -> tuple[Move, list[str]]:
    """Return a move as the round reads it, or the codes of the errors that prevent it."""
    try:
        return state.parse(move), []
    except RamiError as error:
        return move, [violation.code for violation in error.violations]


def same_verdicts_here(state: Round, rng: Random, count: int) -> int:
    """Judge moves, legal or not, in one position, and return the number of the legal ones."""
    position, rules = position_of(state), rules_of(state.variant)
    good = 0
    for move in dict.fromkeys(islice(Tries(state, rng), count)):
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
    return good


def same_verdicts(state: Round, rng: Random, count: int, steps: int = 3) -> int:
    """Judge moves in a position and in some that follow in its turn; return the number of the legal ones."""
    good = same_verdicts_here(state, rng, count)
    for _ in range(steps):
        after = onward(state, rng, 60)
        if after is None:
            break
        state = after
        good += same_verdicts_here(state, rng, count)
    return good


def same_result(state: Round) -> int:
    """Compare the score of a round that is over."""
    if not state.over or state.score().void:
        return 0
    if state.variant.scoring.kind == "none":
        assert not any(line.points for line in state.score().lines), shown(state)
        return 1
    same_score(state)
    return 1


def endings(state: Round, rng: Random) -> int:
    """Compare the scores of random endings."""
    for _ in range(6):
        same_score(ending(state.variant, rng))
    return 6


def in_play(check: Callable[[Round, Random], int]) -> Callable[[Round, Random], int]:
    """Return a comparison that has nothing to compare in a round that is over."""
    return lambda state, rng: 0 if state.over else check(state, rng)


CHECKS: Mapping[str, Callable[[Round, Random], int]] = {
    "turns": in_play(lambda state, _: same_turns(state)),
    "midway": in_play(same_midway),
    "verdicts": in_play(lambda state, rng: same_verdicts(state, rng, 25, 2)),
    "step": in_play(same_step),
    "score": lambda state, _: same_result(state),
    "endings": endings,
    "match": lambda state, rng: same_match(state.variant, rng),
    "played": lambda state, rng: played_match(state.variant, rng, chosen, 3, 250),
}
