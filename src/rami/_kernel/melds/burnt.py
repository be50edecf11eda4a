"""Burnt cards: every copy of them is face up, so that a wild may represent them in a run.

Face-up cards are counted in planes, like a hand: one mask for each copy of a card.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..cards.codes import BIT, EVERY_NATURAL, NATURALS
from ..rules import BURNT_PILE, MeldRules
from .meld import Code, is_run, is_wild_at, stands_for

Planes = tuple[int, ...]


def counted(seen: Planes, cards: Iterable[int]) -> Planes:
    """The planes with more cards in the open."""
    planes = list(seen)
    for card in cards:
        if card >= NATURALS:
            continue
        bit = BIT[card]
        for number, plane in enumerate(planes):
            if not plane & bit:
                planes[number] |= bit
                break
    return tuple(planes)


def in_the_open(rules: MeldRules, packs: int, melds: Iterable[Code], pile: bytes) -> Planes:
    """The cards of melds, and those of the discard pile where they count."""
    seen: Planes = (0,) * packs
    for code in melds:
        seen = counted(seen, code[1:])
    return counted(seen, pile) if rules.burnt == BURNT_PILE else seen


def unburnt(rules: MeldRules, code: Code, places: int) -> list[int]:
    """The cards that the wilds of a new meld may not represent, given the mask of those that they may."""
    if places == EVERY_NATURAL or not is_run(code):
        return []
    represented = [stands_for(code, at) for at in range(len(code) - 1) if is_wild_at(rules, code, at + 1)]
    return [card for card in represented if not places >> card & 1]


def unburnt_together(rules: MeldRules, seen: Planes, melds: Iterable[Code]) -> list[int]:
    """The same for melds laid together; empty if there is an order in which each may be laid."""
    waiting = list(melds)
    laid = True
    while laid:
        laid = False
        for code in waiting:
            if not unburnt(rules, code, seen[-1]):
                seen = counted(seen, code[1:])
                waiting.remove(code)
                laid = True
                break
    return [card for code in waiting for card in unburnt(rules, code, seen[-1])]
