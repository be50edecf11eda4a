"""Restrict the jokers on a table, under each rule about them (`table.regroup_joker`, RKB-D04).

rule       a joker may leave its meld               in 7♠ 8♠ *    in 5♣ 5♦ *
"free"     always
"named"    for any card that it may represent       9♠            5♥ or 5♠
"both"     for all cards that it may represent      9♠            5♥ and 5♠
"locked"   never, and the meld keeps all its cards
"""

from __future__ import annotations

from ..cards.codes import BIT, bits, natural
from ..melds.finder import Table
from ..melds.meld import Code, group_rank, is_run, is_wild_at, missing_suits, stands_for
from ..rules import MeldRules, RegroupJoker
from .completing import BOUND
from .groups import GROUP_MIN


def ties_of(rules: MeldRules, table: Table, jokers: RegroupJoker) -> tuple[object, ...]:
    """Return the restrictions on a table's jokers, in an order that depends only on the cards."""
    if jokers == "named":
        return tuple(faces_of_wilds(rules, table))
    if jokers == "both":
        return tuple(masks_of(rules, table, jokers))
    return tuple(locked_in(rules, table)) if jokers == "locked" else ()


def faces_of_wilds(rules: MeldRules, table: Table) -> list[int]:
    """Return, for each table wild, a mask of the naturals it represents: in a group, the cards of all missing suits."""
    out: list[int] = []
    for _, _, code in table:
        wilds = [index for index in range(1, len(code)) if is_wild_at(rules, code, index)]
        if is_run(code):
            out += [BIT[stands_for(code, index - 1)] for index in wilds]
        elif wilds:
            missing = sum([BIT[natural(suit, group_rank(code))] for suit in missing_suits(rules, code)])
            out += [missing] * len(wilds)
    return sorted(out)


def masks_of(rules: MeldRules, table: Table, jokers: RegroupJoker) -> list[int]:
    """Return the masks of `faces_of_wilds`, marked `BOUND` if only all missing tiles of a group free the joker."""
    if jokers != "both":
        return faces_of_wilds(rules, table)
    out: list[int] = []
    for entry in table:
        masks = faces_of_wilds(rules, (entry,))
        size = len(entry[2]) - 1
        # A wild that was named when it was laid has only one card to represent.
        if not is_run(entry[2]) and size == GROUP_MIN and masks and len(bits(masks[0])) > len(masks):
            masks = [mask | BOUND for mask in masks]
        out += masks
    return sorted(out)


def locked_in(rules: MeldRules, table: Table) -> list[Code]:
    """Return the melds of a table that contain a joker."""
    return sorted([entry[2] for entry in table if faces_of_wilds(rules, (entry,))])
