"""A sound "no" that looks at each suit by itself: what could its runs come to, if all else went as well as it might?

A plan never mixes the runs of two suits.  So whatever happens to the runs of a suit in a plan can be done in its
*lane*: the runs and the hand cards of that suit alone, with no fewer wilds than the rest could ever supply, and with
leave for any of its cards to go away as soon as some group might be laid that holds it.  A lane is small and is
searched in full; which cards may leave is found in rounds, each of which knows what could have left before.
"""

from __future__ import annotations

from typing import Final

from . import hands
from ._rt import i64
from .codes import RANK, RANK_CARDS, ROW, SUIT, natural
from .lane import ACES, COPIES, PLACES, WILD, Lane, LaneWalk, by_place, ones
from .melds import Code, group_rank, is_run, run_low, run_suit
from .recovering import recoverable
from .rules import RECOVER_HAND, RECOVER_PLACE, MeldRules
from .turn import Game, Turn

LARGEST_TABLE: Final = 1 << 11
# more wilds than there are
NEVER: Final = 1 << 10


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
        if any(self._joins_group(code) for code in self._table if not is_run(code)):
            return False
        if self._game.turn.take and not self._possible([ROW] * 4):
            return True
        return self._impossible_in_rounds()

    def _possible(self, leave: list[int]) -> bool:
        """Whether the card might be placed, in a run or a new group, if cards of these ranks may leave."""
        suit, rank = SUIT[self._card], RANK[self._card]
        costs: list[tuple[int, ...]] = []
        for lane in range(4):
            found = self._lane(lane, rank if lane == suit else 0, 1 << rank - 1, leave[lane])
            if found.placed:
                return True
            costs.append(self._costs(found))
        return self._groups(costs, suit, rank, False)

    def _impossible_in_rounds(self) -> bool:
        """Whether the card cannot be placed, where in each round those may leave that could have left before."""
        suit, rank = SUIT[self._card], RANK[self._card]
        wanted = self._wanted()
        costs: list[tuple[int, ...]] = [(NEVER,) * 14] * 4
        leave = [0, 0, 0, 0]
        changed = [True] * 4
        while any(changed):
            for lane in range(4):
                if not changed[lane]:
                    continue
                free = sum(1 << other - 1 for other in range(1, 14) if not costs[lane][other])
                found = self._lane(lane, rank if lane == suit else 0, wanted & ~free, leave[lane])
                if found.placed:
                    return False
                costs[lane] = tuple(map(min, costs[lane], self._costs(found)))
                # with more that may leave, there would be even more to look at
                changed[lane] = found.settled
            if self._groups(costs, suit, rank, False):
                return False
            if not self._game.turn.take:
                return True
            for lane in range(4):
                more = 0
                for other in range(1, 14):
                    if costs[lane][other] < NEVER and self._groups(costs, lane, other, True):
                        more |= 1 << other - 1
                changed[lane] = changed[lane] and more != leave[lane]
                leave[lane] = more
        return True

    def _costs(self, lane: Lane) -> tuple[int, ...]:
        """For each rank, how many wilds it takes until a card of it can leave its run."""
        return tuple([self._wilds - most if most >= 0 else NEVER for most in lane.leaving])

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

    def _wanted(self) -> int:
        """The ranks of which a group might be laid if every card in sight were free to leave, as a row."""
        rules = self._game.melds
        in_groups = min(rules.max_wild_group, self._wilds)
        out = 0
        for rank in range(1, 14):
            held = self._hand[0] & RANK_CARDS[rank]
            suits = 0
            for suit in range(4):
                suits += held >> natural(suit, rank) & 1 or self._table_sight(suit) >> rank - 1 & 1
            if suits + in_groups >= rules.group_min and (held or in_groups):
                out |= 1 << rank - 1
        return out

    def _table_sight(self, suit: int) -> int:
        """The ranks of a suit that the table might supply, as a row."""
        sight = self._giving[suit] | self._dear[suit]
        for run in self._runs[suit]:
            cards = run & PLACES & ~(run >> WILD)
            sight |= cards >> 1 & ROW | cards >> 14
        return sight

    def _loose(self, suit: int) -> int:
        """The ranks of which a card could leave a run of the suit, however that run grows, as a row."""
        rules = self._game.melds
        held = by_place(self._hand[0] >> 13 * suit & ROW)
        out = 0
        for run in self._runs[suit]:
            cards = run & PLACES
            low, high = (cards & -cards).bit_length() - 1, cards.bit_length() - 1
            wilds = [self._wilds if self._grows else 0] * 2
            lowest, highest = low, high
            while lowest > 1 and (held >> lowest - 1 & 1 or wilds[0]):
                lowest -= 1
                wilds[0] -= 1 - (held >> lowest & 1)
            while highest < rules.last_place and (held >> highest + 1 & 1 or wilds[1]):
                highest += 1
                wilds[1] -= 1 - (held >> highest & 1)
            for at in range(low, high + 1):
                natural_card = not run >> at + WILD & 1
                if natural_card and (at - lowest >= rules.run_min or highest - at >= rules.run_min):
                    out |= 1 << (at - 1) % 13
        return out

    def _in_sight(self, suit: int, goal: int, wilds: int) -> bool:
        """Whether enough cards for a run with the card are to be seen at all."""
        rules = self._game.melds
        sight: i64 = by_place(self._giving[suit] | self._dear[suit] | self._hand[0] >> 13 * suit & ROW)
        for run in self._runs[suit]:
            sight |= run & PLACES
        if sight & ACES:
            sight |= ACES
        holes = rules.max_wild_run if wilds + self._owing[suit] else 0
        burnt = by_place(self._burnt >> 13 * suit & ROW)
        for place in (1, 14) if goal == 1 and rules.ace_high else (goal,):
            for low in range(max(1, place - rules.run_min + 1), place + 1):
                if low + rules.run_min - 1 > rules.last_place:
                    break
                window = ((1 << rules.run_min) - 1) << low & ~(1 << place)
                lacking = window & ~sight
                if ones(lacking) <= holes and not lacking & ~burnt:
                    return True
        return False

    def _lane(self, suit: int, goal: int, wanted: int, loose: int) -> Lane:
        """The lane of a suit, where the cards of some ranks may leave for groups."""
        game = self._game
        burnt = self._burnt >> 13 * suit & ROW
        wilds = self._wilds - self._owing[suit]
        recovers = self._owing[suit] > 0
        pool, dear = self._giving[suit], self._dear[suit]
        runs = tuple(sorted(self._runs[suit]))
        if goal and not self._in_sight(suit, goal, wilds):
            goal = 0
        held = self._hand[0] >> 13 * suit & ROW
        wanted &= self._loose(suit) | pool | dear | held
        loose &= self._table_sight(suit) | held
        key = (
            runs,
            (self._held[suit], wanted, loose, pool, dear, burnt, wilds, goal, self._grows, recovers),
        )
        known = game.lanes.get(key)
        if known is None:
            walk = LaneWalk(
                game.melds, game.turn, goal, wanted, loose, pool, dear, burnt, self._grows, recovers
            )
            known = walk.lane(runs, self._held[suit], wilds)
            if len(game.lanes) >= LARGEST_TABLE:
                game.lanes.clear()
            game.lanes[key] = known
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
