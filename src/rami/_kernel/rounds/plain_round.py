"""Simulate plain turns, each a random draw and a random discard, until a hand can be shown.

This module is for simulations of gin. A player with too much deadwood to knock can only draw and discard, so
a turn takes two random numbers and a few bit operations: with 7♣ 7♦ K♠ in hand, the number 2 discards the
third card, the K♠. The positions between such turns are never built. `position` builds the position in which
a hand may be shown, and the ordinary functions continue from there. `plain_position` is for rounds in which users see
every position.
"""

from __future__ import annotations

from typing import Final, final

from .._rt import i64
from ..arranging.plain_melds import count_shows
from ..cards import hands
from ..cards.codes import JOKER, NATURALS, card_of
from ..cards.shuffle import Dice, shuffled_list
from ..turns.knocking import show_actions
from ..turns.turn import NO_CARD, Game
from .dealing import Layout, deal_of
from .draws import apply_draw, begin_turn
from .listing import DRAW_CODE, PLAIN, TAKE_CODE
from .state import DRAW, OFFER, STOCK, Deal, Known, State
from .steps import applied, settled

# The values of `PlainRound.drawn`: no draw yet, or a discard taken; 0 is a draw from the stock.
NOT_DRAWN: Final = -1
TAKEN: Final = 1


def plays_plainly(game: Game, state: State, breadth: int = NATURALS) -> bool:
    """Return whether most turns of the round are plain: a random draw and a random discard."""
    return (
        has_plain_turns(game)
        and len(state.deal.order) == len(state.hands) == 2
        and JOKER not in state.stock
        and JOKER not in state.discards
        and not any(hand[-1] or hands.size(hand) >= breadth for hand in state.hands)
    )


def is_dealt_plainly(game: Game, layout: Layout, breadth: int) -> bool:
    """Return whether every round with this deal is plain and begins with a draw or an offer."""
    return (
        has_plain_turns(game)
        and layout.seats == len(layout.order) == 2
        and JOKER not in layout.pack
        and layout.hand_size < breadth
        and not layout.extra
        and layout.upcard
        and not layout.turned
        and layout.phase in (DRAW, OFFER)
    )


def has_plain_turns(game: Game) -> bool:
    """Return whether the rules leave most turns only two choices: where to draw and what to discard."""
    draw = game.draw
    return (
        game.knock is not None
        and not game.knock.declared
        and game.closer is None
        and game.deadwood.tabled
        and game.planes == 1
        and game.turn.discard_use == 0
        and draw.first_round_discard
        and not (
            draw.no_discard_at_one
            or draw.no_twin_pickup
            or draw.touch
            or draw.announce_at
            or draw.turned_show
        )
    )


@final
class PlainRound:
    """A plain round before a draw; `hand` belongs to the player to act, `other` to the next player.

    The stock is the rest of `deck` from index `at` on. `top` is the top discard, and `pile` the discards
    beneath it. If the player has chosen to show the hand, `drawn` says where the extra card came from, and `showing` is
    the index of the move among the actions that show the hand.
    """

    def __init__(self, game: Game, deal: Deal, limit: int) -> None:
        self._game: Final = game
        self._deal: Final = deal
        self._limit: i64 = limit
        # mypyc shifts a literal as a C int.
        self._one: i64 = 1
        self.phase: i64 = DRAW
        self.number: i64 = 0
        self.player: i64 = 0
        self.hand: i64 = 0
        self.other: i64 = 0
        self.size: i64 = 0
        self.other_size: i64 = 0
        self.deck: list[int] = []
        self.at: i64 = 0
        self.top: i64 = NO_CARD
        self.pile: list[int] = []
        self.recycles: int = 0
        self.drawn: i64 = NOT_DRAWN
        self.showing: i64 = 0

    def hand_out(self, count: i64, leads: bool) -> None:
        """Deal `count` cards one by one; the player to act gets the first card if `leads` is True."""
        one, deck = self._one, self.deck
        hand: i64 = 0
        other: i64 = 0
        for place in range(count):
            card: i64 = deck[place]
            hand, other = other, hand | one << card
        self.hand, self.other = (hand, other) if leads else (other, hand)
        self.at = count

    def turns(self, dice: Dice, breadth: i64) -> None:
        """Play until a turn is no longer plain, or until a player chooses to show the hand after a draw."""
        game = self._game
        knock = game.knock
        assert knock is not None  # rounds with melds on the table are not plain
        deadwood, limit = game.deadwood, self._limit
        too_much: i64 = limit + deadwood.highest_value
        cap: i64 = game.draw.turn_cap
        returns = game.turn.allow_return_discard
        one, deck, pile = self._one, self.deck, self.pile
        # The round continues as long as the stock has more cards than this.
        spent: i64 = max(0, knock.void_at)
        last = len(deck) - spent
        order = self._deal.order
        dealer: i64 = order[1]
        both: i64 = order[0] + order[1]
        phase, number, player = self.phase, self.number, self.player
        hand, other, size, other_size = self.hand, self.other, self.size, self.other_size
        at, top = self.at, self.top
        drawn: i64 = NOT_DRAWN
        while at < last and top >= 0 and not (cap and number >= cap):
            if phase == DRAW:
                # Numbers mean moves in listed order, so this loop makes the same choices as
                # `random_choice`.
                drawn = dice.below(2)
            elif phase == STOCK:
                # There is no choice here, but `random_choice` uses up a number all the same.
                drawn = dice.below(1)
            elif dice.below(2) == 0:
                drawn = TAKEN
            else:
                # The offer is declined.
                if player == dealer or not game.draw.offers_both:
                    phase = DRAW if game.draw.offers_again else STOCK
                if game.draw.offers_both:
                    hand, other, size, other_size = other, hand, other_size, size
                    player = both - player
                    number += 1
                continue
            card: i64 = top if drawn else deck[at]
            bit = one << card
            plane = hand | bit
            # In some games a card just taken must not be discarded.
            barred: i64 = bit if drawn and not returns else 0
            choices = size if barred else size + 1
            # The discard removes at most one card of the highest value, so a hand above this bound cannot be
            # shown.
            if deadwood.exceeds(plane, too_much):
                lower = dice.below(choices)
            else:
                shows = count_shows(deadwood, plane, limit, barred, knock.big_gin)
                lower = dice.below(min(breadth, shows + choices)) - shows
                if lower < 0:
                    self.showing = lower + shows
                    break
            rest = plane ^ barred
            while lower:
                rest &= rest - 1
                lower -= 1
            bit = rest & -rest
            if not drawn:
                at += 1
                # The old top discard was not taken, so the new discard covers it.
                pile.append(top)
            top = card_of(bit)
            hand, other, size, other_size = other, plane ^ bit, other_size, size
            player = both - player
            number += 1
            phase = DRAW
            drawn = NOT_DRAWN
        self.phase, self.number, self.player = phase, number, player
        self.hand, self.other, self.size, self.other_size = hand, other, size, other_size
        self.at, self.top, self.drawn = at, top, drawn

    def is_void(self) -> bool:
        """Return whether the round has to end here without a winner."""
        game = self._game
        knock, cap = game.knock, game.draw.turn_cap
        if cap and self.number >= cap:
            return True
        if self.drawn != NOT_DRAWN or knock is None or knock.fiftieth_card:
            return False
        return len(self.deck) - self.at <= knock.void_at

    def position(self) -> State:
        """Return the full position; if the player has chosen to show the hand, the position after that."""
        game, deal, number, player = self._game, self._deal, self.number, self.player
        held = [(0, 0), (0, 0)]
        held[player] = (self.hand, 0)
        held[deal.next_after(player)] = (self.other, 0)
        opened = (False,) * len(held)
        turn = begin_turn(game, deal, number, player, held[player], opened)
        discards = bytes(self.pile)
        if self.top >= 0:
            discards += hands.ALONE[self.top]
        stock = bytes(self.deck[self.at :])
        known = Known(self.phase, number, turn, discards, len(stock), self.recycles)
        before = State(known, tuple(held), opened, stock, deal)
        if self.drawn == NOT_DRAWN:
            return settled(game, before)
        after = apply_draw(game, before, PLAIN[TAKE_CODE if self.drawn else DRAW_CODE])
        return applied(game, after, show_actions(game, after.turn, after.known.discards)[self.showing], None)


def dealt(game: Game, layout: Layout, seed: int) -> PlainRound:
    """Deal the round from the pack shuffled with this seed."""
    deck = shuffled_list(layout.pack, seed, 0)
    at = 2 * layout.hand_size
    deal = deal_of(layout, deck[at], seed)
    assert game.knock is not None  # rounds with melds on the table are not plain
    started = PlainRound(game, deal, game.knock.limit_for(deal.upcard))
    started.deck = deck
    started.hand_out(at, layout.starter == layout.order[0])
    started.size = started.other_size = layout.hand_size
    started.phase = layout.phase
    started.player = layout.starter
    started.top = deck[at]
    started.at += 1
    return started


def resumed(game: Game, state: State) -> PlainRound:
    """Return a plain round that continues from a full position."""
    player = state.turn.player
    other = state.deal.next_after(player)
    held = state.hands
    left = PlainRound(game, state.deal, state.turn.terms.limit)
    left.hand, left.other = held[player][0], held[other][0]
    left.size, left.other_size = hands.size(held[player]), hands.size(held[other])
    left.phase, left.number, left.player = state.phase, state.number, player
    left.deck, left.recycles = list(state.stock), state.known.recycles
    discards = state.known.discards
    if discards:
        left.top = discards[-1]
        left.pile = list(discards[:-1])
    return left
