"""What each player could have seen of a round: kept up to date step by step, beside the position."""

from __future__ import annotations

from typing import Final, final

from ..cards import hands
from ..cards.codes import UNKNOWN
from ..cards.hands import FACE, Hand
from ..melds.meld import Code
from ..turns.actions import Action
from ..turns.effects import (
    BOUGHT,
    DISCARD_TAKEN,
    DISCARDED,
    LAID,
    LAID_OFF,
    PENALTY,
    RECOVERED,
    RECYCLED,
    SHOWN,
    STOCK_DRAWN,
    TURNED_SHOWN,
    Effects,
)
from ..turns.turn import Game, Turn
from .state import State


@final
class Watch:
    """What has been seen since the deal.

    By seat: `held` has the cards that everybody knows to be in that hand, `unseen` those of which this seat does not
    know where they are, and since the discards last became the stock, `thrown` and `took` have the faces that the seat
    has put on the discard pile and taken from it, as masks.  `piled` are the cards of the pile that lie face up.
    """

    def __init__(self, game: Game, state: State, pack: bytes) -> None:
        seats = len(state.hands)
        planes = game.planes
        nothing = hands.empty(planes)
        self._pile: bytes = state.discards
        self._turned_over: bool = False
        self._seats: Final = seats
        self._planes: Final = planes
        self.held: list[Hand] = [nothing] * seats
        self.thrown: list[int] = [0] * seats
        self.took: list[int] = [0] * seats
        # a player's own account of a round has the card that lies face down as an unknown one
        seen = state.discards.replace(hands.ALONE[UNKNOWN], b"")
        self.piled: Hand = hands.of_cards(seen, planes)
        if state.deal.turned >= 0:
            seen += hands.ALONE[state.deal.turned]
        whole = hands.remove_all(hands.of_cards(pack, planes), seen)
        assert whole is not None  # they are cards of the pack
        self.unseen: list[Hand] = []
        for hand in state.hands:
            rest = hands.remove_all(whole, hands.cards_of(hand))
            assert rest is not None  # so are these
            self.unseen.append(rest)

    def follow(self, turn: Turn, action: Action, effects: Effects) -> None:
        """Take in what an action in a turn has changed."""
        for effect in effects:
            kind = effect.kind
            player, cards = effect.player, effect.cards
            if kind == DISCARDED:
                self._throw(player, cards[0])
            elif kind in (STOCK_DRAWN, PENALTY):
                for card in cards:
                    self._draw(player, card)
            elif kind == DISCARD_TAKEN:
                for card in cards:
                    self._take(player, card)
                self._cut(len(self._pile) - len(cards))
            elif kind == BOUGHT:
                self._take(player, cards[0])
                self._cut(len(self._pile) - 1)
                for card in cards[1:]:
                    self._draw(player, card)
            elif kind == RECYCLED:
                self._recycle(effect.number, effect.flag)
            elif kind == LAID:
                self._lay(turn, action)
            elif kind == LAID_OFF:
                self._leave(player, cards[0])
            elif kind == RECOVERED:
                self._leave(player, cards[0])
                self.held[player] = hands.add(self.held[player], cards[1])
                for card in cards[2:]:
                    self._leave(player, card)
            elif kind == TURNED_SHOWN:
                if not hands.count(self.held[player], cards[0]):
                    self._sight(player, cards[0])
                    self.held[player] = hands.add(self.held[player], cards[0])
            elif kind == SHOWN:
                for _, owner, code in effect.melds:
                    if owner == player:
                        self._leave_all(player, code)
                left = hands.of_cards(cards[effect.at :], self._planes)
                for card in cards[effect.at :]:
                    if hands.count(self.held[player], card):
                        self.held[player] = hands.remove(self.held[player], card)
                    else:
                        self._sight(player, card)
                self.held[player] = left
                if effect.at:
                    self._pile += hands.ALONE[UNKNOWN]

    def _cut(self, size: int) -> None:
        self._pile = self._pile[:size]

    def _throw(self, player: int, card: int) -> None:
        self._leave(player, card)
        self._pile += hands.ALONE[card]
        self.piled = hands.add(self.piled, card)
        self.thrown[player] |= FACE[card]

    def _take(self, player: int, card: int) -> None:
        self.piled = hands.remove(self.piled, card)
        self.held[player] = hands.add(self.held[player], card)
        self.took[player] |= FACE[card]

    def _draw(self, player: int, card: int) -> None:
        if self._turned_over:
            # everybody knows what lay on top
            self.held[player] = hands.add(self.held[player], card)
        else:
            self.unseen[player] = hands.remove(self.unseen[player], card)

    def _leave(self, player: int, card: int) -> None:
        """A card has left a hand for everybody to see."""
        held = self.held[player]
        if (held[0] or held[-1]) and hands.count(held, card):
            self.held[player] = hands.remove(held, card)
        else:
            self._sight(player, card)

    def _leave_all(self, player: int, code: Code) -> None:
        for card in code[1:]:
            self._leave(player, card)

    def _sight(self, player: int, card: int) -> None:
        """A card of a hand, not known to be there, has been seen by everybody."""
        unseen = self.unseen
        for seat in range(self._seats):
            if seat != player:
                unseen[seat] = hands.remove(unseen[seat], card)

    def _lay(self, turn: Turn, action: Action) -> None:
        cards = [card for code in action.melds for card in code[1:]]
        for leaving in action.leaving:
            for place, index in leaving:
                cards.remove(turn.table[place][2][index + 1])
        for card in cards:
            self._leave(turn.player, card)

    def _recycle(self, cut: int, turned_over: bool) -> None:
        gone = self._pile[:cut]
        self._pile = self._pile[cut:]
        self.piled = hands.of_cards(self._pile, self._planes)
        self._turned_over = turned_over
        self.thrown = [0] * self._seats
        self.took = [0] * self._seats
        if turned_over:
            return
        for card in gone:
            for seat in range(self._seats):
                self.unseen[seat] = hands.add(self.unseen[seat], card)
