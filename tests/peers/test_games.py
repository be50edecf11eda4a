"""Whole games of both programs side by side, decision by decision."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.peers.games import play
from tests.peers.openspiel import Parameters
from tests.peers.players import STYLES, deck
from tests.peers.replay import compare
from tests.peers.tally import TALLY

GAMES = int(os.environ.get("RAMI_PEER_GAMES", "3000"))
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
    "patient": ("patient", "patient"),
    "hurried and wavering": ("hurried", "wavering"),
    "wavering and random": ("wavering", "random"),
    "random": ("random", "random"),
    "spiteful": ("spiteful", "spiteful"),
}


@pytest.mark.parametrize("match", MATCHES)
def test_whole_games_agree(match: str) -> None:
    """The first difference names the game; `RAMI_PEER_GAMES` sets how many games there are in all."""
    for number in range(GAMES // len(MATCHES)):
        name = f"{match} {number}"
        rng = Random(name)
        table = rng.choice(TABLES)
        styles = [STYLES[style] for style in MATCHES[match]]
        record = play(table, deck(rng, DECKS[number % len(DECKS)]), styles, rng)
        try:
            compare(record, TALLY)
        except Exception as error:
            raise AssertionError(f"game {name!r}, {table}: {error}") from error
