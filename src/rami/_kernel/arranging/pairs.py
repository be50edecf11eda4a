"""Find the pairs of a hand: two copies of a card, a card and a joker, or two jokers."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Code, Melds, pair_code


def unpaired(hand: hands.Hand) -> int:
    """Return the number of cards left over after the most pairs possible."""
    alone, jokers = hands.size(_single(hand)), hand[-1]
    return alone - jokers if alone > jokers else (jokers - alone) % 2


def paired(hand: hands.Hand) -> Melds:
    """Return as many pairs as possible. Jokers pair with the lowest single cards; other single cards are left over."""
    single = hands.cards_of(_single(hand))
    jokers = hand[-1]
    rest = hands.remove_all(hand, single)
    found: list[Code] = [pair_code((card, JOKER)) for card in single[:jokers]]
    found += [pair_code((JOKER, JOKER))] * (max(0, jokers - len(single)) // 2)
    both = hands.cards_of(rest) if rest is not None else b""
    doubled = [card for card in both if card != JOKER]
    found += [pair_code((card, card)) for card in doubled[::2]]
    return tuple(sorted(found))


def pairs_of(hand: hands.Hand) -> list[Code]:
    """Return the pairs that a hand can form, without repetitions, in the order of codes."""
    found: list[Code] = []
    for card in hands.faces_of(hand):
        copies = hands.count(hand, card)
        if copies > 1:
            found.append(pair_code((card, card)))
        if hand[-1] and card != JOKER:
            found.append(pair_code((card, JOKER)))
    return sorted(found)


def sets_of_pairs(hand: hands.Hand, count: int) -> Iterator[Melds]:
    """Yield the ways to choose `count` pairs from a hand, without repetitions, in the order of codes."""
    return _chosen(pairs_of(hand), 0, hand, count, ())


def sets_with(hand: hands.Hand, count: int, card: int) -> Iterator[Melds]:
    """Yield ways to choose pairs that include a card, the first one quickly; some may repeat."""
    every = pairs_of(hand)
    for code in every:
        if card in code[1:]:
            left = hands.remove_all(hand, code[1:])
            if left is not None:
                for others in _chosen(every, 0, left, count - 1, ()):
                    yield tuple(sorted((code, *others)))


def _chosen(every: list[Code], start: int, hand: hands.Hand, count: int, chosen: Melds) -> Iterator[Melds]:
    if count == 0:
        yield chosen
        return
    if (hands.size(hand) - unpaired(hand)) // 2 < count:
        return
    for at in range(start, len(every)):
        left = hands.remove_all(hand, every[at][1:])
        if left is not None:
            yield from _chosen(every, at, left, count - 1, (*chosen, every[at]))


def _single(hand: hands.Hand) -> hands.Hand:
    """Return one copy of each card that is held an odd number of times, except jokers."""
    odd = 0
    for plane in range(len(hand) - 1):
        odd ^= hand[plane]
    return (odd, *(0,) * (len(hand) - 1))
