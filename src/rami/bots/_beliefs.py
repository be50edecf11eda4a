"""What others are likely to hold, once they have had some turns: better cards than chance would give them."""

from __future__ import annotations

from rami._kernel.cards.codes import BIT
from rami._kernel.rounds.plain_round import plays_plainly
from rami._kernel.rounds.state import State
from rami._kernel.turns.turn import Game
from rami.bots._rollouts import PER_NEIGHBOUR, near_cards


def ripened(game: Game, state: State, viewer: int, known: tuple[int, ...]) -> State:
    """The world after every other player has had as many chances to improve the hand as the round had turns.

    A world is dealt as if nobody had chosen anything.  Here each other hand is offered one unseen card for every turn
    it has had, and what it would throw goes back among the unseen cards.  Only where hands stay concealed and no card
    comes twice; elsewhere the world is left as it is.
    """
    if state.knocked is not None or not plays_plainly(game, state):
        return state
    near = near_cards(game.melds)
    least = game.deadwood.least_of_plane
    stock = bytearray(state.stock)
    seat_hands = list(state.hands)
    # the bottom of the stock first: the next cards to be drawn stay as they are as long as they can
    at = len(stock) - 1
    for seat in state.deal.order:
        if seat == viewer:
            continue
        plane = seat_hands[seat][0]
        for _ in range(state.number // len(state.deal.order)):
            if at < 0:
                break
            held = plane | BIT[stock[at]]
            best, thrown = 1 << 30, stock[at]
            mask = held & ~known[seat]
            while mask:
                bit = mask & -mask
                mask ^= bit
                card = bit.bit_length() - 1
                value = least(held ^ bit) + PER_NEIGHBOUR * (near[card] & held).bit_count()
                if value < best:
                    best, thrown = value, card
            plane = held ^ BIT[thrown]
            stock[at] = thrown
            at -= 1
        seat_hands[seat] = (plane, 0)
    return state.moved(state.phase, state.turn, tuple(seat_hands), stock=bytes(stock))
