"""Hands as planes: one 52-bit mask for each copy held, then the number of jokers.

``(p1, p2, j)`` holds a card twice when its bit is in p1 and p2; a later plane is a subset of an earlier.
"""

from __future__ import annotations

from collections.abc import Iterable

from .codes import BIT, JOKER, NATURALS

Hand = tuple[int, ...]


def empty(planes: int) -> Hand:
    """No cards, with room for `planes` copies of a card."""
    return (0,) * (planes + 1)


def of_cards(cards: Iterable[int], planes: int) -> Hand:
    """The hand that holds these cards."""
    hand = empty(planes)
    for card in cards:
        hand = add(hand, card)
    return hand


def cards_of(hand: Hand) -> bytes:
    """The cards in ascending order, jokers last."""
    out: list[int] = []
    last = len(hand) - 1
    first = hand[0]
    while first:
        low = first & -first
        first ^= low
        card = low.bit_length() - 1
        for plane in range(last):
            if not hand[plane] & low:
                break
            out.append(card)
    out.extend([JOKER] * hand[last])
    return bytes(out)


def faces_of(hand: Hand) -> list[int]:
    """The different cards held, ascending, the joker last."""
    out: list[int] = []
    first = hand[0]
    while first:
        low = first & -first
        first ^= low
        out.append(low.bit_length() - 1)
    if hand[-1]:
        out.append(JOKER)
    return out


def count(hand: Hand, card: int) -> int:
    """How many copies of a card are held."""
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
    """The number of cards."""
    total = hand[-1]
    for plane in range(len(hand) - 1):
        total += hand[plane].bit_count()
    return total


def add(hand: Hand, card: int) -> Hand:
    """The hand with one more card; ValueError when every plane holds it already."""
    last = len(hand) - 1
    if card == JOKER:
        return (*hand[:last], hand[last] + 1)
    bit = BIT[card]
    for plane in range(last):
        if not hand[plane] & bit:
            return (*hand[:plane], hand[plane] | bit, *hand[plane + 1 :])
    raise ValueError(card)


def remove(hand: Hand, card: int) -> Hand:
    """The hand with one card less; ValueError when it is not held."""
    last = len(hand) - 1
    if card == JOKER:
        if not hand[last]:
            raise ValueError(card)
        return (*hand[:last], hand[last] - 1)
    bit = BIT[card]
    for plane in range(last - 1, -1, -1):
        if hand[plane] & bit:
            return (*hand[:plane], hand[plane] ^ bit, *hand[plane + 1 :])
    raise ValueError(card)


def remove_all(hand: Hand, cards: Iterable[int]) -> Hand | None:
    """The hand without these cards, or None when one of them is not held."""
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
