"""Deal a shuffled pack to reach the first position of a round."""

from __future__ import annotations

from dataclasses import dataclass

from ..cards import hands
from ..cards.shuffle import shuffled
from ..turns.turn import NO_CARD, Game
from .draws import begin_turn
from .state import Deal, Known, State
from .steps import settled


@dataclass(kw_only=True, eq=False, repr=False)
class Layout:
    """Everything about a deal that is fixed before the shuffle.

    `order` begins with the player who is dealt the first card and ends with the dealer; the starter gets the
    extra cards. `reads_upcard` is set if a later rule depends on the first upcard. `turned` is set if another
    card is turned up beside the stock. `natural_upcard` and `natural_turned` are set if a wild card must be replaced
    when it is turned up. `phase` is the phase of the first turn.
    """

    pack: bytes
    order: tuple[int, ...]
    seats: int
    starter: int
    hand_size: int
    extra: int
    upcard: bool
    reads_upcard: bool
    phase: int
    contracts: tuple[int, ...]
    totals: tuple[object, ...] = ()
    turned: bool = False
    natural_upcard: bool = False
    natural_turned: bool = False


def deal_of(layout: Layout, upcard: int, seed: int, turned: int = NO_CARD) -> Deal:
    """Return the facts of the deal that are fixed once the first upcard is known."""
    first = upcard if layout.reads_upcard else NO_CARD
    return Deal(layout.order, seed, first, layout.contracts, turned, layout.totals)


def _natural_first(game: Game, stock: bytes, seed: int) -> bytes:
    """Shuffle the stock until its top card is not wild; return it unchanged if all cards are wild."""
    again = 0
    if not all(map(game.melds.is_wild, stock)):
        while game.melds.is_wild(stock[0]):
            # Negative numbers keep these shuffles apart from those that recycle the pile.
            again -= 1
            stock = shuffled(stock, seed, again)
    return stock


def deal(game: Game, layout: Layout, seed: int, deck: bytes = b"") -> State:
    """Return the first position, dealt from `deck` in its order or, without a deck, from the pack after a shuffle."""
    if not deck:
        deck = shuffled(layout.pack, seed, 0)
    at = len(layout.order) * layout.hand_size
    held = [hands.empty(game.planes)] * layout.seats
    for place, seat in enumerate(layout.order):
        # Cards are dealt one by one in turn order; the starter's extra cards come last.
        cards = deck[place : at : len(layout.order)]
        if seat == layout.starter:
            cards += deck[at : at + layout.extra]
        held[seat] = hands.of_cards(cards, game.planes)
    at += layout.extra
    discards = b""
    if layout.upcard:
        if layout.natural_upcard:
            deck = deck[:at] + _natural_first(game, deck[at:], seed)
        discards = deck[at : at + 1]
        at += 1
    turned = NO_CARD
    if layout.turned:
        if layout.natural_turned:
            deck = deck[:at] + _natural_first(game, deck[at:], seed)
        turned = deck[at]
        at += 1
    seat_hands = tuple(held)
    opened = (False,) * layout.seats
    fixed = deal_of(layout, discards[0] if discards else NO_CARD, seed, turned)
    turn = begin_turn(game, fixed, 0, layout.starter, seat_hands[layout.starter], opened)
    stock = deck[at:]
    known = Known(layout.phase, 0, turn, discards, len(stock), 0, showable=fixed.showable(0))
    return settled(game, State(known, seat_hands, opened, stock, fixed))
