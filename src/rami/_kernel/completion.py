"""Can this turn still be completed?  Exact, by memoised search, and asked only where a duty makes it a question."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from . import hands
from ._rt import i64
from .actions import LAY_OFF, SWAP_WILD, Action, Key, Step
from .codes import EVERY_NATURAL, NATURALS
from .contracts import ALL_COMPLETE_AT_ONCE
from .ending import can_end
from .guess import guessed
from .knocking import can_show
from .lanes import forbidden
from .melds import wild_count
from .most import most_laid_off
from .nearness import distance
from .plans import Memo, Plan, Planned
from .relaxed import may_place, too_many_stuck
from .rules import TWOS
from .sight import naturals_of, out_of_sight, stands_in_sight
from .table_steps import lay_off_steps
from .turn import Game, Turn
from .useful_steps import burning, only_placing, useful_steps
from .ways import Way, ways_to_place, widest

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

# how many turns are looked at before the lanes tell about each
UNBARRED: Final = 16
# and for all ways together, before each is tried by itself
FEW: Final = 100
EVERY: Final = 1 << 60
NOT_ASKED: Final = -(1 << 60)


class _Look:
    """A turn to be looked at, the one with the lowest rank first; `steps` are those not tried yet.

    `far` is what `_estimate` says, once it has been asked.
    """

    __slots__ = ("action", "before", "depth", "far", "number", "rank", "steps", "turn")

    def __init__(
        self,
        rank: int,
        number: int,
        turn: Turn,
        depth: int,
        far: int,
        before: _Look | None = None,
        action: Action | None = None,
    ) -> None:
        self.rank: Final = rank
        self.before: Final = before
        self.action: Final = action
        self.number: Final = number
        self.turn: Final = turn
        self.depth: Final = depth
        self.far = far
        self.steps: Iterator[Step] | None = None

    def __lt__(self, other: _Look) -> bool:
        return (self.rank, self.number) < (other.rank, other.number)


def ends_with_last_contract(game: Game) -> bool:
    """Whether the round ends at once when the last player lays the contract."""
    return game.contracts is not None and game.contracts.end == ALL_COMPLETE_AT_ONCE


def may_follow(game: Game, before: Turn, after: Turn, memo: Memo) -> bool:
    """Whether an action that leads from one turn to the other is allowed: the turn can still be completed.

    A lay-down that ends the round at once need only leave a card, even one that could not be thrown.
    """
    if ends_round(game, before, after):
        left = hands.size(after.hand) or game.turn.finish_by_placing
        return bool(left) and not after.owes()
    return completable(game, after, memo)


def ends_round(game: Game, before: Turn, after: Turn) -> bool:
    """Whether an action is the lay-down of the last contract, with which the round ends at once."""
    return after.opened and not before.opened and before.others_open and ends_with_last_contract(game)


def completable(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether some sequence of legal actions ends the turn."""
    if can_end(game, turn):
        return True
    if game.knock is not None:
        return can_show(game, turn)
    if hands.holds_none(turn.hand):
        return False
    if turn.taken_due:
        if turn.opened and _lays_off_and_ends(game, turn):
            return True
        if _taken_out_of_sight(game, turn):
            return False
    known = memo.known(game, turn)
    if known is None:
        known = _by_plans(game, turn, memo) or _search(game, turn, memo)
        memo.note(turn.key(game), known)
    return known


def _by_plans(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether a plan that completed another turn completes this one, as far as its actions are legal now."""
    if turn.opened:
        for plan in memo.plans:
            at = turn
            for planned in plan:
                after = planned.after(game, at)
                if after is not None:
                    if can_end(game, after):
                        return True
                    at = after
    return False


def _lays_off_and_ends(game: Game, turn: Turn) -> bool:
    """Whether the card taken can be laid off and the turn can end with that."""
    if turn.due:
        return False
    return any(can_end(game, after) for _, after in lay_off_steps(game, turn, turn.taken))


def _taken_out_of_sight(game: Game, turn: Turn) -> bool:
    """Whether it is clear at once that the card taken fits nowhere."""
    if not turn.opened:
        return not _may_stand(game, turn, turn.taken)
    return _is_natural(game, turn.taken) and out_of_sight(game, turn, turn.taken)


def _is_natural(game: Game, card: int) -> bool:
    return card < NATURALS and not game.melds.is_wild(card)


def _search(game: Game, turn: Turn, memo: Memo) -> bool:
    if hopeless(game, turn):
        return False
    if turn.opened and turn.taken_due:
        plan = guessed(game, turn)
        if plan is not None:
            memo.keep(plan)
            return True
    if barred(game, turn):
        return False
    apart: list[Way] = []
    if _only_taken_due(game, turn):
        apart = widest(ways_to_place(game, turn, turn.taken, burning(game, turn)) or [])
    if game.turn.take and _without_takes(game, turn, memo):
        return True
    seen: set[Key] = set()
    answer = UNKNOWN
    if len(apart) != 1:
        # all ways at once find a plan soon, each by itself rules one out
        answer = _explore(game, turn, apart, FEW if apart else EVERY, memo, seen)
    if answer == UNKNOWN:
        answer = NO
        for way in apart:
            if answer == NO:
                answer = _explore(game, turn, [way], EVERY, memo, seen)
    if answer == NO:
        # whatever can be reached from here cannot be completed either
        memo.note_all(seen, False)
    return answer == YES


def _without_takes(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether points that lay-offs have to bring are brought by a plan without takes, if one is found soon."""
    may_miss = turn.missing > 0 or (not turn.opened and game.judge.usual_floor == 0)
    return may_miss and _explore(game, turn, [], FEW, memo, set(), False) == YES


def _only_taken_due(game: Game, turn: Turn) -> bool:
    """Whether nothing but the card taken has to be placed, by an opened player."""
    return turn.opened and turn.taken_due and not turn.due and only_placing(game, turn)


def _explore(
    game: Game,
    turn: Turn,
    ways: list[Way],
    most: int,
    memo: Memo,
    met: set[Key],
    takes: bool = True,
) -> int:
    """Whether the turn can be completed, by such changes of the table as one of these ways has a use for.

    What seems to be nearest to the goal is tried first, as where the answer is yes, a short plan mostly exists.
    At most so many turns are looked at: YES, NO, or UNKNOWN where they were not enough.  Without ways every
    action that can help is tried; but no take unless `takes` says so.  `met` collects the turns that were reached.
    """
    seen: set[Key] = set()
    looked = 0
    near: list[_Look] = [_Look(0, 0, turn, 0, NOT_ASKED)]
    while near:
        look = heappop(near)
        current = look.turn
        steps = look.steps
        if steps is None:
            if looked >= most:
                return UNKNOWN
            looked += 1
            if looked > 1:
                known = memo.known(game, current)
                if known is None and not ways and _only_taken_due(game, current):
                    known = completable(game, current, memo)
                if known:
                    return _found(game, look, None, memo)
                if (
                    known is not None
                    or hopeless(game, current)
                    or (looked > UNBARRED and barred(game, current))
                ):
                    continue
            sight = EVERY_NATURAL if takes and not ways else 0
            for way in ways:
                sight |= way.near(current)
            steps = useful_steps(game, current, sight)
            look.steps = steps
        for action, after in steps:
            if ways and not any(helps(current, action, after, way) for way in ways):
                continue
            if ends_round(game, current, after):
                if may_follow(game, current, after, memo):
                    return _found(game, look, None, memo)
                continue
            if can_end(game, after):
                return _found(game, look, action, memo)
            if look.far == NOT_ASKED:
                seen.add(current.key(game))
                look.far = _estimate(game, current)
            key = after.key(game)
            if key in seen or hands.holds_none(after.hand):
                continue
            seen.add(key)
            met.add(key)
            far = _estimate(game, after)
            depth = look.depth + 1
            heappush(near, _Look(2 * far + depth, len(seen), after, depth, far, look, action))
            if far < look.far:
                # nearer to the goal: that first, the other steps later
                heappush(near, look)
                break
    return NO


def _found(game: Game, look: _Look, last: Action | None, memo: Memo) -> int:
    """YES, also for the turns between the first and this one; `last` is the action that completes the plan."""
    plan: Plan = [] if last is None or not look.turn.opened else [Planned(look.turn, last)]
    at = look
    while at.before is not None:
        memo.note(at.turn.key(game), True)
        if plan and at.action is not None:
            plan.insert(0, Planned(at.before.turn, at.action))
            if not at.before.turn.opened:
                plan = []
        at = at.before
    if plan:
        memo.keep(plan)
    return YES


def _estimate(game: Game, turn: Turn) -> int:
    """About how many actions it takes to meet the duties: it only decides what is tried first."""
    far = len(turn.due) - 1
    if turn.taken_due:
        far += distance(game, turn, turn.taken) + 1
    if turn.go_out:
        far += hands.size(turn.hand)
    return far + -(-turn.missing // 8)


def helps(turn: Turn, action: Action, after: Turn, way: Way) -> bool:
    """Whether an action meets a duty or makes a change that the way has a use for."""
    if not after.taken_due:
        return True
    if turn.due:
        return way.wilds_serve_all
    if way.burns and way.burns & _placed(turn, after):
        return True
    if action.kind in (LAY_OFF, SWAP_WILD):
        return way.changes(turn.table[action.place][0])
    return any(
        way.frees(turn.table[place][0], turn.table[place][2][index + 1]) for place, index in action.leaving[0]
    )


def _placed(turn: Turn, after: Turn) -> int:
    """The natural cards that left the hand, as a mask."""
    out = 0
    for before, now in zip(turn.hand[:-1], after.hand[:-1], strict=True):
        out |= before & ~now
    return out


def hopeless(game: Game, turn: Turn) -> bool:
    """A quick no: too many cards stand in no meld that hand and table together could ever form."""
    if turn.taken_due and turn.opened and not may_place(game, turn, turn.taken):
        return True
    if turn.go_out and too_many_stuck(game, turn):
        return True
    if turn.missing > 0 and turn.missing > most_laid_off(game, turn):
        return not game.turn.out_lifts_points or too_many_stuck(game, turn)
    return False


def barred(game: Game, turn: Turn) -> bool:
    """A slower no: the suits, each by itself, never let an opened player place the card taken."""
    if not (turn.taken_due and turn.opened and _is_natural(game, turn.taken)):
        return False
    return forbidden(game, turn, turn.taken)


def _may_stand(game: Game, turn: Turn, card: int) -> bool:
    """Whether the card fits some meld made of the other cards in sight."""
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card):
        return True
    pool: i64 = turn.hand[0]
    wilds: i64 = turn.hand[-1]
    if not _opens_from_hand(game, turn):
        for _, _, code in turn.table:
            pool |= naturals_of(rules, code)
            wilds += wild_count(rules, code)
    if rules.twos_wild:
        for other in hands.faces_of(turn.hand):
            if other < NATURALS and rules.is_wild(other):
                wilds += hands.count(turn.hand, other)
        pool &= ~TWOS
    if not rules.wrap and not rules.any_suits and not rules.burnt:
        return stands_in_sight(
            rules, pool, card, min(rules.max_wild_group, wilds), min(rules.max_wild_run, wilds)
        )
    return _may_stand_anywhere(game, turn, card, pool, wilds)


def _opens_from_hand(game: Game, turn: Turn) -> bool:
    """Whether the card taken has to lie in melds that the hand alone forms."""
    rules = game.turn
    return not (turn.opened or rules.any_same_turn or rules.exempts or rules.swap_unopened or turn.due)


def _may_stand_anywhere(game: Game, turn: Turn, card: int, pool: int, wilds: int) -> bool:
    rules = game.melds
    places = turn.places_to_come(game)
    base = card - card % 13
    rank = card % 13
    holes = min(rules.max_wild_run, wilds)
    length = rules.run_min
    for place in (rank + 1, 14) if rank == 0 and rules.ace_high else (rank + 1,):
        for low in range(place - length + 1, place + 1):
            if not rules.wrap and (low < 1 or low + length - 1 > rules.last_place):
                continue
            empty = 0
            for other_place in range(low, low + length):
                other = base + (other_place - 1) % 13
                if other_place != place and not pool >> other & 1:
                    empty += 1 if places >> other & 1 else length
            if empty <= holes:
                return True
    if rules.any_suits:
        return True
    partners = sum(1 for suit in range(4) if suit != card // 13 and pool >> (13 * suit + rank) & 1)
    return partners + min(rules.max_wild_group, wilds) >= rules.group_min - 1
