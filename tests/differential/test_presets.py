"""The other presets against the reference: their options, turns, verdicts, openings, scores and matches."""

from __future__ import annotations

import dataclasses
from random import Random

import attrs
import pytest
from tests.differential.bridge import rules_of
from tests.differential.houses import PLAY, house
from tests.differential.positions import PLANS, played, round_of
from tests.differential.test_openings import compare, hands
from tests.differential.test_scores import ending, same_match, same_score
from tests.differential.test_turns import made_positions, same_turns
from tests.differential.test_verdicts import same_verdicts
from tests.reference import games
from tests.reference.deal import deal_counts
from tests.reference.rules import Rules

from rami import Round, variants

GAMES: dict[str, Rules] = {
    "rami-500": games.RAMI_500,
    "gamevelvet": games.GAMEVELVET,
}
each_game = pytest.mark.parametrize("slug", GAMES)


@each_game
def test_the_options_are_those_of_the_reference(slug: str) -> None:
    assert dataclasses.asdict(rules_of(variants.get(slug))) == dataclasses.asdict(GAMES[slug])


@each_game
def test_deals(slug: str) -> None:
    variant = variants.get(slug)
    lo, hi = variant.equipment.players
    for players in range(lo, hi + 1):
        start = Round.deal(variant, players=players, seed=players, dealer=0)
        counts = deal_counts(players, GAMES[slug])
        assert [len(hand) for hand in start.hands] == counts["hands"]
        assert (len(start.discards), len(start.stock)) == (counts["discard"], counts["stock"])


@each_game
@pytest.mark.parametrize("name", PLANS)
def test_made_positions(slug: str, name: str) -> None:
    count = 4 if name == "long runs" else 6
    assert made_positions(variants.get(slug), PLANS[name], f"{slug} {name}", count)


@each_game
def test_first_turns(slug: str) -> None:
    """The limits of the first round, where a game has them (D-09)."""
    for number in range(12):
        rng = Random(f"first turns {slug} {number}")
        state = round_of(variants.get(slug), PLANS["unopened"], rng)
        first = Round.from_setup(attrs.evolve(state.setup, turn=rng.choice([0, 1]), stock=None))
        if not first.over and str(first.phase) == "draw":
            same_turns(first)
            same_verdicts(first, rng, 20)


@each_game
def test_played_positions(slug: str) -> None:
    seen = 0
    for seed in range(3):
        rng = Random(f"played {slug} {seed}")
        for state in played(variants.get(slug), rng, 2 + seed, 60):
            if rng.random() < 0.2:
                seen += same_turns(state)
    assert seen > 10


@each_game
def test_verdicts(slug: str) -> None:
    good = 0
    for number, name in enumerate([*PLANS, *PLANS]):
        rng = Random(f"verdicts {slug} {number}")
        good += same_verdicts(round_of(variants.get(slug), PLANS[name], rng), rng, 30)[1]
    assert good > 200


@each_game
def test_house_rules(slug: str) -> None:
    names = sorted(PLANS)
    seen = 0
    for number in range(20):
        rng = Random(f"house {slug} {number}")
        variant = house(rng, PLAY, 4, variants.get(slug))
        seen += made_positions(variant, PLANS[rng.choice(names)], f"house {slug} {number}", 1)
    assert seen > 200


@each_game
def test_openings(slug: str) -> None:
    variant = variants.get(slug)
    rng = Random(f"openings {slug}")
    total = 0
    for number, hand in enumerate(hands(rules_of(variant), rng, 150)):
        taken = rng.choice(hand) if number % 2 else None
        total += compare(variant, hand, taken, 0, first=number % 5 == 0)
    assert total > 100


@each_game
def test_endings_and_matches(slug: str) -> None:
    rng = Random(f"endings {slug}")
    for _ in range(150):
        same_score(ending(variants.get(slug), rng))
    for _ in range(8):
        same_match(variants.get(slug), rng)
