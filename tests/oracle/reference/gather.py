"""All melds that a hand can lay, with or without cards from melds on the table.

A loose card is a card on the table that may be taken: its face, the name of its meld, and its place there. The name of
a meld is its content and its number among equal melds. A plan is a meld, the cards of the hand that it uses, and its
sources: the names and places of the loose cards that it uses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import inf

from .cards import RANKS, SUITS, order, without
from .facts import OnTable
from .melds import (
    Meld,
    group_letter,
    highest_place,
    is_wild,
    kind,
    longest_run,
    low_of_run,
    lowest_places,
    namings,
    naturals_in,
    rank_at,
    wild_faces,
    wilds_in,
)
from .rules import Rules

MeldName = tuple[OnTable, int]
Source = tuple[MeldName, int]
Loose = tuple[tuple[str, MeldName, int], ...]
Contract = tuple[tuple[int, ...], tuple[int, ...]]
Plan = tuple[Meld, tuple[str, ...], tuple[Source, ...]]


def wild_cap(in_run: bool, rules: Rules) -> int:
    if not in_run and rules.max_wild_scope == "only_runs":
        return 0
    if rules.max_wild is None or (not in_run and rules.max_wild_scope == "run"):
        return 99
    return rules.max_wild


def choices(wanted: str, hand: tuple[str, ...], loose: Loose) -> list[tuple[str, tuple[Source, ...]]]:
    """Return one copy from the hand, or each loose copy on the table."""
    found: list[tuple[str, tuple[Source, ...]]] = [(wanted, ())] if wanted in hand else []
    return found + [(wanted, ((meld, place),)) for face, meld, place in loose if face == wanted]


def use(
    picked: tuple[str, tuple[Source, ...]], hand: tuple[str, ...], loose: Loose
) -> tuple[tuple[str, ...], Loose]:
    """Return hand and loose cards without one of them, which went into the meld."""
    face, sources = picked
    if sources:
        return hand, tuple(each for each in loose if (each[1], each[2]) != sources[0])
    left = without(hand, [face])
    assert left is not None
    return left, loose


def is_wild_in_run(face: str, place: int, of: str, rules: Rules) -> bool:
    """Return whether the card is wild at this place of a run in that suit (IND-WILD-05)."""
    itself = rules.natural_wilds and face == RANKS[rank_at(place) - 1] + of
    return is_wild(face, rules) and not itself


def grow_run(
    place: int, last: int, of: str, begun: Plan, hand: tuple[str, ...], loose: Loose, rules: Rules
) -> Iterator[Plan]:
    """Yield every run that starts with these cards and continues at `place`."""
    cards, own, sources = begun
    if len(cards) >= rules.run_min and kind(cards, rules) == "run":
        yield begun
    if place > last or len(cards) >= longest_run(rules):
        return
    natural = RANKS[rank_at(place) - 1] + of
    own_place = rules.natural_wilds or not is_wild(natural, rules)
    options = choices(natural, hand, loose) if own_place else []
    if sum(
        is_wild_in_run(face, place - len(cards) + at, of, rules) for at, face in enumerate(cards)
    ) < wild_cap(True, rules):
        for wild in wild_faces(rules):
            if not (own_place and wild == natural):
                options += choices(wild, hand, loose)
    for picked in options:
        left, remaining = use(picked, hand, loose)
        longer = (*cards, picked[0]), (own if picked[1] else (*own, picked[0])), sources + picked[1]
        yield from grow_run(place + 1, last, of, longer, left, remaining, rules)


def grow_group(
    faces: tuple[str, ...], begun: Plan, hand: tuple[str, ...], loose: Loose, rules: Rules
) -> Iterator[Plan]:
    """Yield every group made of these cards and of the faces still to be considered."""
    cards, own, sources = begun
    if not faces:
        if kind(cards, rules) == "group":
            yield cards, own, sources
        return
    face, rest = faces[0], faces[1:]
    yield from grow_group(rest, begun, hand, loose, rules)
    if len(cards) >= (99 if rules.set_max is None else rules.set_max):
        return
    wild = is_wild(face, rules)
    # Where cards of the wild rank may be natural, `kind` counts.
    if wild and not rules.natural_wilds and len(wilds_in(cards, rules)) >= wild_cap(False, rules):
        return
    once = not wild and rules.set_suits == "distinct"
    for picked in choices(face, hand, loose):
        left, remaining = use(picked, hand, loose)
        longer = (*cards, face), (own if picked[1] else (*own, face)), sources + picked[1]
        yield from grow_group(rest if once else faces, longer, left, remaining, rules)


@lru_cache(maxsize=100_000)
def runs_of(of: str, hand: tuple[str, ...], loose: Loose, rules: Rules) -> frozenset[Plan]:
    """Return every run in a suit; hand and loose cards hold no other suit."""
    found: set[Plan] = set()
    for low in lowest_places(rules):
        found.update(grow_run(low, highest_place(low, rules), of, ((), (), ()), hand, loose, rules))
    return frozenset(map(tidy, found))


@lru_cache(maxsize=100_000)
def groups_of(letter: str, hand: tuple[str, ...], loose: Loose, rules: Rules) -> frozenset[Plan]:
    """Return every group of a rank; hand and loose cards hold no other rank."""
    naturals = [letter + of for of in SUITS if not is_wild(letter + of, rules)]
    faces = (*naturals, *wild_faces(rules))
    found = grow_group(faces, ((), (), ()), hand, loose, rules)
    return frozenset(
        tidy((each, own, sources)) for cards, own, sources in found for each in namings(cards, rules)
    )


def tidy(plan: Plan) -> Plan:
    cards, own, sources = plan
    return cards, tuple(sorted(own, key=order)), tuple(sorted(sources))


def plans(hand: tuple[str, ...], loose: Loose, rules: Rules) -> Iterator[Plan]:
    """Yield every meld from the hand and the loose table cards, with its hand cards and sources."""
    for of in SUITS:
        own = tuple(each for each in hand if is_wild(each, rules) or each[1] == of)
        near = tuple(each for each in loose if is_wild(each[0], rules) or each[0][1] == of)
        yield from runs_of(of, own, near, rules)
    for letter in RANKS:
        own = tuple(each for each in hand if is_wild(each, rules) or each[0] == letter)
        near = tuple(each for each in loose if is_wild(each[0], rules) or each[0][0] == letter)
        yield from groups_of(letter, own, near, rules)
    if rules.pairs is not None:
        for two in {tuple(sorted(two, key=order)) for two in combinations(hand, 2)}:
            if kind(two, rules) == "pair":
                yield two, two, ()


@lru_cache(maxsize=50_000)
def all_melds(hand: tuple[str, ...], rules: Rules) -> tuple[Meld, ...]:
    """Return every meld that the hand alone can lay."""
    return tuple(sorted({cards for cards, _, _ in plans(hand, (), rules)}))


@lru_cache(maxsize=5_000)
def meld_sets(hand: tuple[str, ...], rules: Rules) -> tuple[tuple[Meld, ...], ...]:
    """Return every non-empty multiset of melds that the hand can lay together."""
    return tuple(sets_of(all_melds(hand, rules), hand, len(hand)))


def sets_of(melds: tuple[Meld, ...], hand: tuple[str, ...], most: int) -> Iterator[tuple[Meld, ...]]:
    """Yield every non-empty multiset of at most this many of the melds that the hand can lay together."""
    for index, meld in enumerate(melds if most else ()):
        left = without(hand, meld)
        if left is not None:
            yield (meld,)
            yield from ((meld, *more) for more in sets_of(melds[index:], left, most - 1))


@lru_cache(maxsize=5_000)
def contract_sets(hand: tuple[str, ...], contract: Contract, rules: Rules) -> tuple[tuple[Meld, ...], ...]:
    """Return every set of melds of the hand that is the contract."""
    count = len(contract[0]) + len(contract[1])
    sets = sets_of(all_melds(hand, rules), hand, count)
    return tuple(melds for melds in sets if len(melds) == count and is_contract(melds, contract, rules))


def ranks_between(one: Meld, other: Meld, rules: Rules) -> float:
    """Return the number of ranks between two runs of one suit (LIV-DOWN-03); below 0 if they overlap."""
    if naturals_in(one, rules)[0][1] != naturals_in(other, rules)[0][1]:
        return inf
    places = [
        {low + index for index in range(len(cards))}
        for cards in (one, other)
        if (low := low_of_run(cards, rules)) is not None
    ]
    if places[0] & places[1]:
        return -1
    lower, higher = sorted(places, key=min)
    return min(higher) - max(lower) - 1


def is_contract(melds: tuple[Meld, ...], contract: Contract, rules: Rules) -> bool:
    """Return whether these are exactly the melds of the contract (FRU-OPEN-01, D-91, D-92)."""
    kinds = [kind(cards, rules) for cards in melds]
    for which, asked in zip(("group", "run"), contract, strict=True):
        sizes = sorted(len(cards) for cards, what in zip(melds, kinds, strict=True) if what == which)
        if len(sizes) != len(asked):
            return False
        for size, least in zip(sizes, sorted(asked), strict=True):
            if size < least or (rules.contract_size == "exact" and size > least):
                return False
    runs = [cards for cards, what in zip(melds, kinds, strict=True) if what == "run"]
    if rules.run_gap is not None and any(
        ranks_between(one, other, rules) < rules.run_gap for one, other in combinations(runs, 2)
    ):
        return False
    if not rules.distinct_contract_melds:
        return True
    traits = [
        (what, group_letter(cards, rules) if what == "group" else naturals_in(cards, rules)[0][1])
        for cards, what in zip(melds, kinds, strict=True)
    ]
    return len(set(traits)) == len(traits)
