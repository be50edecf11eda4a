"""Find the table cards of one suit that might leave their runs for new melds, in the relaxed turn.

In the relaxed turn (see `relaxed`) no card is ever used up. Three terms describe how cards of a suit move in it:

- A *piece* is one card of a table run, or several adjacent cards that might leave together. The cards left on each
  side must be a run, be able to become one with hand cards, or have left earlier. One side must remain, because a meld
  never disappears.
- A *part* is a stretch of adjacent cards that a new run could use: a piece, or a single card that comes from the hand,
  from a group on the table, or from outside the suit as a wild.
- A *new run* is made of parts that join.

A single card may leave for a group, and a piece for a new run. Each card that might leave can make more melds possible,
for which more cards may leave, until nothing is added (the least fixpoint). At the start no card has left, so two cards
cannot justify each other in a circle. No hand card is used up and no table card disappears, so the result
contains every card that a real plan could free.

An example with 8♥ 9♥ in hand and 4♥ 5♥ 6♥ 7♥ on the table. Places count from 1, the low ace, to 14, the high ace:

    place    4   5   6   7   8   9
    table    4♥  5♥  6♥  7♥             Run (4, 4, 0b1111): first place, size, indexes that might leave
    hand                     8♥  9♥

    parts    (7, 8, RUN + 0, False, False)      7♥ may leave alone, because 4♥ 5♥ 6♥ remain a run
             (8, 9, HAND, False, False)         8♥, from place 8 up to, not including, 9
             (9, 10, HAND, False, False)
    new run  7 to 10: the three parts join, so the piece (3, 3) of run 0, its last card, might leave for it

`NewRuns` joins parts without listing runs. For each place it stores how far down the places below can be filled
(`Reach`). At place 10 that is ``7 << PLACE | SERVED | HAND``: every place from 7 on can be filled, a hand card is among
them, and the last card comes from the hand. Runs are extended upwards by the same code, on a mirror image of the suit.

The rules limit the wilds in a run, so a table run can grow by a wild only if it has room for another one. A wild stays
in the run unless a hand card replaces it. When a natural leaves and splits the run, the wilds below it take up room in
the low part, the others in the high part.

A fact costs as many wilds as its most expensive condition (its *level*, see `relaxed`). So a new run with n wilds takes
its cards at a level that is n above the level of its conditions.
"""

from __future__ import annotations

from typing import Final, TypeVar

from ..._rt import i64
from ...cards.codes import BIT, ROW, around, bits
from ...rules import MeldRules

T = TypeVar("T")

# (first place, number of cards, mask of the indexes whose cards might leave).
Run = tuple[int, int, int]
# The sources of the cards of a new run. A card that leaves table run number n has the source RUN + n.
HAND: Final = 1
FREE: Final = 2
WILD: Final = 3
RUN: Final = 4
# Adjacent cards of a new run: the first place, the place after the last, the source, and two flags. The flags
# forbid a hand card right before or right after them, if the rest of their old run needs that hand card.
Part = tuple[int, int, int, bool, bool]
# Maps the first and last index of adjacent cards in a run to the new runs that take them, or to None for a
# group.
Pieces = dict[tuple[int, int], "NewRuns | None"]
# The key of `Runs`: row, twice, free and wanted in one number, wilds_at and growing in another, the runs, base.
Key = tuple[int, int, tuple[Run, ...], "Runs | None"]
# Results for suits, keyed by all facts that they depend on, and the maximum number to keep.
Cache = dict[tuple[object, ...], object]
CACHE_LIMIT: Final = 1 << 13
# For each place, the lower places from which every place up to it can be filled. Each entry also has two flags
# (SERVED: a hand card or a wild is among them; NO_HAND: no hand card may follow) and the source of the last card.
Reach = dict[int, list[int]]

# The source takes the lowest ten bits. These are enough, because even sixteen packs have only 208 cards of a suit, and
# so fewer runs than that.
SOURCES: Final = (1 << 10) - 1
NO_HAND: Final = 1 << 10
SERVED: Final = 1 << 11
PLACE: Final = 12
NOWHERE: Final = 99


def grown(rules: MeldRules, row: int, wilds: int, wilds_at: int, place: int, step: int) -> int:
    """Return the furthest place that one end of a run could reach with these cards and wilds; `step` is 1 or -1."""
    while rules.first_place <= place + step <= rules.last_place:
        rank = (place + step - 1) % 13
        if not row >> rank & 1:
            if wilds <= 0 or not wilds_at >> rank & 1:
                break
            wilds -= 1
        place += step
    return place


def indexes_with_sides(rules: MeldRules, row: int, wilds: int, wilds_at: int, run: Run) -> tuple[int, int]:
    """Return two masks of the indexes at which a run's low side, or its high side, could remain a run."""
    low, size, leaving = run
    below = above = start = 0
    stuck = bits(BIT[size] - 1 & ~leaving)
    for before, end in enumerate([*stuck, size]):
        lowest = grown(rules, row, wilds - before, wilds_at, low, -1)
        highest = grown(rules, row, wilds - len(stuck) + before, wilds_at, low + size - 1, 1)
        between = BIT[end + 1] - BIT[start]
        below |= between & -BIT[max(0, lowest - low + rules.run_min)]
        above |= between & BIT[max(0, highest - low - rules.run_min + 1)] - 1
        start = end + 1
    return below, above


class TableRun:
    """A run on the table; `pieces` lists the stretches of the run that could leave for new melds."""

    __slots__ = (
        "_run_above",
        "_run_below",
        "above",
        "below",
        "highest",
        "leaving",
        "low",
        "lowest",
        "pieces",
        "size",
    )

    def __init__(self, rules: MeldRules, row: int, wilds: int, wilds_at: int, run: Run) -> None:
        low, size, leaving = run
        self.low: Final[i64] = low
        self.size: Final[i64] = size
        self.lowest: Final = grown(rules, row, wilds, wilds_at, low, -1)
        self.highest: Final = grown(rules, row, wilds, wilds_at, low + size - 1, 1)
        self.pieces: Final[Pieces] = {}
        # Masks: bit n is set if all cards below index n, or all cards from index n on, could have left.
        self.below: i64 = 1
        self.above: i64 = BIT[size]
        # Masks of the cards whose low side, or high side, could remain a run.
        below, above = indexes_with_sides(rules, row, wilds, wilds_at, run)
        self._run_below: Final[i64] = below
        self._run_above: Final[i64] = above
        # One side of the cards that leave together must remain a run.
        self.leaving: Final[i64] = leaving & (self._run_below | self._run_above)

    def alone(self) -> i64:
        """Return a mask of the indexes of cards that could leave alone."""
        return self.leaving & (self._run_below | self.below) & (self._run_above | self.above >> 1)

    def parts(self, source: int, twice: i64) -> list[Part]:
        """Return the stretches that this run, even after growing by ranks in `twice`, could give to new runs."""
        out: list[Part] = []
        end = self.size - 1
        grows_below = not around(twice) >> self.low - 1 & 1
        grows_above = not around(twice) >> self.low + self.size & 1
        ends = self.leaving & (self._run_above | self.above >> 1)
        for first in bits(self.leaving & (self._run_below | self.below)):
            below = self._run_below >> first & 1
            last: i64 = first
            while self.leaving >> last & 1:
                above = self._run_above >> last & 1
                if ends >> last & 1 and (below or above):
                    # `low` and `high` are set if the rest is long enough only with the hand card next to the part.
                    low, high = first == 0 and grows_below, last == end and grows_above
                    place, after = int(self.low + first), int(self.low + last + 1)
                    if below and (not low or high or not above):
                        out.append((place, after, source, low, False))
                    if above and (low or not below):
                        out.append((place, after, source, False, high))
                last += 1
        return out

    def ranks(self, indexes: i64) -> i64:
        """Return the ranks of the cards at these indexes."""
        places = indexes << self.low
        return (places >> 1 | places >> 14) & ROW

    def leave(self, pieces: Pieces) -> None:
        """Record stretches that could leave, and note where all cards on one side could now have left."""
        new = {piece: how for piece, how in pieces.items() if piece not in self.pieces}
        self.pieces.update(new)
        before: i64 = 0
        while new and before != self.below + self.above:
            before = self.below + self.above
            for first, last in self.pieces:
                self.below |= (self.below >> first & 1) * BIT[last + 1]
                self.above |= (self.above >> last + 1 & 1) * BIT[first]


class Runs:
    """The cards that could leave the runs of one suit at a level.

    `row` contains the ranks held, `twice` the ranks of which two copies are available, `free` other ranks whose cards
    could leave groups, and `wanted` the ranks that a new group might take. Wilds may take the places in `wilds_at`, and
    `growing` of them may join a table run. The key also contains the facts of the level below. `moved` contains the
    ranks that might be taken out of new runs, and `single` all ranks whose card might leave alone.
    """

    def __init__(self, rules: MeldRules, hand_first: bool, key: Key, cache: Cache) -> None:
        facts, places, runs, base = key
        row = facts & ROW
        self.rules: Final = rules
        self.hand_first: Final = hand_first
        self.row: Final = row
        self.twice: Final = facts >> 13 & ROW
        self.free: Final = facts >> 26 & ROW
        self.wanted: Final = facts >> 39
        self.runs: Final = runs
        self.growing: Final = places >> 13
        self.wilds_at: Final = places & ROW
        # The facts without `wanted`: new runs do not depend on it.
        self._given: Final = facts & (1 << 39) - 1, places, runs
        self._base: Final = base
        self._cache: Final = cache
        self.old: Final[list[TableRun]] = []
        self.moved = 0
        for run in runs:
            self.old.append(TableRun(rules, row, self.growing, self.wilds_at, run))
        if runs:
            self._settle()
        self.single: Final = self.moved | self.alone()

    def alone(self) -> int:
        """Return the ranks of the cards that could leave a table run alone."""
        out = 0
        for old in self.old:
            out |= old.ranks(old.alone())
        return out

    def giving(self, place: int) -> tuple[int, int]:
        """Return (run, index) of a card for this place that could leave alone, near an end if possible; or (-1, -1)."""
        found = [
            (min(index, old.size - 1 - index), at, index)
            for at, old in enumerate(self.old)
            for index in (place - old.low, place - old.low + 13, place - old.low - 13)
            if 0 <= index < old.size and old.alone() >> index & 1
        ]
        return min(found)[1:] if found else (-1, -1)

    def _settle(self) -> None:
        """Let cards leave until no more can, beginning with those of lower levels and those for new runs with wilds."""
        below, wilds = self._base, 0
        if below is not None:
            self._leave(below.moved, [old.pieces for old in below.old])
        while below is not None and wilds < self.rules.max_wild_run:
            wilds += 1
            new = below.new_runs(wilds)
            self._leave(new.moved, new.pieces)
            below = below._base
        wanted = around(self.wanted)
        facts: list[int] = []
        while facts != (now := self._facts()):
            facts = now
            for old in self.old:
                old.leave({(index, index): None for index in bits(wanted >> old.low & old.alone())})
            new = self.new_runs(0)
            self._leave(new.moved, new.pieces)

    def _leave(self, moved: int, pieces: list[Pieces]) -> None:
        self.moved |= moved
        for old, found in zip(self.old, pieces, strict=True):
            old.leave(found)

    def _facts(self) -> list[int]:
        return [self.moved, *[side for old in self.old for side in (old.below, old.above)]]

    def new_runs(self, wilds: int) -> NewRuns:
        """Return the new runs with at most this many wilds."""
        key = (self._given, wilds, *self._facts())
        known = self._cache.get(key)
        if not isinstance(known, NewRuns):
            known = NewRuns(self, wilds)
            remember(self._cache, key, known)
        return known

    def copy_returns(self, place: int) -> bool:
        """Return whether a card could take the place from which its other copy left a run, perhaps with neighbours."""
        least = self.rules.run_min
        for old in self.old:
            low = old.low
            for first, last in old.pieces if low <= place < low + old.size else ():
                if low + first <= place <= low + last:
                    if old.highest - low - last >= least and self._holds(place + 1, low + last):
                        return True
                    if low + first - old.lowest >= least and self._holds(low + first, place - 1):
                        return True
        return False

    def _holds(self, first: int, last: int) -> bool:
        """Return whether hand cards and wilds could fill these places."""
        missing = sum([1 for place in range(first, last + 1) if not self.row >> (place - 1) % 13 & 1])
        return missing <= self.growing


class NewRuns:
    """The new runs that a suit could lay with a limited number of wilds, each made of parts.

    `pieces` lists the pieces that they take from each table run, and `moved` the ranks that other melds could
    then take from the new runs.
    """

    def __init__(self, facts: Runs, wilds: int) -> None:
        rules = facts.rules
        self._least: Final = rules.run_min
        self._hand_first: Final = facts.hand_first
        self._wilds: Final = wilds
        self.moved = 0
        self.pieces: Final[list[Pieces]] = [{} for _ in facts.old]
        parts: list[Part] = []
        hand, free = around(facts.row), around(facts.free | facts.moved)
        wilds_at = around(facts.wilds_at) if wilds else 0
        # The places that wilds may take, if the rules allow wilds only at the ends of a run.
        self._ends: Final = 0 if rules.free_ends else wilds_at & rules.places
        for at, old in enumerate(facts.old):
            parts += old.parts(RUN + at, ROW if facts.growing else facts.twice | facts.moved)
            # An ace that leaves one end of the suit may be used at the other end.
            for first, last in ((1, 14), (14, 1)):
                free |= (old.alone() << old.low >> first & 1) << last
        leaving = parts[:]
        for place in range(rules.first_place, rules.last_place + 1):
            if hand >> place & 1:
                parts.append(_card(place, HAND))
            elif free >> place & 1:
                parts.append(_card(place, FREE))
            if wilds_at >> place & 1:
                parts.append(_card(place, WILD))
        self._below: Final = sorted(parts)
        self._above: Final = sorted([_mirrored(part) for part in parts])
        # The reach of the parts downwards, and upwards in the mirror image, for each number of wilds.
        self._down: Final[list[Reach]] = []
        self._up: Final[list[Reach]] = []
        for used in range(wilds + 1):
            self._down.append(_reach(self._below, self._down[-1] if used else None))
            self._up.append(_reach(self._above, self._up[-1] if used else None))
        self._take(facts, leaving)

    def spans(self, part: Part, least: int) -> list[tuple[int, int]]:
        """Return the longest new runs that contain a part, each as (first place, place after the last).

        No run has fewer than `least` cards. If the rules require it, each has a hand card.
        """
        out: list[tuple[int, int]] = []
        for low, high, _, _, _ in self._around(part):
            if high - low >= least and (high - low > self._least or self._placed(part)):
                out.append((low, high))
        return out

    def _around(self, part: Part) -> list[tuple[int, int, int, int, int]]:
        """Return the longest runs that contain a part, one or two for each number of wilds used below it.

        Each is (first place, place after the last, wilds used below, track below, track above).
        """
        out: list[tuple[int, int, int, int, int]] = []
        other = _mirrored(part)
        last = 1 if self._hand_first and part[2] != HAND else 0
        for used in range(self._wilds + 1):
            low = _lowest(self._down[used], part)
            high = _lowest(self._up[self._wilds - used], other)
            out.append((low[0], 16 - high[last], used, 0, last))
            if last:
                out.append((low[1], 16 - high[0], used, 1, 0))
        return out

    def _placed(self, part: Part) -> bool:
        """Return whether a run with this part could have its wilds only at its ends, if the rules require that."""
        if not self._ends:
            return True
        other = _mirrored(part)
        low, high = _lowest(self._down[0], part)[0], 16 - _lowest(self._up[0], other)[0]
        room = (self._ends >> low - 1 & 1) + (self._ends >> high & 1)
        return high - low + min(room, self._wilds) >= self._least

    def _take(self, facts: Runs, parts: list[Part]) -> None:
        """Record the pieces that the new runs could take, and the cards that only the new runs could then supply."""
        least = self._least
        for part in parts:
            first, end, source, _, _ = part
            spans = self.spans(part, least)
            if not spans and end - first == 1 and first in (1, 14):
                spans = self.spans(_card(15 - first, FREE), least)
            if not spans:
                continue
            old = facts.old[source - RUN]
            self.pieces[source - RUN][first - old.low, end - 1 - old.low] = self
            for place in range(first, end) if end - first > 1 else ():
                for lowest, highest in spans if not old.alone() >> place - old.low & 1 else ():
                    below, above = place - lowest >= least, highest - place - 1 >= least
                    if (below or above) and (below or place == first) and (above or place == end - 1):
                        self.moved |= BIT[(place - 1) % 13]

    def parts_with(self, first: int, end: int, source: int) -> list[Part]:
        """Return the parts of a short run that takes the cards at these places from this source; [] if none exists."""
        part = (first, end, source, False, False)
        for low, high, used, track, other in self._around(part):
            if high - low >= self._least:
                below = _trail(self._below, self._down, used, part, track)
                above = _trail(self._above, self._up, self._wilds - used, _mirrored(part), other)
                return self._shortened([*below[::-1], part, *[_mirrored(each) for each in above]], part)
        return []

    def _shortened(self, parts: list[Part], kept: Part) -> list[Part]:
        """Remove parts at the ends that the run does not need, except `kept`, and return the others."""
        while True:
            length = parts[-1][1] - parts[0][0]
            serving = [part for part in parts if part[2] in (HAND, WILD)]
            spared = [
                part
                for part in (parts[0], parts[-1])
                if part != kept and length + part[0] - part[1] >= self._least and serving != [part]
            ]
            if not spared:
                return parts
            # Remove a table piece rather than a hand card, because a hand card costs nothing. Compare parts by value,
            # because compiled tuples have no identity.
            highest_value = min(spared, key=lambda part: part[2] == HAND)
            parts = [part for part in parts if part != highest_value]


def _card(place: int, source: int) -> Part:
    return place, place + 1, source, False, False


def _mirrored(part: Part) -> Part:
    """Return a part as seen from the other end of the suit."""
    return 16 - part[1], 16 - part[0], part[2], part[4], part[3]


def _reach(parts: list[Part], fewer: Reach | None) -> Reach:
    """Return, for each place, how far down parts fill the places below; `fewer` is the reach with one wild fewer."""
    out: Reach = {}
    for part in parts:
        _, end, source, _, high = part
        if source == WILD and fewer is None:
            continue
        low, served = _lowest(out if fewer is None or source != WILD else fewer, part)
        key = source | (NO_HAND if high else 0)
        if source in (HAND, WILD):
            served = low
        found = out.setdefault(end, [])
        if low < served:
            found.append(low << PLACE | key)
        if served < NOWHERE:
            found.append(served << PLACE | SERVED | key)
    return out


def _lowest(reach: Reach, part: Part) -> tuple[int, int]:
    """Return the lowest place to which a part could be extended, and the lowest if a wild or hand card is included.

    A part never follows another part of the same table run, because the two would then be one part.
    """
    low, _, source, no_hand, _ = part
    served = NOWHERE
    known = reach.get(low)
    if known is None:
        return low, served
    for each in known:
        other = each & SOURCES
        if each & NO_HAND and source == HAND:
            continue
        if source >= RUN and (other == source or (no_hand and other == HAND)):
            continue
        place = each >> PLACE
        low = min(low, place)
        if each & SERVED:
            served = min(served, place)
    return low, served


def _trail(parts: list[Part], reaches: list[Reach], used: int, part: Part, track: int) -> list[Part]:
    """Return the parts that extend a part down to its lowest place; on track 1 one of them is a wild or a hand card."""
    out: list[Part] = []
    goal = _lowest(reaches[used], part)[track]
    while part[0] > goal:
        for before in parts:
            left = used - 1 if before[2] == WILD else used
            other = 0 if before[2] in (HAND, WILD) else track
            if before[1] == part[0] and left >= 0 and _lowest(reaches[left], before)[other] == goal:
                part, used, track = before, left, other
                break
        out.append(part)
    return out


def remember(kept: dict[tuple[object, ...], T], key: tuple[object, ...], known: T) -> None:
    """Store an entry in a cache that is emptied once it is full."""
    if len(kept) >= CACHE_LIMIT:
        kept.clear()
    kept[key] = known
