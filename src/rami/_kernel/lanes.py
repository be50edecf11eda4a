"""A sound "no" that looks at each suit by itself: what could its runs come to, if all else went as well as it might?

A plan never mixes the runs of two suits.  So whatever happens to the runs of a suit in a plan can be done in its
*lane*: the runs and the hand cards of that suit alone, with no fewer wilds than the rest could ever supply, and with
leave for any of its cards to go away as soon as some group might be laid that holds it.  A lane is small and is
searched in full; which cards may leave is found in rounds, each of which knows what could have left before.
"""

from __future__ import annotations

from typing import Final

from . import hands
from .codes import JOKER, RANK, RANK_CARDS, ROW, SUIT, natural
from .melds import Code, faults, group_rank, is_run, run_low, run_suit
from .recovering import recoverable
from .rules import RECOVER_HAND, RECOVER_PLACE, Lane, MeldRules
from .turn import Game, Turn

# a run is a mask of its places from bit 1 on, with the places of its wilds above
WILD: Final = 16
PLACES: Final = (1 << WILD) - 1
# hand cards by rank: how many, three bits each
COPIES: Final = 3
# in a lane with more tables than these, anything is held to be possible
MOST: Final = 400
LARGEST_TABLE: Final = 1 << 11
# more wilds than there are
NEVER: Final = 1 << 10

# (runs in ascending order, hand cards, wilds that went into groups so that they could give cards away)
Place = tuple[tuple[int, ...], int, int]


class _Walk:
    """A walk through all that may happen in a lane.

    `goal` is the rank of the card to be placed, or 0.  Cards of the places in `loose` may leave for a group or may
    have left; the ranks in `pool` may come from groups, those in `dear` if a wild goes there instead.  Wilds may
    stand for the ranks in `burnt`; `grows` and `recovers` tell whether they may be laid off or come back.
    """

    __slots__ = (
        "burnt",
        "dear",
        "goal",
        "grows",
        "leaving",
        "loose",
        "placed",
        "pool",
        "recovers",
        "rules",
        "least",
        "seen",
        "takes",
        "waiting",
        "_gone",
        "_hand",
        "_held",
        "_runs",
        "_sight",
        "_spare",
        "_spent",
        "_wilds",
    )

    def __init__(
        self,
        game: Game,
        goal: int,
        loose: int,
        pool: int,
        dear: int,
        burnt: int,
        grows: bool,
        recovers: bool,
    ) -> None:
        self.rules: Final = game.melds
        self.takes: Final = game.turn.take
        self.least: Final = game.turn.take_min_hand
        self.goal: Final = goal
        self.loose: Final = loose
        self.pool: Final = pool
        self.dear: Final = dear
        self.burnt: Final = burnt
        self.grows: Final = grows
        self.recovers: Final = recovers
        self.leaving: Final = [-1] * 14
        self.placed = False
        self.seen: Final[set[Place]] = set()
        self.waiting: Final[list[Place]] = []
        # what is looked at: the runs, what leaves each, the hand, its places and those of the runs, the wilds
        self._runs: tuple[int, ...] = ()
        self._gone: list[int] = []
        self._held = 0
        self._hand = 0
        self._sight = 0
        self._spare: Final = pool << 1 | (pool & 1) << 14
        self._spent = 0
        self._wilds = 0

    def lane(self, runs: tuple[int, ...], held: int, wilds: int) -> Lane:
        """All that can be reached, where so many wilds may come into the hand from elsewhere."""
        self._reach(runs, held, 0)
        # no wild leaves the lane but into the hand
        wilds += _wilds_in(runs)
        while self.waiting and not self.placed:
            if len(self.seen) > MOST:
                return Lane(self.goal > 0, self._everything(runs, wilds), False)
            self._runs, self._held, self._spent = self.waiting.pop()
            self._wilds = wilds - _wilds_in(self._runs) - self._spent
            self._lay_off()
            if self.takes:
                self._note_leaving()
            if self.takes or self.goal:
                self._lay_down()
        return Lane(self.placed, tuple(self.leaving), True)

    def _everything(self, runs: tuple[int, ...], wilds: int) -> tuple[int, ...]:
        """As if every card might leave at once."""
        out = [-1] * 14
        for run in runs:
            for at in range(1, 15):
                if run >> at & 1 and not run >> at + WILD & 1:
                    out[(at - 1) % 13 + 1] = wilds
        return tuple(out)

    def _reach(self, runs: tuple[int, ...], held: int, spent: int) -> None:
        place = (tuple(sorted(runs)), held, spent)
        if place not in self.seen:
            self.seen.add(place)
            self.waiting.append(place)

    def _lay_off(self) -> None:
        """Let the runs grow at their ends, and their wilds come back."""
        rules = self.rules
        for index, run in enumerate(self._runs):
            cards, wild = run & PLACES, run >> WILD
            rest = self._runs[:index] + self._runs[index + 1 :]
            if self.recovers and wild:
                for at in range(1, rules.last_place + 1):
                    if wild >> at & 1 and self._holds(at):
                        self._use(at, (*rest, run & ~(1 << at + WILD)))
            # where cards may have left, there may be several runs, each with wilds of its own
            parted = run & self.loose != 0
            if cards.bit_count() >= rules.max_run and not parted:
                continue
            more = self.grows and self._wilds > 0 and (parted or wild.bit_count() < rules.max_wild_run)
            for at in ((cards & -cards).bit_length() - 2, cards.bit_length()):
                if not 1 <= at <= rules.last_place:
                    continue
                if not self.takes and not self._towards(at, cards):
                    continue
                if self._holds(at):
                    self._use(at, (*rest, run | 1 << at))
                if more and self.burnt >> (at - 1) % 13 & 1:
                    self._reach((*rest, run | 1 << at | 1 << at + WILD), self._held, self._spent)

    def _towards(self, at: int, cards: int) -> bool:
        """Whether a run grows towards the card to be placed, which alone matters where no card is taken."""
        ends = _both_ends(self.goal) if self.goal else 0
        return bool(ends & (2 << at) - 1) if 1 << at < cards else ends >> at != 0

    def _holds(self, at: int) -> bool:
        return self._held >> COPIES * ((at - 1) % 13) & 7 != 0

    def _use(self, at: int, runs: tuple[int, ...]) -> None:
        rank = (at - 1) % 13
        if rank + 1 == self.goal:
            self.placed = True
        else:
            self._reach(runs, self._held - (1 << COPIES * rank), self._spent)

    def _note_leaving(self) -> None:
        """Note which cards might leave for a group now."""
        leaving, wilds = self.leaving, self._wilds
        for run in self._runs:
            left = run & PLACES & ~(run >> WILD)
            while left:
                bit = left & -left
                left ^= bit
                rank = (bit.bit_length() - 2) % 13
                if leaving[rank + 1] < wilds and self._kept(run & ~bit):
                    leaving[rank + 1] = wilds

    def _kept(self, run: int) -> list[int]:
        """The pieces of a run with gaps that stay, once those too short have left; none if they cannot leave."""
        out: list[int] = []
        least = self.rules.run_min
        cards, wild = run & PLACES, run >> WILD
        while cards:
            first = cards & -cards
            piece = cards & ~(cards + first)
            cards &= ~piece
            if piece.bit_count() >= least:
                out.append(piece | (wild & piece) << WILD)
            elif piece & wild or piece & ~self.loose:
                return []
        return out

    def _lay_down(self) -> None:
        """Lay new runs with cards of the runs, or with the card to be placed."""
        self._gone = [0] * len(self._runs)
        self._sight = 0
        for run in self._runs:
            self._sight |= run & ~(run >> WILD) & PLACES
        if self._sight & _both_ends(1):
            self._sight |= _both_ends(1)
        self._hand = 0
        for at in range(1, self.rules.last_place + 1):
            if self._holds(at):
                self._hand |= 1 << at
        for low in range(1, self.rules.last_place - self.rules.run_min + 2):
            self._extend(low, low, 0, 0, 0, 0, False)

    def _extend(self, low: int, at: int, used: int, pooled: int, dear: int, wild: int, taken: bool) -> None:
        """Lay new runs from a place on, of which so many cards are chosen: the masks tell where they come from."""
        rules = self.rules
        size = at - low
        if size >= rules.run_min and (taken or (self.goal and used & _both_ends(self.goal))):
            self._lay(low, at, used, pooled, wild, taken, dear)
        if size >= rules.max_run or at > rules.last_place or self.placed:
            return
        left = self._wilds - dear - wild.bit_count()
        more_wilds = left > 0 and wild.bit_count() < rules.max_wild_run
        if not (used or wild or more_wilds or self._hand >> at):
            return
        goal = self.goal
        if not (taken or self._sight >> at or (goal and (used | self._hand >> at << at) & _both_ends(goal))):
            return
        rank = (at - 1) % 13
        bit = 1 << at
        # the second ace of a full run is another card
        if self._hand & bit and (at < 14 or not used & 2 or self._held >> COPIES * rank & 7 > 1):
            self._extend(low, at + 1, used | bit, pooled, dear, wild, taken)
        if self.takes:
            if self.pool >> rank & 1:
                self._extend(low, at + 1, used, pooled | bit, dear, wild, taken)
            elif self.dear >> rank & 1 and left > 0:
                self._extend(low, at + 1, used, pooled | bit, dear + 1, wild, taken)
            for index, run in enumerate(self._runs):
                for other in (1, 14) if rank == 0 else (at,):
                    bound = run >> WILD | self._gone[index] | ~run
                    if not bound >> other & 1 and self._may_go(self._gone[index], run, other):
                        self._gone[index] |= 1 << other
                        self._extend(low, at + 1, used, pooled, dear, wild, True)
                        self._gone[index] &= ~(1 << other)
        if more_wilds and self.burnt >> rank & 1:
            self._extend(low, at + 1, used, pooled, dear, wild | bit, taken)

    def _may_go(self, gone: int, run: int, at: int) -> bool:
        """Whether what stays below a card that leaves a run can be valid; nothing more leaves there but an ace."""
        if run >> 1 & 1 or run >> 14 & 1:
            return True
        cards = run & PLACES
        start = gone.bit_length() if gone else (cards & -cards).bit_length() - 1
        if at - start >= self.rules.run_min:
            return True
        between = (1 << at) - (1 << start)
        return not between & (run >> WILD | ~self.loose)

    def _lay(self, low: int, at: int, used: int, pooled: int, wild: int, taken: bool, dear: int) -> None:
        """The new run of the places from `low` to before `at`, if it may be laid and serves anything."""
        goal = self.goal > 0 and used & _both_ends(self.goal) != 0
        from_hand = used.bit_count() + wild.bit_count()
        if (taken or pooled) and from_hand < self.least:
            return
        if from_hand > self.least and not goal and used & self._spare:
            # a card of a group might lie there just as well
            return
        if wild and not self._valid(low, at, wild, taken):
            return
        runs: list[int] = []
        for run, left in zip(self._runs, self._gone, strict=True):
            if left:
                kept = self._kept(run & ~left)
                if not kept:
                    return
                runs += kept
            else:
                runs.append(run)
        if goal:
            self.placed = True
            return
        held = self._held
        for place in range(low, at):
            if used >> place & 1:
                held -= 1 << COPIES * ((place - 1) % 13)
        self._reach((*runs, (1 << at) - (1 << low) | wild << WILD), held, self._spent + dear)

    def _valid(self, low: int, at: int, wild: int, at_once: bool) -> bool:
        """Whether a run with wilds may be laid: at once, or a part of it before the rest."""
        rules = self.rules
        cards = [JOKER if wild >> place & 1 else natural(0, place) for place in range(low, at)]
        if at_once or rules.plain:
            return not faults(rules, (low, *cards))
        size = at - low
        return not faults(rules, (low, *cards), False) and any(
            not faults(rules, (low + start, *cards[start : start + length]))
            for length in range(rules.run_min, size + 1)
            for start in range(size - length + 1)
        )


def _both_ends(rank: int) -> int:
    """The places of a rank, as a mask."""
    return 1 << 1 | 1 << 14 if rank == 1 else 1 << rank


def _wilds_in(runs: tuple[int, ...]) -> int:
    out = 0
    for run in runs:
        out += (run >> WILD).bit_count()
    return out


class Lanes:
    """The four lanes of a turn, and the groups between them."""

    __slots__ = (
        "_burnt",
        "_card",
        "_dear",
        "_game",
        "_giving",
        "_grows",
        "_hand",
        "_held",
        "_owing",
        "_runs",
        "_table",
        "_wilds",
    )

    def __init__(self, game: Game, turn: Turn, card: int) -> None:
        rules = game.melds
        self._game: Final = game
        self._card: Final = card
        self._hand: Final = turn.hand
        self._table: Final = [code for _, _, code in turn.table]
        self._burnt: Final = turn.places_to_come(game)
        stays = game.turn.recovered in (RECOVER_PLACE, RECOVER_HAND)
        # wilds that each lane may give away, at most, and all that there are
        self._owing: Final = [0, 0, 0, 0]
        total = turn.hand[-1]
        self._runs: Final[list[list[int]]] = [[], [], [], []]
        for code in self._table:
            wilds = sum(map(rules.is_wild, code[1:]))
            if is_run(code):
                self._runs[run_suit(code)].append(_as_mask(rules, code))
            if wilds and recoverable(game, turn.hand[0], code):
                total += wilds
                if is_run(code):
                    self._owing[run_suit(code)] += wilds
        self._wilds: Final = total
        self._grows: Final = turn.hand[-1] > 0 or (stays and total > 0)
        self._held: Final = [_counts(turn.hand, suit) for suit in range(4)]
        # the cards that groups on the table may give away
        self._giving: Final = [0, 0, 0, 0]
        # those for which each time a wild has to join the group first
        self._dear: Final = [0, 0, 0, 0]
        for code in self._table if game.turn.take else ():
            if not is_run(code) and self._might_give(code):
                giving = self._dear if self._gives_dearly(code) else self._giving
                for other in code[1:]:
                    if not rules.is_wild(other):
                        giving[SUIT[other]] |= 1 << RANK[other] - 1

    def _might_give(self, code: Code) -> bool:
        """Whether a group is, or may grow, large enough to give a card away."""
        rules = self._game.melds
        rank = group_rank(code)
        growth = sum(1 for suit in range(4) if self._hand[0] >> natural(suit, rank) & 1)
        if self._grows:
            growth += max(0, rules.max_wild_group - sum(map(rules.is_wild, code[1:])))
        return min(len(code) - 1 + growth, rules.group_max) > rules.group_min

    def _gives_dearly(self, code: Code) -> bool:
        """Whether only a wild makes a group large enough."""
        return (
            len(code) - 1 <= self._game.melds.group_min and not self._hand[0] & RANK_CARDS[group_rank(code)]
        )

    def forbid(self) -> bool:
        """Whether the card cannot be placed for certain."""
        suit, rank = SUIT[self._card], RANK[self._card]
        if any(self._joins_group(code) for code in self._table if not is_run(code)):
            return False
        leave = [0, 0, 0, 0]
        before: list[Lane] = []
        while True:
            costs: list[tuple[int, ...]] = []
            lanes: list[Lane] = []
            for lane in range(4):
                if before and not before[lane].settled:
                    # with more that may leave, there would be even more to look at
                    found = before[lane]
                else:
                    found = self._lane(lane, rank if lane == suit else 0, leave[lane])
                lanes.append(found)
                if found.placed:
                    return False
                costs.append(tuple([self._wilds - most if most >= 0 else NEVER for most in found.leaving]))
            if self._groups(costs, suit, rank, False):
                return False
            if not self._game.turn.take:
                return True
            before = lanes
            more = leave.copy()
            for other in range(1, 14):
                for lane in range(4):
                    if costs[lane][other] < NEVER and self._groups(costs, lane, other, True):
                        more[lane] |= 1 << other - 1
            if more == leave:
                return True
            leave = more

    def _groups(self, costs: list[tuple[int, ...]], suit: int, rank: int, leaves: bool) -> bool:
        """Whether a new group might hold the card of a suit and rank, one in hand or one that leaves a run."""
        rules = self._game.melds
        used = costs[suit][rank] if leaves else 0
        from_hand = 0 if leaves else 1
        others: list[int] = []
        for other in range(4):
            if other == suit:
                continue
            if self._hand[0] >> natural(other, rank) & 1:
                others.append(0)
                from_hand += 1
            elif self._giving[other] >> rank - 1 & 1:
                others.append(0)
            else:
                cost = costs[other][rank]
                if self._dear[other] >> rank - 1 & 1:
                    cost = min(cost, 1)
                if cost < NEVER:
                    others.append(cost)
        others.sort()
        for wilds in range(rules.max_wild_group + 1):
            needed = max(0, rules.group_min - 1 - wilds)
            if needed > len(others) or not (from_hand or wilds):
                continue
            if wilds + used + sum(others[:needed]) <= self._wilds:
                return True
        return False

    def _joins_group(self, code: Code) -> bool:
        """Whether the card might be laid off on a group, or replace a wild in it."""
        rules = self._game.melds
        if group_rank(code) != RANK[self._card]:
            return False
        if self._card not in code[1:] or any(map(rules.is_wild, code[1:])):
            return True
        # its twin would have to leave first
        return self._game.turn.take and self._might_give(code)

    def _in_sight(self, suit: int, goal: int, pool: int, wilds: int) -> bool:
        """Whether enough cards for a run with the card are to be seen at all."""
        rules = self._game.melds
        sight = pool << 1 | (pool & 1) << 14
        for run in self._runs[suit]:
            sight |= run & PLACES
        held = self._hand[0] >> 13 * suit & ROW
        sight |= held << 1 | (held & 1) << 14
        if sight & 1 << 1 or sight & 1 << 14:
            sight |= 1 << 1 | 1 << 14
        holes = rules.max_wild_run if wilds + self._owing[suit] else 0
        row = self._burnt >> 13 * suit & ROW
        burnt = row << 1 | (row & 1) << 14
        for place in (1, 14) if goal == 1 and rules.ace_high else (goal,):
            for low in range(max(1, place - rules.run_min + 1), place + 1):
                if low + rules.run_min - 1 > rules.last_place:
                    break
                window = ((1 << rules.run_min) - 1) << low & ~(1 << place)
                lacking = window & ~sight
                if lacking.bit_count() <= holes and not lacking & ~burnt:
                    return True
        return False

    def _lane(self, suit: int, goal: int, loose: int) -> Lane:
        """The lane of a suit, where the cards of some ranks may leave for groups."""
        burnt = self._burnt >> 13 * suit & ROW
        wilds = self._wilds - self._owing[suit]
        recovers = self._owing[suit] > 0
        pool = self._giving[suit]
        runs = tuple(sorted(self._runs[suit]))
        if goal and not self._in_sight(suit, goal, pool | self._dear[suit], wilds):
            goal = 0
        key = (
            runs,
            (self._held[suit], loose, pool, self._dear[suit], burnt, wilds, goal, self._grows, recovers),
        )
        known = self._game.lanes.get(key)
        if known is None:
            # by place, the ace at both ends
            places = loose << 1 | (loose & 1) << 14
            walk = _Walk(self._game, goal, places, pool, self._dear[suit], burnt, self._grows, recovers)
            known = walk.lane(runs, self._held[suit], wilds)
            if len(self._game.lanes) >= LARGEST_TABLE:
                self._game.lanes.clear()
            self._game.lanes[key] = known
        return known


def _as_mask(rules: MeldRules, code: Code) -> int:
    low = run_low(code)
    out = 0
    for index in range(len(code) - 1):
        out |= 1 << low + index
        if rules.is_wild(code[index + 1]):
            out |= 1 << low + index << WILD
    return out


def _counts(hand: hands.Hand, suit: int) -> int:
    out = 0
    for plane in hand[:-1]:
        row = plane >> 13 * suit & ROW
        for rank in range(13):
            out += (row >> rank & 1) << COPIES * rank
    return out


def forbidden(game: Game, turn: Turn, card: int) -> bool:
    """Whether an opened player cannot place a held natural card in this turn, for certain."""
    rules, turns = game.melds, game.turn
    if rules.wrap or rules.any_suits or rules.twos_wild:
        return False
    if turns.take and (turns.take_wild or not turns.take_min_hand):
        return False
    return Lanes(game, turn, card).forbid()
