"""A lane: what the runs of one suit could come to, if all else went as well as it might (see `lanes`)."""

from __future__ import annotations

from typing import Final, final

from ._rt import i64
from .codes import BIT, JOKER, ONES, ROW, natural
from .melds import faults
from .rules import MeldRules, TurnRules

# a run is a mask of its places from bit 1 on, with the places of its wilds above
WILD: Final = 16
PLACES: Final = (1 << WILD) - 1
# hand cards by rank: how many, three bits each
COPIES: Final = 3
# in a lane with more tables than these, anything is held to be possible
MOST: Final = 400
LOW_ACE: Final = 1 << 1
HIGH_ACE: Final = 1 << 14
ACES: Final = LOW_ACE | HIGH_ACE

# (runs in ascending order, hand cards, wilds that went into groups so that they could give cards away)
Place = tuple[tuple[int, ...], int, int]


class Lane:
    """What may become of the runs of a suit in a turn.

    `placed` tells whether the card in question might be placed in a run.  `leaving` has for each rank the most wilds
    that might be in hand when a card of it leaves a run for a group, -1 where none can.  `settled` is False where
    there was too much to look at.
    """

    __slots__ = ("leaving", "placed", "settled")

    def __init__(self, placed: bool, leaving: tuple[int, ...], settled: bool) -> None:
        self.placed: Final = placed
        self.leaving: Final = leaving
        self.settled: Final = settled


@final
class LaneWalk:
    """A walk through all that may happen in a lane.

    `goal` is the rank of the card to be placed, or 0.  The other arguments are rows of ranks: `wanted` are those of
    which it matters whether they may leave; cards of those in `loose` may leave for a group or may have left; those
    in `pool` may come from groups, those in `dear` if a wild goes there instead; wilds may stand for those in `burnt`.
    `grows` and `recovers` tell whether wilds may be laid off or come back.
    """

    __slots__ = (
        "_burnt",
        "_dear",
        "_goals",
        "_gone",
        "_grows",
        "_hand",
        "_held",
        "_last",
        "_least",
        "_leaving",
        "_loose",
        "_max_run",
        "_most",
        "_natural",
        "_open",
        "_placed",
        "_pool",
        "_recovers",
        "_rules",
        "_run_min",
        "_runs",
        "_seen",
        "_sight",
        "_spent",
        "_takes",
        "_to_hand",
        "_to_table",
        "_waiting",
        "_wilds",
    )

    def __init__(
        self,
        rules: MeldRules,
        turn: TurnRules,
        goal: int,
        wanted: int,
        loose: int,
        pool: int,
        dear: int,
        burnt: int,
        grows: bool,
        recovers: bool,
    ) -> None:
        self._rules: Final = rules
        self._run_min: i64 = rules.run_min
        self._max_run: i64 = rules.max_run
        self._last: i64 = rules.last_place
        self._takes: Final = turn.take
        self._least: i64 = turn.take_min_hand
        self._goals: i64 = by_place(BIT[goal - 1]) if goal else 0
        self._open: i64 = by_place(wanted)
        self._loose: i64 = by_place(loose)
        self._pool: i64 = by_place(pool)
        self._dear: i64 = by_place(dear)
        self._burnt: i64 = by_place(burnt)
        self._grows: Final = grows
        self._recovers: Final = recovers
        self._leaving: Final = [-1] * 14
        self._placed = False
        self._seen: Final[set[Place]] = set()
        self._waiting: Final[list[Place]] = []
        # no more wilds than these will ever be in hand
        self._most: i64 = 0
        # what is looked at: the runs, their naturals, what leaves each, the hand, its places and those of the runs,
        # those that lead to them, the wilds
        self._runs: tuple[int, ...] = ()
        self._natural: list[int] = []
        self._gone: list[int] = []
        self._held: i64 = 0
        self._hand: i64 = 0
        self._sight: i64 = 0
        self._to_hand: i64 = 0
        self._to_table: i64 = 0
        self._spent: i64 = 0
        self._wilds: i64 = 0

    def lane(self, runs: tuple[int, ...], held: int, wilds: int) -> Lane:
        """All that can be reached, where so many wilds may come into the hand from elsewhere."""
        self._reach(runs, held, 0)
        hand = _places_held(held)
        self._most = wilds
        for run in runs if self._recovers else ():
            self._most += ones(run >> WILD & hand)
        # no wild leaves the lane but into the hand
        every: i64 = wilds + _wilds_in(runs)
        while self._waiting and not self._placed and (self._goals or self._open):
            if len(self._seen) > MOST:
                return Lane(self._goals != 0, _everything(runs, every), False)
            self._runs, self._held, self._spent = self._waiting.pop()
            self._wilds = every - _wilds_in(self._runs) - self._spent
            self._hand = _places_held(self._held)
            if self._takes:
                self._note_leaving()
            self._lay_off()
            if self._takes or self._goals:
                self._lay_down()
        return Lane(self._placed, tuple(self._leaving), True)

    def _reach(self, runs: tuple[int, ...], held: i64, spent: i64) -> None:
        place = (tuple(sorted(runs)), held, spent)
        if place not in self._seen:
            self._seen.add(place)
            self._waiting.append(place)

    def _lay_off(self) -> None:
        """Let the runs grow at their ends, and their wilds come back."""
        for index in range(len(self._runs)):
            run: i64 = self._runs[index]
            rest = self._runs[:index] + self._runs[index + 1 :]
            cards = run & PLACES
            wild = run >> WILD
            back = wild & self._hand if self._recovers else 0
            while back:
                bit = back & -back
                back ^= bit
                self._use(bit, (*rest, run & ~(bit << WILD)))
            # where cards may have left, there may be several runs, each with wilds of its own
            parted = run & self._loose != 0
            if ones(cards) >= self._max_run and not parted:
                continue
            more = self._grows and self._wilds > 0 and (parted or ones(wild) < self._rules.max_wild_run)
            low = (cards & -cards) >> 1
            if low & ~1:
                self._grow(low, rest, run, low | (low - 1), more)
            high = (cards | (cards - 1)) + 1
            if not high >> self._last + 1:
                self._grow(high, rest, run, -high, more)

    def _grow(self, bit: i64, rest: tuple[int, ...], run: i64, beyond: i64, wild_too: bool) -> None:
        """Lay a card off at the end of a run; where no card is taken, only towards the card to be placed."""
        if not self._takes and not beyond & self._goals:
            return
        if self._hand & bit:
            self._use(bit, (*rest, run | bit))
        if wild_too and self._burnt & bit:
            self._reach((*rest, run | bit | bit << WILD), self._held, self._spent)

    def _use(self, bit: i64, runs: tuple[int, ...]) -> None:
        """Let a hand card go to a place of a run."""
        if bit & self._goals:
            self._placed = True
        else:
            self._reach(runs, self._held - _one_at(bit), self._spent)

    def _note_leaving(self) -> None:
        """Note which of the cards wanted might leave for a group now."""
        wilds = self._wilds
        for index in range(len(self._runs)):
            run: i64 = self._runs[index]
            left = run & ~(run >> WILD) & self._open
            while left:
                bit = left & -left
                left ^= bit
                rank = 1 if bit & ACES else _place_of(bit)
                if self._leaving[rank] < wilds and self._stands(run & ~bit):
                    self._leaving[rank] = wilds
                    if wilds >= self._most:
                        self._open &= ~(ACES if rank == 1 else bit)

    def _stands(self, run: i64) -> bool:
        """Whether pieces of a run with gaps can stay, once those too short have left."""
        cards = run & PLACES
        bound = run >> WILD | ~self._loose
        found = False
        while cards:
            first = cards & -cards
            piece = cards & ~(cards + first)
            cards ^= piece
            if piece & first << self._run_min - 1:
                found = True
            elif piece & bound:
                return False
        return found

    def _pieces(self, run: i64) -> list[int]:
        """Those pieces."""
        out: list[int] = []
        cards = run & PLACES
        while cards:
            first = cards & -cards
            piece = cards & ~(cards + first)
            cards ^= piece
            if piece & first << self._run_min - 1:
                out.append(piece | (run >> WILD & piece) << WILD)
        return out

    def _lay_down(self) -> None:
        """Lay new runs with cards of the runs, or with the card to be placed."""
        self._gone = [0] * len(self._runs)
        self._natural = [run & ~(run >> WILD) & PLACES for run in self._runs]
        self._sight = 0
        for index in range(len(self._natural)):
            self._sight |= self._natural[index]
        if self._sight & ACES:
            self._sight |= ACES
        supply = self._sight | self._hand | self._pool | self._dear
        self._to_hand = _leading_to(self._hand, supply)
        self._to_table = _leading_to(self._sight | self._hand & self._goals, supply)
        holes: i64 = min(self._rules.max_wild_run, self._wilds)
        shortest: i64 = (1 << self._rules.run_min) - 1
        low: i64 = 1
        while low <= self._last - self._run_min + 1:
            if ones(supply >> low & shortest) + holes >= self._run_min:
                self._extend(low, low, 0, 0, self._wilds, self._rules.max_wild_run, 0, 0, 0)
            low += 1

    def _extend(
        self,
        low: i64,
        at: i64,
        used: i64,
        wild: i64,
        left: i64,
        holes: i64,
        mine: i64,
        taken: i64,
        broken: i64,
        bound: i64 = -1,
    ) -> None:
        """Lay new runs from a place on, of which the cards before another place are chosen.

        `used` and `wild` are the places of hand cards and of wilds, `mine` their number; `left` and `holes` tell how
        many wilds are left, and how many more the run may hold.  So many cards are `taken` out of runs, of which those
        in the mask `broken` cannot stay as they are; the next card must be of the run with the index `bound`.
        """
        size = at - low
        serves = taken > 0 or used & self._goals != 0
        if size >= self._run_min and not broken and serves and (mine >= self._least or mine == size):
            self._lay(low, at, used, wild, left, holes, mine, taken)
        if size >= self._max_run or at > self._last or self._placed:
            return
        more_wilds = left > 0 and holes > 0
        bit: i64 = BIT[at]
        # the run has to come to a card of the hand, and to one of the table or to the card to be placed
        if not more_wilds and (not (mine or self._to_hand & bit) or not (serves or self._to_table & bit)):
            return
        if not serves and not (self._sight | self._hand & self._goals) >> at:
            return
        places = ACES if bit & ACES else bit
        if bound >= 0:
            self._take(bound, places, low, at, used, wild, left, holes, mine, taken, broken)
            return
        # the second ace of a full run is another card
        held = self._hand & bit and (at < 14 or not used & LOW_ACE or self._held & 6 != 0)
        if held:
            self._extend(low, at + 1, used | bit, wild, left, holes, mine + 1, taken, broken)
        if self._takes:
            if self._pool & bit:
                self._extend(low, at + 1, used, wild, left, holes, mine, taken, broken)
            elif self._dear & bit and left > 0:
                self._extend(low, at + 1, used, wild, left - 1, holes, mine, taken, broken)
            if self._sight & bit:
                for index in range(len(self._runs)):
                    if self._natural[index] & places:
                        self._take(index, places, low, at, used, wild, left, holes, mine, taken, broken)
        if more_wilds and self._burnt & bit:
            self._extend(low, at + 1, used, wild | bit, left - 1, holes - 1, mine + 1, taken, broken)

    def _take(
        self,
        index: i64,
        places: i64,
        low: i64,
        at: i64,
        used: i64,
        wild: i64,
        left: i64,
        holes: i64,
        mine: i64,
        taken: i64,
        broken: i64,
    ) -> None:
        """Go on with a card that a run has at one of these places."""
        gone: i64 = self._gone[index]
        fitting = self._natural[index] & ~gone & places
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            run: i64 = self._runs[index]
            if self._may_go(gone, run, bit):
                self._gone[index] = gone | bit
                mark: i64 = BIT[index]
                bound: i64 = -1
                if self._stands(run & ~(gone | bit)):
                    now = broken & ~mark
                else:
                    now = broken | mark
                    # what is left above is too short: whatever of it may not leave for a group must go along
                    if not run & ACES and run & PLACES & ~self._loose & bit << 1:
                        bound = index
                self._extend(low, at + 1, used, wild, left, holes, mine, taken + 1, now, bound)
                self._gone[index] = gone

    def _may_go(self, gone: i64, run: i64, bit: i64) -> bool:
        """Whether what stays below a card that leaves a run can be valid; nothing more leaves there but an ace."""
        if run & ACES:
            return True
        cards = run & PLACES
        below = cards & (bit - 1)
        # what stays between the last card that left and this one
        last = _highest(gone)
        between = below & ~(last | (last - 1)) if last else below
        return ones(between) >= self._run_min or not between & (run >> WILD | ~self._loose)

    def _lay(
        self, low: i64, at: i64, used: i64, wild: i64, left: i64, holes: i64, mine: i64, taken: i64
    ) -> None:
        """The new run of the places from `low` to before `at`, if it may be laid and serves anything."""
        goal = used & self._goals != 0
        if not goal and mine > self._least and self._serves_elsewhere(low, at, used, wild):
            return
        if wild and not self._valid(low, at, wild, taken > 0):
            return
        if goal:
            self._placed = True
            return
        runs: list[int] = []
        for index in range(len(self._runs)):
            gone: i64 = self._gone[index]
            run: i64 = self._runs[index]
            if gone:
                runs += self._pieces(run & ~gone)
            else:
                runs.append(run)
        runs.append(BIT[at] - BIT[low] | wild << WILD)
        held = self._held
        while used:
            bit = used & -used
            used ^= bit
            held -= _one_at(bit)
        # wilds that are neither left nor in the run went into groups
        dear = self._wilds - left - (self._rules.max_wild_run - holes)
        self._reach(tuple(runs), held, self._spent + dear)

    def _serves_elsewhere(self, low: i64, at: i64, used: i64, wild: i64) -> bool:
        """Whether one of several hand cards of a new run can do there whatever it could do here.

        A card of a group might lie in its place, or it might be laid off later.
        """
        if used & self._pool:
            return True
        return at - low > self._run_min and not wild and used & (BIT[low] | BIT[at - 1]) != 0

    def _valid(self, low: i64, at: i64, wild: i64, at_once: bool) -> bool:
        """Whether a run with wilds may be laid: at once, or a part of it before the rest."""
        rules = self._rules
        cards = [JOKER if wild & BIT[place] else natural(0, place) for place in range(low, at)]
        if at_once or rules.plain:
            return not faults(rules, (low, *cards))
        size = len(cards)
        return not faults(rules, (low, *cards), False) and any(
            not faults(rules, (low + start, *cards[start : start + length]))
            for length in range(rules.run_min, size + 1)
            for start in range(size - length + 1)
        )


def by_place(row: i64) -> i64:
    """A row of ranks as places, the ace at both ends."""
    return row << 1 | (row & 1) << 14


def ones(mask: i64) -> i64:
    """How many places a mask has."""
    return ONES[mask & ROW] + ONES[mask >> 13]


def _leading_to(goal: i64, supply: i64) -> i64:
    """The places from which a run might come to one of some places, of cards in the supply alone."""
    found = goal
    more = found >> 1 & supply & ~found
    while more:
        found |= more
        more = found >> 1 & supply & ~found
    return found


def _highest(mask: i64) -> i64:
    """The highest bit of a mask, alone."""
    while mask & (mask - 1):
        mask &= mask - 1
    return mask


def _place_of(bit: i64) -> i64:
    number: int = bit
    return number.bit_length() - 1


def _one_at(bit: i64) -> i64:
    """One hand card of the rank at a place."""
    return 1 if bit & ACES else BIT[COPIES * (_place_of(bit) - 1)]


def _places_held(held: i64) -> i64:
    """The places for which there are hand cards."""
    out: i64 = 0
    row: i64 = 1
    while held:
        if held & 7:
            out |= row
        held >>= COPIES
        row <<= 1
    return by_place(out)


def _wilds_in(runs: tuple[int, ...]) -> i64:
    count: i64 = 0
    for run in runs:
        count += ones(run >> WILD)
    return count


def _everything(runs: tuple[int, ...], wilds: i64) -> tuple[int, ...]:
    """As if every card might leave at once."""
    out = [-1] * 14
    for run in runs:
        for at in range(1, 15):
            if run >> at & 1 and not run >> at + WILD & 1:
                out[(at - 1) % 13 + 1] = wilds
    return tuple(out)
