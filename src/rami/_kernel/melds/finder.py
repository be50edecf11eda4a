"""Every meld that can be laid from the hand alone (`takes` has those with cards of the table).

A place of a meld is filled by a natural of the hand or by a wild; every wild is a joker here, whatever card it is
(see `wilds`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER, ROW, natural
from ..cards.masks import places_of, ranks_held, starts_of_three
from ..kept_melds import Shelf
from ..rules import MeldRules
from . import universe
from .meld import Code, is_run
from .wilds import pooled

# one card leaving a table meld: (index of the meld in the table, index of the card in the meld)
Taken = tuple[int, int]
TableMeld = tuple[int, int, Code]
Table = tuple[TableMeld, ...]


class Supply:
    """The melds of a hand whose wilds are jokers: those without jokers first, in a fixed order, each once.

    `worth` has the points of each, `most` the most points that its cards could score in any melds.
    """

    __slots__ = ("clean", "codes", "most", "worth")

    def __init__(self, rules: MeldRules, mixed: hands.Hand, places: int = EVERY_NATURAL) -> None:
        codes: list[Code] = []
        worth: list[int] = []
        most: list[int] = []
        shelves = _shelves(rules, mixed, mixed[-1])
        for shelf in shelves:
            codes.extend(shelf.clean)
            worth.extend(shelf.clean_worth)
            most.extend(shelf.clean_most)
        # how many have no jokers
        self.clean: Final = len(codes)
        for shelf in shelves if mixed[-1] else []:
            codes.extend(shelf.wild)
            worth.extend(shelf.wild_worth)
            most.extend(shelf.wild_most)
        if places != EVERY_NATURAL:
            fit = [index for index, code in enumerate(codes) if wilds_fit(code, places)]
            codes = [codes[index] for index in fit]
            worth = [worth[index] for index in fit]
            most = [most[index] for index in fit]
        self.codes: Final = codes
        self.worth: Final = worth
        self.most: Final = most


def hand_melds(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> list[Code]:
    """Every meld that the hand alone can form: clean melds first, in a fixed order, each once.

    `places` is a mask of the naturals that a wild may represent in a run.
    """
    return Supply(rules, pooled(rules, hand), places).codes


def wilds_fit(code: Code, places: int) -> bool:
    """Whether every joker of a run represents a card in the mask."""
    if not is_run(code):
        return True
    suit, low = code[0] >> 4, code[0] & 15
    for index in range(1, len(code)):
        if code[index] == JOKER and not places >> natural(suit, low + index - 1) & 1:
            return False
    return True


def has_clean_meld(rules: MeldRules, mixed: hands.Hand, runs_only: bool) -> bool:
    """Whether a hand without its wilds holds a meld."""
    if rules.run_min == 3 and rules.ace_twice and not rules.wrap:
        if starts_of_three(places_of(mixed[0])):
            return True
        if runs_only:
            return False
    found = [code for shelf in _shelves(rules, mixed, 0) for code in shelf.clean[:1]]
    return any(is_run(code) for code in found) if runs_only else len(found) > 0


def _shelves(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[Shelf]:
    """The finder of the melds of a hand: its runs by suit, then its groups by rank."""
    held = mixed[0]
    out: list[Shelf] = []
    in_runs = min(wilds, rules.max_wild_run)
    for suit in range(4):
        row = held >> (13 * suit) & ROW
        if row and row.bit_count() + in_runs >= rules.run_min:
            out += universe.runs(rules, suit, row_of(mixed, suit), in_runs)
    return out + [groups_of_rank(rules, mixed, rank, wilds) for rank in group_ranks(rules, mixed, wilds)]


def row_of(mixed: hands.Hand, suit: int) -> int:
    """A suit's row, as `universe` has it."""
    row = mixed[0] >> (13 * suit) & ROW
    if row & 1 and len(mixed) > 2 and mixed[1] >> (13 * suit) & 1:
        row |= universe.SECOND_ACE
    return row


def group_ranks(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[int]:
    """The ranks that may have a group with this many wilds."""
    needed = 1 if rules.any_suits else rules.group_min - min(wilds, rules.max_wild_group)
    ranks: int = ranks_held(mixed[0], needed)
    if rules.wild_group and wilds >= rules.group_min:
        ranks |= 1 << (rules.wild_group - 1)
    out: list[int] = []
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        out.append(bit.bit_length())
    return out


def groups_of_rank(rules: MeldRules, mixed: hands.Hand, rank: int, wilds: int) -> Shelf:
    """The groups of a rank that a hand can form with this many wilds."""
    held = mixed[0] >> (rank - 1)
    a, b, c, d = held & 1, held >> 13 & 1, held >> 26 & 1, held >> 39 & 1
    for at in range(1, len(mixed) - 1 if rules.any_suits else 1):
        held = mixed[at] >> (rank - 1)
        a += held & 1
        b += held >> 13 & 1
        c += held >> 26 & 1
        d += held >> 39 & 1
    return universe.groups(rules, rank, (a, b, c, d), wilds)


def each_hand_meld(rules: MeldRules, hand: hands.Hand, places: int = EVERY_NATURAL) -> Iterator[Code]:
    """The same melds in the same order, made lazily."""
    mixed = pooled(rules, hand)
    for shelf in _shelves(rules, mixed, 0):
        yield from shelf.clean
    wilds = mixed[-1]
    if not wilds:
        return
    few = min(wilds, rules.max_wild_run) <= universe.FEW_WILDS
    for suit in range(4):
        row = row_of(mixed, suit)
        if row:
            if few:
                for shelf in universe.runs(rules, suit, row, wilds):
                    for code in shelf.wild:
                        if wilds_fit(code, places):
                            yield code
                continue
            for code in universe.each_run(rules, suit, row, wilds):
                if JOKER in code[1:] and wilds_fit(code, places):
                    yield code
    for rank in group_ranks(rules, mixed, wilds):
        yield from groups_of_rank(rules, mixed, rank, wilds).wild
