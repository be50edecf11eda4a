"""Play whole games side by side in both programs, and compare every decision."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from random import Random

import pytest
from tests.oracle.peers.games import Record, play
from tests.oracle.peers.openspiel import Parameters
from tests.oracle.peers.players import STYLES, deck
from tests.oracle.peers.replay import compare, variant_of
from tests.oracle.peers.tally import TALLY
from tests.support.flat import with_options

from rami.policies.variant import Variant

GAMES = int(os.environ.get("RAMI_PEER_GAMES", "4200"))
DECKS = ("even", "ranks", "suits")
TABLES = (
    Parameters(),
    Parameters(gin_bonus=20, undercut_bonus=10),
    Parameters(knock_card=5),
    Parameters(knock_card=0),
    Parameters(oklahoma=True),
    Parameters(oklahoma=True, gin_bonus=31, undercut_bonus=20),
)
MATCHES = {
    "purposeful": ("purposeful", "purposeful"),
    "hurried and patient": ("hurried", "patient"),
    "patient and wavering": ("patient", "wavering"),
    "wavering and random": ("wavering", "random"),
    "random": ("random", "random"),
    "spiteful": ("spiteful", "spiteful"),
}


def game(match: str, number: int, table: Parameters | None = None) -> Record:
    """Return the game of that name."""
    rng = Random(f"{match} {number}")
    styles = [STYLES[style] for style in MATCHES[match]]
    return play(table or rng.choice(TABLES), deck(rng, DECKS[number % len(DECKS)]), styles, rng)


@pytest.mark.parametrize("match", MATCHES)
def test_whole_games_agree(match: str) -> None:
    """Whole games agree; `RAMI_PEER_GAMES` sets their number, and the first difference names its game."""
    for number in range(GAMES // len(MATCHES)):
        record = game(match, number)
        try:
            compare(record, TALLY)
        except Exception as error:
            raise AssertionError(f"game {number} of {match!r}, {record.parameters}: {error}") from error


def knocks(record: Record) -> bool:
    return record.ending == "knock"


def equal_counts(record: Record) -> bool:
    return knocks(record) and record.returns == (0, 0)


def undercuts(record: Record) -> bool:
    last = next((one for one in record.decisions if one.chosen == "knock"), None)
    return last is not None and record.returns[last.player] < 0


def gins(record: Record) -> bool:
    return knocks(record) and not all(record.hands)


def walls(record: Record) -> bool:
    return any(one.phase == "wall" and one.knockable for one in record.decisions)


def compare_all(records: Iterable[Record], variant: Variant) -> None:
    for record in records:
        compare(record, Counter(), variant)


@pytest.mark.parametrize(
    ("option", "value", "concerned"),
    [
        ("allow_return_discard", False, None),
        ("upcard_offer", "non_dealer", None),
        ("ace", "both", None),
        ("knock_limit", 9, None),
        ("knock_limit", 11, None),
        ("settle", "best", knocks),
        ("layoff_on_gin", True, gins),
        ("gin_bonus", 24, gins),
        ("big_gin_bonus", 50, gins),
        ("undercut_bonus", 24, undercuts),
        ("knock_tie", "undercut", equal_counts),
        ("fiftieth_card", False, walls),
    ],
)
def test_a_changed_rule_is_noticed(
    option: str, value: object, concerned: Callable[[Record], bool] | None
) -> None:
    """With another rule some game differs, so the comparison is not empty."""
    changed = with_options(variant_of(Parameters()), {option: value})
    pairs = product(range(200), ("hurried and patient", "patient and wavering"))
    games = (game(match, number, Parameters()) for number, match in pairs)
    with pytest.raises(AssertionError, match="OpenSpiel"):
        compare_all((record for record in games if concerned is None or concerned(record)), changed)
