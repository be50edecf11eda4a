"""Compare games that end with a knock."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.gin_bridge import both_after, same_moves, same_position, same_score
from tests.oracle.differential.test_gin import same_verdicts, wanted
from tests.oracle.differential.whole import played_match
from tests.oracle.reference.cards import hand as sorted_hand
from tests.oracle.reference.gin import Position

from rami import Round
from rami.cards.moves import Move
from rami.rounds.setup import Phase


def position_of(state: Round) -> Position:
    """Return the position in the words of the reference."""
    setup = state.setup
    first, second = (sorted_hand(texts(hand)) for hand in setup.hands)
    offered = setup.phase is Phase.OFFER and state.turn > 1
    return Position(
        hands=(first, second),
        dealer=state.context.dealer,
        player=setup.player,
        phase=str(setup.phase),
        discards=texts(setup.discards),
        stock=texts(state.stock),
        turn=state.turn,
        recycles=setup.recycles,
        upcard=str(setup.upcard) if setup.upcard else None,
        taken=str(setup.taken) if setup.taken else None,
        banned=str(setup.barred) if setup.barred else None,
        last=offered or bool(setup.duties),
        table=tuple((item.owner, texts(item.meld)) for item in state.table),
        knocker=state.knock.player if state.knock else None,
        kind=str(state.knock.kind) if state.knock else None,
    )


def pick(state: Round, rng: Random) -> Move:
    """Choose a move that leads somewhere."""
    return wanted(state, position_of(state), rng, rules_of(state.variant), rng.choice([0, 0.1, 0.5]))


def here(state: Round, rng: Random) -> int:
    """Compare the list of moves, and judge moves of every kind."""
    if state.over:
        return 0
    position, rules = position_of(state), rules_of(state.variant)
    count = same_moves(state, position, rules)
    same_verdicts(state, position, rng, rules)
    return count


def step(state: Round, rng: Random) -> int:
    """Compare all facts after one move, and the score if it ends the hand."""
    if state.over:
        return 0
    position, rules = position_of(state), rules_of(state.variant)
    reached, expected = both_after(state, position, pick(state, rng), rules)
    same_position(reached, expected)
    if reached.over:
        same_score(reached, expected, rules)
    else:
        same_position(reached, position_of(reached))
    return 1


def match(state: Round, rng: Random) -> int:
    """Compare a match of some rounds between bots."""
    return played_match(state.variant, rng, pick, 8)


CHECKS: Mapping[str, Callable[[Round, Random], int]] = {
    "knock-here": here,
    "knock-step": step,
    "knock-match": match,
}
