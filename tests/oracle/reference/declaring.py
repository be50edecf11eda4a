"""Declared hands: all sets of melds in a hand, and the runs that a declaration must contain.

There are no lay-offs, so each hand is counted on its own. Each subset of a hand is examined once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

from .cards import JOKER, RANKS, suit, without
from .cards import hand as sorted_hand
from .melds import (
    Meld,
    highest_place,
    is_clean_run,
    is_group_shape,
    kind,
    lowest_places,
    naturals_in,
    rank_at,
    wilds_allowed,
    wilds_in,
)
from .rules import Rules
from .scoring import card_value

MATCHED = 0
RUN = 1
PURE_RUN = 2


def what(cards: tuple[str, ...], rules: Rules) -> int | None:
    """Return the best description of these cards together: a pure run, a run, a group, or no meld."""
    found = runs_of(cards, rules)
    if found:
        judged = without_wild_rank(rules) if rules.natural_wilds else rules
        return PURE_RUN if any(is_clean_run(each, judged) for each in found) else RUN
    return MATCHED if is_group(cards, rules) else None


def runs_of(cards: tuple[str, ...], rules: Rules) -> list[Meld]:
    """Return the runs of exactly these cards; where wild ranks may be natural, some of them as jokers."""
    if not rules.natural_wilds:
        return plain_runs(cards, rules)
    tame = without_wild_rank(rules)
    return [run for spelt in spellings(cards, rules) for run in plain_runs(spelt, tame)]


def is_group(cards: tuple[str, ...], rules: Rules) -> bool:
    """Return whether these cards are a group."""
    if rules.natural_wilds:
        tame = without_wild_rank(rules)
        return any(is_group(spelt, tame) for spelt in spellings(cards, rules))
    return is_group_shape(cards, rules) and wilds_allowed(cards, False, True, rules)


@lru_cache(maxsize=64)
def without_wild_rank(rules: Rules) -> Rules:
    """Return the rules with jokers as the only wild cards."""
    return dataclasses.replace(rules, wild_rank="", natural_wilds=False)


def spellings(cards: tuple[str, ...], rules: Rules) -> set[tuple[str, ...]]:
    """Return these cards with any number of those of a wild rank written as jokers."""
    ways = [(face, JOKER) if face[0] == rules.wild_rank else (face,) for face in cards]
    return set(product(*ways))


def plain_runs(cards: tuple[str, ...], rules: Rules) -> list[Meld]:
    """Return the runs of exactly these cards: naturals in their places, wild ones in the others."""
    naturals = naturals_in(cards, rules)
    if not naturals or any(suit(each) != suit(naturals[0]) for each in naturals):
        return []
    found: list[Meld] = []
    for low in lowest_places(rules):
        if low + len(cards) - 1 > highest_place(low, rules):
            continue
        left, wilds, run = list(naturals), wilds_in(cards, rules), list[str]()
        for place in range(low, low + len(cards)):
            face = RANKS[rank_at(place) - 1] + suit(naturals[0])
            pool = left if face in left else wilds
            if not pool:
                break
            run.append(face if pool is left else wilds[0])
            pool.remove(run[-1])
        if len(run) == len(cards) and kind(tuple(run), rules) == "run":
            found.append(tuple(run))
    return found


def melds_by_first(held: tuple[str, ...], rules: Rules) -> dict[int, list[tuple[int, int]]]:
    """Return the melds of a hand as masks of places in it, with their kind, by their first place."""
    known: dict[tuple[str, ...], int | None] = {}
    found: dict[int, list[tuple[int, int]]] = {}
    for size in range(min(rules.set_min, rules.run_min), len(held) + 1):
        for places in combinations(range(len(held)), size):
            cards = tuple(held[place] for place in places)
            if cards not in known:
                known[cards] = what(cards, rules)
            kind_of = known[cards]
            if kind_of is not None:
                found.setdefault(places[0], []).append((sum(1 << place for place in places), kind_of))
    return found


def least(held: Sequence[str], values: Sequence[int], rules: Rules) -> int | None:
    """Return the least points outside melds that hold the runs needed; None if no melds do."""
    cards = tuple(held)
    melds = melds_by_first(cards, rules)
    runs, pure = rules.declare_runs, rules.declare_pure_runs
    # Points left so far, by the places used and by the runs and pure runs still missing.
    states = {(0, max(runs, pure), pure): 0}
    for place in range(len(cards)):
        reached: dict[tuple[int, int, int], int] = {}
        for (used, need, need_pure), cost in states.items():
            ways = [(used, need, need_pure, cost)]
            if not used >> place & 1:
                ways = [(used, need, need_pure, cost + values[place])]
                for mask, found in melds.get(place, []):
                    if not mask & used:
                        a_run, a_pure = int(found >= RUN), int(found == PURE_RUN)
                        ways.append((used | mask, max(0, need - a_run), max(0, need_pure - a_pure), cost))
            for *state, total in ways:
                key = (state[0], state[1], state[2])
                reached[key] = min(total, reached.get(key, total))
        states = reached
    met = [cost for (_, need, need_pure), cost in states.items() if not need and not need_pure]
    return min(met, default=None)


def charge(held: Sequence[str], rules: Rules) -> int:
    """Return the points of a loser's hand: all of it if its melds do not hold the runs needed."""
    cards = sorted_hand(held)
    values = [card_value(face, rules) for face in cards]
    found = least(cards, values, rules)
    return sum(values) if found is None else found


def may_be_shown(held: Sequence[str], rules: Rules) -> bool:
    """Return whether melds that hold the runs needed match every card of a hand; values do not matter."""
    cards = sorted_hand(held)
    return least(cards, [1] * len(cards), rules) == 0


def faces_to_declare(held: Sequence[str], rules: Rules, banned: str | None = None) -> set[str]:
    """Return the faces to put away in order to declare the other cards."""
    found: set[str] = set()
    for face in set(held):
        kept = without(tuple(held), [face])
        assert kept is not None
        if face != banned and may_be_shown(kept, rules):
            found.add(face)
    return found


def points(hands: Sequence[Sequence[str]], winner: int, rules: Rules) -> list[int]:
    """Return the points of a round by seat."""
    limit = rules.cap
    counted = [charge(held, rules) for held in hands]
    capped = [count if limit is None else min(count, limit) for count in counted]
    return [rules.winner_score if seat == winner else count for seat, count in enumerate(capped)]
