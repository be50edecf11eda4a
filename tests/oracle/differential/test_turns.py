"""Compare the ends of turns that the engine's listed moves reach with those of the reference."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from tests.oracle.differential.bridge import TooLarge, alike, engine_ends, position_of, rules_of, shown
from tests.oracle.differential.houses import EARLY, PLAY, house, single_houses
from tests.oracle.differential.positions import PLANS, Plan, played, round_of
from tests.oracle.reference.turn import legal, turn_ends
from tests.support.depth import enough, numbers, share_of

from rami import Discard, DrawStock, Round, TakeDiscard, variants
from rami.policies.variant import Variant

LIMIT = 100


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
    """Compare both draws of a position: turns from the stock, and the ways to take the discard."""
    seen = same_ends(state.play(DrawStock()), limit)
    taken = TakeDiscard() in state.legal_moves
    if taken:
        seen += same_ends(state.play(TakeDiscard()), limit)
    else:
        expected = turn_ends(position_of(state), rules_of(state.variant))
        assert not expected, f"{shown(state)}\nthe discard may be taken: {sorted(expected)[:5]}"
    return seen + same_deep_takes(state, limit)


def same_deep_takes(state: Round, limit: int) -> int:
    """Compare the draws of several discards, and the turns after them."""
    position, rules = position_of(state), rules_of(state.variant)
    seen = 0
    for count in range(2, len(state.discards) + 2):
        take = TakeDiscard(count)
        listed = take in state.legal_moves
        assert listed == (take in set(state.legal_moves)), f"{shown(state)}\n{take!r}"
        assert listed == legal(position, ("take_discard", count), rules), f"{shown(state)}\n{take!r}"
        if listed and count < 5:
            seen += same_ends(state.play(take), limit)
    return seen


def same_midway(state: Round, rng: Random, limit: int = LIMIT) -> int:
    """Compare the turn again after some of its actions, with the duties that they left."""
    state = state.play(rng.choice(list(state.legal_moves)))
    seen = 0
    for _ in range(rng.randint(1, 3)):
        moves = [move for move in islice(state.legal_moves, 200) if not isinstance(move, Discard)]
        if not moves:
            break
        after = state.play(rng.choice(moves))
        if after.over:
            break
        state = after
        seen += same_ends(state, limit)
    return seen


def made_positions(variant: Variant, plan: Plan, seed: str, count: int) -> int:
    seen = 0
    for number in numbers(count):
        rng = Random(f"{seed} {number}")
        state = round_of(variant, plan, rng)
        seen += same_turns(state) + same_midway(state, rng)
    return seen


@pytest.mark.search(cases=5)
@pytest.mark.rule("R51-TURN-01", "R51-DRAW-02", "R51-LAY-02", "R51-TAKE-01", "R51-JSWAP-02")
@pytest.mark.parametrize("name", PLANS)
def test_made_positions(name: str) -> None:
    count = 8 if name == "long runs" else 15
    assert made_positions(variants.CLASSIC_51, PLANS[name], name, count) >= enough(1)


def test_played_positions() -> None:
    seen = 0
    for seed in numbers(8):
        rng = Random(f"played {seed}")
        for state in played(variants.CLASSIC_51, rng, 2 + seed % 4, 60):
            if rng.random() < 0.25:
                seen += same_turns(state)
    assert seen >= enough(80)


def test_single_options() -> None:
    names = sorted(PLANS)
    for number, variant in share_of([*enumerate(single_houses(PLAY))]):
        made_positions(variant, PLANS[names[number % len(names)]], f"single {number}", 1)


@pytest.mark.search(cases=2)
@pytest.mark.parametrize("part", range(4))
def test_house_rules(part: int) -> None:
    names = sorted(PLANS)
    seen = 0
    for number in numbers(30):
        rng = Random(f"house {part} {number}")
        variant = house(rng, PLAY, 5)
        seen += made_positions(variant, PLANS[rng.choice(names)], f"house {part} {number}", 1)
    assert seen >= enough(300)


def test_house_rules_of_openings() -> None:
    seen = 0
    for number in numbers(30):
        rng = Random(f"opening {number}")
        variant = house(rng, EARLY, 8)
        plan = PLANS[rng.choice(["unopened", "unopened at a table"])]
        seen += made_positions(variant, plan, f"opening {number}", 1)
    assert seen >= enough(300)
