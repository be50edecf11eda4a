"""The melds of a hand as the search for lay-downs sees them, in tables filled on demand.

The cards of a suit that are close enough for a run are looked up together, and so are those of a rank.
"""

from __future__ import annotations

from typing import Final

from .._rt import i64
from ..cards import hands
from ..cards.codes import BIT, JOKER, NATURALS, ROW
from ..cards.masks import around, cards_at, places_of, ranks_held, starts_of_three
from ..kept_melds import Candidate, Candidates, Shelf
from ..melds import universe
from ..melds.finder import group_ranks, groups_of_rank, row_of
from ..melds.meld import Code
from ..rules import MeldRules

# as many cards of two codes decide which comes first; where they are equal, the order of the search does
TELLING: Final = 9
# the most jokers for which a mask of naturals has room, and their bits
MOST_JOKERS: Final = 10
JOKERS: Final = tuple(1 << (NATURALS + at) for at in range(MOST_JOKERS))
# a row times this is the row in each suit
EACH_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
HALF_ROW: Final = (1 << 7) - 1
# the places of an ace
BOTH_ACES: Final = 1 << 1 | 1 << 14


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


def candidates_of(rules: MeldRules, mixed: hands.Hand) -> tuple[list[Candidate], int, int]:
    """The melds of a hand in the order of `Supply`; how many have no jokers, and how many of these are runs."""
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
    """The runs of a hand, by suits."""
    out: list[Candidates] = []
    held: i64 = mixed[0]
    few = wilds <= 1 and not rules.wrap and rules.run_min >= 3
    gap: i64 = 1 if wilds else 0
    inside: i64 = rules.places
    for suit in range(4):
        row = held & ROW
        held >>= 13
        if not row:
            continue
        if not few:
            out.extend([_ready(shelf) for shelf in universe.runs(rules, suit, row_of(mixed, suit), wilds)])
            continue
        places = around(row) & inside
        # neighbours, with room for a joker between them
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
    """The runs of neighbouring cards, given by their places, with at most one joker."""
    key = near << 4 | suit << 2 | wilds << 1 | (1 if twice else 0)
    known = rules.runs_near.get(key)
    if known is None:
        row = (near >> 1 | near >> 14) & ROW
        clean: list[Candidate] = []
        wild: list[Candidate] = []
        for shelf in universe.runs(rules, suit, row | universe.SECOND_ACE if twice else row, wilds):
            ready = _ready(shelf)
            clean.extend(ready.clean)
            wild.extend(ready.wild)
        known = Candidates(tuple(clean), tuple(wild))
        if len(rules.runs_near) >= universe.LARGEST_TABLE:
            rules.runs_near.clear()
        rules.runs_near[key] = known
    return known


def _groups(rules: MeldRules, mixed: hands.Hand, wilds: int) -> list[Candidates]:
    """The groups of a hand, by ranks."""
    if rules.any_suits or (wilds > 1 and rules.max_wild_group > 1):
        return [
            _ready(groups_of_rank(rules, mixed, rank, wilds)) for rank in group_ranks(rules, mixed, wilds)
        ]
    out: list[Candidates] = []
    held: i64 = mixed[0]
    wild: i64 = 1 if wilds and rules.max_wild_group else 0
    ranks = ranks_held(held, rules.group_min - wild)
    a, b, c, d = held & ROW, held >> 13 & ROW, held >> 26 & ROW, held >> 39
    at: i64 = wild << 4
    while ranks:
        if ranks & 1:
            index = at + ((a & 1) << 3 | (b & 1) << 2 | (c & 1) << 1 | d & 1)
            known = rules.groups_at[index]
            if known is None:
                rank = int(at >> 5) + 1
                known = _ready(groups_of_rank(rules, mixed, rank, wilds))
                rules.groups_at[index] = known
            out.append(known)
        a >>= 1
        b >>= 1
        c >>= 1
        d >>= 1
        ranks >>= 1
        at += 32
    return out


def _ready(shelf: Shelf) -> Candidates:
    known = shelf.ready
    if known is None:
        clean = _made(shelf.clean, shelf.clean_worth, shelf.clean_most)
        known = Candidates(clean, _made(shelf.wild, shelf.wild_worth, shelf.wild_most))
        shelf.ready = known
    return known


def _made(codes: tuple[Code, ...], worth: tuple[int, ...], most: tuple[int, ...]) -> tuple[Candidate, ...]:
    out: list[Candidate] = []
    for at in range(len(codes)):
        code = codes[at]
        need = twins = jokers = 0
        order = code[0]
        for index in range(1, len(code)):
            card = code[index]
            if card == JOKER:
                need |= JOKERS[jokers] if jokers < MOST_JOKERS else 0
                jokers += 1
            elif need & BIT[card]:
                twins |= BIT[card]
            else:
                need |= BIT[card]
        for index in range(1, TELLING + 1):
            order = order << 6 | (code[index] if index < len(code) else 0)
        out.append(Candidate(code, worth[at], most[at], need, twins, jokers, order))
    return tuple(out)
