"""The cards that can be beside a card in a meld."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from ..cards.codes import BIT, JOKER, NATURALS, natural
from ..rules import MeldRules


@lru_cache(maxsize=64)
def near_cards(rules: MeldRules) -> tuple[int, ...]:
    """By card, the naturals that could be next to it in a meld; none for a joker."""
    out: list[int] = []
    for card in range(NATURALS):
        suit, rank = divmod(card, 13)
        mask = sum(BIT[13 * other + rank] for other in range(4) if other != suit)
        for place in rules.places_of(card):
            for other in range(max(rules.first_place, place - 2), min(rules.last_place, place + 2) + 1):
                if other != place:
                    mask |= BIT[natural(suit, other)]
        out.append(mask)
    out.append(0)
    assert len(out) == JOKER + 1
    return tuple(out)


def thirds_of(rules: MeldRules) -> list[int]:
    """By `NATURALS` times one natural card plus another: the third ones that make a meld of them, as a mask."""
    trios: list[tuple[int, int, int]] = []
    if rules.group_min <= 3:
        for rank in range(13):
            cards = range(rank, NATURALS, 13)
            trios += combinations(cards, 3)
            if rules.any_suits:
                trios += [(one, two, two) for one in cards for two in cards]
    if rules.run_min <= 3:
        for suit in range(4):
            for low in range(rules.first_place, rules.last_start(3) + 1):
                trios.append((natural(suit, low), natural(suit, low + 1), natural(suit, low + 2)))
    out = [0] * (NATURALS * NATURALS)
    for a, b, c in trios:
        if not (BIT[a] | BIT[b] | BIT[c]) & rules.wild_faces:
            for one, two, third in ((a, b, c), (b, c, a), (c, a, b)):
                if one != two:
                    out[NATURALS * one + two] |= BIT[third]
                    out[NATURALS * two + one] |= BIT[third]
    return out
