"""A possible history of a round, from a player's view: the deal, and the cards drawn unseen.

`Round.sampled` supposes where the hidden cards are now; a history also needs to know how they got there. Going back
from the end, each hidden card of a hand was either dealt or came with one of the draws that the viewer did not see;
chance picks one of these.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Card
from rami.rounds.effects import Place
from rami.rounds.events import CardsDealt, Event, StockRecycled, seen_by
from rami.rounds.round import Round
from rami.rounds.transfers import transfers


@attrs.frozen
class World(Value):
    """The cards that chance has dealt and drawn.

    Parameters:
        hands: the cards dealt to each seat.
        drawn: the cards drawn from the stock, in order.
    """

    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[Card, ...]


@attrs.define
class _Draw:
    """A draw from the stock, with the known facts: the card, known cards of that hand, the stock."""

    card: Card
    known: Counter[Card]
    stock: Counter[Card] | None


def supposed(
    events: Iterable[Event], guess: Round, viewer: int, sampler: Callable[[], float]
) -> World | None:
    """Return cards for the whole course of a round; None if the supposed draws are impossible.

    A card that a player holds unseen or has put down was dealt or drawn earlier, with equal chances for each possible
    time.

    Parameters:
        events: the events since the deal; cards that the viewer does not see are ignored.
        guess: the position where it ended, as `Round.sampled` gives it to the viewer.
        viewer: the seat.
        sampler: a function that returns numbers from 0 up to, but not including, 1.
    """
    seen = [seen_by(event, viewer) for event in events]
    draws = _draws(seen)
    hands = [Counter(hand) for hand in guess.hands]
    drawn: list[Card] = []
    for event in reversed(seen):
        for each in reversed(transfers(event)):
            hand = hands[each.player]
            # Going back in time, a card that left the hand is in it again.
            if each.target is not Place.HAND:
                hand[each.card if each.card is not UNKNOWN else guess.discards[-1]] += 1
                continue
            card: Card | None = each.card
            if each.source is Place.STOCK:
                card = _chosen(draws.pop(), hand, sampler)
                if card is not None:
                    drawn.append(card)
            # The draws supposed later need this card elsewhere, so this course of play is impossible.
            if card is None or not hand[card]:
                return None
            hand[card] -= 1
    return World(tuple(tuple(sorted(hand.elements())) for hand in hands), tuple(reversed(drawn)))


def _chosen(draw: _Draw, hand: Counter[Card], sampler: Callable[[], float]) -> Card | None:
    """Return a card that a draw may have brought into a hand; None if there is none."""
    if draw.card is not UNKNOWN:
        return draw.card
    # Cards known to be in the hand before the draw did not come with it.
    may_be = hand - draw.known
    if draw.stock is not None:
        may_be &= draw.stock
    cards = sorted(may_be.elements())
    if not cards:
        return None
    # Copies count one by one: with two 7♠ among three cards, a 7♠ came with two chances in three.
    card = cards[int(sampler() * len(cards))]
    if draw.stock is not None:
        draw.stock[card] -= 1
    return card


def _draws(seen: Sequence[Event]) -> list[_Draw]:
    """List the draws from the stock with the facts known at the time."""
    out: list[_Draw] = []
    pile: list[Card] = []
    known: list[Counter[Card]] = []
    stock: Counter[Card] | None = None
    in_order: deque[Card] = deque()
    for event in seen:
        if isinstance(event, CardsDealt):
            known = [Counter() for _ in event.hands]
            pile = [] if event.upcard is None else [event.upcard]
        elif isinstance(event, StockRecycled):
            # From here on the stock consists of the former discards, which all players have seen.
            stock, in_order = (
                Counter(pile[: event.size]),
                deque() if event.shuffled else deque(pile[: event.size]),
            )
            del pile[: event.size]
        for player, card, source, target in transfers(event):
            if source is Place.DISCARDS:
                pile.pop()
            if target is Place.DISCARDS:
                pile.append(card)
            if source is Place.STOCK:
                # Discards that were turned over unshuffled come back in an order that all players have seen
                # (BAS-STOCK-02).
                card = in_order.popleft() if in_order else card
                out.append(_Draw(card, Counter(known[player]), stock))
                if card is not UNKNOWN and stock is not None:
                    stock[card] -= 1
            if target is Place.HAND and card is not UNKNOWN:
                known[player][card] += 1
            elif source is Place.HAND and known[player][card]:
                known[player][card] -= 1
    return out
