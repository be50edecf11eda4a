"""Rounds that a player cannot distinguish from a real round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs
from tests.support.playing import rounds

from rami import Card, Cards, Round, variants
from rami._kernel.cards.shuffle import Stream, shuffled
from rami.policies import Variant
from rami.policies.results.outcomes import KnockKind
from rami.rounds.setup import Phase

SECRET = 0x9E3779B97F4A7C15F39CC0605CEDC8341082276BF3A27251F86C6A11D0C18E95


def lookalike(real: Round, viewer: int | None, number: int) -> Round:
    """Return the round with other hidden cards and another seed, which `viewer` cannot distinguish from it.

    If a duty of the turn names a card, everybody knows who holds it, so the player to act keeps the hand; otherwise the
    player keeps a discard taken in this turn. A knocker's discard lies face down.
    """
    setup, knock, pile = real.setup, real.knock, list(real.discards)
    known = {viewer} | ({setup.player} if setup.duties or setup.phase is Phase.OVER else set[int]())
    covered = False
    if knock is not None:
        known.add(knock.player)
        face_down = real.variant.settings().get("closing.out_discard") == "face_down"
        covered = face_down and knock.kind is not KnockKind.BIG_GIN and knock.player != viewer
    if setup.outcome is not None and not setup.outcome.void:
        known.update(real.context.playing)
    hidden = [seat for seat in range(real.context.seats) if seat not in known]
    hands, kept = list(real.hands), dict.fromkeys(hidden, Cards())
    if setup.player in kept:
        kept[setup.player] = Cards([card for card in hands[setup.player] if card == setup.taken][:1])
    loose = [card for seat in hidden for card in hands[seat] - kept[seat]]
    pool = [card.id for card in (*real.stock, *loose)]
    if covered:
        pool.append(pile.pop().id)
    mixed = [Card.from_id(card) for card in shuffled(bytes(pool), number, 1)]
    if covered:
        pile.append(mixed.pop())
    for seat in hidden:
        size = len(hands[seat]) - len(kept[seat])
        hands[seat], mixed = kept[seat] + Cards(mixed[:size]), mixed[size:]
    changed = attrs.evolve(
        setup, hands=tuple(hands), stock=tuple(mixed), discards=tuple(pile), seed=setup.seed ^ number
    )
    return Round.from_setup(changed)


def positions(variant: Variant, seed: int, players: int = 3, moves: int = 120) -> Iterator[Round]:
    """Yield the positions of a round that bots play, at most `players` of them."""
    seats = min(players, variant.players[1])
    return islice(rounds(Round.deal(variant, players=seats, seed=seed)), moves)


def some_positions(seed: int, step: int = 7, variant: Variant = variants.CLASSIC_51) -> list[Round]:
    """Return some positions of a round at regular intervals, and its last position."""
    found = list(positions(variant, seed, moves=150))
    return [*found[Stream(seed, "start").below(step) :: step], found[-1]]
