"""Look up the melds of one suit or rank by the cards held, in tables filled on demand.

A *row* has a bit for each rank held in a suit, with the ace at bit 0 and a second ace at bit 13: 5♥ 6♥ 7♥ 8♥
is the row 0b11110000. The same few rows come up again and again, so the melds of each row are computed once for each
variant. Every wild counts as a joker here.

The melds come in the order of a depth-first walk. In runs, a natural comes before a joker, and a short run
before the runs that extend it. Groups with lower suits come first; among equals, groups with fewer jokers
come first.

>>> from rami import variants
>>> from rami.policies._compiled import game_of
>>> rules = game_of(variants.CLASSIC_51).melds
>>> [
...     each.code[1:] for part in runs(rules, 2, 0b11110000, 0) for each in part.clean
... ]  # 5-6-7, 5-6-7-8, 6-7-8
[(30, 31, 32), (30, 31, 32, 33), (31, 32, 33)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..budget import Meter
from ..cards.codes import BIT, JOKER, NATURALS, ONES, ROW, around, natural
from ..rules import Candidate, Candidates, MeldRules
from .meld import FREE_GROUP, GROUP, NAMED_GROUP, Code, faults, group_rank, has_both_aces, is_run, points

# With more wilds than this, a row can have too many melds for a table.
FEW_WILDS: Final = 2
# With more cards and wilds than this, a rank can also have too many.
FEW_IN_GROUP: Final = 8
LARGEST_TABLE: Final = 1 << 12
# Each step of the budget pays for making this many melds.
MADE_IN_A_STEP: Final = 10
SECOND_ACE: Final = 1 << 13
# The largest number of jokers that fit in a mask of naturals, and their bits.
MOST_JOKERS: Final = 10
JOKERS: Final = tuple(1 << (NATURALS + at) for at in range(MOST_JOKERS))


def runs(rules: MeldRules, suit: int, row: int, wilds: int, lowest: int = 0) -> list[Candidates]:
    """Return the runs of a row with this many jokers, grouped by first place.

    If runs without the lowest card of the suit may be omitted, `lowest` is the place of that card minus 1.
    """
    wilds = min(wilds, rules.max_wild_run)
    places = around(row & ROW) & rules.places
    out: list[Candidates] = []
    for low in starts(rules, places, wilds):
        if lowest and low > lowest + 1 and not rules.run_wrap:
            break
        found = _runs_at(rules, suit, low, row, places, wilds)
        if found.clean or found.wild:
            out.append(found)
    return out


def _runs_at(rules: MeldRules, suit: int, low: int, row: int, places: int, wilds: int) -> Candidates:
    """Return the runs that start at a place."""
    highest = highest_of(rules, low)
    window = places >> low & ((1 << (highest - low + 1)) - 1)
    # The run cannot reach a card behind more gaps than there are jokers, so leave such cards out of the key.
    gaps = ~window
    for _ in range(wilds):
        gaps &= gaps - 1
    window &= (gaps & -gaps) - 1
    # A second ace matters only in a run from ace to ace.
    twice = row & SECOND_ACE if window >> 13 else 0
    key = ((window << 4 | low) << 2 | suit) << 9 | wilds << 1 | (1 if twice else 0)
    known = rules.runs.get(key)
    if known is None:
        start = (16 * suit + low,)
        if wilds > FEW_WILDS:
            _count(_number_of_runs(rules, window, highest - low + 1, wilds))
        known = _candidates(
            rules, _runs_from(rules, suit, twice, window << low, highest, start, low, wilds, 0)
        )
        if wilds <= FEW_WILDS:
            # A program may meet any number of rows, so the table must not grow forever.
            if len(rules.runs) >= LARGEST_TABLE:
                rules.runs.clear()
            rules.runs[key] = known
    return known


def _count(melds: int) -> None:
    """Charge the budget for melds that are built again each time, so that the same question always costs the same."""
    Meter(MADE_IN_A_STEP).count(melds)


def _number_of_runs(rules: MeldRules, window: int, size: int, wilds: int) -> int:
    """Return an upper bound on the number of runs that start at the first place of a window of places."""
    # The number of runs under construction, by their number of jokers.
    rows = [1] + [0] * wilds
    total = 0
    for place in range(size):
        held = window >> place & 1
        for holes in range(wilds, -1, -1):
            rows[holes] = (rows[holes] if held else 0) + (rows[holes - 1] if holes else 0)
        if place + 1 >= rules.run_min:
            total += sum(rows)
    return total


def highest_of(rules: MeldRules, low: int) -> int:
    """Return the highest place of a run that starts at this place."""
    return min(low + rules.max_run - 1, rules.top_place)


def starts(rules: MeldRules, places: int, wilds: int) -> list[int]:
    """Return the places at which a run of the smallest size may start."""
    shortest = (1 << rules.run_min) - 1
    least = rules.run_min - wilds
    last = rules.last_start(rules.run_min)
    return [low for low in range(rules.first_place, last + 1) if ONES[places >> low & shortest] >= least]


def groups(rules: MeldRules, rank: int, copies: tuple[int, int, int, int], wilds: int) -> Candidates:
    """Return the groups of a rank, from the copies held in each suit and the number of jokers."""
    a, b, c, d = copies
    wilds = min(wilds, rules.max_wild_group)
    key = ((((a << 8 | b) << 8 | c) << 8 | d) << 4 | rank) << 8 | wilds
    known = rules.groups.get(key)
    if known is None:
        if a + b + c + d + wilds > FEW_IN_GROUP:
            _count((a + 1) * (b + 1) * (c + 1) * (d + 1) * (wilds + 1))
        known = _candidates(rules, each_group(rules, rank, copies, wilds))
        # There are few keys, because a rank has few cards, so this table needs no limit.
        if a + b + c + d + wilds <= FEW_IN_GROUP:
            rules.groups[key] = known
    return known


def _candidates(rules: MeldRules, codes: Iterable[Code]) -> Candidates:
    clean: list[Candidate] = []
    wild: list[Candidate] = []
    for code in codes:
        made = _candidate(rules, code)
        (wild if made.jokers else clean).append(made)
    return Candidates(tuple(clean), tuple(wild))


def _candidate(rules: MeldRules, code: Code) -> Candidate:
    most = need = doubles = jokers = 0
    for index in range(1, len(code)):
        card = code[index]
        most += rules.highest_values[card]
        if card == JOKER:
            need |= JOKERS[jokers] if jokers < MOST_JOKERS else 0
            jokers += 1
        else:
            doubles |= need & BIT[card]
            need |= BIT[card]
    return Candidate(code, points(rules, code), most, need, doubles, jokers)


def each_run(rules: MeldRules, suit: int, row: int, wilds: int) -> Iterator[Code]:
    """Yield the runs of a row with this many jokers one by one, for rows too large for a table."""
    wilds = min(wilds, rules.max_wild_run)
    places = around(row & ROW) & rules.places
    for low in starts(rules, places, wilds):
        start = (16 * suit + low,)
        yield from _runs_from(rules, suit, row, places, highest_of(rules, low), start, low, wilds, 0)


def _runs_from(
    rules: MeldRules,
    suit: int,
    row: int,
    places: int,
    highest: int,
    start: Code,
    place: int,
    wilds: int,
    holes: int,
) -> list[Code]:
    """Return the runs that start with these cards."""
    size = len(start) - 1
    out = [start] if size >= rules.run_min and is_valid(rules, start, holes) else []
    if place > highest:
        return out
    if places >> place & 1:
        card = natural(suit, place)
        # Only the ace has two places, and it needs two copies to fill both.
        if row & SECOND_ACE or card not in start[1:]:
            out += _runs_from(rules, suit, row, places, highest, (*start, card), place + 1, wilds, holes)
    if holes < wilds:
        out += _runs_from(rules, suit, row, places, highest, (*start, JOKER), place + 1, wilds, holes + 1)
    return out


def each_group(rules: MeldRules, rank: int, copies: tuple[int, int, int, int], wilds: int) -> Iterator[Code]:
    """Yield the groups of a rank one by one."""
    wilds = min(wilds, rules.max_wild_group)
    head = (FREE_GROUP if rules.any_suits else GROUP) + rank
    most = rules.set_max
    usable = [held if rules.any_suits else min(held, 1) for held in copies]
    cards = [natural(suit, rank) for suit in range(4)]
    # Count down, so that groups with more cards of the lower suits come first.
    for a in range(min(usable[0], most), -1, -1):
        for b in range(min(usable[1], most - a), -1, -1):
            for c in range(min(usable[2], most - a - b), -1, -1):
                for d in range(min(usable[3], most - a - b - c), -1, -1):
                    size = a + b + c + d
                    if size + wilds < rules.set_min:
                        continue
                    code = (head, *cards[:1] * a, *cards[1:2] * b, *cards[2:3] * c, *cards[3:] * d)
                    for holes in range(max(0, rules.set_min - size), min(wilds, most - size) + 1):
                        grown = (*code, *((JOKER,) * holes))
                        if not is_valid(rules, grown, holes):
                            continue
                        if not (rules.named and holes == 1 and size == 2):
                            yield grown
                            continue
                        for suit in range(4):
                            if cards[suit] not in code:
                                yield (NAMED_GROUP + 16 * suit + rank, *grown[1:])


def is_valid(rules: MeldRules, code: Code, holes: int) -> bool:
    """Return whether a meld of cards that fit together is valid if this many of them are jokers."""
    naturals = len(code) - 1 - holes
    if holes and naturals < (rules.min_natural if is_run(code) else rules.group_naturals):
        return False
    # Wilds alone are a meld only as a group of the rank that the rules fix.
    if not naturals and (is_run(code) or group_rank(code) != rules.wild_group):
        return False
    # Under plain rules this is the only fault that the search can produce.
    if rules.plain:
        return not has_both_aces(rules, code)
    return not faults(rules, code)
