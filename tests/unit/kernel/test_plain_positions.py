"""The compact positions of gin equal full states in all facts, lists, moves and endings."""

from __future__ import annotations

import random
from operator import attrgetter
from typing import Any

import pytest
from tests.support.flat import with_options

from rami import Discard, DrawStock, IllegalMove, Match, Round, TakeDiscard, variants
from rami._kernel.rounds.listing import played
from rami._kernel.rounds.plain_position import PlainPosition
from rami._kernel.rounds.position import Position, inside
from rami.cards.moves import Move, PassUpcard
from rami.rounds._engine.listed_moves import NAMES

pytestmark = pytest.mark.slow(every=2)

GIN = variants.GIN
HOUSES: dict[str, dict[str, Any]] = {
    "gin": {},
    "knock with 5": {"closing.knock_limit": 5},
    "no limit of turns": {"closing.void_at": None},
    "return allowed": {"drawing.allow_return_discard": True},
    "few turns": {"match.turn_cap": 17},
    "no offer": {"drawing.upcard_offer": "none"},
}


def in_full(position: Round) -> Round:
    """Return the position with its full state instead of a compact one."""
    rules, state = inside(position)
    return Position.__new__(Round, position.context, rules, state)


def follow_in_full(position: Round, move: Move) -> Round:
    rules, state = inside(position)
    after = played(rules.game, state, NAMES.codes.get(id(move), -1)) if id(move) in NAMES.codes else None
    if after is None:
        return in_full(position.play(move))
    return Position.__new__(Round, position.context, rules, after)


NAMED = attrgetter("setup", "player", "phase", "hands", "stock", "discards", "over", "turn", "duties")


def facts(position: Round) -> tuple[object, ...]:
    moves = position.legal_moves
    views = tuple(position.view(seat) for seat in (None, 0, 1))
    return *NAMED(position), tuple(moves), len(moves), bool(moves), views, position.over and position.score()


@pytest.mark.parametrize("name", HOUSES)
def test_plain_positions_are_those_of_the_full_state(name: str) -> None:
    variant = with_options(GIN, HOUSES[name])
    met = 0
    for seed in range(2):
        choice = random.Random(seed)
        position = Round.deal(variant, players=2, seed=seed, dealer=seed % 2)
        full = in_full(position)
        for _ in range(150):
            if position.over:
                break
            met += isinstance(position._at, PlainPosition)
            assert facts(position) == facts(full)
            assert position == full
            assert hash(position) == hash(full)
            moves = list(position.legal_moves)
            tried = choice.choice((DrawStock(), TakeDiscard(), PassUpcard(), Discard("7♥"), Discard("A♠")))
            assert position.explain(tried) == full.explain(tried)
            assert (tried in position.legal_moves) == (tried in full.legal_moves)
            move = choice.choice(moves)
            position, full = position.play(move), follow_in_full(full, move)
        assert facts(position) == facts(full)
    assert met > 20


def test_illegal_moves_are_refused_as_in_the_full_state() -> None:
    position = Round.deal(GIN, players=2, seed=3).play("pass").play("pass").play("draw")
    position = position.play(next(iter(position.legal_moves)))
    full = in_full(position)
    for move in NAMES.by_code:
        outcomes: list[object] = []
        for each in (position, full):
            try:
                outcomes.append(each.play(move))
            except IllegalMove as error:
                outcomes.append(error.violations)
        assert outcomes[0] == outcomes[1], move


def test_a_match_meets_the_same_events() -> None:
    match, choice = Match.start(GIN, players=2, seed=5), random.Random(1)
    while match.phase != "over":
        listed = list(match.legal_moves)
        move = choice.choice(listed)
        stepped, events = match.round.step(move)
        full, expected = in_full(match.round).step(move)
        assert (stepped, events) == (full, expected)
        match = match.play(move)
