"""Sampling: deal the hidden cards again to get a position that the player cannot tell from the real one.

A view and its memory sort the hidden cards into three *pools*. The cards of the first pool lay in the discard pile when
the pile last became the stock; they are now in the stock or with players who have drawn since. The cards of the second
pool were in hands at that time and still are. The cards of the third pool may be anywhere. The kernel's `Hidden` counts
the ways to deal these cards and picks one at random; all are equally likely. The rules add one condition: the player to
act must be able to complete the turn. The sampler repeats the deal until this condition is met.
"""

from __future__ import annotations

from rami._kernel.cards import hands
from rami._kernel.cards.shuffle import Stream, derive, mix
from rami._kernel.rounds.hidden import Hidden
from rami._kernel.rounds.state import DRAW, OFFER, OVER, PLAY, STOCK, Deal, State
from rami._kernel.rounds.steps import settled
from rami._kernel.turns.completion.question import completable
from rami._kernel.turns.turn import NO_CARD, Game
from rami.cards import UNKNOWN
from rami.errors import RamiError, Reason, Violation
from rami.policies._compiled import copies_of
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import position_of
from rami.rounds.setup import Setup, outside_stock
from rami.rounds.views import PlayerView, known_setup

_LABEL = "sample"

TRIES = 10_000
"""The maximum number of deals tried before the sampler gives up."""


class Sampler:
    """Draws random positions that fit a view; every way to deal the hidden cards is equally likely."""

    def __init__(self, rules: Rules, view: PlayerView) -> None:
        setup = known_setup(view)
        self._game: Game = rules.game
        self._view = view
        self._known: State = position_of(rules, setup)
        self._hidden: Hidden = _hidden(view, setup)

    def state(self, seed: int) -> State:
        """Return the random position that a seed determines.

        Raises:
            RamiError: in none of 10,000 deals could the player to act complete the turn.
        """
        view, known, hidden = self._view, self._known, self._hidden
        numbers = Stream(seed, _LABEL)
        # The seed of a round would reveal every later stock, so a view lacks it; derive another seed for the sample.
        fixed = known.deal.changed(seed=derive(seed, _LABEL, 0))
        seat = known.turn.player
        # The viewer's own hand is real, so it can complete the turn, and a finished round has no turn to complete.
        if view.viewer == seat or known.phase == OVER:
            return self._filled(fixed, *hidden.dealt(numbers))
        if hidden.recycled or hidden.in_hands:
            for _ in range(TRIES):
                state = self._filled(fixed, *hidden.dealt(numbers))
                if _can_be(self._game, state):
                    return state
            raise RamiError(Violation(Reason.SAMPLE_RARE, None, {"tries": TRIES}))
        pool, size = bytearray(hidden.anywhere), hidden.sizes[seat]
        cut = len(pool) - size
        # Deal only the hand of the player to act, because that hand alone decides whether the position is possible.
        for _ in range(TRIES):
            mix(pool, numbers, size)
            hand = pool[cut:]
            dealt = [hand if other == seat else bytearray() for other in range(len(hidden.sizes))]
            if _can_be(self._game, self._filled(fixed, dealt, bytes(view.stock_size))):
                dealt, stock = hidden.without(seat, bytes(pool[:cut])).dealt(numbers)
                dealt[seat] = hand
                return self._filled(fixed, dealt, stock)
        raise RamiError(Violation(Reason.SAMPLE_RARE, None, {"tries": TRIES}))

    def _filled(self, fixed: Deal, dealt: list[bytearray], stock: bytes) -> State:
        """Return the position with these hidden cards; a face-down discard is dealt like another hand."""
        view, known = self._view, self._known
        # While the sampler tries the hand of the player to act, it has not dealt the other hands.
        face_down = dealt[-1][0] if len(dealt) > len(known.hands) and dealt[-1] else NO_CARD
        piles: list[hands.Hand] = []
        for hand, more in zip(known.hands, dealt, strict=False):
            for card in more:
                hand = hands.add(hand, card)
            piles.append(hand)
        if view.memory is not None and view.memory.stock:
            stock = bytes(card.id for card in view.memory.stock)
        old = known.turn
        hand = piles[old.player]
        banned = old.duties.banned if old.player == view.viewer else self._banned(hand)
        return known.moved(
            known.phase,
            old.with_hand(hand, banned),
            tuple(piles),
            stock=stock,
            deal=fixed,
            face_down=face_down,
            outcome=known.outcome,
            drawer=known.drawer,
        )

    def _banned(self, hand: hands.Hand) -> int:
        """Return the card that must not be discarded: the discard taken, unless the hand held another copy."""
        card, rules, memory = self._known.turn.duties.taken, self._game.turn, self._view.memory
        # GIN-TURN-02: where a player may keep the discard just taken, it must not be discarded in the same turn.
        if card == NO_CARD or rules.discard_use or rules.allow_return_discard:
            return NO_CARD
        # Everybody saw the card enter the hand, so if it is not known to be there, the player has placed it.
        placed = memory is not None and card not in memory.holds[self._view.player].ids
        copies = hands.count(hand, card)
        return NO_CARD if copies > 1 or (placed and copies) else card


def _can_be(game: Game, state: State) -> bool:
    """Return whether the position is possible: the player to act can complete the turn or draw a card."""
    if state.phase == PLAY:
        return completable(game, state.turn, state.known.memo)
    return state.phase not in (OFFER, DRAW, STOCK) or settled(game, state) is state


def _hidden(view: PlayerView, setup: Setup) -> Hidden:
    """Return the hidden cards, in their pools."""
    memory, left = view.memory, list(copies_of(view.variant))
    for card in outside_stock(setup):
        if not card.is_unknown:
            left[card.id] -= 1
    in_order = () if memory is None else memory.stock
    if in_order and len(in_order) != view.stock_size:
        raise RamiError(Violation(Reason.MEMORY_MISFIT))
    for card in in_order:
        left[card.id] -= 1
    total = list(left)
    recycled = b"" if memory is None else _taken(memory.recycled.ids, left)
    in_hands = b"" if memory is None else _taken(memory.in_hands.ids, left)
    sizes = [size - len(hand) for size, hand in zip(view.hand_sizes, setup.hands, strict=True)]
    draws = [0] * len(sizes) if memory is None else [*memory.draws]
    # In gin, treat the face-down discard as a hand of one card that belongs to the player who knocked.
    if setup.knock is not None and UNKNOWN in setup.discards:
        sizes.append(1)
        draws.append(draws[setup.knock.player])
    anywhere = b"".join(bytes([card]) * max(0, count) for card, count in enumerate(left))
    hidden = Hidden(
        anywhere, recycled, in_hands, tuple(sizes), tuple(draws), 0 if in_order else view.stock_size
    )
    if min(total) < 0 or not hidden.possible():
        raise RamiError(Violation(Reason.MEMORY_MISFIT))
    return hidden


def _taken(cards: bytes, left: list[int]) -> bytes:
    """Remove cards from the counts in `left`, and return the cards that were there."""
    out = bytearray()
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            out.append(card)
    return bytes(out)
