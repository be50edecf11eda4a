"""Can this turn still be completed?  Exact, by memoised search, and asked only where a duty makes it a question."""

from __future__ import annotations

from . import hands
from .actions import LAY_OFF, SWAP_WILD, Action, burning, only_placing, useful_steps
from .codes import NATURALS
from .contracts import ALL_COMPLETE_AT_ONCE
from .knocking import can_show
from .relaxed import Way, may_place, too_many_stuck, ways_to_place
from .turn import Game, Memo, Turn, discard_faults


def can_end(game: Game, turn: Turn) -> bool:
    """Whether the turn can end now: by a discard, or by an emptied hand."""
    held = hands.size(turn.hand)
    short = turn.missing > 0 and not (held <= 1 and game.turn.out_lifts_points)
    if turn.taken_due or turn.due or short or (turn.go_out and held > 1):
        return False
    if held == 0:
        return game.turn.finish_by_placing
    if held > 1 and turn.banned < 0:
        return True
    return any(not discard_faults(game, turn, card) for card in hands.faces_of(turn.hand))


def ends_with_last_contract(game: Game) -> bool:
    """Whether the round ends at once when the last player lays the contract."""
    return game.contracts is not None and game.contracts.end == ALL_COMPLETE_AT_ONCE


def may_follow(game: Game, before: Turn, after: Turn, memo: Memo) -> bool:
    """Whether an action that leads from one turn to the other is allowed: the turn can still be completed.

    A lay-down that ends the round at once need only leave a card, even one that could not be thrown.
    """
    if after.opened and not before.opened and before.others_open and ends_with_last_contract(game):
        left = hands.size(after.hand) or game.turn.finish_by_placing
        return bool(left) and not after.owes()
    return completable(game, after, memo)


def completable(game: Game, turn: Turn, memo: Memo) -> bool:
    """Whether some sequence of legal actions ends the turn."""
    if can_end(game, turn):
        return True
    if game.knock is not None:
        return can_show(game, turn)
    if hands.size(turn.hand) == 0:
        return False
    key = turn.key(game)
    known = memo.get(key)
    if known is None:
        known = _search(game, turn, memo)
        memo[key] = known
    return known


def _search(game: Game, turn: Turn, memo: Memo) -> bool:
    if hopeless(game, turn):
        return False
    if turn.opened and turn.taken_due and not turn.due and only_placing(game, turn):
        ways = ways_to_place(game, turn, turn.taken, burning(game, turn))
        if ways is not None:
            return any(_completable_by(game, turn, way) for way in ways)
    return any(may_follow(game, turn, after, memo) for _, after in useful_steps(game, turn))


def _completable_by(game: Game, turn: Turn, way: Way) -> bool:
    """The same question, with only such changes of the table as one way of meeting the duty has a use for.

    Breadth first: where the answer is yes, a short plan mostly exists.
    """
    queue = [turn]
    seen = {turn.key(game)}
    for current in queue:
        for action, after in useful_steps(game, current, way.near(current)):
            if not helps(current, action, after, way):
                continue
            if can_end(game, after):
                return True
            key = after.key(game)
            if key not in seen and hands.size(after.hand) and not hopeless(game, after):
                seen.add(key)
                queue.append(after)
    return False


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
    if turn.taken_due:
        possible = may_place if turn.opened else _may_stand
        if not possible(game, turn, turn.taken):
            return True
    if turn.go_out and too_many_stuck(game, turn):
        return True
    return turn.missing > _most_points(game, turn) and not game.turn.out_lifts_points


def _most_points(game: Game, turn: Turn) -> int:
    """More points than the hand could bring by lay-offs."""
    values = game.melds.highest_values
    return sum(values[card] for card in hands.cards_of(turn.hand))


def _may_stand(game: Game, turn: Turn, card: int) -> bool:
    """Whether the card fits some meld made of the other cards in sight."""
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card):
        return True
    pool = turn.hand[0]
    wilds = turn.hand[-1]
    for _, _, code in turn.table:
        for other in code[1:]:
            if rules.is_wild(other):
                wilds += 1
            else:
                pool |= 1 << other
    for other in hands.faces_of(turn.hand):
        if other < NATURALS and rules.is_wild(other):
            wilds += hands.count(turn.hand, other)
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
                if other_place != place and (rules.is_wild(other) or not pool >> other & 1):
                    empty += 1 if places >> other & 1 else length
            if empty <= holes:
                return True
    if rules.any_suits:
        return True
    partners = sum(1 for suit in range(4) if suit != card // 13 and pool >> (13 * suit + rank) & 1)
    return partners + min(rules.max_wild_group, wilds) >= rules.group_min - 1
