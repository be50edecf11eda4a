"""The runs of one suit in the delete relaxation: which of their cards might leave for new melds?

Facts are reached from nothing, so that they cannot support one another in a circle.  At first no card has left.  Some
cards side by side in a run, a *piece*, might leave together if what stays on each side of them can stand by itself,
has grown from the hand until it can, or might have left before; and one side has to stand, as a meld never goes away.
A single card leaves for a group, a piece for a new run of hand cards, wilds, cards that groups give and such pieces.
What might leave lets more leave, until nothing is added: the least fixpoint.  No hand card is ever used up and nothing
that lay there goes away, so whatever a plan does, the fixpoint has.

Wilds are a cost, and the cost of a fact is that of its dearest condition (h-max): what a new run with so many wilds
takes is reached at a level so much above the level of its conditions.
"""

from __future__ import annotations

from typing import Final

from ...cards.codes import ROW
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

# what is on one side of a card of a run: cards that have to go, nothing that has to stay, cards that can stand
BLOCKED: Final = 0
NOTHING: Final = 1
STANDS: Final = 2


class Runs:
    """What might leave the runs of one suit at a level.

    `row` and `twice` are the ranks held, `free` those that groups give, `wanted` those of which a new group might take
    a card; wilds may stand at `wilds_at`, so many join a run (`growing`).  `base` is the same, one level below.
    `pieces` has for each run the (first, last) indexes that might leave together, with the new run that takes them, ()
    for a group; `moved` are the ranks that might be taken out of new runs, `single` all that might leave alone.
    """

    __slots__ = (
        "_above",
        "_base",
        "_below",
        "_goals",
        "free",
        "growing",
        "hand_first",
        "moved",
        "pieces",
        "reach",
        "row",
        "rules",
        "runs",
        "single",
        "twice",
        "wanted",
        "wilds_at",
    )

    def __init__(self, rules: MeldRules, hand_first: bool, key: Key) -> None:
        row, twice, free, wanted, runs, growing, wilds_at, base = key
        self.rules: Final = rules
        self.hand_first: Final = hand_first
        self.row: Final = row
        self.twice: Final = twice
        self.free: Final = free
        self.wanted: Final = wanted
        self.runs: Final = runs
        self.growing: Final = growing
        self.wilds_at: Final = wilds_at
        self._base: Final = base
        self.reach: Final = [self._grown(low, low + size - 1) for low, size, _ in runs]
        self.pieces: Final[list[dict[tuple[int, int], Path]]] = [{} for _ in runs]
        # how many cards from the low end, and up to the high end, might all have left: masks
        self._below: Final = [1] * len(runs)
        self._above: Final = [1 << size for _, size, _ in runs]
        self._goals: Final[dict[tuple[int, int], Path]] = {}
        self.moved = 0
        if base is not None and runs:
            self._inherit(base)
        if runs:
            self._settle()
        self.single: Final = self.moved | self._alone()

    def _grown(self, low: int, high: int) -> tuple[int, int]:
        """The furthest places that a run might reach."""
        ends = [low, high]
        for end, step in ((0, -1), (1, 1)):
            wilds = self.growing
            place = ends[end] + step
            while 1 <= place <= self.rules.last_place:
                rank = (place - 1) % 13
                if not self.row >> rank & 1:
                    if not wilds or not self.wilds_at >> rank & 1:
                        break
                    wilds -= 1
                ends[end] = place
                place += step
        return ends[0], ends[1]

    def low_side(self, at: int, index: int) -> int:
        """What is on the low side of a card."""
        if self.runs[at][0] + index - self.reach[at][0] >= self.rules.run_min:
            return STANDS
        return self._below[at] >> index & 1

    def high_side(self, at: int, index: int) -> int:
        """What is on the high side of a card."""
        if self.reach[at][1] - self.runs[at][0] - index >= self.rules.run_min:
            return STANDS
        return self._above[at] >> (index + 1) & 1

    def leaves_alone(self, at: int, index: int) -> bool:
        """Whether a card might leave its run by itself."""
        low, high = self.low_side(at, index), self.high_side(at, index)
        return bool(self.runs[at][2] >> index & 1 and low and high and low + high > 2)

    def _alone(self) -> int:
        out = 0
        for at, (low, size, _) in enumerate(self.runs):
            for index in range(size):
                if self.leaves_alone(at, index):
                    out |= 1 << (low + index - 1) % 13
        return out

    def leave(self, at: int, first: int, last: int, path: Path) -> None:
        """Note that a piece of a run might leave."""
        found = self.pieces[at]
        if (first, last) in found:
            return
        found[first, last] = path
        before = (-1, -1)
        while before != (self._below[at], self._above[at]):
            before = (self._below[at], self._above[at])
            for one, other in found:
                self._below[at] |= (self._below[at] >> one & 1) << other + 1
                self._above[at] |= (self._above[at] >> other + 1 & 1) << one

    def _inherit(self, base: Runs) -> None:
        """What might leave a level below, and what new runs with wilds take from there."""
        self.moved = base.moved
        for at, found in enumerate(base.pieces):
            for (first, last), path in found.items():
                self.leave(at, first, last, path)
        before: Runs | None = base
        wilds = 1
        while before is not None and wilds <= self.rules.max_wild_run:
            NewRuns(before, wilds, self).note()
            before = before._base
            wilds += 1

    def _settle(self) -> None:
        before: list[int] = []
        while before != [self.moved, *self._below, *self._above]:
            before = [self.moved, *self._below, *self._above]
            for at, (low, size, _) in enumerate(self.runs):
                for index in range(size):
                    if self.wanted >> (low + index - 1) % 13 & 1 and self.leaves_alone(at, index):
                        self.leave(at, index, index, ())
            if self.row or not self.hand_first:
                NewRuns(self, 0, self).note()

    def new_run(self, place: int, wilds: int) -> Path:
        """A new run with a card of the hand at a place and so many wilds at most; () if none might be laid."""
        path = self._goals.get((place, wilds))
        if path is None:
            path = NewRuns(self, wilds, self, place).with_goal()
            self._goals[place, wilds] = path
        return path

    def twin_returns(self, place: int) -> bool:
        """Whether a card might be laid off where its twin has left a run, which may not be alone."""
        for (low, size, _), (lowest, highest), found in zip(self.runs, self.reach, self.pieces, strict=True):
            for first, last in found if low <= place < low + size else ():
                if low + first <= place <= low + last:
                    if highest - low - last >= self.rules.run_min and self._holds(place + 1, low + last):
                        return True
                    if low + first - lowest >= self.rules.run_min and self._holds(low + first, place - 1):
                        return True
        return False

    def _holds(self, first: int, last: int) -> bool:
        return all(self.row >> (place - 1) % 13 & 1 for place in range(first, last + 1))


# what `Runs` are made of: row, twice, free, wanted, runs, growing, wilds_at, base
Key = tuple[int, int, int, int, tuple[Run, ...], int, int, Runs | None]

# the place, the source, the index at which a run was entered, whether something stands below it, the length so far,
# whether the hand serves, and the wilds left
State = tuple[int, int, int, bool, int, bool, int]


class NewRuns:
    """The new runs that a suit might lay, card by card from low to high, with so many wilds at most.

    What they take is noted in `out`.  With a `goal` only those count that hold a card of the hand at that place.
    """

    __slots__ = (
        "_behind",
        "_facts",
        "_goal",
        "_highs",
        "_last",
        "_least",
        "_lows",
        "_onward",
        "_out",
        "_sources",
        "_trail",
        "_twice",
        "_wilds",
        "_wilds_end",
    )

    def __init__(self, facts: Runs, wilds: int, out: Runs, goal: int = 0) -> None:
        self._facts: Final = facts
        self._wilds: Final = wilds
        self._out: Final = out
        self._goal: Final = goal
        self._least: Final = facts.rules.run_min
        self._last: Final = facts.rules.last_place
        self._wilds_end: Final = facts.rules.ends != ENDS_FREE
        # the ranks of which a card may join a run while another one, or a wild, does as well
        self._twice: Final = ROW if facts.growing else facts.twice
        self._lows: Final = [
            [facts.low_side(at, index) for index in range(run[1])] for at, run in enumerate(facts.runs)
        ]
        self._highs: Final = [
            [facts.high_side(at, index) for index in range(run[1])] for at, run in enumerate(facts.runs)
        ]
        self._sources: Final = [self._sources_at(place) for place in range(self._last + 1)]
        # for each state, the lengths that a valid run may have behind it (a mask), and the next state of one
        self._behind: Final[dict[State, int]] = {}
        self._onward: Final[dict[State, State | None]] = {}
        self._trail: Final[list[State]] = []

    def _sources_at(self, place: int) -> list[tuple[int, int, int]]:
        """Where a card may come from: the source, its index in a run, and what is on its low side there."""
        facts, bit = self._facts, 1 << (place - 1) % 13
        out: list[tuple[int, int, int]] = []
        if place == 0:
            return out
        if facts.row & bit:
            out.append((HAND, 0, NOTHING))
        elif (facts.free | facts.moved) & bit:
            out.append((FREE, 0, NOTHING))
        if self._wilds and facts.wilds_at & bit:
            out.append((WILD, 0, NOTHING))
        for at, (low, size, leaving) in enumerate(facts.runs):
            index = place - low
            if 0 <= index < size and leaving >> index & 1 and self._lows[at][index]:
                out.append((at, index, self._lows[at][index]))
            index = 15 - place - low
            if place in (1, 14) and 0 <= index < size and facts.leaves_alone(at, index):
                out.append((ACE - at, index, NOTHING))
        return out

    def note(self) -> None:
        """Note what new runs might take."""
        for place in range(self._last, 0, -1):
            for state in self._starts(place):
                self._lengths(state)

    def with_goal(self) -> Path:
        """A run with the goal; () if there is none.  The shortest runs come first."""
        for place in range(self._goal, 0, -1):
            for state in self._starts(place):
                if self._lengths(state):
                    return self._path(state)
        return ()

    def _starts(self, place: int) -> list[State]:
        """The states in which a run starts at a place; none where the cards of a shortest run are not there."""
        for at in range(place, place + self._least):
            if at > self._last or not (at == self._goal or self._sources[at] or self._in_a_run(at)):
                return []
        return self._states(place, 1, FREE, False, self._wilds, True)

    def _in_a_run(self, place: int) -> bool:
        return any(low <= place < low + size for low, size, _ in self._facts.runs)

    def _path(self, state: State) -> Path:
        """The new run that was found through a state."""
        states = [*self._trail, state]
        following = self._onward[state]
        while following is not None:
            states.append(following)
            following = self._onward[following]
        return tuple([(each[0], each[1], each[2]) for each in states])

    def _states(
        self, place: int, length: int, before: int, hand: bool, wilds: int, to_hand: bool
    ) -> list[State]:
        """The states at a place to which cards come from another source than the one before."""
        out: list[State] = []
        if place == self._goal:
            if to_hand:
                out.append((place, HAND, 0, True, length, True, wilds))
            return out
        for source, index, side in self._sources[place]:
            if source >= 0:
                # a run that would grow by the card laid right before does not
                taken = (
                    side == STANDS
                    and index == 0
                    and before == HAND
                    and length > 1
                    and not self._twice >> (place - 2) % 13 & 1
                )
                if source != before:
                    out.append((place, source, index, side == STANDS and not taken, length, hand, wilds))
            elif source == WILD:
                if wilds:
                    out.append((place, WILD, 0, True, length, True, wilds - 1))
            elif source != HAND or to_hand:
                out.append((place, source, index, True, length, hand or source == HAND, wilds))
        return out

    def _lengths(self, state: State) -> int:
        """How many places a valid run may have behind this one: a mask, the last bit for the least length or more."""
        known = self._behind.get(state)
        if known is not None:
            return known
        facts, least = self._facts, self._least
        place, source, entered, stands, length, hand, wilds = state
        leaves, to_hand, goes_on = True, True, False
        index = 0
        if source >= 0:
            low, size, leaving = facts.runs[source]
            index = place - low
            side = self._highs[source][index]
            leaves = side == STANDS or (side == NOTHING and stands)
            goes_on = index + 1 < size and leaving >> (index + 1) & 1 == 1
            if index == size - 1 and side == STANDS and not self._twice >> place % 13 & 1:
                # by the card that is laid behind it the run would have to grow
                to_hand = stands
        done = leaves and length >= least and (hand or not facts.hand_first) and place >= self._goal
        found = 1 if done else 0
        parts = done
        self._onward[state] = None
        if place < self._last:
            self._trail.append(state)
            longer = min(length + 1, least + 1)
            following = self._states(place + 1, longer, source, hand, wilds, to_hand) if leaves else []
            elsewhere = len(following)
            if goes_on and place + 1 != self._goal:
                following.append((place + 1, source, entered, stands, longer, hand, wilds))
            for number, after in enumerate(following):
                more = self._lengths(after)
                if more:
                    if not found:
                        self._onward[state] = after
                    parts = parts or number < elsewhere
                    found |= more << 1 | more & 1 << least
            self._trail.pop()
            found &= (2 << least) - 1
        if source == WILD and self._wilds_end and 1 < length < least:
            # laid at an end first, and what lies beyond it later
            found &= -1 << least - 1
        self._behind[state] = found
        if found and not self._goal:
            if source >= 0:
                if parts and (entered, index) not in self._out.pieces[source]:
                    self._out.leave(source, entered, index, self._path(state))
                self._note_moved(source, place, index, length, found)
            elif source <= ACE and parts:
                self._out.leave(ACE - source, entered, entered, self._path(state))
        return found

    def _note_moved(self, source: int, place: int, index: int, length: int, behind: int) -> None:
        """Note a card that is blocked in its run and might leave a new run that takes along what blocks it."""
        bit = 1 << (place - 1) % 13
        low_side, high_side = self._lows[source][index], self._highs[source][index]
        if self._out.moved & bit or (low_side and high_side and low_side + high_side > 2):
            return
        low_stands, high_stands = length > self._least, behind >> self._least & 1
        if (low_side or low_stands) and (high_side or high_stands) and (low_stands or high_stands):
            self._out.moved |= bit
