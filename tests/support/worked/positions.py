"""Whole positions around the few facts that a worked example gives.

Facts that are not given must not matter: the other players hold cards, the hand has a card to discard, and a
player who is said to have opened owns a meld that nothing in question fits on.
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
from rami.policies.declaring._by_players import largest
from rami.policies.variant import Variant
from rami.rounds._engine.positions import pack_of
from rami.rounds.setup import Phase, RoundContext, Setup

ME = 0
OTHER = 1

Laid = Sequence[tuple[int, Sequence[Card] | Group]]


def pack(variant: Variant) -> Counter[Card]:
    """All cards of the variant."""
    return Counter(map(Card.from_id, pack_of(variant)))


def natural(variant: Variant, rank: int) -> bool:
    return rank not in variant.equipment.wild_ranks


def distance(one: int, other: int) -> int:
    """How far two ranks are apart; the ace is beside the two and the king."""
    return min(abs(one - other), 13 - abs(one - other))


def quiet_group(variant: Variant, busy: Iterable[Card]) -> tuple[Card, ...]:
    """A smallest group, of the rank that is farthest from everything in question."""
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
    """Clean runs of 51 points each, as many as the opening needs, in the suits that are used least."""
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
    """The meld that these cards form, their naturals in any order; the cards as they are if there is none."""
    try:
        return variant.meld(cards)
    except RamiError:
        return cards


def spare_cards(variant: Variant, count: int, busy: Iterable[Card]) -> tuple[Card, ...]:
    """Cards far from everything in question and from one another."""
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
    """A position in which a player acts with this hand, at the table unless the facts say otherwise.

    The others hold `others` cards each, and the rest is the stock; what goes beyond the size of that is theirs as well.
    Where the deal turns up a card, it is any natural one unless it is given.
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
    """A position in which seat 0 acts.

    Parameters:
        variant: the rules.
        hand: what seat 0 holds.
        table: (owner, cards) of each meld; the owners have opened.
        discards: the discard pile, its top last; one harmless card by default.
        first_turn: whether it is the first turn of seat 0.
        seats: how many players there are; as few as possible by default.
    """

    variant: Variant
    hand: tuple[Card, ...]
    table: Laid = ()
    discards: tuple[Card, ...] = ()
    first_turn: bool = False
    seats: int = 2

    def before_the_draw(self) -> Round:
        """Seat 0 has to draw."""
        return self._round(Phase.DRAW)

    def after_the_draw(self) -> Round:
        """Seat 0 has drawn from the stock, and the hand holds the card drawn."""
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
        """How many turns the round has seen."""
        if not self.first_turn:
            return 2 * seats
        return 0 if self.variant.dealing.starter == "left" else 1


def stranded(
    variant: Variant, pile: tuple[Card, ...], *, discard_usable: bool, stock: int = 0, recycles: int = 0
) -> Round:
    """The discard pile is as given, the stock has that many cards, everything else is on the table or in hands.

    With `discard_usable`, seat 0 has opened and holds two cards that make a group with the top discard; without, it
    has not opened and holds two cards that cannot open.
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
