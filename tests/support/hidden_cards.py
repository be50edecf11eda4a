"""Rounds that a player cannot distinguish from a real round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs
from tests.support.playing import rounds

from rami import Cards, Round, variants
from rami._kernel.cards.shuffle import Stream, shuffled
from rami.policies import Variant
from rami.rounds.setup import Phase

SECRET = 0x9E3779B97F4A7C15F39CC0605CEDC8341082276BF3A27251F86C6A11D0C18E95


def lookalike(real: Round, viewer: int | None, number: int) -> Round:
    """Return the round with other hidden cards and another seed, which `viewer` cannot distinguish from it.

    If a duty or a ban of the turn names a card, everybody knows who holds it, so the player to act keeps the hand.
    """
    setup = real.setup
    bound = bool(setup.taken or setup.barred or setup.duties)
    known = {viewer} | ({setup.player} if bound or setup.phase is Phase.OVER else set[int]())
    if setup.outcome is not None and not setup.outcome.void:
        known.update(real.context.playing)
    hidden = [seat for seat in range(real.context.seats) if seat not in known]
    pool = b"".join([bytes(card.id for card in real.stock), *(real.hands[seat].ids for seat in hidden)])
    mixed = shuffled(pool, number, 1)
    hands = list(real.hands)
    for seat in hidden:
        size = len(hands[seat])
        hands[seat] = Cards.from_ids(mixed[:size])
        mixed = mixed[size:]
    stock = [Cards.from_ids([card]) for card in mixed]
    flat = [card for single in stock for card in single]
    changed = attrs.evolve(setup, hands=tuple(hands), stock=tuple(flat), seed=setup.seed ^ number)
    return Round.from_setup(changed)


def positions(variant: Variant, seed: int, players: int = 3, moves: int = 120) -> Iterator[Round]:
    """Yield the positions of a round that bots play."""
    return islice(rounds(Round.deal(variant, players=players, seed=seed)), moves)


def some_positions(seed: int, step: int = 7, variant: Variant = variants.CLASSIC_51) -> list[Round]:
    """Return some positions of a round at regular intervals, and its last position."""
    found = list(positions(variant, seed, moves=150))
    return [*found[Stream(seed, "start").below(step) :: step], found[-1]]
