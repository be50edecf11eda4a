"""Positions of rounds that bots play, and a seed that no text may show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tests.support.playing import rounds

from rami import Round, variants
from rami._kernel.cards.shuffle import Stream
from rami.policies import Variant

SECRET = 0x9E3779B97F4A7C15F39CC0605CEDC8341082276BF3A27251F86C6A11D0C18E95


def positions(variant: Variant, seed: int, players: int = 3, moves: int = 120) -> Iterator[Round]:
    """Yield the positions of a round that bots play, at most `players` of them."""
    seats = min(players, variant.players[1])
    return islice(rounds(Round.deal(variant, players=seats, seed=seed)), moves)


def some_positions(seed: int, step: int = 7, variant: Variant = variants.CLASSIC_51) -> list[Round]:
    """Return some positions of a round at regular intervals, and its last position."""
    found = list(positions(variant, seed, moves=150))
    return [*found[Stream(seed, "start").below(step) :: step], found[-1]]
