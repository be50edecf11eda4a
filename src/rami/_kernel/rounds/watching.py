"""Keep track of the cards that each viewer of a round knows, as cards move.

`Watch` contains the facts that everybody has seen, such as the discards that each player took and is known to hold.
`Sight` contains the cards hidden from one viewer. If player 1 takes 7♣ from the pile, it is added to `held[1]`, and no
sight changes. If player 1 then draws from the stock, nobody else learns anything. If player 1 discards 7♣, it is
removed from `held[1]`. If player 1 discards a K♠ that nobody knew of, it is removed from `unseen` of every other
viewer.

When the pile is recycled, viewers learn more: from then on, its cards are in the stock or with players who have drawn
since.
"""

from __future__ import annotations

from typing import Final, final

from ..cards import hands
from ..cards.codes import UNKNOWN
from ..cards.hands import ALONE, FACE, Hand
from ..turns.actions import Action
from ..turns.effects import (
    BOUGHT,
    DISCARD_TAKEN,
    DISCARDED,
    LAID,
    LAID_OFF,
    PENALTY,
    REARRANGED,
    RECOVERED,
    RECYCLED,
    SHOWN,
    STOCK_DRAWN,
    TURN_BEGUN,
    TURNED_SHOWN,
    Effects,
)
from ..turns.turn import NO_CARD, Game, Turn
from .state import NOBODY, State

# The viewer without a seat.
SPECTATOR: Final = -1


@final
class Sight:
    """The cards hidden from one viewer, and the viewer's knowledge about their places.

    `unseen` contains all cards whose place the viewer does not know. Two pools of these date from the last recycling of
    the discards: `recycled` contains cards that went into the stock, and are still there or with players who have drawn
    since; `in_hands` contains cards that were in hands, and still are. All other unseen cards may be anywhere. `draws`
    counts, for each seat, the cards drawn since then that may still be held. `sorted` is set if a pool is not empty.
    `face_down` is the face-down discard, if the viewer knows it.
    """

    def __init__(
        self,
        viewer: int,
        unseen: Hand,
        recycled: Hand,
        in_hands: Hand,
        draws: list[int],
        face_down: int = NO_CARD,
    ) -> None:
        self.viewer: Final = viewer
        self.unseen: Hand = unseen
        self.recycled: Hand = recycled
        self.in_hands: Hand = in_hands
        self.draws: Final = draws
        self.face_down: int = face_down
        self.sorted: bool = self._sorts()

    def _sorts(self) -> bool:
        return not (hands.holds_none(self.recycled) and hands.holds_none(self.in_hands))

    def recycle(self, gone: Hand, shuffled: bool) -> None:
        """Record that the discards became the stock. The stock was empty, so all other unseen cards are in hands."""
        self.in_hands = self.unseen
        nothing = hands.empty(len(gone) - 1)
        # Everybody knows the order of a stock that was not shuffled, so its cards are not hidden.
        self.recycled = gone if shuffled else nothing
        for card in hands.cards_of(self.recycled):
            self.unseen = hands.add(self.unseen, card)
        for seat in range(len(self.draws)):
            self.draws[seat] = 0
        self.sorted = self._sorts()

    def see(self, card: int, in_stock: bool, in_hand: bool) -> bool:
        """Record that a card became visible; return True if it certainly came from the recycled stock.

        If the card may have come from several places, its remaining copies may be anywhere.
        """
        before = self.unseen
        self.unseen = hands.remove(before, card)
        if not self.sorted:
            return False
        old, held = hands.count(self.recycled, card), hands.count(self.in_hands, card)
        free = hands.count(before, card) - old - held
        from_stock = in_stock and old > 0
        from_hand = in_hand and held > 0
        # No place is left from which the card could have come, so the events contradict one another.
        if not (from_stock or from_hand or free > 0):
            raise ValueError(card)
        if from_stock:
            self.recycled = hands.remove(self.recycled, card)
        if from_hand:
            self.in_hands = hands.remove(self.in_hands, card)
        self.sorted = self._sorts()
        return from_stock and not from_hand and free == 0


@final
class Watch:
    """The facts that everybody has seen since the deal, and the cards hidden from each viewer.

    Three lists are indexed by seat. `held` contains the cards that all players know to be in the hand. `discarded`
    and `picked_up` are masks of the faces that the seat has discarded and picked up since the discards were
    last recycled. `pile` is the discard pile, and `piled` its face-up cards as a hand. `stock` is the stock
    if its order is known. `hides` is the seat whose top discard is face down.
    """

    def __init__(
        self,
        held: list[Hand],
        pile: bytes,
        stock: bytes,
        discarded: list[int],
        picked_up: list[int],
        sights: list[Sight],
        hides: int = NOBODY,
    ) -> None:
        self._planes: Final = len(held[0]) - 1
        self.held: Final = held
        self.pile: bytes = pile
        self.stock: bytes = stock
        self.discarded: Final = discarded
        self.picked_up: Final = picked_up
        self.sights: Final = sights
        self.hides: int = hides
        self.piled: Hand = self._face_up(pile)

    def follow(self, turn: Turn, action: Action, effects: Effects) -> None:
        """Record the effects of an action in a turn."""
        for effect in effects:
            kind = effect.kind
            player, cards = effect.player, effect.cards
            if kind == TURN_BEGUN:
                continue
            if kind == DISCARDED:
                self.discard(player, cards[0])
            elif kind in (STOCK_DRAWN, PENALTY):
                for card in cards:
                    self.draw(player, card)
            elif kind == DISCARD_TAKEN:
                for card in cards:
                    self.take(player, card)
            elif kind == BOUGHT:
                self.take(player, cards[0])
                # The first card is the discard, and the others are the price, drawn from the stock
                # (LIV-BUY-04).
                for card in cards[1:]:
                    self.draw(player, card)
            elif kind == RECYCLED:
                self.recycle(effect.number, not effect.flag)
            elif kind == LAID:
                self._lay(turn, action)
            elif kind == LAID_OFF:
                self.leave(player, cards[0])
            elif kind == REARRANGED:
                for card in cards:
                    self.leave(player, card)
            elif kind == RECOVERED:
                self.leave(player, cards[0])
                self.gain(player, cards[1])
                for card in cards[2:]:
                    self.leave(player, card)
            elif kind == TURNED_SHOWN:
                self.point_out(player, cards[0])
            elif kind == SHOWN:
                for _, owner, code in effect.melds:
                    if owner == player:
                        for card in code[1:]:
                            self.leave(player, card)
                self.show(player, cards[effect.at :], cards[0] if effect.at else NO_CARD)

    def discard(self, player: int, card: int) -> None:
        """Move a discard from a hand to the pile."""
        self.leave(player, card)
        self.pile += ALONE[card]
        self.piled = hands.add(self.piled, card)
        self.discarded[player] |= FACE[card]

    def take(self, player: int, card: int) -> None:
        """Move the top discard from the pile to a hand; several discards are taken one by one."""
        self.pile = self.pile[:-1]
        self.piled = hands.remove(self.piled, card)
        self.gain(player, card)
        self.picked_up[player] |= FACE[card]

    def gain(self, player: int, card: int) -> None:
        """Add a card to a hand in full view."""
        self.held[player] = hands.add(self.held[player], card)

    def draw(self, player: int, card: int) -> None:
        """Record a draw from the stock; everybody knows the card if the order of the stock is known."""
        # A pile that was turned over without a shuffle is a stock whose order everybody knows.
        if self.stock:
            self.gain(player, self.stock[0])
            self.stock = self.stock[1:]
            return
        for sight in self.sights:
            if sight.viewer == player:
                sight.see(card, True, False)
            elif sight.sorted:
                sight.draws[player] += 1

    def leave(self, player: int, card: int) -> None:
        """Remove a card from a hand in full view."""
        held = self.held[player]
        # Few hands have known cards, so check that first.
        if (held[0] or held[-1]) and hands.count(held, card):
            self.held[player] = hands.remove(held, card)
            return
        for sight in self.sights:
            if sight.viewer != player and sight.see(card, sight.draws[player] > 0, True):
                sight.draws[player] -= 1

    def point_out(self, player: int, card: int) -> None:
        """Record that everybody now knows a card of a hand."""
        if not hands.count(self.held[player], card):
            self.leave(player, card)
            self.gain(player, card)

    def show(self, player: int, cards: bytes, discarded: int = NO_CARD) -> None:
        """Show the rest of a hand to everybody; a card discarded face down may be among its known cards."""
        for card in cards:
            self.leave(player, card)
        if discarded != NO_CARD:
            self.pile += ALONE[UNKNOWN]
            self.hides = player
            # All other known cards of this hand have been shown, so if a known card is left, it is the face-down
            # discard.
            left = hands.cards_of(self.held[player])
            known = left[0] if left else NO_CARD
            for sight in self.sights:
                sight.face_down = discarded if sight.viewer == player else known
        self.held[player] = hands.of_cards(cards, self._planes)

    def recycle(self, size: int, shuffled: bool) -> None:
        """Turn the lowest `size` discards into the stock."""
        gone = self.pile[:size]
        self.pile = self.pile[size:]
        self.piled = self._face_up(self.pile)
        self.stock = b"" if shuffled else gone
        for seat in range(len(self.held)):
            self.discarded[seat] = self.picked_up[seat] = 0
        for sight in self.sights:
            sight.recycle(self._face_up(gone), shuffled)

    def _face_up(self, pile: bytes) -> Hand:
        return hands.of_cards(pile.replace(ALONE[UNKNOWN], b""), self._planes)

    def _lay(self, turn: Turn, action: Action) -> None:
        cards = [card for code in action.melds for card in code[1:]]
        for leaving in action.leaving:
            for place, index in leaving:
                cards.remove(turn.table[place][2][index + 1])
        for card in cards:
            self.leave(turn.player, card)


def watched(game: Game, state: State, pack: bytes) -> Watch:
    """Return the watch of a position without a history; every seat is a viewer."""
    seats, nothing = len(state.hands), hands.empty(game.planes)
    seen = state.discards
    if state.deal.turned >= 0:
        seen += ALONE[state.deal.turned]
    whole = hands.of_cards(pack, game.planes)
    sights: list[Sight] = []
    for seat, hand in enumerate(state.hands):
        unseen = hands.remove_all(whole, seen + hands.cards_of(hand))
        assert unseen is not None  # they are cards of the pack
        sights.append(Sight(seat, unseen, nothing, nothing, [0] * seats))
    return Watch([nothing] * seats, state.discards, b"", [0] * seats, [0] * seats, sights)
