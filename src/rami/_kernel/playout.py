"""Whole rounds by players who choose at random, for simulations.

The players throw dice of their own: the generator of Park and Miller, ``x = 48271 * x % (2**31 - 1)``, of which a
number below n is ``x * n >> 31``.  It is quick and the same everywhere; shuffling does not use it.
"""

from __future__ import annotations

from itertools import islice
from typing import Final, final

from . import hands
from ._rt import i64
from .codes import BIT, JOKER, NATURALS
from .deadwood import Deadwood
from .dealing import Layout, deal
from .listing import DRAW_CODE, PLAIN, TAKE_CODE, only_plain, plain_codes, searched
from .state import DRAW, OVER, State
from .steps import applied, apply_draw, begin_turn, settled
from .turn import Game

MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271

# in place of 1 for a discard that has been taken, 0 for a card of the stock
NOT_DRAWN: Final = -1

# 2 is a primitive root of 53: each bit of a plane has a remainder of its own
_CARD_OF: Final = bytes([0, *sorted(range(NATURALS), key=lambda card: BIT[card] % 53)])


@final
class Dice:
    """The numbers that random players choose by."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: i64 = seed % (MODULUS - 1) + 1

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31


def play_out(game: Game, layout: Layout, seed: int, dice: Dice, breadth: int) -> State:
    """The end of a round in which each player chooses among the first `breadth` legal actions, all equally likely."""
    state = deal(game, layout, seed)
    plain = plays_plainly(game, state, breadth)
    while state.phase != OVER:
        if plain and state.phase == DRAW and state.discards:
            state = _plain_turns(game, state, dice)
        if state.phase != OVER:
            state = _random_step(game, state, dice, breadth)
    return state


def _random_step(game: Game, state: State, dice: Dice, breadth: int) -> State:
    known = state.known
    found = [] if only_plain(game, known) else list(islice(searched(game, known), breadth))
    codes = plain_codes(game, known)
    chosen = dice.below(min(breadth, len(found) + len(codes)))
    if chosen >= len(found):
        return applied(game, state, PLAIN[codes[chosen - len(found)]], None)
    action, after = found[chosen]
    return applied(game, state, action, after)


def plays_plainly(game: Game, state: State, breadth: int = NATURALS) -> bool:
    """Whether most turns of the round are a draw and a discard that nothing but chance decides."""
    draw = game.draw
    return (
        game.knock is not None
        and game.deadwood.tabled
        and game.planes == 1
        and len(state.deal.order) == 2
        and game.turn.discard_use == 0
        and draw.first_discard
        and not (draw.no_discard_at or draw.no_twin or draw.touch or draw.announce_at)
        and JOKER not in state.stock
        and JOKER not in state.discards
        and not any(hand[-1] or hands.size(hand) >= breadth for hand in state.hands)
    )


def _plain_turns(game: Game, state: State, dice: Dice) -> State:
    """Turns of a draw and a discard, without the positions between them, until another choice is possible.

    What is possible is decided by the same facts as anywhere: a player whose deadwood is too much to knock, and who
    owes nothing for a discard taken, can only throw a card.  The position returned is one of a draw, or the one after
    a draw with which the hand might be shown.
    """
    assert game.knock is not None  # nobody plays plainly where melds are laid
    deadwood, limit = game.deadwood, state.turn.limit
    too_much = limit + deadwood.dearest
    player = state.turn.player
    other = state.deal.next_after(player)
    seat_hands = list(state.hands)
    mine: i64 = seat_hands[player][0]
    theirs: i64 = seat_hands[other][0]
    size: i64 = hands.size(seat_hands[player])
    other_size: i64 = hands.size(seat_hands[other])
    stock = state.stock
    at: i64 = 0
    # the round goes on as long as more cards than these are left in the stock
    last: i64 = max(0, len(stock) - max(0, game.knock.void_at))
    pile = list(state.discards)
    number, cap = state.number, game.draw.turn_cap
    returns = game.turn.allow_return
    taken = NOT_DRAWN
    while pile and at < last and not (cap and number >= cap):
        taken = dice.below(2)
        card: i64 = pile[-1] if taken else stock[at]
        bit: i64 = BIT[card]
        plane = mine | bit
        if deadwood.least_of_plane(plane) <= too_much and may_show(deadwood, plane, limit):
            break
        if taken:
            pile.pop()
        else:
            at += 1
        # a card just taken may be barred
        barred = taken == 1 and not returns
        thrown = nth(mine, dice.below(size)) if barred else nth(plane, dice.below(size + 1))
        bit = BIT[thrown]
        mine, theirs = theirs, plane ^ bit
        size, other_size = other_size, size
        player, other = other, player
        pile.append(thrown)
        number += 1
        taken = NOT_DRAWN
    seat_hands[player] = (mine, 0)
    seat_hands[other] = (theirs, 0)
    return _resumed(game, state, player, tuple(seat_hands), number, stock[at:], bytes(pile), taken)


def may_show(deadwood: Deadwood, plane: i64, limit: i64) -> bool:
    """Whether a hand, one card too many, might be shown: its deadwood is small enough without some card."""
    rest = plane
    while rest:
        bit = rest & -rest
        rest ^= bit
        if deadwood.least_of_plane(plane ^ bit) <= limit:
            return True
    return deadwood.least_of_plane(plane) == 0


def nth(plane: i64, n: i64) -> i64:
    """The card of a plane that has n lower ones."""
    for _ in range(n):
        plane &= plane - 1
    return _CARD_OF[(plane & -plane) % 53]


def _resumed(
    game: Game,
    state: State,
    player: int,
    held: tuple[hands.Hand, ...],
    number: int,
    stock: bytes,
    pile: bytes,
    taken: int,
) -> State:
    """The position that plain turns have led to; with a draw in it if one was made."""
    old = state.turn
    turn = begin_turn(game, number, player, held, state.opened, state.deal, old.table, old.highest)
    before = State(DRAW, number, turn, held, state.opened, stock, pile, state.recycles, state.deal)
    if taken == NOT_DRAWN:
        return settled(game, before)
    return apply_draw(game, before, PLAIN[TAKE_CODE if taken else DRAW_CODE])
