"""Compare the other presets: options, turns, verdicts, openings, scores and matches."""

from __future__ import annotations

import dataclasses
from random import Random

import attrs
import pytest
from tests.oracle.differential.bridge import rules_of, texts
from tests.oracle.differential.endings import ending, same_score
from tests.oracle.differential.houses import BURNT, PLAY, house
from tests.oracle.differential.positions import BURNT as BURNT_PLANS
from tests.oracle.differential.positions import PLANS, played, round_of
from tests.oracle.differential.test_openings import MOST_MELDS, compare, hands, melds_of
from tests.oracle.differential.test_turns import made_positions, same_midway, same_turns
from tests.oracle.differential.test_verdicts import same_verdicts
from tests.oracle.differential.whole import same_match
from tests.oracle.reference import games
from tests.oracle.reference.deal import deal_counts
from tests.oracle.reference.gather import all_melds
from tests.oracle.reference.openings import openings
from tests.oracle.reference.rules import Rules
from tests.support.depth import enough, numbers, share_of, some
from tests.support.flat import with_options

from rami import DrawStock, LayDown, Round, variants
from rami.policies.variant import Variant

GAMES: dict[str, Rules] = {
    "rami-500": games.RAMI_500,
    "gamevelvet": games.GAMEVELVET,
    "lebanese-14": games.LEBANESE_14,
    "basic-rummy": games.BASIC_RUMMY,
    "kalooki-40": games.KALOOKI_40,
    "romme": games.ROMME,
    "scala-40": games.SCALA_40,
    "rummy-500": games.RUMMY_500,
}
UNREAD = {"gin_bonus", "big_gin_bonus", "undercut_bonus"}
"""Facts that a game without knocking never reads."""
UNCOUNTED = {"ace_meld_values", "ace_hand_value", "joker_finish_factor", "target"}
"""Facts that a game without a count of cards never reads."""


def differing_options(variant: Variant, expected: Rules) -> set[str]:
    """Return the options that differ from those of the reference."""
    found, known = dataclasses.asdict(rules_of(variant)), dataclasses.asdict(expected)
    return {name for name, value in known.items() if found[name] != value}


each_game = pytest.mark.parametrize("slug", GAMES)


@each_game
def test_the_options_are_those_of_the_reference(slug: str) -> None:
    assert differing_options(variants.get(slug), GAMES[slug]) <= UNREAD


def test_the_options_of_the_game_of_contracts() -> None:
    assert differing_options(variants.FRUSTRATION, games.FRUSTRATION) <= UNREAD | UNCOUNTED


@each_game
def test_deals(slug: str) -> None:
    variant = variants.get(slug)
    lo, hi = variant.equipment.players
    for players in range(lo, hi + 1):
        start = Round.deal(variant, players=players, seed=players, dealer=0)
        counts = deal_counts(players, GAMES[slug])
        assert [len(hand) for hand in start.hands] == counts["hands"]
        assert (len(start.discards), len(start.stock)) == (counts["discard"], counts["stock"])


@pytest.mark.search(cases=11)
@each_game
@pytest.mark.parametrize("name", PLANS)
def test_made_positions(slug: str, name: str) -> None:
    count = 4 if name == "long runs" else 6
    assert made_positions(variants.get(slug), PLANS[name], f"{slug} {name}", count) >= enough(1)


@pytest.mark.search(cases=2)
@each_game
def test_first_turns(slug: str) -> None:
    """Compare the limits of the first round, where a game has them (D-09)."""
    for number in numbers(12):
        rng = Random(f"first turns {slug} {number}")
        state = round_of(variants.get(slug), PLANS["unopened"], rng)
        turn = rng.choice([0, 1]) if GAMES[slug].starter_turn == "normal" else 1
        first = Round.from_setup(attrs.evolve(state.setup, turn=turn))
        same_turns(first)
        same_verdicts(first, rng, 20)


@pytest.mark.search(cases=2)
@each_game
def test_played_positions(slug: str) -> None:
    seen = 0
    for seed in numbers(3):
        rng = Random(f"played {slug} {seed}")
        for state in played(variants.get(slug), rng, 2 + seed, 60):
            if rng.random() < 0.2:
                seen += same_turns(state)
    assert seen >= enough(10)


@pytest.mark.search(cases=4)
@each_game
def test_verdicts(slug: str) -> None:
    good = 0
    for number, name in share_of([*enumerate([*PLANS, *PLANS])]):
        rng = Random(f"verdicts {slug} {number}")
        good += same_verdicts(round_of(variants.get(slug), PLANS[name], rng), rng, 30)[1]
    assert good >= enough(200)


@pytest.mark.search(cases=2)
@each_game
def test_house_rules(slug: str) -> None:
    names = sorted(PLANS)
    seen = 0
    for number in numbers(20):
        rng = Random(f"house {slug} {number}")
        variant = house(rng, PLAY, 4, variants.get(slug))
        seen += made_positions(variant, PLANS[rng.choice(names)], f"house {slug} {number}", 1)
    assert seen >= enough(200)


@each_game
def test_openings(slug: str) -> None:
    variant = variants.get(slug)
    rng = Random(f"openings {slug}")
    total = 0
    for number, hand in enumerate(hands(rules_of(variant), rng, some(150))):
        taken = rng.choice(hand) if number % 2 else None
        total += compare(variant, hand, taken, 0, first=number % 5 == 0)
    assert total >= enough(100)


@each_game
def test_endings_and_matches(slug: str) -> None:
    rng = Random(f"endings {slug}")
    for _ in numbers(150):
        same_score(ending(variants.get(slug), rng))
    for _ in numbers(8):
        same_match(variants.get(slug), rng)


# Jokers that represent only burnt cards in runs.


def wild_in_run_laid(state: Round) -> bool:
    """Return whether some listed move places a joker in a run."""
    melds = [meld for move in state.legal_moves if isinstance(move, LayDown) for meld in move.melds]
    return any(meld.kind == "run" and state.variant.wilds(meld) for meld in melds)


@pytest.mark.search(cases=1)
@pytest.mark.rule("LEB-JOK-01", "LEB-JOK-02")
@pytest.mark.parametrize("name", BURNT_PLANS)
def test_burnt_cards(name: str) -> None:
    """Compare turns and verdicts around cards that are burnt, or become burnt in the turn."""
    game = variants.LEBANESE_14
    burnt = 0
    for number in numbers(16):
        rng = Random(f"{name} {number}")
        state = round_of(game, BURNT_PLANS[name], rng)
        same_turns(state)
        same_midway(state, rng)
        same_verdicts(state, rng, 20)
        burnt += wild_in_run_laid(state.play(DrawStock()))
    assert burnt >= enough(2)


def test_burnt_cards_under_house_rules() -> None:
    seen = 0
    for number in numbers(25):
        rng = Random(f"burnt house {number}")
        variant = house(rng, BURNT, 4, variants.LEBANESE_14)
        seen += made_positions(
            variant, BURNT_PLANS[rng.choice(sorted(BURNT_PLANS))], f"burnt house {number}", 1
        )
    assert seen >= enough(150)


@pytest.mark.rule("LEB-JOK-01")
def test_openings_beside_a_table() -> None:
    """Compare the openings of a variant for a given table."""
    rng = Random("openings beside a table")
    total = refused = 0
    for options in ({}, {"opening.minimum": 20}, {"opening.minimum": 0, "opening.clean": None}):
        variant = with_options(variants.LEBANESE_14, options)
        rules = rules_of(variant)
        for _ in numbers(60):
            state = round_of(variant, BURNT_PLANS["burnt and unopened"], rng)
            hand = texts(state.hands[state.player])
            table = [texts(item.meld) for item in state.table]
            if len(all_melds(hand, rules)) > MOST_MELDS:
                continue
            found = {
                melds_of(each.melds): each.points
                for each in variant.openings(" ".join(hand), table=state.table)
            }
            assert found == openings(hand, rules, table=table)
            free = openings(hand, rules)
            total, refused = total + len(found), refused + len(free) - len(found)
            for melds, points in free.items():
                check = variant.check_opening(map(" ".join, melds), table=map(" ".join, table))
                assert (check.ok, check.points) == (melds in found, points)
    assert total >= enough(200)
    assert refused >= enough(20)
