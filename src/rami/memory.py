"""What a viewer remembers of a round: it follows from the events, not from the position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from rami._values import Value

from ._engine.positions import pack_of
from .cards import UNKNOWN, Card, Cards
from .errors import RamiError, Reason, Violation
from .events import CardsDealt, Event, HandShown, RoundScored, StockRecycled, TurnedShown, seen_by, standing
from .policies.variant import Variant
from .transfers import Place, transfers

__all__ = ["Memory"]


@attrs.frozen(kw_only=True)
class Memory(Value):
    """What a viewer remembers of a round, from the events as that viewer sees them.

    It is a function of those events alone, so a client can keep it as well as a server.  Tracked are the cards that
    everybody saw going into a hand and not out of it, and what is known of the stock once the discards have become a
    new one: which cards it may hold, or all of them in order where they were turned over and not shuffled.  What is
    not: what a move or a draw that was left says about a hand, and the draws before the last time that the discards
    became the stock.

    Parameters:
        viewer: the seat that remembers, or None for a spectator.
        holds: by seat, cards that are known to all to be in that hand: discards taken, wild cards recovered, and hands
            that were shown.
        pile: the discard pile, its top card last.
        recycled: cards out of the viewer's sight that lay in the discard pile when it became the stock: they are
            still there, or with those who have drawn since.
        in_hands: cards out of sight that were in hands then: they still are.
        anywhere: all other cards out of sight; before the discards first become the stock these are all.
        stock: the stock, its next card first, once the discards have been turned over; () before.
        draws: by seat, how many cards have been drawn since then and may be held still.
        face_down: the card that lies face down, if it is known.

    >>> from rami import variants
    >>> from rami.events import DiscardTaken
    >>> from rami.setup import RoundContext
    >>> dealt = CardsDealt(1, RoundContext(2), ("7♠ 8♠", "? ?"), "K♥")
    >>> memory = Memory.of(variants.GIN, 0, [dealt, DiscardTaken(1, Card("K♥"))])
    >>> memory.holds[1], len(memory.anywhere)
    (Cards('K♥'), 49)
    """

    viewer: int | None
    holds: tuple[Cards, ...]
    pile: tuple[Card, ...] = ()
    recycled: Cards = Cards()
    in_hands: Cards = Cards()
    anywhere: Cards = Cards()
    stock: tuple[Card, ...] = ()
    draws: tuple[int, ...] = ()
    face_down: Card | None = None

    @classmethod
    def of(cls, variant: Variant, viewer: int | None, events: Iterable[Event]) -> Memory:
        """What is remembered after these events, the last deal among them being the first that counts.

        Parameters:
            variant: the rules.
            viewer: the seat, or None for a spectator.
            events: what happened; cards that the viewer may not see are not looked at.

        Raises:
            RamiError: if no deal is among them.
        """
        dealt: CardsDealt | None = None
        since: list[Event] = []
        for event in standing(events):
            if isinstance(event, CardsDealt):
                dealt = event
                since = []
            else:
                since.append(event)
        if dealt is None:
            raise RamiError(Violation(Reason.NO_DEAL))
        shown = seen_by(dealt, viewer)
        assert isinstance(shown, CardsDealt)  # hiding cards does not change what an event is
        own = Cards() if viewer is None else shown.hands[viewer]
        pile = () if shown.upcard is None else (shown.upcard,)
        turned = () if shown.turned is None else (shown.turned,)
        seats = len(shown.hands)
        start = cls(
            viewer=viewer,
            holds=(Cards(),) * seats,
            pile=pile,
            anywhere=Cards.from_ids(pack_of(variant.for_round(seats))) - own - Cards((*pile, *turned)),
            draws=(0,) * seats,
        )
        return start.after(since)

    def after(self, events: Iterable[Event]) -> Memory:
        """What is remembered after more events of the same round.

        Parameters:
            events: what happened since; a move taken back among them must be one of them.

        Raises:
            RamiError: if they cannot have followed.
        """
        following = _Following(self)
        for event in standing(events):
            following.follow(seen_by(event, self.viewer))
        return following.memory()


class Memories:
    """What the players of one round remember, each brought up to date when it is asked for.

    Parameters:
        variant: the rules.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._last: dict[int | None, tuple[int, Memory]] = {}

    def of(self, viewer: int | None, events: Sequence[Event]) -> Memory:
        """The memory of a viewer after all events of the round; those given before are the first of them.

        Parameters:
            viewer: the seat, or None for a spectator.
            events: what has happened from the deal on.
        """
        known, memory = self._last.get(viewer, (0, None))
        if memory is None:
            memory = Memory.of(self._variant, viewer, events)
        elif known < len(events):
            memory = memory.after(events[known:])
        self._last[viewer] = len(events), memory
        return memory


class _Following:
    """A memory while events are followed."""

    def __init__(self, memory: Memory) -> None:
        self.viewer = memory.viewer
        self.holds = [bytearray(cards.ids) for cards in memory.holds]
        self.pile = list(memory.pile)
        self.recycled = bytearray(memory.recycled.ids)
        self.in_hands = bytearray(memory.in_hands.ids)
        self.anywhere = bytearray(memory.anywhere.ids)
        self.stock = list(memory.stock)
        self.draws = list(memory.draws)
        self.face_down = memory.face_down

    def memory(self) -> Memory:
        """Return the memory, to be kept."""
        return Memory(
            viewer=self.viewer,
            holds=tuple(map(Cards.from_ids, self.holds)),
            pile=tuple(self.pile),
            recycled=Cards.from_ids(self.recycled),
            in_hands=Cards.from_ids(self.in_hands),
            anywhere=Cards.from_ids(self.anywhere),
            stock=tuple(self.stock),
            draws=tuple(self.draws),
            face_down=self.face_down,
        )

    def follow(self, event: Event) -> None:
        """Take in what has happened."""
        try:
            match event:
                case StockRecycled():
                    self._recycled(event)
                case RoundScored():
                    for player, hand in enumerate(event.hands):
                        if UNKNOWN not in hand:
                            self._shown(player, hand)
                case TurnedShown():
                    if event.card.id not in self.holds[event.player]:
                        self._into_sight(event.player, event.card.id)
                        self.holds[event.player].append(event.card.id)
                case HandShown():
                    self._moved(event)
                    if event.discard is not None and event.discard.is_unknown and self.holds[event.player]:
                        # everything else that this hand was known to hold has been shown
                        left = Cards.from_ids(self.holds[event.player]) - event.deadwood
                        self.face_down = next(iter(left), None)
                    elif event.discard is not None and not event.discard.is_unknown:
                        self.face_down = event.discard
                    self._shown(event.player, event.deadwood)
                case _:
                    self._moved(event)
        except (ValueError, IndexError):
            raise RamiError(Violation(Reason.WRONG_STORY, None, {"event": type(event).__name__})) from None

    def _moved(self, event: Event) -> None:
        """Cards have moved."""
        for player, card, source, target in transfers(event):
            if source is Place.HAND and not card.is_unknown:
                self._out_of_hand(player, card.id)
            elif source is Place.STOCK:
                self._drawn(player, card)
            elif source is Place.DISCARDS:
                self.pile.pop()
            if target is Place.DISCARDS:
                self.pile.append(card)
            elif target is Place.HAND and source is not Place.STOCK:
                self.holds[player].append(card.id)

    def _drawn(self, player: int, card: Card) -> None:
        if self.stock:
            # everybody knows what lay on top
            self.holds[player].append(self.stock.pop(0).id)
        elif player != self.viewer:
            self.draws[player] += 1
        else:
            self._seen(card.id, in_stock=True, in_hand=False)

    def _shown(self, player: int, hand: Cards) -> None:
        """Everybody has seen the whole hand."""
        for card in hand - Cards.from_ids(self.holds[player]):
            self._into_sight(player, card.id)
        self.holds[player] = bytearray(hand.ids)

    def _recycled(self, event: StockRecycled) -> None:
        # the stock was empty, so that what was out of sight is in hands
        self.in_hands = self.in_hands + self.recycled + self.anywhere
        new = self.pile[: event.size]
        self.stock = [] if event.shuffled else new
        self.recycled = bytearray(card.id for card in new if event.shuffled)
        self.anywhere = bytearray()
        self.draws = [0] * len(self.draws)
        del self.pile[: event.size]

    def _out_of_hand(self, player: int, card: int) -> None:
        """A card has left a hand for everybody to see."""
        if card in self.holds[player]:
            self.holds[player].remove(card)
        else:
            self._into_sight(player, card)

    def _into_sight(self, player: int, card: int) -> None:
        """A card of a hand, not known to be there, has been seen by everybody."""
        if player != self.viewer and self._seen(card, self.draws[player] > 0, in_hand=True):
            self.draws[player] -= 1

    def _seen(self, card: int, in_stock: bool, in_hand: bool) -> bool:
        """A card has come into sight; whether it was surely one of those that had become the stock.

        Where copies of it may have come from several places, what is left of them may be anywhere.
        """
        old = self.recycled.count(card)
        held = self.in_hands.count(card)
        free = self.anywhere.count(card)
        from_stock = in_stock and old > 0
        from_hand = in_hand and held > 0
        if not (from_stock or from_hand or free):
            raise ValueError(card)
        if from_stock:
            self.recycled.remove(card)
        if from_hand:
            self.in_hands.remove(card)
        if free and not (from_stock or from_hand):
            self.anywhere.remove(card)
        elif from_stock and from_hand:
            self.anywhere.append(card)
        return from_stock and not from_hand and not free
