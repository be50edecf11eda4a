"""Complete positions, made from the few facts that a worked example states.

The facts that an example leaves out must not affect its answer: the other players hold cards, the hand has a card to
discard, and a player who has opened owns a meld that no card of the example fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs
from tests.support.turn_facts import setup_with

from rami import RamiError, Round
from rami.cards import Card, Rank, Suit
from rami.cards.melds import Group, Meld
from rami.policies.declaring.values import largest
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.setup import Phase, RoundContext, Setup

ME = 0
OTHER = 1

Laid = Sequence[tuple[int, Sequence[Card] | Group]]


def pack(variant: Variant) -> Counter[Card]:
    """Return all cards of the variant's pack."""
    return Counter(map(Card.from_id, pack_of(variant)))


def natural(variant: Variant, rank: int) -> bool:
    return rank not in variant.equipment.wild_ranks


def distance(one: int, other: int) -> int:
    """Return the distance between two ranks; the ace is next to the two and to the king."""
    return min(abs(one - other), 13 - abs(one - other))


def quiet_group(variant: Variant, busy: Iterable[Card]) -> tuple[Card, ...]:
    """Return the smallest group of the rank that is farthest from all cards of the example."""
    used = Counter(busy)
    ranks = [int(card.rank) for card in used if card.rank is not None]
    packs, size = largest(variant.equipment.packs), variant.melding.set_min

    def room(rank: int) -> int:
        return min((distance(rank, each) for each in ranks), default=13)

    for rank in sorted(range(3, 14), key=lambda each: (-room(each), each)):
        faces = [Card.of(Rank(rank), suit) for suit in Suit]
        free = [face for copies in range(packs) for face in faces if used[face] < packs - copies]
        if natural(variant, rank) and len(set(free)) >= min(size, len(faces)) and len(free) >= size:
            return tuple(free[:size])
    raise AssertionError("no rank is free")


def opening_runs(variant: Variant, busy: Iterable[Card]) -> list[tuple[Card, ...]]:
    """Return clean runs of 51 points, as many as the opening needs, in the suits that are used least."""
    used = Counter(card.suit for card in busy)
    suits = sorted(Suit, key=lambda each: (used[each], each))
    ranks = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
    runs: list[tuple[Card, ...]] = []
    for suit in suits:
        runs.append(tuple(Card.of(rank, suit) for rank in ranks))
        if variant.check_opening(runs).ok:
            break
    return runs


def table_meld(variant: Variant, cards: Sequence[Card] | Group) -> Meld | Sequence[Card]:
    """Return the meld of these cards, which may be in any order, or the cards themselves if they are no meld."""
    try:
        return variant.meld(cards)
    except RamiError:
        return cards


def spare_cards(variant: Variant, count: int, busy: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards that fit neither the cards of the example nor each other."""
    used = Counter(busy)
    chosen: list[Card] = []
    for _ in range(count):
        near = [card for card in used if card.rank is not None]
        free = [
            card
            for card, copies in pack(variant).items()
            if card.rank is not None and natural(variant, card.rank) and used[card] < copies
        ]

        def room(card: Card, near: list[Card] = near) -> tuple[int, int]:
            ranks = [distance(int(card.rank or 0), int(each.rank or 0)) for each in near]
            return min(ranks, default=13), -card.id

        best = max(free, key=room)
        chosen.append(best)
        used[best] += 1
    return tuple(chosen)


def around(
    variant: Variant,
    hand: Sequence[Card],
    table: Laid = (),
    *,
    context: RoundContext,
    player: int = ME,
    others: int = 3,
    stock: int | None = None,
    **facts: Any,
) -> Round:
    """Return a position in which a player acts with this hand, in the phase "play" unless the facts contain another.

    The other players hold `others` cards each, and the rest is the stock; cards beyond the size of the stock go to
    these players too. If the deal turns up a card, it is a natural card unless the facts contain it.
    """
    left = pack(variant.for_round(context.seats, number=context.number))
    given: dict[str, Any] = {"phase": "play", "turn": 3 * context.seats, **facts}
    for pile in (hand, given.get("discards", ()), *(meld for _, meld in table)):
        left.subtract(pile)
    assert min(left.values()) >= 0, f"more copies than the pack holds: {left}"
    if variant.dealing.turned_card is not None:
        given.setdefault("turned", min(card for card in +left if card.is_natural))
        left[given["turned"]] -= 1
    rest = sorted((+left).elements())
    hands = [
        [*hand] if seat == player else [rest.pop() for _ in range(others)] for seat in range(context.seats)
    ]
    while stock is not None and len(rest) > stock:
        hands[(player + 1 + len(rest) % (context.seats - 1)) % context.seats].append(rest.pop())
    return Round.from_setup(
        setup_with(
            variant=variant,
            hands=hands,
            player=player,
            table=[(owner, table_meld(variant, meld)) for owner, meld in table],
            stock=rest,
            context=context,
            **given,
        )
    )


@attrs.frozen
class Position:
    """The facts of a position in which seat 0 acts.

    Parameters:
        variant: the rules.
        hand: the hand of seat 0.
        table: the owner and the cards of each meld; the owners have opened.
        discards: the discard pile, the top card last; None for a single card that affects nothing.
        first_turn: True if this is the first turn of seat 0.
        seats: the number of players; None for the minimum.
    """

    variant: Variant
    hand: tuple[Card, ...]
    table: Laid = ()
    discards: tuple[Card, ...] = ()
    first_turn: bool = False
    seats: int = 2

    def before_the_draw(self) -> Round:
        """Return the position in which seat 0 has to draw."""
        return self._round(Phase.DRAW)

    def after_the_draw(self) -> Round:
        """Return the position after seat 0 has drawn from the stock; the hand contains the card drawn."""
        return self._round(Phase.PLAY)

    def _round(self, phase: Phase) -> Round:
        variant = self.variant
        seats = max(self.seats, variant.equipment.players[0])
        used = [*self.hand, *(card for _, meld in self.table for card in meld)]
        return around(
            variant,
            self.hand,
            self.table,
            context=RoundContext(seats, dealer=seats - 1),
            others=variant.dealing.cards_each(seats),
            phase=phase,
            discards=self.discards or spare_cards(variant, 1, used),
            turn=self._turn(seats),
        )

    def _turn(self, seats: int) -> int:
        """Return the number of turns in the round so far."""
        if not self.first_turn:
            return 2 * seats
        return 0 if self.variant.dealing.starter == "left" else 1


def stranded(
    variant: Variant, pile: tuple[Card, ...], *, discard_usable: bool, stock: int = 0, recycles: int = 0
) -> Round:
    """Return a position with this discard pile and this size of the stock; all other cards are in melds or hands.

    If `discard_usable` is true, seat 0 has opened and holds two cards that make a group with the top discard. Otherwise
    it has not opened, and its two cards cannot open.
    """
    left = pack(variant)
    left.subtract(pile)
    assert min(left.values()) >= 0, "more copies than the pack holds"
    hand: list[Card] = []
    if discard_usable and pile:
        rank = pile[-1].rank or Rank.SEVEN
        hand = [each for suit in Suit if left[each := Card.of(rank, suit)] and suit is not pile[-1].suit][:2]
    left.subtract(hand)
    hand += spare_cards(variant, 2, [*hand, *pile, *(+(pack(variant) - left)).elements()])
    left.subtract(hand[-2:])
    table: list[tuple[int, tuple[Card, ...]]] = []
    for rank in Rank:
        if not natural(variant, rank):
            continue
        for _ in range(largest(variant.equipment.packs)):
            group = tuple(Card.of(rank, suit) for suit in Suit if left[Card.of(rank, suit)])
            group = group[: variant.melding.set_max]
            if len(group) >= variant.melding.set_min and sum((left - Counter(group)).values()) > stock:
                table.append((OTHER, group))
                left.subtract(group)
    if discard_usable:
        table[0] = (ME, table[0][1])
    rest = list((+left).elements())
    return Round.from_setup(
        Setup(
            variant=variant,
            hands=(hand, rest[stock:]),
            table=table,
            discards=pile,
            stock=rest[:stock],
            context=RoundContext(2, dealer=1),
            turn=4,
            recycles=recycles,
        )
    )
