"""The cards that can be beside a card in a meld."""

from __future__ import annotations

from functools import lru_cache

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
