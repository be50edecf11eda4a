"""How many wilds it takes at least to place cards of one suit in runs: new ones, and those that lie on the table.

Only how the runs lie in the end is looked at.  One card may serve several of them, but of two cards that are equal each
needs a run of its own.  A *run of the table* is told by its first and its last place and the wilds that it may still
take, in one number.
"""

from __future__ import annotations

from typing import Final

from .rules import MeldRules
from .universe import LARGEST_TABLE

# a cost that no supply of wilds meets
NEVER: Final = 1 << 10
# the place of an ace above the king
HIGHEST: Final = 14

# the fewest wilds for all cards, and for all but one
Cost = tuple[int, int]
TableRuns = tuple[int, ...]


def table_run(low: int, high: int, wilds: int) -> int:
    """A run from its first place to its last, which may take so many more wilds."""
    return (low << 4 | high) << 4 | min(wilds, 15)


def run_cost(rules: MeldRules, runs: TableRuns, held: int, twice: int, wilds: int) -> Cost:
    """The cost of a row of cards, some of them held twice; there are so many wilds at most."""
    places = _places(rules, held)
    if not twice:
        done = _with_naturals(rules, runs, places)
        left = held & ~(done >> 1 | done >> 14)
        if not left:
            return 0, 0
        if not wilds or not rules.max_wild_run:
            return NEVER, NEVER if left & (left - 1) else 0
    most = min(rules.max_wild_run, wilds)
    key = (most, held << 13 | twice, runs)
    known = rules.run_costs.get(key)
    if known is None:
        both = _places(rules, twice)
        known = _dearer(rules, runs, places, both, _single(rules, runs, held, places, both, most))
        if len(rules.run_costs) >= LARGEST_TABLE:
            rules.run_costs.clear()
        rules.run_costs[key] = known
    return known


def _places(rules: MeldRules, row: int) -> int:
    """The places of a row of cards, an ace at both ends."""
    return row << 1 | (row & 1) << 14 if rules.ace_high else row << 1


def _with_naturals(rules: MeldRules, runs: TableRuns, places: int) -> int:
    """The places that runs without more wilds may hold."""
    row = places
    for _ in range(rules.run_min - 1):
        row &= row >> 1
    out = row
    for _ in range(rules.run_min - 1):
        out |= out << 1
    for run in runs:
        low, high = run >> 8, run >> 4 & 15
        at = high + 1
        while places >> at & 1:
            out |= 1 << at
            at += 1
        at = low - 1
        while places >> at & 1:
            out |= 1 << at
            at -= 1
    return out


def _single(rules: MeldRules, runs: TableRuns, held: int, places: int, both: int, most: int) -> Cost:
    """The cost with one run for each card; where `both` copies of a card are held, one left over does not help."""
    reach = _reaching(rules, runs, places, most)
    whole, but_one = _covered(held << 1, both, reach)
    if held & 1 and rules.ace_high:
        other = _covered((held & ~1) << 1 | 1 << 14, both, reach)
        whole, but_one = min(whole, other[0]), min(but_one, other[1])
    return whole, but_one


def _reaching(rules: MeldRules, runs: TableRuns, places: int, most: int) -> list[list[int]]:
    """For each place and number of wilds, how far a run from the hand through it reaches; 0 where none is."""
    out = [[0] * (most + 1) for _ in range(HIGHEST + 1)]
    for low in range(1, rules.last_place + 1):
        _stretch(out, places, low, rules.last_place, rules.run_min, most)
    for run in runs:
        low, high, some = run >> 8, run >> 4 & 15, min(most, run & 15)
        _stretch(out, places, high + 1, rules.last_place, 1, some)
        for start in range(1, low):
            _stretch(out, places, start, low - 1, low - start, some)
    return out


def _stretch(out: list[list[int]], places: int, low: int, last: int, shortest: int, most: int) -> None:
    """Note how far a row of cards from a place on may reach, with each number of wilds."""
    holes = 0
    for high in range(low, last + 1):
        if not places >> high & 1:
            holes += 1
            if holes > most:
                return
        if high - low + 1 >= shortest:
            for place in range(low, high + 1):
                if out[place][holes] < high:
                    out[place][holes] = high


def _covered(due: int, both: int, reach: list[list[int]]) -> Cost:
    """How many wilds it takes until runs hold all the places that are due, and all but one."""
    # by the place up to which all is done: the wilds used, without and with a card left over
    whole = [NEVER] * (HIGHEST + 2)
    but_one = [NEVER] * (HIGHEST + 2)
    whole[1] = 0
    for place in range(1, HIGHEST + 1):
        done, less = whole[place], min(but_one[place], whole[place])
        if done == NEVER and less == NEVER:
            continue
        if not due >> place & 1:
            whole[place + 1] = min(whole[place + 1], done)
            but_one[place + 1] = min(but_one[place + 1], less)
            continue
        if not both >> place & 1:
            but_one[place + 1] = min(but_one[place + 1], done)
        for holes, last in enumerate(reach[place]):
            if last:
                whole[last + 1] = min(whole[last + 1], done + holes)
                but_one[last + 1] = min(but_one[last + 1], less + holes)
    end = HIGHEST + 1
    return whole[end], min(but_one[end], whole[end])


def _dearer(rules: MeldRules, runs: TableRuns, places: int, both: int, single: Cost) -> Cost:
    """The cost where each card of which `both` copies are held, but aces, needs two runs at least."""
    whole, but_one = single
    dearest = next_dearest = 0
    for place in range(2, HIGHEST):
        if both >> place & 1:
            price = _pair(rules, runs, place, places, both)
            next_dearest = max(next_dearest, min(dearest, price))
            dearest = max(dearest, price)
    # the card left over may be one of the dearest pair
    return max(whole, dearest), min(max(but_one, dearest), max(whole, next_dearest))


def _pair(rules: MeldRules, runs: TableRuns, place: int, places: int, both: int) -> int:
    """How many wilds two runs take at least that both hold the card of a place."""
    shortest = (1 << rules.run_min) - 1
    lows = range(max(1, place - rules.run_min + 1), min(place, rules.last_place - rules.run_min + 1) + 1)
    new = [shortest << low for low in lows]
    grown: list[int] = []
    for run in runs:
        low, high = run >> 8, run >> 4 & 15
        between = (1 << low) - (1 << place) if place < low else (2 << place) - (2 << high)
        if not low <= place <= high and (between & ~places).bit_count() <= run & 15:
            grown.append(between)
    best = NEVER
    either = new + grown
    for at, one in enumerate(either):
        # two new runs may be alike, but a meld on the table is one run only
        for other in either[at if at < len(new) else at + 1 :]:
            holes = ((one | other) & ~places).bit_count() + (one & other & ~both).bit_count()
            best = min(best, holes)
    return best
