"""Whole rounds by players who choose at random, for simulations.

The players throw dice of their own: the generator of Park and Miller, ``x = 48271 * x % (2**31 - 1)``, of which a
number below n is ``x * n >> 31``.  It is quick and the same everywhere; shuffling does not use it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from itertools import islice
from typing import Final

from . import hands
from .actions import (
    ANNOUNCED,
    DISCARD,
    DRAW_STOCK,
    END_REPLY,
    PASS,
    SILENT,
    TAKE_DISCARD,
    TOUCH,
    Action,
    table_steps,
)
from .codes import BIT, JOKER
from .completion import may_follow
from .dealing import Layout, deal
from .knocking import reply_steps, show_actions
from .state import DRAW, LAYING_OFF, OFFER, OVER, PLAY, STOCK, Known, State
from .steps import (
    applied,
    apply_draw,
    begin_turn,
    settled,
    stock_faults,
    stock_is_spent,
    take_faults_at_draw,
    touch_faults,
)
from .turn import Game, Turn, discards

MODULUS: Final = 2**31 - 1
FACTOR: Final = 48271

Choice = tuple[Action, Turn | None]

_DRAW: Final[Choice] = (Action(DRAW_STOCK), None)
_TAKE: Final[Choice] = (Action(TAKE_DISCARD), None)
_TOUCH: Final[Choice] = (Action(TOUCH), None)
_PASS: Final[Choice] = (Action(PASS), None)
_END: Final[Choice] = (Action(END_REPLY), None)
_THROW: Final[list[Choice]] = [(Action(DISCARD, card, at=SILENT), None) for card in range(JOKER + 1)]
_ANNOUNCE: Final[list[Choice]] = [(Action(DISCARD, card, at=ANNOUNCED), None) for card in range(JOKER + 1)]


class Dice:
    """The numbers that random players choose by."""

    __slots__ = ("_x",)

    def __init__(self, seed: int) -> None:
        self._x: int = seed % (MODULUS - 1) + 1

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        x = self._x * FACTOR % MODULUS
        self._x = x
        return x * n >> 31


def play_out(game: Game, layout: Layout, seed: int, dice: Dice, breadth: int) -> State:
    """The end of a round in which each player chooses among the first `breadth` legal actions, all equally likely."""
    state = deal(game, layout, seed)
    plain = plays_plainly(game, state)
    while state.phase != OVER:
        if plain and state.phase == DRAW and state.discards:
            state = _plain_turns(game, state, dice)
            if state.phase == OVER:
                break
        found = list(islice(choices(game, state.known), breadth))
        action, after = found[dice.below(len(found))]
        state = applied(game, state, action, after)
    return state


def choices(game: Game, known: Known) -> Iterator[Choice]:
    """The legal actions in the order in which they are listed, with the turn after those at the table."""
    phase = known.phase
    turn = known.turn
    if phase == LAYING_OFF:
        if known.knocked is not None:
            yield from reply_steps(game, turn, known.knocked)
        yield _END
        return
    if phase in (DRAW, STOCK) and not stock_faults(game, known):
        yield _DRAW
    if phase in (DRAW, OFFER) and not take_faults_at_draw(game, known):
        yield _TAKE
    if phase == DRAW and not touch_faults(game, known):
        yield _TOUCH
    if phase == OFFER:
        yield _PASS
    if phase in (DRAW, STOCK, OFFER):
        return
    if phase == PLAY and game.knock is not None:
        for action in show_actions(game, turn):
            yield action, None
    elif phase == PLAY:
        for action, after in table_steps(game, turn):
            if may_follow(game, turn, after, known.memo):
                yield action, after
    announces = game.draw.announce_at > 0 and hands.size(turn.hand) - 1 == game.draw.announce_at
    for card in discards(game, turn):
        if announces:
            yield _ANNOUNCE[card]
        yield _THROW[card]


def plays_plainly(game: Game, state: State) -> bool:
    """Whether most turns of the round are a draw and a discard that nothing but chance decides."""
    draw = game.draw
    return (
        game.knock is not None
        and game.deadwood.tabled
        and game.planes == 1
        and game.turn.discard_use == 0
        and draw.first_discard
        and not (draw.no_discard_at or draw.no_twin or draw.touch or draw.announce_at)
        and JOKER not in state.stock
        and JOKER not in state.discards
        and not any(hand[-1] for hand in state.hands)
    )


def _plain_turns(game: Game, state: State, dice: Dice) -> State:
    """Turns of a draw and a discard, without the positions between them, until another choice is possible.

    What is possible is decided by the same facts as anywhere: a player whose deadwood is too much to knock, and who
    owes nothing for a discard taken, can only throw a card.
    """
    order = state.deal.order
    seats = [state.hands[seat] for seat in order]
    held = [list(hands.cards_of(hand)) for hand in seats]
    planes = [hand[0] for hand in seats]
    stock, at = state.stock, 0
    pile = bytearray(state.discards)
    number, cap = state.number, game.draw.turn_cap
    too_much = state.turn.limit + game.deadwood.dearest
    returns = game.turn.allow_return
    place = order.index(state.turn.player)
    taken = -1
    drawn = False
    while pile and at < len(stock) and not stock_is_spent(game, len(stock) - at):
        if cap and number >= cap:
            break
        taken = dice.below(2)
        card = pile[-1] if taken else stock[at]
        plane = planes[place] | BIT[card]
        if game.deadwood.least_of_plane(plane) <= too_much:
            drawn = True
            break
        cards = held[place]
        insort(cards, card)
        if not taken:
            at += 1
            thrown = cards.pop(dice.below(len(cards)))
        elif returns:
            pile.pop()
            thrown = cards.pop(dice.below(len(cards)))
        else:
            pile.pop()
            chosen = dice.below(len(cards) - 1)
            thrown = cards.pop(chosen + (cards[chosen] >= card))
        planes[place] = plane ^ BIT[thrown]
        pile.append(thrown)
        number += 1
        place = place + 1 if place + 1 < len(order) else 0
    return _resumed(
        game, state, order[place], planes, number, stock[at:], bytes(pile), taken if drawn else -1
    )


def _resumed(
    game: Game,
    state: State,
    player: int,
    planes: list[int],
    number: int,
    stock: bytes,
    pile: bytes,
    taken: int,
) -> State:
    """The position that plain turns have led to; with a draw in it (`taken` 1, or 0 from the stock) if one was made."""
    seat_hands = list(state.hands)
    for seat, plane in zip(state.deal.order, planes, strict=True):
        seat_hands[seat] = (plane, 0)
    held = tuple(seat_hands)
    old = state.turn
    turn = begin_turn(game, number, player, held, state.opened, state.deal, old.table, old.highest)
    before = State(DRAW, number, turn, held, state.opened, stock, pile, state.recycles, state.deal)
    if taken < 0:
        return settled(game, before)
    return apply_draw(game, before, _TAKE[0] if taken else _DRAW[0])
