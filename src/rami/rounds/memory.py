"""Memories: what a viewer remembers of the events of a round, beyond the position.

A position shows where every visible card is now. A player who has watched the round knows more: which discards went
into which hand, and which cards a new stock can hold. A `Memory` holds that knowledge. In the kernel, a `Watch` follows
the events and keeps what everybody knows, and a `Sight` adds what only one viewer knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from rami._base.values import Value
from rami._kernel.cards import hands
from rami._kernel.cards.hands import ALONE, Hand
from rami._kernel.rounds.state import NOBODY
from rami._kernel.rounds.watching import SPECTATOR, Sight, Watch
from rami._kernel.turns.turn import NO_CARD
from rami.cards import UNKNOWN, Card, Cards
from rami.cards.faces import cards_of
from rami.cards.multisets import cards_of_sorted
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import integer
from rami.policies.declaring.values import MOST_PACKS
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds._engine.rules import Rules
from rami.rounds.effects import Place
from rami.rounds.events import CardsDealt, Event, HandShown, RoundScored, StockRecycled, TurnedShown, seen_by
from rami.rounds.takebacks import not_taken_back, wrong_story
from rami.rounds.transfers import transfers

__all__ = ["Memory"]


@attrs.frozen(kw_only=True)
class Memory(Value):
    """What a viewer remembers of the events of a round.

    A memory depends only on the events that this viewer saw, so both clients and servers can keep it. It
    contains the cards that everybody saw go into a hand and that are still there. Once the discards have
    become a new stock, it also contains the cards that may be in that stock, or their order if they were
    turned over without shuffling. It draws no conclusions from what a player did not do, and forgets draws
    made before the stock was last renewed.

    Parameters:
        viewer: the seat that remembers, or None for a spectator.
        holds: by seat, the cards that everybody knows to be in the hand: discards taken, wild cards recovered, and
            cards of hands that were shown.
        pile: the discard pile, its top card last.
        recycled: the hidden cards that lay in the discard pile when it became the stock; they are still in the stock,
            or players have drawn them since.
        in_hands: the hidden cards that were in hands when the discards became the stock, and still are.
        anywhere: all other hidden cards; before the first new stock, every hidden card.
        stock: the stock in order, the next card first, if the discards were turned over without shuffling; otherwise
            ().
        draws: by seat, the number of cards that the player has drawn since the stock was last renewed, and may still
            hold.
        discarded: by seat, the distinct faces that the player has discarded since the deal or the last new stock.
        picked_up: by seat, the distinct faces of the discards that the player has taken since the deal or the last
            new stock.
        face_down: the face-down discard, if it is known.

    >>> from rami import variants
    >>> from rami.rounds.events import DiscardTaken
    >>> from rami.rounds.setup import RoundContext
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
    discarded: tuple[Cards, ...] = ()
    picked_up: tuple[Cards, ...] = ()
    face_down: Card | None = None

    @classmethod
    def of(cls, variant: Variant, viewer: int | None, events: Iterable[Event]) -> Memory:
        """Return the memory after these events, starting at the last deal among them.

        Parameters:
            variant: the rules.
            viewer: the seat, or None for a spectator.
            events: the events; cards that are hidden from the viewer are ignored.

        Raises:
            RamiError: the events contain no deal, or could not happen in this order.
        """
        reject(RamiError, () if viewer is None else integer("viewer", viewer))
        dealt: CardsDealt | None = None
        since: list[Event] = []
        for event in not_taken_back(events):
            if isinstance(event, CardsDealt):
                dealt = event
                since = []
            else:
                since.append(event)
        if dealt is None:
            raise RamiError(Violation(Reason.NO_DEAL))
        visible = seen_by(dealt, viewer)
        assert isinstance(visible, CardsDealt)  # hiding cards does not change the type of an event
        own = Cards() if viewer is None else visible.hands[viewer]
        pile = () if visible.upcard is None else (visible.upcard,)
        turned = () if visible.turned is None else (visible.turned,)
        # The number of packs may depend on the number of players.
        pack = Cards.from_ids(pack_of(variant.for_round(len(visible.hands))))
        unseen = pack - own - Cards((*pile, *turned))
        return fresh(viewer, (Cards(),) * len(visible.hands), pile, unseen).after(since)

    def after(self, events: Iterable[Event]) -> Memory:
        """Return the memory after more events of the same round.

        Parameters:
            events: the later events; if one of them takes back a move, they must include that move.

        Raises:
            RamiError: the events could not happen after this memory.
        """
        # A memory does not record its variant, so allow for as many packs as any game has.
        return _followed(watch_of(self, MOST_PACKS), self.viewer, events)


class Memories:
    """The memories of all viewers of a round; each is updated on demand.

    Parameters:
        variant: the rules.
    """

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._watches: dict[int | None, tuple[int, Watch]] = {}

    def of(self, viewer: int | None, events: Sequence[Event]) -> Memory:
        """Return the memory of a viewer after all events of the round.

        Parameters:
            viewer: the seat, or None for a spectator.
            events: all events since the deal; a later call must extend the events of an earlier call.
        """
        # The first event is the deal, from which a new memory starts.
        known, watch = self._watches.get(viewer, (1, None))
        if watch is None:
            watch = watch_of(
                Memory.of(self._variant, viewer, events[:1]), Rules.of(self._variant).game.planes
            )
        self._watches[viewer] = len(events), watch
        return _followed(watch, viewer, events[known:])


def fresh(viewer: int | None, holds: tuple[Cards, ...], pile: tuple[Card, ...], unseen: Cards) -> Memory:
    """Return the memory of a viewer who joins now and knows the cards in `holds`; `unseen` lists the hidden cards."""
    none = (Cards(),) * len(holds)
    draws = (0,) * len(holds)
    return Memory(
        viewer=viewer, holds=holds, pile=pile, anywhere=unseen, draws=draws, discarded=none, picked_up=none
    )


def watch_of(memory: Memory, planes: int) -> Watch:
    """Return a memory in the kernel's form, with room for `planes` copies of each card.

    Raises:
        RamiError: the memory contains more copies than that, or unknown cards.
    """
    pile = bytes(card.id for card in memory.pile)
    hidden = NO_CARD if memory.face_down is None else memory.face_down.id
    # GIN-KNOCK-01: only the player who knocked knows the face-down card on the pile.
    own = hidden != NO_CARD and pile[-1:] == ALONE[hidden]
    none = (Cards(),) * len(memory.holds)

    def hand(*cards: Cards) -> Hand:
        return hands.of_cards(b"".join([each.ids for each in cards]), planes)

    def faces(by_seat: tuple[Cards, ...]) -> list[int]:
        return [hands.faces_mask(hands.of_cards({*cards.ids}, 1)) for cards in by_seat or none]

    try:
        sight = Sight(
            SPECTATOR if memory.viewer is None else memory.viewer,
            hand(memory.anywhere, memory.recycled, memory.in_hands),
            hand(memory.recycled),
            hand(memory.in_hands),
            [*memory.draws],
            hidden,
        )
        return Watch(
            [*map(hand, memory.holds)],
            pile[:-1] + ALONE[UNKNOWN.id] if own else pile,
            bytes(card.id for card in memory.stock),
            faces(memory.discarded),
            faces(memory.picked_up),
            [sight],
            sight.viewer if own else NOBODY,
        )
    # A memory read from a document may contain too many copies of a card, or cards that no pack has.
    except (ValueError, IndexError):
        raise RamiError(Violation(Reason.MEMORY_MISFIT)) from None


def memory_of(watch: Watch, sight: Sight) -> Memory:
    """Return a memory from the kernel's form."""
    viewer = None if sight.viewer == SPECTATOR else sight.viewer
    hidden = None if sight.face_down == NO_CARD else Card.from_id(sight.face_down)
    pile = cards_of(watch.pile)
    left = hands.remove_all(sight.unseen, hands.cards_of(sight.recycled) + hands.cards_of(sight.in_hands))
    assert left is not None  # the unseen cards include these
    return Memory(
        viewer=viewer,
        holds=tuple(map(_cards, watch.held)),
        pile=(*pile[:-1], hidden) if hidden is not None and watch.hides == viewer else pile,
        recycled=_cards(sight.recycled),
        in_hands=_cards(sight.in_hands),
        anywhere=_cards(left),
        stock=cards_of(watch.stock),
        draws=tuple(sight.draws),
        discarded=tuple(map(_faces, watch.discarded)),
        picked_up=tuple(map(_faces, watch.picked_up)),
        face_down=hidden,
    )


def _cards(hand: Hand) -> Cards:
    return cards_of_sorted(hands.cards_of(hand))


def _faces(mask: int) -> Cards:
    return cards_of_sorted(hands.cards_in(mask))


def _followed(watch: Watch, viewer: int | None, events: Iterable[Event]) -> Memory:
    """Return the memory after more events."""
    for event in not_taken_back(events):
        visible = seen_by(event, viewer)
        try:
            _follow(watch, visible)
        except (ValueError, IndexError):
            raise wrong_story(event) from None
    return memory_of(watch, watch.sights[0])


def _follow(watch: Watch, event: Event) -> None:
    """Update the kernel's form of a memory with one event."""
    match event:
        case StockRecycled():
            watch.recycle(event.size, event.shuffled)
        case RoundScored():
            for player, hand in enumerate(event.hands):
                # IND-FOLD-05: players who have dropped out do not show their hands, even at the end.
                if UNKNOWN not in hand:
                    watch.show(player, hand.ids)
        case TurnedShown():
            watch.point_out(event.player, event.card.id)
        # Move the melds to the table first; the rest of the hand is deadwood, which everybody now sees.
        case HandShown():
            for card in (card for laid in event.melds for card in laid.meld.cards):
                watch.leave(event.player, card.id)
            watch.show(
                event.player, event.deadwood.ids, NO_CARD if event.discard is None else event.discard.id
            )
        case _:
            for player, card, source, target in transfers(event):
                if source is Place.STOCK:
                    watch.draw(player, card.id)
                elif source is Place.DISCARDS:
                    watch.take(player, card.id)
                elif source is Place.TABLE:
                    watch.gain(player, card.id)
                elif target is Place.DISCARDS:
                    watch.discard(player, card.id)
                else:
                    watch.leave(player, card.id)
