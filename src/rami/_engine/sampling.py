"""Positions that somebody who does not know every card cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from .._kernel import hands
from .._kernel.codes import NATURALS, UNKNOWN
from .._kernel.completion import completable
from .._kernel.placing import Hidden
from .._kernel.shuffle import Stream, derive, mix
from .._kernel.state import DRAW, OFFER, OVER, PLAY, STOCK, Deal, State
from .._kernel.steps import settled
from .._kernel.turn import NO_CARD, Game, Turn
from ..errors import RamiError, Reason, Violation
from ..setup import Setup
from .admitting import position_of
from .rules import Rules

_LABEL = "sample"

TRIES = 10_000
"""How many deals are tried until one is found with which the player to act can complete the turn."""


@attrs.frozen
class Seen:
    """What somebody knows of a position.

    Parameters:
        viewer: who that is, None for a spectator.
        setup: the position, its hands without the cards that are not known, its stock empty.
        sizes: by seat, how many cards of the hand are not known.
        stock: how many cards the stock holds.
        face_down: the seat that put the top discard there face down, None if it is known.
        recycled: cards that are in the stock, or with those who have drawn since it was made of discards.
        in_hands: cards that are not in the stock.
        draws: by seat, how many cards have been drawn since.
        placed: whether the discard taken in this turn is known to have left the hand again.
    """

    viewer: int | None
    setup: Setup
    sizes: tuple[int, ...]
    stock: int
    face_down: int | None
    recycled: bytes
    in_hands: bytes
    draws: tuple[int, ...]
    placed: bool | None


def sampled(rules: Rules, seen: Seen, seed: int) -> State:
    """A position with the hidden cards dealt anew, each assignment that can be being equally likely."""
    game = rules.game
    known = position_of(rules, seen.setup)
    hidden = _hidden(rules, seen)
    numbers = Stream(seed, _LABEL)
    fixed = Deal(known.deal.order, derive(seed, _LABEL, 0), known.deal.upcard, known.deal.contracts)
    seat = known.turn.player
    if seen.viewer == seat or known.phase == OVER:
        return _filled(game, seen, known, fixed, *hidden.dealt(numbers))
    if hidden.recycled or hidden.in_hands:
        for _ in range(TRIES):
            state = _filled(game, seen, known, fixed, *hidden.dealt(numbers))
            if _can_be(game, state):
                return state
        raise RamiError(Violation(Reason.SAMPLE_RARE, None, {"tries": TRIES}))
    pool, size = bytearray(hidden.anywhere), hidden.sizes[seat]
    cut = len(pool) - size
    # the hand of the player to act comes first: nothing else decides whether a round can stand there
    for _ in range(TRIES):
        mix(pool, numbers, size)
        hand = pool[cut:]
        dealt = [hand if other == seat else bytearray() for other in range(len(hidden.sizes))]
        if _can_be(game, _filled(game, seen, known, fixed, dealt, bytes(seen.stock))):
            dealt, stock = hidden.without(seat, bytes(pool[:cut])).dealt(numbers)
            dealt[seat] = hand
            return _filled(game, seen, known, fixed, dealt, stock)
    raise RamiError(Violation(Reason.SAMPLE_RARE, None, {"tries": TRIES}))


def _can_be(game: Game, state: State) -> bool:
    """Whether a round can stand there: the turn can be completed, or the draw be made."""
    if state.phase == PLAY:
        return completable(game, state.turn, state.known.memo)
    return state.phase not in (OFFER, DRAW, STOCK) or settled(game, state) is state


def _hidden(rules: Rules, seen: Seen) -> Hidden:
    """The cards that are nowhere in sight, in their pools."""
    equipment = rules.variant.equipment
    left = [equipment.packs] * NATURALS + [equipment.jokers]
    setup = seen.setup
    in_sight: list[Iterable[int]] = [hand.ids for hand in setup.hands]
    in_sight.append(card.id for card in setup.discards if card.id != UNKNOWN)
    in_sight.extend((card.id for card in item.meld) for item in setup.table)
    for cards in in_sight:
        for card in cards:
            left[card] -= 1
    total = list(left)
    recycled = _taken(seen.recycled, left)
    in_hands = _taken(seen.in_hands, left)
    sizes, draws = seen.sizes, seen.draws
    if seen.face_down is not None:
        sizes, draws = (*sizes, 1), (*draws, draws[seen.face_down])
    anywhere = b"".join(bytes([card]) * max(0, count) for card, count in enumerate(left))
    hidden = Hidden(anywhere, recycled, in_hands, sizes, draws, seen.stock)
    if min(total) < 0 or not hidden.possible():
        raise RamiError(Violation(Reason.MEMORY_MISFIT))
    return hidden


def _taken(cards: bytes, left: list[int]) -> bytes:
    """Those of the cards that are left, which they are no longer."""
    out = bytearray()
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            out.append(card)
    return bytes(out)


def _filled(game: Game, seen: Seen, known: State, fixed: Deal, dealt: list[bytearray], stock: bytes) -> State:
    """The position with these hidden cards, the one that lies face down behind those of the hands."""
    discards = known.discards
    if seen.face_down is not None:
        discards = discards[:-1] + bytes(dealt[-1])
    piles: list[hands.Hand] = []
    for hand, more in zip(known.hands, dealt, strict=False):
        for card in more:
            hand = hands.add(hand, card)
        piles.append(hand)
    old = known.turn
    hand = piles[old.player]
    banned = _banned(game, old, hand, seen.placed) if old.player != seen.viewer else old.banned
    return known.moved(
        known.phase,
        old.dealt(hand, banned),
        tuple(piles),
        stock=stock,
        discards=discards,
        deal=fixed,
        outcome=known.outcome,
    )


def _banned(game: Game, turn: Turn, hand: hands.Hand, placed: bool | None) -> int:
    """The card that may not go back: the discard taken, unless the hand had another copy before."""
    card = turn.taken
    if card == NO_CARD or game.turn.discard_use or game.turn.allow_return:
        return NO_CARD
    copies = hands.count(hand, card)
    return NO_CARD if copies > 1 or (placed and copies) else card
