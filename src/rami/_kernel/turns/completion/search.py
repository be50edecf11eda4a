"""Decide by a best-first search whether a turn can be completed, if no quick test can tell.

A player who still has a duty, such as a 7♣ that must be placed, may be unable to end the turn. `decided_at_once`
returns False if the relaxed turn has no place for the card, and True if a plan drawn from it works (see `relaxed`). All
other turns are searched: each action at the table leads to another turn, and the turn nearest to its goal is examined
first. The distance counts the remaining duties: a card, a wild, and every 8 missing points count 1 each.

The search always ends, because each action uses something up: cards leave the hand, wilds leave melds, melds are taken
apart, and a wild that returns to the hand has to be placed again. The search is complete because every useful action is
tried, and it is exact because each action is checked as strictly as a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import chain
from typing import Final

from ...budget import SPEND
from ...cards import hands
from ...cards.codes import JOKER
from ...melds.meld import group_rank, is_run, run_suit
from ...rules import USE_LAYOFF
from ..actions import LAY_DOWN, SWAP_WILD, Action, Key, Step
from ..faults import can_end, may_go_out
from ..first_lay_downs import opening_steps_with
from ..table_steps import lay_off_steps, swap_steps, table_steps
from ..turn import Game, Turn
from .going_out import too_many_stuck, way_out
from .memo import Memo
from .plans import completes
from .relaxed import Helpful, relaxations
from .sketch import sketched

# The points that count as one action in the order of trials.
POINTS: Final = 8
# The distance that the search adds before trying melds that take table cards.
LATER: Final = 4


class _Node:
    """A turn to examine; the node with the lowest rank comes first, and among equals the newest node.

    `steps` yields the steps not tried yet. `helpful` contains the suits and ranks that might help; None for all.
    `takes` is set once the melds that take table cards have been postponed.
    """

    __slots__ = ("depth", "far", "helpful", "number", "rank", "short_before", "steps", "takes", "turn")

    def __init__(self, number: int, turn: Turn, depth: int, short_before: bool = False) -> None:
        self.number: Final = number
        self.turn: Final = turn
        self.depth: Final = depth
        self.far: Final = _far(turn)
        self.rank = 2 * self.far + depth
        # Whether points were missing before the last action.
        self.short_before: Final = short_before
        self.helpful: Helpful | None = None
        self.steps: Iterator[Step] | None = None
        self.takes = False

    def __lt__(self, other: _Node) -> bool:
        return (self.rank, -self.number) < (other.rank, -other.number)


def _far(turn: Turn) -> int:
    """Estimate the distance to the goal; only the order of the search depends on it."""
    far = len(turn.duties.due) + (1 if turn.duties.taken_due else 0) - -turn.duties.missing // POINTS
    return far + hands.size(turn.hand) if turn.duties.go_out else far


def ends_with_last_contract(game: Game) -> bool:
    """Return whether the round ends as soon as the last player lays the contract."""
    return game.contracts is not None and game.contracts.end_when_all_complete == "at_once"


def ends_round(game: Game, before: Turn, after: Turn) -> bool:
    """Return whether an action lays the last contract and so ends the round."""
    return after.opened and not before.opened and before.terms.others_open and ends_with_last_contract(game)


def may_end_round(game: Game, after: Turn) -> bool:
    """Return whether the last contract may be laid: no duty remains, and a card is left or the player may go out."""
    return not after.duties.pending() and (not hands.holds_none(after.hand) or may_go_out(game, after))


def decided_at_once(game: Game, node: _Node, memo: Memo) -> bool | None:
    """Return whether the turn can be completed; if only a search can tell, note which actions help and return None."""
    turn = node.turn
    if (turn.duties.due or turn.duties.taken_due) and _lost(game, turn):
        return False
    short = turn.duties.missing > 0 and _falls_short(game, node)
    if turn.duties.go_out or (short and turn.lifts_points(game.turn)):
        plan = None if turn.must_stay() else way_out(game, turn, memo)
        if plan is None:
            return False
        if completes(game, turn, plan):
            return True
    elif short:
        return False
    if turn.opened and turn.duties.taken_due:
        relaxed = relaxations(game, turn, turn.duties.taken, game.turn.uses)
        hopeful = [each for each in relaxed if each.placeable()]
        if relaxed and not hopeful:
            return False
        for each in hopeful if not turn.duties.go_out else []:
            plan = sketched(game, turn, each)
            if plan is not None:
                memo.remember_plan(plan)
                return True
        if len(hopeful) == 1 and not (turn.duties.go_out or turn.duties.missing or turn.duties.due):
            node.helpful = hopeful[0].helpful()
    return None


def _lost(game: Game, turn: Turn) -> bool:
    """Return whether a card that must be placed has gone to a place that does not count.

    Only a wild can return to the hand, and then it must be placed again unless the player may keep it.
    """
    owed = (*turn.duties.due, turn.duties.taken) if turn.duties.taken_due else turn.duties.due
    for card in owed:
        free = game.turn.recovered_joker == "hand" and game.melds.is_wild(card)
        if hands.count(turn.hand, card) < owed.count(card) and not free:
            return True
    return False


def _helps(turn: Turn, action: Action, helpful: Helpful) -> bool:
    """Return whether an action uses one of the helpful suits or ranks; recovering a wild always counts."""
    suits, ranks = helpful
    if action.kind == SWAP_WILD:
        return True
    code = action.melds[0] if action.kind == LAY_DOWN else turn.table[action.place][2]
    return run_suit(code) in suits if is_run(code) else bool(ranks >> group_rank(code) - 1 & 1)


def _falls_short(game: Game, node: _Node) -> bool:
    """Return whether the hand cannot score the missing points, in new melds or in lay-offs after the opening."""
    turn, values = node.turn, game.melds.highest_values
    # If recovered wilds return to the hand, a card may be exchanged for a wild, and the wild laid off.
    least = values[JOKER] if game.turn.recovered_joker == "hand" else 0
    cards = sorted([(max(values[card], least), card) for card in hands.cards_of(turn.hand)], reverse=True)
    short = turn.duties.missing - sum([value for value, _ in cards])
    if short > 0:
        return True
    # New melds may score the points if the player has not opened in this turn. If points were missing before the last
    # action too, this was already checked for the opening.
    if not turn.fresh_open or node.short_before:
        return False
    known: dict[int, int] = {}
    sure = 0
    for value, card in cards:
        if value > least and card not in known:
            known[card] = _most(game, turn, card, value)
        points = max(known.get(card, value), least)
        sure += points
        short += value - points
        if short > 0 or sure >= turn.duties.missing:
            break
    return short > 0


def _most(game: Game, turn: Turn, card: int, most: int) -> int:
    """Return the points that laying off a card could score, capped at `most`."""
    found = relaxations(game, turn, card, USE_LAYOFF)
    best = 0 if found else most
    for relaxed in found:
        for points, _, _, _ in relaxed.ways():
            best = max(best, points)
            if best >= most:
                return most
    return best


def completes_by_search(game: Game, turn: Turn, memo: Memo) -> bool:
    """Return whether some sequence of actions completes the turn; the most promising turns are tried first."""
    spend = SPEND.get()
    seen: set[Key] = set()
    near = [_Node(0, turn, 0)]
    while near:
        if spend is not None:
            spend()
        node = heappop(near)
        current = node.turn
        steps = node.steps
        if steps is None:
            known = memo.answers.get(current.key(game)) if node.depth else None
            if known is None:
                known = decided_at_once(game, node, memo)
            if known:
                return True
            if known is not None:
                continue
            steps = _steps(game, current)
            node.steps = steps
        for action, after in steps:
            if spend is not None:
                spend()
            if node.helpful is not None and not _helps(current, action, node.helpful):
                continue
            if not node.takes and any(action.leaving):
                # There are many melds that take table cards, so try other turns first.
                node.takes = True
                node.rank += LATER
                node.steps = chain([(action, after)], steps)
                heappush(near, node)
                break
            if ends_round(game, current, after):
                if may_end_round(game, after):
                    return True
                continue
            if can_end(game, after):
                return True
            before = len(seen)
            seen.add(after.key(game))
            if len(seen) == before or hands.holds_none(after.hand):
                continue
            reached = _Node(len(seen), after, node.depth + 1, current.duties.missing > 0)
            heappush(near, reached)
            if reached.far < node.far:
                # The new turn is nearer to the goal, so examine it first and try the other steps later.
                heappush(near, node)
                break
    return False


def _steps(game: Game, turn: Turn) -> Iterator[Step]:
    """Yield the table actions that could help; if the opening must contain the card taken, such openings come first."""
    rules = game.turn
    if turn.duties.taken_due and not (
        turn.opened or turn.duties.due or rules.any_same_turn or rules.taken_next
    ):
        yield from opening_steps_with(game, turn, turn.duties.taken)
        if not rules.exempts or turn.must_stay() or too_many_stuck(game, turn):
            yield from lay_off_steps(game, turn)
            yield from swap_steps(game, turn)
            return
    yield from table_steps(game, turn)
