"""A hand sorted into pairs alone: two copies of a card, a card and a joker, or two jokers."""

from __future__ import annotations

from ..cards import hands
from ..cards.codes import JOKER
from ..melds.meld import Code, Melds, pair_code


def unpaired(hand: hands.Hand) -> int:
    """How many cards are left when as many pairs as possible have been made."""
    alone, jokers = hands.size(_single(hand)), hand[-1]
    return alone - jokers if alone > jokers else (jokers - alone) % 2


def paired(hand: hands.Hand) -> Melds:
    """The pairs, jokers going with the lowest cards first; what is left over is in none."""
    single = hands.cards_of(_single(hand))
    jokers = hand[-1]
    rest = hands.remove_all(hand, single)
    found: list[Code] = [pair_code((card, JOKER)) for card in single[:jokers]]
    found += [pair_code((JOKER, JOKER))] * (max(0, jokers - len(single)) // 2)
    both = hands.cards_of(rest) if rest is not None else b""
    doubled = [card for card in both if card != JOKER]
    found += [pair_code((card, card)) for card in doubled[::2]]
    return tuple(sorted(found))


def _single(hand: hands.Hand) -> hands.Hand:
    """One copy of each card that is held an odd number of times, jokers apart."""
    odd = 0
    for plane in range(len(hand) - 1):
        odd ^= hand[plane]
    return (odd, *(0,) * (len(hand) - 1))
