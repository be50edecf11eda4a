"""Hands as planes: one 52-bit mask for each copy of a card that may be held, then the number of jokers.

Bit 0 is the ace of clubs, bit 12 the king of clubs, bit 51 the king of spades. With two packs a hand is ``(first,
second, jokers)``: a card held once is in the first plane, a card held twice in both. Every plane is a subset
of the plane before it, so `hand[0]` alone contains every *face*, that is, every distinct card. A *mask of faces*
is one plane with an extra bit for the joker.

>>> from rami import Cards
>>> hand = of_cards(Cards("A♣ 3♣ 3♣ *").ids, 2)
>>> [bin(plane) for plane in hand[:-1]], hand[-1]
(['0b101', '0b100'], 1)
>>> hand == (0b101, 0b100, 1), count(hand, 2), size(hand)
(True, 2, 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from .._rt import i64
from .codes import BIT, JOKER, NATURALS, UNKNOWN

Hand = tuple[int, ...]

NINE_BITS: Final = 511


def _chunk(low: int) -> tuple[bytes, ...]:
    """Return the cards of every nine-bit mask, where bit 0 means the card `low`."""
    table = [b""]
    for card in range(low, min(low + 9, JOKER + 1)):
        table += [cards + bytes([card]) for cards in table]
    return tuple(table)


# A plane is read in six chunks of nine bits; for each chunk, a table gives the cards of every value.
CHUNKS: Final = tuple(_chunk(low) for low in range(0, NATURALS, 9))

ONE_JOKER: Final = bytes([JOKER])
JOKER_FACE: Final = 1 << JOKER
# Each face by itself, as a mask of faces. An unknown card has a bit that no hand contains.
FACE: Final = (*BIT, JOKER_FACE, JOKER_FACE << 1)
# For each card, a discard pile with only that card.
ALONE: Final = tuple(bytes([card]) for card in range(UNKNOWN + 1))


def empty(planes: int) -> Hand:
    """Return an empty hand with room for `planes` copies of each card."""
    return (0,) * (planes + 1)


def of_cards(cards: Iterable[int], planes: int) -> Hand:
    """Return the hand of these cards; raise ValueError if there are more copies of a card than planes."""
    first: i64 = 0
    others: list[int] = []
    # Most cards are held once, so set their bits first, and add only the rest one by one.
    for card in cards:
        bit: i64 = 0 if card == JOKER else BIT[card]
        if bit and not first & bit:
            first |= bit
        else:
            others.append(card)
    hand = (first, *(0,) * planes)
    for card in others:
        hand = add(hand, card)
    return hand


def two_planes(cards: bytes, one: i64) -> tuple[i64, i64, i64]:
    """Return sorted cards as two planes and a number of jokers; the number is -1 if a card occurs three times.

    Raise ValueError for unknown cards. `one` is always 1; callers pass it as a variable, because mypyc would shift
    a constant as a narrow integer.
    """
    first: i64 = 0
    second: i64 = 0
    jokers: i64 = 0
    for at in range(len(cards)):
        card: i64 = cards[at]
        if card >= JOKER:
            if card > JOKER:
                raise ValueError(cards)
            jokers += 1
            continue
        bit = one << card
        if not first & bit:
            first |= bit
        elif second & bit:
            return first, second, -1
        else:
            second |= bit
    return first, second, jokers


def cards_of(hand: Hand) -> bytes:
    """Return the cards in ascending order, jokers last."""
    jokers = hand[-1]
    cards = cards_in(hand[0])
    # In a hand with a single plane, `hand[1]` is the number of jokers.
    if hand[1] and len(hand) > 2:
        cards = bytes(sorted(cards + b"".join([cards_in(plane) for plane in hand[1:-1]])))
    return cards + ONE_JOKER * jokers if jokers else cards


def faces_of(hand: Hand) -> bytes:
    """Return the distinct cards held in ascending order, with the joker last."""
    return cards_in(faces_mask(hand))


def faces_mask(hand: Hand) -> i64:
    """Return the distinct cards held, as a mask of faces."""
    return hand[0] | JOKER_FACE if hand[-1] else hand[0]


def cards_in(mask: i64) -> bytes:
    """Return the cards of a plane or of a mask of faces, in ascending order."""
    a, b, c, d, e, f = CHUNKS
    return b"".join(
        (
            a[mask & NINE_BITS],
            b[mask >> 9 & NINE_BITS],
            c[mask >> 18 & NINE_BITS],
            d[mask >> 27 & NINE_BITS],
            e[mask >> 36 & NINE_BITS],
            f[mask >> 45],
        )
    )


def count(hand: Hand, card: int) -> int:
    """Return the number of copies of a card that are held."""
    if card == JOKER:
        return hand[-1]
    if card >= NATURALS:
        return 0
    bit = BIT[card]
    held = 0
    for plane in range(len(hand) - 1):
        if not hand[plane] & bit:
            break
        held += 1
    return held


def size(hand: Hand) -> int:
    """Return the number of cards."""
    total = hand[-1]
    for plane in range(len(hand) - 1):
        total += hand[plane].bit_count()
    return total


def holds_none(hand: Hand) -> bool:
    """Return whether the hand is empty; the first plane suffices, because later planes are subsets of it."""
    return not hand[0] and not hand[-1]


def holds_one(hand: Hand) -> bool:
    """Return whether exactly one card is left."""
    first, jokers = hand[0], hand[-1]
    if jokers or not first:
        return jokers == 1 and not first
    return not first & (first - 1) and (len(hand) == 2 or not hand[1])


def add(hand: Hand, card: int) -> Hand:
    """Return the hand with one more card; raise ValueError if every plane already holds it."""
    if card == JOKER:
        return (*hand[:-1], hand[-1] + 1)
    first: i64 = hand[0]
    bit: i64 = BIT[card]
    if not first & bit:
        return (first | bit, hand[1]) if len(hand) == 2 else _with_first(hand, first | bit)
    planes = list(hand)
    for plane in range(1, len(hand) - 1):
        if not planes[plane] & bit:
            planes[plane] |= bit
            return tuple(planes)
    raise ValueError(card)


def remove(hand: Hand, card: int) -> Hand:
    """Return the hand without one card; raise ValueError if the card is not held."""
    if card == JOKER:
        if not hand[-1]:
            raise ValueError(card)
        return (*hand[:-1], hand[-1] - 1)
    first: i64 = hand[0]
    bit: i64 = BIT[card]
    if not first & bit:
        raise ValueError(card)
    if len(hand) == 2:
        return (first ^ bit, hand[1])
    if not hand[1] & bit:
        return _with_first(hand, first ^ bit)
    planes = list(hand)
    # Remove the copy from the last plane that has it, so that each plane stays a subset of the plane before.
    plane = len(hand) - 2
    while not planes[plane] & bit:
        plane -= 1
    planes[plane] ^= bit
    return tuple(planes)


def _with_first(hand: Hand, plane: i64) -> Hand:
    return (plane, hand[1], hand[2]) if len(hand) == 3 else (plane, *hand[1:])


def remove_all(hand: Hand, cards: Iterable[int]) -> Hand | None:
    """Return the hand without these cards, or None if it lacks one of them."""
    if len(hand) == 3:
        return _of_two_packs(hand, cards)
    planes = list(hand)
    last = len(planes) - 1
    for card in cards:
        if card == JOKER:
            if not planes[last]:
                return None
            planes[last] -= 1
            continue
        bit = BIT[card]
        for plane in range(last - 1, -1, -1):
            if planes[plane] & bit:
                planes[plane] ^= bit
                break
        else:
            return None
    return tuple(planes)


def _of_two_packs(hand: Hand, cards: Iterable[int]) -> Hand | None:
    """Return a hand of two packs without these cards, or None if it lacks one of them."""
    first: i64 = hand[0]
    second: i64 = hand[1]
    jokers = hand[2]
    for card in cards:
        if card == JOKER:
            if not jokers:
                return None
            jokers -= 1
            continue
        bit: i64 = BIT[card]
        if second & bit:
            second ^= bit
        elif first & bit:
            first ^= bit
        else:
            return None
    return (first, second, jokers)
