"""The log of steps determines everything else in a match, even if moves are taken back."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from tests.support.depth import numbers
from tests.support.playing import viewers
from tests.support.strategies import VARIANTS, choose

from rami import DrawStock, Match, Variant, variants
from rami.errors import InvalidMatch
from rami.ext import json
from rami.matches.steps import Announced, Answered, Dealt, Moved, Step, Stopped, ThrownIn, Undone, Withdrawn
from rami.notation import records
from rami.rounds.memory import Memory

STEPS = 150
LONGEST_CHAIN = 40
"""More takebacks in a row than a match keeps positions for."""

POOL = variants.KALOOKI_40.with_(
    name="Pool",
    dealing={"hand_size": 3},
    opening={"minimum": 0},
    scoring={"unopened_flat": None},
    match={"elimination_limit": 20, "buy_ins": 2},
)
THOUSAND = variants.CLASSIC_51.with_(name="Thousand", match={"final_hand_multiplier": 1000, "turn_cap": 8})
GAMES = (*VARIANTS, POOL, THOUSAND)


def next_step(match: Match, rng: Random) -> Step | None:
    """Return a random step other than a takeback, or None if the match is over."""
    if match.over:
        return None
    if match.deciding:
        return Answered(match.deciding[0], rng.random() < 0.7)
    if match.round.over:
        if rng.random() < 0.1:
            return rng.choice((Withdrawn(rng.choice(match.playing)), Stopped(rng.choice(viewers(match)))))
        return Dealt(given_order(match, rng) if rng.random() < 0.2 else ())
    if not match.round.context.last and rng.random() < 0.01:
        return Announced(rng.choice(viewers(match)))
    if match.round.knock is None and rng.random() < 0.02:
        return ThrownIn(rng.choice(viewers(match)), rng.random() < 0.3)
    return Moved(match.player, choose(match.round, rng))


def given_order(match: Match, rng: Random) -> tuple[str, ...]:
    """Return the pack of the next round in an order that somebody has made with real cards."""
    stock = match.next_round().round.setup
    cards = [str(card) for card in chain(*stock.hands, stock.discards, stock.stock or ())]
    if stock.turned is not None:
        cards.append(str(stock.turned))
    rng.shuffle(cards)
    return tuple(cards)


def evening(variant: Variant, seed: int) -> Iterator[Match]:
    """Yield a match at a table where a lot is taken back, after every step."""
    rng = Random(f"{variant.name}/{seed}")
    match = Match.start(variant, variant.usual_players, seed)
    yield match
    while len(match.steps) < STEPS:
        step = next_step(match, rng)
        if step is None or rng.random() < 0.04:
            for _ in range(rng.randint(1, rng.choice((2, LONGEST_CHAIN)))):
                try:
                    match = match.after(Undone())
                except InvalidMatch:
                    break
                yield match
        if (step := next_step(match, rng)) is not None:
            match = match.after(step)
            yield match


def same(match: Match, other: Match) -> None:
    """Check that two matches and their histories are equal."""
    assert other == match
    assert other.steps == match.steps
    assert other.mark == match.mark
    for viewer in viewers(match):
        assert other.events(viewer) == match.events(viewer)
        assert other.view(viewer) == match.view(viewer)


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: str(variant.name))
def test_a_memory_is_a_fold_from_the_deal_after_any_takebacks(variant: Variant) -> None:
    for seed in numbers(5):
        rng = Random(seed)
        looked: list[tuple[Match, int | None]] = []
        for match in evening(variant, seed):
            # players look now and then, so that memories of all ages are brought up to date
            looked += [(match, viewer) for viewer in viewers(match) if rng.random() < 0.2]
            for before, viewer in (looked[-1], rng.choice(looked)) if looked and rng.random() < 0.5 else ():
                folded = Memory.of(before.round.variant, viewer, before.events(viewer))
                assert before.view(viewer).memory == folded


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: str(variant.name))
def test_every_form_of_a_match_gives_it_back(variant: Variant) -> None:
    for seed in numbers(3):
        rng = Random(seed)
        taken_back = 0
        for match in evening(variant, seed):
            taken_back += isinstance(match.steps[-1], Undone)
            if rng.random() < 0.02 or len(match.steps) == STEPS:
                same(match, Match.replay(match.variant, match.players, match.seed, match.steps))
                same(match, records.loads(text := records.dumps(match)))
                assert records.dumps(records.loads(text)) == text
                same(match, json.loads(json.dumps(match), Match))
                same(match, pickle.loads(pickle.dumps(match)))
                kept = [step for steps in match.rounds for step in steps]
                assert Match.replay(match.variant, match.players, match.seed, kept) == match
        assert taken_back


@pytest.mark.parametrize("wrong", [None, 5, "draw", DrawStock(), Moved])
def test_only_steps_follow(wrong: Any) -> None:
    match = Match.start(variants.GIN, 2, 7)
    with pytest.raises(InvalidMatch, match="step must be of type"):
        match.after(wrong)
    for steps in (wrong, [wrong], [Dealt(), wrong], [Moved(0, DrawStock())], []):
        with pytest.raises(InvalidMatch):
            Match.replay(variants.GIN, 2, 7, steps)


def test_takebacks_reach_everything_that_can_be_decided() -> None:
    """The evenings above hold ends, deals, answers and announcements that are taken back."""
    undone: set[type[Step]] = set()
    for seed in range(20):
        before: Match | None = None
        for match in evening(POOL, seed):
            if before is not None and isinstance(match.steps[-1], Undone):
                undone |= {type(step) for step in before.rounds[-1][-2:]}
            before = match
    assert undone == {Dealt, Moved, Announced, Answered, ThrownIn, Withdrawn, Stopped}


def test_taking_back_a_thrown_in_round_restores_the_memory() -> None:
    match = Match.start(variants.GIN, players=2, seed=7)
    for step in (Match.throw_in, lambda at: at.throw_in().withdraw(1), lambda at: at.throw_in().stop()):
        later = step(match)
        later.view(0)
        back = later.undo(force=True)
        while back.round.over:
            back = back.undo(force=True)
        assert back.view(0).memory == match.view(0).memory
