"""Bounds on the points that the melds of a hand can bring."""

from __future__ import annotations

from typing import Final

from .._rt import i64
from ..cards import hands
from ..cards.codes import JOKER
from ..cards.masks import cards_at, places_of, ranks_held, starts_of_three
from ..rules import MeldRules

# a row times this is the row in each suit
EACH_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
HALF_ROW: Final = (1 << 7) - 1


def promise(rules: MeldRules, held: i64, twins: i64, jokers: int, clean_run: bool) -> i64:
    """More points than the melds of a hand can bring, at a glance; -1 if it has no clean run where that is needed."""
    places = places_of(held)
    clean = starts_of_three(places)
    if clean_run and not clean:
        return -1
    most: i64 = 0
    used = held
    if jokers == 0:
        used &= cards_at(clean | clean << 1 | clean << 2) | EACH_SUIT * ranks_held(held, 3)
    else:
        most = jokers * rules.highest_values[JOKER]
    if jokers == 1:
        near, over = places & places >> 1, places & places >> 2
        used &= cards_at(near | near << 1 | over | over << 2) | EACH_SUIT * ranks_held(held, 2)
    most += most_of(rules, used)
    if twins & used:
        most += most_of(rules, twins & used)
    return most


def most_of(rules: MeldRules, cards: i64) -> i64:
    """The most points that naturals, each held once, could bring."""
    low, high = rules.low_values, rules.high_values
    total: i64 = 0
    while cards:
        total += low[cards & HALF_ROW] + high[cards >> 7 & 63]
        cards >>= 13
    return total


def most_points(rules: MeldRules, mixed: hands.Hand) -> int:
    """The most points that the cards of a hand could bring."""
    most: i64 = mixed[-1] * rules.highest_values[JOKER]
    for plane in mixed[:-1]:
        most += most_of(rules, plane)
    return most
