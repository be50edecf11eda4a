"""The runs of one suit in the delete relaxation: which of their cards might leave for new melds?

Facts are reached from nothing, so that they cannot support one another in a circle.  At first no card has left.  Some
adjacent cards in a run, a *piece*, might leave together if the cards left on each side of them are a valid meld, can
become one with cards of the hand, or might have left before; one side must remain, as a meld never disappears.  A
single card leaves for a group, a piece for a new run of hand cards, wilds, cards that groups give and such pieces.
Cards that might leave let more leave, until nothing is added: the least fixpoint.  No hand card is ever used up and no
table card disappears, so the fixpoint contains every fact that a plan can reach.

Wilds are a cost, and the cost of a fact is that of its most expensive condition (h-max): a new run with n wilds takes
its cards at a level n above the level of its conditions.
"""

from __future__ import annotations

from typing import Final

from ..._rt import i64
from ...cards.codes import BIT, ONES, ROW, bits
from ...cards.masks import around
from ...rules import ENDS_FREE, MeldRules

# where a card of a new run comes from; the number of a run, if it leaves that
HAND: Final = -1
FREE: Final = -2
WILD: Final = -3
# less the number of the run whose ace serves at the other end
ACE: Final = -10

# (first place, number of cards, mask of the indexes whose cards might leave)
Run = tuple[int, int, int]
# a new run: the place, the source, and the index at which the run that is the source was entered, of each card
Path = tuple[tuple[int, int, int], ...]
# the pieces of each run that might leave, and how
Pieces = list[dict[tuple[int, int], Path]]
# results for suits, by every fact that makes a difference
Kept = dict[tuple[object, ...], object]

# the number of entries kept
KEPT: Final = 1 << 13

# the state of one side of a card of a run: cards that must go, nothing that must stay, cards that can stay
BLOCKED: Final = 0
NOTHING: Final = 1
STANDS: Final = 2


def grown(rules: MeldRules, row: int, wilds: int, wilds_at: int, low: int, high: int) -> tuple[int, int]:
    """The furthest places that a run might reach with cards of a row and `wilds` wilds at each end."""
    ends = [low, high]
    for end, step in ((0, -1), (1, 1)):
        left = wilds
        place = ends[end] + step
        while rules.first_place <= place <= rules.last_place:
            rank = (place - 1) % 13
            if not row >> rank & 1:
                if not left or not wilds_at >> rank & 1:
                    break
                left -= 1
            ends[end] = place
            place += step
    return ends[0], ends[1]


class Taken:
    """The cards that new runs take: the ranks that might be taken out of them again, and the pieces."""

    __slots__ = ("moved", "pieces")

    def __init__(self, moved: int, pieces: Pieces) -> None:
        self.moved: Final = moved
        self.pieces: Final = pieces


NOTHING_TAKEN: Final = Taken(0, [])


class OldRun:
    """A run of the table and what might leave it.

    `pieces` has the (first, last) indexes that might leave together, with the new run that takes them, () for a group.
    """

    __slots__ = (
        "_stands_above",
        "_stands_below",
        "above",
        "below",
        "highest",
        "leaving",
        "low",
        "lowest",
        "pieces",
        "size",
    )

    def __init__(self, rules: MeldRules, run: Run, reach: tuple[int, int]) -> None:
        low, size, leaving = run
        self.low: Final[i64] = low
        self.size: Final[i64] = size
        self.leaving: Final[i64] = leaving
        self.lowest, self.highest = reach
        self.pieces: Final[dict[tuple[int, int], Path]] = {}
        # how many cards from the low end, and up to the high end, might all have left
        self.below: i64 = 1
        self.above: i64 = BIT[size]
        # the indexes of cards whose low or high side might stay as a run
        self._stands_below: Final[i64] = -BIT[max(0, rules.run_min - low + self.lowest)]
        self._stands_above: Final[i64] = BIT[max(0, self.highest - low - rules.run_min + 1)] - 1

    def low_side(self, index: i64) -> i64:
        """The state of the low side of a card."""
        return STANDS if self._stands_below >> index & 1 else self.below >> index & 1

    def high_side(self, index: i64) -> i64:
        """The state of the high side of a card."""
        return STANDS if self._stands_above >> index & 1 else self.above >> (index + 1) & 1

    def alone(self) -> i64:
        """The indexes of the cards that might leave by themselves."""
        stands = self._stands_below | self._stands_above
        return (
            self.leaving & stands & (self._stands_below | self.below) & (self._stands_above | self.above >> 1)
        )

    def ranks(self, indexes: i64) -> i64:
        """The ranks of the cards at those indexes."""
        places = indexes << self.low
        return (places >> 1 | places >> 14) & ROW

    def leave(self, pieces: dict[tuple[int, int], Path]) -> None:
        """Note what might leave for new melds, and how many cards might then all have left on each side."""
        new = {piece: path for piece, path in pieces.items() if piece not in self.pieces}
        self.pieces.update(new)
        before: i64 = 0
        while new and before != self.below + self.above:
            before = self.below + self.above
            for first, last in self.pieces:
                self.below |= (self.below >> first & 1) * BIT[last + 1]
                self.above |= (self.above >> last + 1 & 1) * BIT[first]


class Runs:
    """The cards that might leave the runs of one suit at a level.

    `row` and `twice` are the ranks held, `free` those that groups give, `wanted` those that a new group might take;
    wilds may be at `wilds_at`, and `growing` of them may join a run.  `base` is the same, one level below.  `moved`
    are the ranks that might be taken out of new runs, `single` all that might leave alone.
    """

    def __init__(self, rules: MeldRules, hand_first: bool, key: Key, kept: Kept) -> None:
        facts, places, runs, base = key
        row = facts & ROW
        self.rules: Final = rules
        self.hand_first: Final = hand_first
        self._kept: Final = kept
        self.row: Final = row
        self.twice: Final = facts >> 13 & ROW
        self.free: Final = facts >> 26 & ROW
        self.wanted: Final = facts >> 39
        self.runs: Final = runs
        self.growing: Final = places >> 13
        self.wilds_at: Final = places & ROW
        # all but what groups want
        self._given: Final = facts & (1 << 39) - 1, places, runs
        self._base: Final = base
        self.old: Final[list[OldRun]] = []
        self._goals: Final[dict[tuple[int, int, int], Path]] = {}
        self.moved = 0
        single = 0
        if runs:
            for run in runs:
                reach = grown(rules, row, self.growing, self.wilds_at, run[0], run[0] + run[1] - 1)
                self.old.append(OldRun(rules, run, reach))
            if base is not None:
                self._inherit(base)
            self._settle()
            for old in self.old:
                single |= old.ranks(old.alone())
        self.single: Final = self.moved | single

    def _inherit(self, base: Runs) -> None:
        """Add the cards that might leave a level below, and those that new runs with wilds take from there."""
        self._leave(Taken(base.moved, [old.pieces for old in base.old]))
        before: Runs | None = base
        wilds = 1
        while before is not None and wilds <= self.rules.max_wild_run:
            self._leave(before.taken(wilds))
            before = before._base
            wilds += 1

    def _leave(self, taken: Taken) -> None:
        self.moved |= taken.moved
        for old, pieces in zip(self.old, taken.pieces, strict=False):
            old.leave(pieces)

    def _settle(self) -> None:
        wanted = around(self.wanted)
        before: list[int] = []
        while before != [self.moved, *self._sides()]:
            before = [self.moved, *self._sides()]
            for old in self.old:
                found = bits(wanted >> old.low & old.alone())
                old.leave({(index, index): () for index in found})
            if self.row or not self.hand_first:
                self._leave(self.taken(0))

    def _sides(self) -> list[int]:
        return [side for old in self.old for side in (old.below, old.above)]

    def taken(self, wilds: int) -> Taken:
        """The cards that new runs with this many wilds might take, cached by every fact of the suit that they read."""
        if not self._in_sight(wilds):
            return NOTHING_TAKEN
        sides = (self.moved, *self._sides())
        key = (self._given, sides, wilds)
        known = self._kept.get(key)
        if not isinstance(known, Taken):
            known = NewRuns(self, wilds, self.rules.run_min).taken()
            keep(self._kept, key, known)
        return known

    def _in_sight(self, wilds: int) -> bool:
        """Whether there are cards for a new run with at most this many wilds."""
        rules, there = self.rules, self.row | self.free | self.moved
        for old in self.old:
            there |= old.ranks(old.leaving)
        hand, places = around(self.row), around(there)
        window: i64 = (1 << rules.run_min) - 1
        for low in range(rules.first_place, rules.last_place - rules.run_min + 2):
            holes = rules.run_min - ONES[places >> low & window]
            if holes <= wilds and (holes or hand >> low & window or not self.hand_first):
                return True
        return False

    def new_run(self, place: int, wilds: int, least: int) -> Path:
        """A new run with a held card at a place, at most `wilds` wilds and at least `least` cards; () if none."""
        path = self._goals.get((place, wilds, least))
        if path is None:
            path = NewRuns(self, wilds, least, place).with_goal()
            self._goals[place, wilds, least] = path
        return path

    def twin_returns(self, place: int) -> bool:
        """Whether a card might be laid off where its other copy has left a run, perhaps with its neighbours."""
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
        """Whether those places might be filled."""
        missing = sum([1 for place in range(first, last + 1) if not self.row >> (place - 1) % 13 & 1])
        return missing <= self.growing


# the key of `Runs`: row, twice, free and wanted in one number, wilds_at and growing in another, the runs, base
Key = tuple[int, int, tuple[Run, ...], Runs | None]

# A state of a new run is packed, so that it is one native integer: the place; the source, from 0; the index at which
# the run that is the source was entered; whether cards remain below that; whether the hand serves; the length so far;
# the wilds left; and, known from place and source: the state of the high side, whether the next card of the run might
# leave too, whether there is none, whether the card might not leave alone, and whether its low side lets it go.
SOURCE: Final = 4
ENTERED: Final = 14
STANDS_BELOW: Final = 1 << 18
SERVES: Final = 1 << 19
LENGTH: Final = 20
WILDS: Final = 24
HIGH_SIDE: Final = 29
GOES_ON: Final = 1 << 31
ENDS: Final = 1 << 32
STUCK: Final = 1 << 33
BELOW: Final = 1 << 34
# the source from which the others are counted
FIRST: Final = -512


def _other(place: int, source: int) -> int:
    """A card that comes from elsewhere than a run of the suit."""
    return place | source - FIRST << SOURCE | STANDS_BELOW


class NewRuns:
    """The new runs that a suit might lay, card by card from low to high, with a limited number of wilds.

    With a `goal` only those count that hold a card of the hand at that place.
    """

    def __init__(self, facts: Runs, wilds: int, least: int, goal: int = 0) -> None:
        rules = facts.rules
        self._facts: Final = facts
        self._wilds: Final = wilds
        self._moved: i64 = 0
        self._pieces: Final[Pieces] = [{} for _ in facts.runs]
        self._goal: Final[i64] = goal
        self._least: Final[i64] = least
        self._last: Final[i64] = rules.last_place
        self._wilds_end: Final = rules.ends != ENDS_FREE
        # a length of the least or more, and all lengths
        self._far: Final[i64] = 1 << least
        self._every: Final[i64] = (2 << least) - 1
        # the ranks whose card may join a run while another card, or a wild, does as well
        self._twice: Final[i64] = ROW if facts.growing else facts.twice
        # the cards of each run, as states; and those that a new run may go on with at each place
        self._runs: Final[list[list[int]]] = []
        self._sources: Final[list[list[int]]] = [[] for _ in range(rules.last_place + 1)]
        # the places for which there might be a card that is not wild
        self._filled: i64 = 0 if goal == 0 else 1 << goal
        self._look_around()
        # for each state, the lengths that a valid run may have after it (a mask), and the next state of one
        self._behind: Final[dict[int, int]] = {}
        self._onward: Final[dict[int, int]] = {}
        self._trail: Final[list[int]] = []

    def _look_around(self) -> None:
        """Find where the cards may come from."""
        facts, sources = self._facts, self._sources
        hand, free = facts.row, (facts.free | facts.moved) & ~facts.row
        wilds_at = facts.wilds_at if self._wilds else 0
        self._filled |= around(hand | free) & (1 << len(sources)) - 1
        for place in range(facts.rules.first_place, len(sources)):
            rank = (place - 1) % 13
            if hand >> rank & 1:
                sources[place].append(_other(place, HAND))
            elif free >> rank & 1:
                sources[place].append(_other(place, FREE))
            if wilds_at >> rank & 1:
                sources[place].append(_other(place, WILD))
        for at, old in enumerate(facts.old):
            low, size, leaving, alone = old.low, old.size, old.leaving, old.alone()
            cards: list[int] = []
            for index in range(size):
                below, above = old.low_side(index), old.high_side(index)
                place = low + index
                card = place | at - FIRST << SOURCE | above << HIGH_SIDE
                if leaving >> (index + 1) & 1 and index + 1 < size:
                    card |= GOES_ON
                if index + 1 == size:
                    card |= ENDS
                if not (below and above and below + above > STANDS):
                    card |= STUCK
                if below:
                    card |= BELOW
                cards.append(card)
                self._filled |= BIT[place]
                if below and leaving >> index & 1:
                    stands = STANDS_BELOW if below == STANDS else 0
                    sources[place].append(card | index << ENTERED | stands)
            for place in (1, 14) if facts.rules.ace_twice else ():
                index = 15 - place - low
                if 0 <= index < size and alone >> index & 1:
                    self._filled |= BIT[place]
                    sources[place].append(_other(place, ACE - at) | index << ENTERED)
            self._runs.append(cards)

    def taken(self) -> Taken:
        """The cards that the new runs might take."""
        for place in range(self._last, 0, -1):
            for state in self._starts(place):
                self._lengths(state)
        return Taken(self._moved, self._pieces)

    def with_goal(self) -> Path:
        """A run with the goal; () if there is none.  The shortest runs come first."""
        for place in range(self._goal, 0, -1):
            for state in self._starts(place):
                if self._lengths(state):
                    return self._path(state)
        return ()

    def _starts(self, place: int) -> list[int]:
        """The states in which a run starts at a place; none where the cards of a shortest run are not there."""
        least = self._facts.rules.run_min
        if ONES[self._filled >> place & (1 << least) - 1] + self._wilds < least:
            return []
        serves = 0 if self._facts.hand_first else SERVES
        return self._states(place, FREE, serves | 1 << LENGTH | self._wilds << WILDS, True)

    def _path(self, state: int) -> Path:
        """The new run that was found through a state."""
        states = [*self._trail, state]
        following = self._onward[state]
        while following:
            states.append(following)
            following = self._onward[following]
        return tuple([(each & 15, (each >> SOURCE & 1023) + FIRST, each >> ENTERED & 15) for each in states])

    def _states(self, place: i64, before: i64, so_far: i64, to_hand: bool) -> list[int]:
        """The states at a place to which cards come from another source than the one before."""
        out: list[int] = []
        if place == self._goal:
            if to_hand:
                out.append(_other(place, HAND) | so_far | SERVES)
            return out
        for each in self._sources[place]:
            state: i64 = each
            source = (state >> SOURCE & 1023) + FIRST
            if source >= 0:
                if source != before:
                    # a run that would grow by the card laid right before does not
                    if (
                        before == HAND
                        and state >> ENTERED & 15 == 0
                        and so_far >> LENGTH & 15 > 1
                        and not self._twice >> (place - 2) % 13 & 1
                    ):
                        state &= ~STANDS_BELOW
                    out.append(state | so_far)
            elif source == WILD:
                if so_far >> WILDS & 31:
                    out.append((state | so_far | SERVES) - (1 << WILDS))
            elif source != HAND:
                out.append(state | so_far)
            elif to_hand:
                out.append(state | so_far | SERVES)
        return out

    def _lengths(self, state: i64) -> i64:
        """The lengths of valid runs after this place: a mask, the last bit for the least length or more."""
        known = self._behind.get(state)
        if known is not None:
            return known
        least = self._least
        place, source = state & 15, (state >> SOURCE & 1023) + FIRST
        length = state >> LENGTH & 15
        leaves = to_hand = True
        if source >= 0:
            side = state >> HIGH_SIDE & 3
            leaves = side == STANDS or (side == NOTHING and state & STANDS_BELOW != 0)
            if side == STANDS and state & ENDS and not self._twice >> place % 13 & 1:
                # the run would have to grow by the card laid after it
                to_hand = state & STANDS_BELOW != 0
        done = leaves and length >= least and state & SERVES != 0 and place >= self._goal
        found: i64 = 1 if done else 0
        parts = done
        onward: i64 = 0
        if place < self._last:
            self._trail.append(state)
            longer: i64 = length + 1 if length <= least else length
            so_far = state & (SERVES | 31 << WILDS) | longer << LENGTH
            following = self._states(place + 1, source, so_far, to_hand) if leaves else []
            elsewhere = len(following)
            if source >= 0 and state & GOES_ON and place + 1 != self._goal:
                at: i64 = place + 1 - self._facts.runs[source][0]
                after: i64 = self._runs[source][at]
                following.append(after | so_far | state & (15 << ENTERED | STANDS_BELOW))
            for number, each in enumerate(following):
                more = self._lengths(each)
                if more:
                    if not found:
                        onward = each
                    parts = parts or number < elsewhere
                    found |= more << 1 | more & self._far
            self._trail.pop()
            found &= self._every
        if source == WILD and self._wilds_end and 1 < length < least:
            # lay it at an end first, and the cards beyond it later
            found &= ~(self._far - 1 >> 1)
        self._behind[state] = found
        if found:
            self._onward[state] = onward
            if not self._goal:
                self._note_state(state, found, parts)
        return found

    def _note_state(self, state: i64, behind: i64, parts: bool) -> None:
        """Note what a valid run takes: a piece that it is the end of, and a card that it takes along."""
        entered = state >> ENTERED & 15
        source = (state >> SOURCE & 1023) + FIRST
        if source >= 0:
            place = state & 15
            if parts:
                piece = (entered, place - self._facts.runs[source][0])
                if piece not in self._pieces[source]:
                    self._pieces[source][piece] = self._path(state)
            if state & STUCK:
                self._note_moved(state, behind)
        elif source <= ACE and parts:
            piece = (entered, entered)
            if piece not in self._pieces[ACE - source]:
                self._pieces[ACE - source][piece] = self._path(state)

    def _note_moved(self, state: i64, behind: i64) -> None:
        """Note a card that is blocked in its run and might leave a new run that takes along what blocks it."""
        low_stands = state >> LENGTH & 15 > self._least
        high_stands = behind & self._far != 0
        if not (low_stands or high_stands):
            return
        if (low_stands or state & BELOW) and (high_stands or state >> HIGH_SIDE & 3):
            self._moved |= BIT[(state - 1 & 15) % 13]


def keep(kept: Kept, key: tuple[object, ...], known: object) -> None:
    """Keep what was found out; when there is too much, what was before it is forgotten."""
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = known
