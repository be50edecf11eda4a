"""Can this turn still be completed?  Exact, by memoised search, and asked only where a duty makes it a question."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from . import hands
from .actions import Action, Key, Step
from .codes import NATURALS
from .contracts import ALL_COMPLETE_AT_ONCE
from .ending import can_end
from .guess import guessed
from .knocking import can_show
from .lanes import forbidden
from .nearness import distance
from .plans import Memo, Plan, Planned
from .relaxed import may_place, too_many_stuck
from .turn import Game, Turn
from .useful_steps import only_placing, useful_steps

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2

# how many turns are looked at before the lanes tell about each
UNBARRED: Final = 16
# and where takes are left aside
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
    if game.turn.take and _without_takes(game, turn, memo):
        return True
    seen: set[Key] = set()
    answer = _explore(game, turn, EVERY, memo, seen)
    if answer == NO:
        # whatever can be reached from here cannot be completed either
        memo.note_all(seen, False)
    return answer == YES


def _without_takes(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether points that lay-offs have to bring are brought by a plan without takes, if one is found soon."""
    may_miss = turn.missing > 0 or (not turn.opened and game.judge.usual_floor == 0)
    return may_miss and _explore(game, turn, FEW, memo, set(), False) == YES


def _only_taken_due(game: Game, turn: Turn) -> bool:
    """Whether nothing but the card taken has to be placed, by an opened player."""
    return turn.opened and turn.taken_due and not turn.due and only_placing(game, turn)


def _explore(game: Game, turn: Turn, most: int, memo: Memo, met: set[Key], takes: bool = True) -> int:
    """Whether the turn can be completed: YES, NO, or UNKNOWN where looking at so many turns was not enough.

    What seems to be nearest to the goal is tried first, as where the answer is yes, a short plan mostly exists.
    No take is tried unless `takes` says so.  `met` collects the turns that were reached.
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
                if known is None and _only_taken_due(game, current):
                    known = completable(game, current, memo)
                if known:
                    return _found(game, look, None, memo)
                if (
                    known is not None
                    or hopeless(game, current)
                    or (looked > UNBARRED and barred(game, current))
                ):
                    continue
            steps = useful_steps(game, current, takes)
            look.steps = steps
        for action, after in steps:
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


def hopeless(game: Game, turn: Turn) -> bool:
    """A quick no: too many cards stand in no meld that hand and table together could ever form."""
    if turn.taken_due and turn.opened and not may_place(game, turn, turn.taken):
        return True
    return turn.go_out and too_many_stuck(game, turn)


def barred(game: Game, turn: Turn) -> bool:
    """A slower no: the suits, each by itself, never let an opened player place the card taken."""
    if not (turn.taken_due and turn.opened and _is_natural(game, turn.taken)):
        return False
    return forbidden(game, turn, turn.taken)
