"""Find every meld that a hand can form by itself (`takes` finds the melds that use table cards).

Each place of a meld contains a natural of the hand or a wild. Every wild counts as a joker here, whatever its
face (see `wilds`). The hand 5♥ 6♥ 8♥ 8♣ 8♦ * gives the melds without the joker first, then the runs with it,
then the groups with it:

    8♣ 8♦ 8♥ | * 5♥ 6♥, 5♥ 6♥ *, 5♥ 6♥ * 8♥, 6♥ * 8♥ | 8♣ 8♦ 8♥ *, 8♣ 8♦ *, 8♣ 8♥ *, 8♦ 8♥ *

A suit is cut into stretches of *neighbours*, cards close enough to share a run: with at most one joker, two
missing ranks in a row end a stretch. Each stretch is a key in a table, so most hands need only one look-up
per suit and rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .._rt import i64
from ..cards import hands
from ..cards.codes import EVERY_NATURAL, JOKER, ROW, around, places_of, ranks_held, starts_of_three
from ..rules import Candidate, Candidates, MeldRules
from . import universe
from .meld import Code
from .wilds import pooled, unburnt

# A card that leaves a table meld: (index of the meld on the table, index of the card in the meld).
Taken = tuple[int, int]
TableMeld = tuple[int, int, Code]
Table = tuple[TableMeld, ...]
# The places of an ace.
BOTH_ACES: Final = 1 << 1 | 1 << 14


def candidates_of(rules: MeldRules, mixed: hands.Hand) -> tuple[list[Candidate], int, int]:
    """Return the melds of a hand whose wilds are jokers, with the numbers of clean melds and of clean runs.

    Clean melds, without jokers, come first. Runs are sorted by suit and first place; groups follow, sorted by rank.
    """
    wilds = mixed[-1]
    found: list[Candidate] = []
    runs = _runs(rules, mixed, min(wilds, rules.max_wild_run))
    for part in runs:
        found.extend(part.clean)
    clean_runs = len(found)
    groups = _groups(rules, mixed, wilds)
    for part in groups:
        found.extend(part.clean)
    clean = len(found)
    if wilds:
        for part in runs:
            found.extend(part.wild)
        for part in groups:
            found.extend(part.wild)
    return found, clean, clean_runs


def _runs(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[Candidates]:
    """Return the runs of a hand, suit by suit."""
    out: list[Candidates] = []
    held: i64 = mixed[0]
    # With more jokers, or with runs that wrap around, cards far apart can share a run.
    few = wilds <= 1 and not rules.run_wrap and rules.run_min >= 3
    gap: i64 = 1 if wilds else 0
    inside: i64 = rules.places
    for suit in range(4):
        row = held & ROW
        held >>= 13
        if not row:
            continue
        if not few:
            out.extend(universe.runs(rules, suit, row_of(mixed, suit), wilds))
            continue
        places = around(row) & inside
        # Neighbours touch, or leave room for one joker between them.
        joined = places | places << gap
        while places:
            end = joined & ~(joined + (places & -places))
            near = places & end
            places ^= near
            joined ^= end
            if near & near >> 1 & near >> 2 if not gap else near & (near - 1):
                twice = near & BOTH_ACES == BOTH_ACES and len(mixed) > 2 and mixed[1] >> (13 * suit) & 1 == 1
                out.append(_near(rules, suit, near, wilds, twice))
    return out


def _near(rules: MeldRules, suit: int, near: int, wilds: int, twice: bool) -> Candidates:
    """Return the runs of neighbouring cards at these places, with at most one joker."""
    # These runs depend only on the places, the suit, the joker and the second ace.
    key = near << 4 | suit << 2 | wilds << 1 | (1 if twice else 0)
    known = rules.runs_near.get(key)
    if known is None:
        row = (near >> 1 | near >> 14) & ROW
        clean: list[Candidate] = []
        wild: list[Candidate] = []
        for part in universe.runs(rules, suit, row | universe.SECOND_ACE if twice else row, wilds):
            clean.extend(part.clean)
            wild.extend(part.wild)
        known = Candidates(tuple(clean), tuple(wild))
        if len(rules.runs_near) >= universe.LARGEST_TABLE:
            rules.runs_near.clear()
        rules.runs_near[key] = known
    return known


def _groups(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[Candidates]:
    """Return the groups of a hand, rank by rank."""
    needed = 1 if rules.any_suits else rules.set_min - min(wilds, rules.max_wild_group)
    ranks: int = ranks_held(mixed[0], needed)
    if rules.wild_group and wilds >= rules.set_min:
        ranks |= 1 << (rules.wild_group - 1)
    out: list[Candidates] = []
    while ranks:
        bit = ranks & -ranks
        ranks ^= bit
        out.append(groups_of_rank(rules, mixed, bit.bit_length(), wilds))
    return out


def hand_melds(rules: MeldRules, hand: hands.Hand) -> list[Code]:
    """Return every meld that the hand alone can form, in the order of `candidates_of`."""
    return [each.code for each in candidates_of(rules, pooled(rules, hand))[0]]


def has_clean_meld(rules: MeldRules, mixed: hands.Hand, runs_only: bool) -> bool:
    """Return whether a hand holds a meld without using its wilds."""
    if rules.run_min == 3 and rules.ace_twice and not rules.run_wrap:
        if starts_of_three(places_of(mixed[0])):
            return True
        if runs_only:
            return False
    _, clean, clean_runs = candidates_of(rules, (*mixed[:-1], 0))
    return clean_runs > 0 if runs_only else clean > 0


def row_of(mixed: hands.Hand, suit: int) -> int:
    """Return the row of a suit, with the extra bit for a second ace that `universe` uses."""
    row = mixed[0] >> (13 * suit) & ROW
    if row & 1 and len(mixed) > 2 and mixed[1] >> (13 * suit) & 1:
        row |= universe.SECOND_ACE
    return row


def groups_of_rank(rules: MeldRules, mixed: hands.Hand, rank: int, wilds: int) -> Candidates:
    """Return the groups of a rank that a hand can form with this many wilds."""
    held = mixed[0] >> (rank - 1)
    a, b, c, d = held & 1, held >> 13 & 1, held >> 26 & 1, held >> 39 & 1
    for at in range(1, len(mixed) - 1 if rules.any_suits else 1):
        held = mixed[at] >> (rank - 1)
        a += held & 1
        b += held >> 13 & 1
        c += held >> 26 & 1
        d += held >> 39 & 1
    return universe.groups(rules, rank, (a, b, c, d), wilds)


def each_meld_of(rules: MeldRules, mixed: hands.Hand, places: int = EVERY_NATURAL) -> Iterator[Code]:
    """Lazily yield the melds of a hand whose wilds are jokers, in the order of `candidates_of`.

    `places` is a mask of the naturals that a wild may represent in a run.
    """
    wilds = mixed[-1]
    for each in candidates_of(rules, (*mixed[:-1], 0))[0]:
        yield each.code
    if not wilds:
        return
    if min(wilds, rules.max_wild_run) <= universe.FEW_WILDS:
        for part in _runs(rules, mixed, min(wilds, rules.max_wild_run)):
            for each in part.wild:
                if not unburnt(rules, each.code, places):
                    yield each.code
    else:
        for suit in range(4):
            row = row_of(mixed, suit)
            for code in universe.each_run(rules, suit, row, wilds) if row else ():
                if JOKER in code[1:] and not unburnt(rules, code, places):
                    yield code
    for part in _groups(rules, mixed, wilds):
        for each in part.wild:
            yield each.code
