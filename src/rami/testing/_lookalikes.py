"""Other rounds that a viewer cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import attrs

from rami._kernel.cards.shuffle import Stream
from rami.cards import Card, Cards
from rami.errors import InvalidSetup
from rami.policies.outcomes import KnockKind
from rami.round import Round
from rami.setup import Phase, Setup
from rami.testing._walks import shuffled

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

    Cards of the player to act that everybody knows, from the discard pile or by a duty, stay in that hand, and so do
    those to `hold`.  Where the rest of it shows in what the player may do, all of it stays; InvalidSetup is raised if
    even then the round is said to be impossible.  All hands stay with `keep_hands`; the top of the stock may stay, too.

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


def _mixed(
    setup: Setup,
    viewer: int | None,
    shown: set[int],
    stream: Stream,
    hold: tuple[Card, ...],
    keep_drawn: int,
) -> Setup:
    """The setup with all hidden cards dealt again."""
    stock, knock = setup.stock or (), setup.knock
    known = [duty.card for duty in setup.duties if duty.card is not None]
    known += [card for card in (setup.taken, setup.barred) if card is not None and card not in known]
    fixed = [
        hand if seat in shown else hand & Cards([*known, *hold]) if seat == setup.player else Cards()
        for seat, hand in enumerate(setup.hands)
    ]
    pool = [*stock[keep_drawn:]]
    for hand, kept in zip(setup.hands, fixed, strict=True):
        pool += hand - kept
    face_down = knock is not None and knock.kind is not KnockKind.BIG_GIN and knock.player != viewer
    hidden = face_down and bool(setup.discards)
    if hidden:
        pool.append(setup.discards[-1])
    drawn = iter(shuffled(stream, pool))
    hands = [
        Cards([*kept, *islice(drawn, len(hand) - len(kept))])
        for hand, kept in zip(setup.hands, fixed, strict=True)
    ]
    discards = (*setup.discards[:-1], next(drawn)) if hidden else setup.discards
    seed = (setup.seed + 1 + stream.word()) % (1 << 256)
    return attrs.evolve(
        setup, hands=tuple(hands), discards=discards, stock=(*stock[:keep_drawn], *drawn), seed=seed
    )
