"""Burnt cards (LEB-JOK-01, D-30): a joker in a run may represent only a card that is out of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from .cards import for_players
from .melds import Meld, is_run, kind, stands_for, wild_at
from .rules import Rules


def is_burnt(face: str, table: Sequence[Meld], pile: Sequence[str], rules: Rules) -> bool:
    """Return whether every copy is in melds, or on the discard pile where that counts (D-30, D-126)."""
    copies = sum(meld.count(face) for meld in table)
    if rules.burnt_scope == "melds_and_discards":
        copies += list(pile).count(face)
    return copies >= for_players(rules.packs, 2)


def may_lie(cards: Meld, place: int, table: Sequence[Meld], pile: Sequence[str], rules: Rules) -> bool:
    """Return whether the card at that place may be laid now: only a joker in a run can be refused (LEB-JOK-02)."""
    if rules.joker_in_run == "free" or not wild_at(cards, place, is_run(cards, rules), rules):
        return True
    # Consecutive cards with more wilds than a run may have are a group.
    if kind(cards, rules, laying=False) != "run":
        return True
    (face,) = stands_for(cards, place, rules)
    return is_burnt(face, table, pile, rules)


def may_be_laid(cards: Meld, table: Sequence[Meld], pile: Sequence[str], rules: Rules) -> bool:
    """Return whether this meld may join such a table; its own naturals do not count (D-126, D-149)."""
    return all(may_lie(cards, place, table, pile, rules) for place in range(len(cards)))


def may_be_laid_together(
    melds: Sequence[Meld], table: Sequence[Meld], pile: Sequence[str], rules: Rules
) -> bool:
    """Return whether the melds have an order in which each may be laid after the others (D-126)."""
    if rules.joker_in_run == "free":
        return True
    return any(
        all(may_be_laid(cards, [*table, *order[:number]], pile, rules) for number, cards in enumerate(order))
        for order in permutations(melds)
    )
