"""The prospects of cards, judged from the rules of a variant and from a player's view."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from rami.cards import JOKER, Card, Cards, Rank, Suit
from rami.melds import Meld
from rami.moves import Discard, Move
from rami.policies._compiled import copies_of, naturals_of
from rami.policies.contracts import Contract, contracts_of
from rami.policies.variant import Variant
from rami.views import PlayerView

_WILD = 4000
_IN_MELD = 2000
_CLEAN = 500
_PER_OUT = 10
_FEEDS = 25


def is_wild(variant: Variant, card: Card) -> bool:
    """Whether the card may represent others in this game."""
    return card.is_joker or card.rank in variant.equipment.wild_ranks


@lru_cache(maxsize=16384)
def completions(variant: Variant, one: Card, other: Card) -> tuple[Card, ...]:
    """The natural cards that make a meld of these two natural ones.

    >>> from rami import variants
    >>> [str(card) for card in completions(variants.CLASSIC_51, Card("7♠"), Card("9♠"))]
    ['8♠']
    """
    if one.rank != other.rank and one.suit != other.suit:
        return ()
    thirds = map(Card.from_id, sorted(naturals_of(variant)))
    near = (third for third in thirds if third.rank == one.rank or third.suit == one.suit)
    return tuple(
        third
        for third in near
        if not is_wild(variant, third) and _is_meld(variant, Cards((one, other, third)))
    )


@lru_cache(maxsize=16384)
def _is_meld(variant: Variant, cards: Cards) -> bool:
    copies = copies_of(variant)
    if any(cards.count(card) > copies[card.id] for card in cards):
        return False
    return bool(variant.readings(cards))


@lru_cache(maxsize=4096)
def fits(variant: Variant, meld: Meld, card: Card) -> bool:
    """Whether the meld with this card is still a meld."""
    if meld.cards.count(card) >= copies_of(variant)[card.id]:
        return False
    return bool(variant.readings((*meld.cards, card)))


@lru_cache(maxsize=1024)
def cost_in_hand(variant: Variant, card: Card) -> int:
    """The points of a card that is left in a hand."""
    return variant.deadwood(Cards((card,)))


def unseen(view: PlayerView) -> dict[Card, int]:
    """The number of copies of each natural card that the viewer cannot see."""
    copies = copies_of(view.variant)
    left = {Card.from_id(number): copies[number] for number in naturals_of(view.variant)}
    for group in (view.hand, view.discards, *(laid.meld.cards for laid in view.table)):
        for card in group:
            if card in left:
                left[card] -= 1
    return left


def keeping_values(view: PlayerView, wanted: Cards | None = None) -> dict[Card, int]:
    """The value of keeping each face in the viewer's hand; the lowest is the one to discard.

    Wild cards come first, then cards of the best melds, then cards with many chances to join a meld.
    Before the opening high cards are preferred, because an opening needs points; afterwards low ones.  A plan for a
    contract says which cards are `wanted` instead of those of the best melds.
    """
    variant, hand = view.variant, view.hand
    seat = view.viewer
    opened = seat is not None and view.opened[seat]
    melds: tuple[Meld, ...] = ()
    if wanted is None:
        melds = variant.best_melds(hand, "cards" if opened else "points").melds
        wanted = Cards(card for meld in melds for card in meld.cards)
    hidden = unseen(view)
    faces = sorted(set(hand))
    others_place = any(flag for player, flag in enumerate(view.opened) if player != seat)
    values: dict[Card, int] = {}
    for card in faces:
        if is_wild(variant, card):
            values[card] = _WILD
            continue
        cost = cost_in_hand(variant, card)
        value = -2 * cost if opened else cost
        for partner in faces:
            if partner != card and not is_wild(variant, partner):
                pair = sorted((card, partner))
                value += _PER_OUT * sum(max(0, hidden[third]) for third in completions(variant, *pair))
        if wanted.count(card) >= hand.count(card):
            value += _IN_MELD
            if any(card in meld.cards and JOKER not in meld.cards for meld in melds):
                value += _CLEAN
        elif others_place and any(fits(variant, laid.meld, card) for laid in view.table):
            value += _FEEDS
        values[card] = value
    return values


def legal_discards(view: PlayerView, wanted: Cards | None = None) -> Iterator[Move]:
    """The legal discards, the least useful card first, announced where that is called for."""
    values = keeping_values(view, wanted)
    for card in sorted(values, key=lambda card: (values[card], card)):
        either = (Discard(card, announce) for announce in (True, None))
        yield from islice((move for move in either if move in view.legal_moves), 1)


_HIGH_ACE = 14


def contract_to_lay(view: PlayerView) -> Contract | None:
    """The contract that the viewer has still to lay; None if there is none."""
    contracts = contracts_of(view.variant.opening)
    seat = view.viewer
    if contracts is None or seat is None or view.opened[seat]:
        return None
    return contracts[view.context.contracts[seat] - 1]


def planned(variant: Variant, hand: Cards, contract: Contract) -> Cards:
    """The natural cards of a hand that a simple plan for the contract counts on.

    The longest run comes first, where most of its cards are held; then the groups, of the ranks held most often.

    >>> from rami import variants
    >>> str(planned(variants.FRUSTRATION, Cards("7♥ 8♥ T♥ 5♠ 5♦ K♣ 2♠"), Contract.parse("group 3 + run 4")))
    '5♦ 7♥ 8♥ T♥ 5♠'
    """
    free = [card for card in hand if not is_wild(variant, card)]
    chosen: list[Card] = []
    runs = ((_best_run, size) for size in reversed(contract.runs))
    groups = ((_best_group, size) for size in reversed(contract.groups))
    for best, size in (*runs, *groups):
        for card in best(variant, free, size):
            free.remove(card)
            chosen.append(card)
    return Cards(chosen)


def _best_run(variant: Variant, free: list[Card], size: int) -> list[Card]:
    """The cards in hand of the best-filled run of that size."""
    ace = variant.melding.ace
    first, last = 2 if ace == "high" else 1, int(Rank.KING) if ace == "low" else _HIGH_ACE
    best: list[Card] = []
    for suit in Suit:
        for low in range(first, last - size + 2):
            places = (Card.of((place - 1) % 13 + 1, suit) for place in range(low, low + size))
            held = [card for card in dict.fromkeys(places) if card in free]
            if len(held) > len(best):
                best = held
    return best


def _best_group(variant: Variant, free: list[Card], size: int) -> list[Card]:
    """The cards in hand of the rank held most often, at most as many as the group needs."""
    best: list[Card] = []
    for rank in Rank:
        held = sorted(card for card in free if card.rank is rank)
        if variant.melding.set_suits == "distinct":
            held = sorted(set(held))
        if len(held[:size]) > len(best):
            best = held[:size]
    return best
