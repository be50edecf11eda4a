"""Possible deals of a round, given a player's view: the hands that were dealt and the cards that were drawn.

`Round.sampled` chooses where the hidden cards are now. A deal must also explain how they got there: each hidden card
of a hand was either dealt, or drawn unseen by the viewer. So the events are read backwards, and the card of each unseen
draw is chosen at random.
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
class PossibleDeal(Value):
    """The cards that were dealt, and the cards that were drawn from the stock.

    Parameters:
        hands: the cards dealt to each seat.
        drawn: the cards drawn from the stock, in order.
    """

    hands: tuple[tuple[Card, ...], ...]
    drawn: tuple[Card, ...]


@attrs.define
class _Draw:
    """A draw from the stock, with what the viewer knew before it.

    `known` contains the cards that the viewer knew to be in the hand. `stock` contains the cards of the stock; it is
    None before the discards first became the stock.
    """

    card: Card
    known: Counter[Card]
    stock: Counter[Card] | None


def possible_deal(
    events: Iterable[Event], guess: Round, viewer: int, sampler: Callable[[], float]
) -> PossibleDeal | None:
    """Return possible hands and draws for the whole round, or None if the random choices lead to a contradiction.

    If the viewer did not see how a card came into a hand, the card was either dealt or drawn in an earlier turn. For
    each draw, the function chooses one of the cards that could have been drawn, each with the same probability.

    Parameters:
        events: the events since the deal; cards that the viewer does not see are ignored.
        guess: a possible current position, which `Round.sampled` returned for the viewer.
        viewer: the seat of the viewer.
        sampler: a function that returns numbers from 0 up to, but not including, 1.
    """
    seen = [seen_by(event, viewer) for event in events]
    draws = _draws(seen)
    hands = [Counter(hand) for hand in guess.hands]
    drawn: list[Card] = []
    for event in reversed(seen):
        for each in reversed(transfers(event)):
            hand = hands[each.player]
            # Undo the events from the last to the first, so that a card that left the hand returns to it.
            if each.target is not Place.HAND:
                hand[each.card if each.card is not UNKNOWN else guess.discards[-1]] += 1
                continue
            card: Card | None = each.card
            if each.source is Place.STOCK:
                card = _chosen(draws.pop(), hand, sampler)
                if card is not None:
                    drawn.append(card)
            # A later draw has already used up this card, so no deal explains these events.
            if card is None or not hand[card]:
                return None
            hand[card] -= 1
    return PossibleDeal(tuple(tuple(sorted(hand.elements())) for hand in hands), tuple(reversed(drawn)))


def _chosen(draw: _Draw, hand: Counter[Card], sampler: Callable[[], float]) -> Card | None:
    """Return a random card that may have been drawn into a hand; None if no card is possible."""
    if draw.card is not UNKNOWN:
        return draw.card
    # A card known to be in the hand before the draw cannot be the card that was drawn.
    may_be = hand - draw.known
    if draw.stock is not None:
        may_be &= draw.stock
    cards = sorted(may_be.elements())
    if not cards:
        return None
    # Each copy is equally likely: with two 7♠ among three cards, the probability of a 7♠ is two thirds.
    card = cards[int(sampler() * len(cards))]
    if draw.stock is not None:
        draw.stock[card] -= 1
    return card


def _draws(seen: Sequence[Event]) -> list[_Draw]:
    """List the draws from the stock, each with what the viewer knew about the hand and the stock at that time."""
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
            # From this event on, the stock consists of former discards, which all players have seen.
            renewed, pile = pile[: event.size], pile[event.size :]
            stock, in_order = Counter(renewed), deque(() if event.shuffled else renewed)
        for player, card, source, target in transfers(event):
            if source is Place.DISCARDS:
                pile.pop()
            if target is Place.DISCARDS:
                pile.append(card)
            if source is Place.STOCK:
                # BAS-STOCK-02: all players know the order of discards that were turned over without a shuffle.
                card = in_order.popleft() if in_order else card
                out.append(_Draw(card, Counter(known[player]), stock))
                if card is not UNKNOWN and stock is not None:
                    stock[card] -= 1
            if target is Place.HAND and card is not UNKNOWN:
                known[player][card] += 1
            elif source is Place.HAND and known[player][card]:
                known[player][card] -= 1
    return out
