"""Other rounds that a viewer cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from rami._kernel.shuffle import Stream
from rami.cards import Card, Cards
from rami.errors import InvalidSetup
from rami.policies.outcomes import KnockKind
from rami.round import Round
from rami.setup import Phase, Setup

__all__ = ["lookalike"]

_TRIES = 3


def lookalike(
    real: Round,
    viewer: int | None,
    stream: Stream,
    *,
    hold: Iterable[Card] = (),
    keep_hands: bool = False,
    keep_drawn: int = 0,
) -> Round:
    """The round with everything changed that a viewer cannot see: other hands, the stock, the seed, a card face down.

    Cards of the player to act of which everybody knows, because they came from the discard pile or a duty names them,
    stay in that hand.  Where the rest of that hand shows in what the player may do, the whole of it stays.

    Parameters:
        real: the round.
        viewer: who looks; None for a spectator.
        stream: the source of chance.
        hold: more cards that the player to act keeps.
        keep_hands: whether all hands stay, so that stock, seed and hidden discard alone change.
        keep_drawn: how many cards on the top of the stock stay.

    Raises:
        InvalidSetup: if even with the hand of the player to act such a round is said to be impossible.

    >>> from rami import variants
    >>> real = Round.deal(variants.GIN, seed=7)
    >>> other = lookalike(real, 0, Stream(7, "example"))
    >>> other == real, other.view(0) == real.view(0)
    (False, True)
    """
    setup = real.setup
    shown = _shown(setup, viewer)
    if not keep_hands and setup.player not in shown:
        for _ in range(_TRIES):
            try:
                other = Round.from_setup(_mixed(setup, viewer, shown, stream, tuple(hold), keep_drawn))
            except InvalidSetup:
                continue
            if (other.phase, other.player) == (real.phase, real.player):
                return other
    shown = set(range(len(setup.hands))) if keep_hands else shown | {setup.player}
    return Round.from_setup(_mixed(setup, viewer, shown, stream, (), keep_drawn))


def _shown(setup: Setup, viewer: int | None) -> set[int]:
    """The seats whose hands the viewer sees."""
    shown = set[int]() if viewer is None else {viewer}
    void = setup.outcome is None or setup.outcome.void
    if setup.phase is Phase.OVER and (setup.knock is not None or not void):
        shown.update(range(len(setup.hands)))
    elif setup.knock is not None:
        shown.add(setup.knock.player)
    return shown


def _face_down(setup: Setup, viewer: int | None) -> bool:
    """Whether the top discard is hidden from the viewer."""
    knock = setup.knock
    return knock is not None and knock.kind is not KnockKind.BIG_GIN and knock.player != viewer


def _public(setup: Setup) -> list[Card]:
    """The cards in the hand of the player to act that everybody knows."""
    named = [duty.card for duty in setup.duties if duty.card is not None]
    named += [card for card in (setup.taken, setup.barred) if card is not None and card not in named]
    return named


def _mixed(
    setup: Setup,
    viewer: int | None,
    shown: set[int],
    stream: Stream,
    hold: tuple[Card, ...],
    keep_drawn: int,
) -> Setup:
    """The setup with all hidden cards dealt anew."""
    stock = setup.stock or ()
    below = stock[keep_drawn:]
    fixed: dict[int, Cards] = {}
    for seat, hand in enumerate(setup.hands):
        if seat in shown:
            fixed[seat] = hand
        elif seat == setup.player:
            fixed[seat] = hand & Cards([*_public(setup), *hold])
        else:
            fixed[seat] = Cards()
    pool = [*below]
    for seat, hand in enumerate(setup.hands):
        pool += hand - fixed[seat]
    hidden = _face_down(setup, viewer) and bool(setup.discards)
    if hidden:
        pool.append(setup.discards[-1])
    drawn = iter([pool.pop(stream.below(len(pool))) for _ in range(len(pool))])
    hands = [
        Cards([*fixed[seat], *(next(drawn) for _ in range(len(hand) - len(fixed[seat])))])
        for seat, hand in enumerate(setup.hands)
    ]
    discards = (*setup.discards[:-1], next(drawn)) if hidden else setup.discards
    seed = (setup.seed + 1 + stream.word()) % (1 << 256)
    return attrs.evolve(
        setup, hands=tuple(hands), discards=discards, stock=(*stock[:keep_drawn], *drawn), seed=seed
    )
