"""An estimate of how many actions it takes until a card can be placed: it only decides what is tried first."""

from __future__ import annotations

from typing import Final

from . import hands
from ._rt import i64
from .codes import BIT, NATURALS, RANK, RANK_CARDS, SUIT, natural
from .melds import GROUP, Code, group_rank, is_run, run_low, run_suit
from .rules import RECOVER_NEVER, TWOS, MeldRules
from .turn import Game, Turn

# more than any estimate of a way that exists
FAR: Final = 40


def distance(game: Game, turn: Turn, card: int) -> int:
    """About how many actions must come before the one that places the card."""
    rules = game.melds
    if card >= NATURALS or rules.is_wild(card):
        return 0
    costs = _costs(game, turn, card)
    suit, rank = SUIT[card], RANK[card]
    # how many actions until a wild is in hand
    wild = 0
    if not turn.hand[-1]:
        wild = 1 if _wild_might_come(game, turn) else FAR
    best = FAR
    for _, _, code in turn.table:
        best = min(best, _to_join(rules, turn, code, card, costs, wild))
    mates = sorted([costs[natural(other, rank)] for other in range(4) if other != suit])
    needed = rules.group_min - 1
    best = min(best, sum(mates[:needed]))
    if rules.max_wild_group:
        best = min(best, sum(mates[: needed - 1]) + wild)
    for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
        for low in range(max(1, place - rules.run_min + 1), place + 1):
            if low + rules.run_min - 1 > rules.last_place:
                break
            window = [costs[natural(suit, at)] for at in range(low, low + rules.run_min) if at != place]
            best = min(best, sum(window))
            if rules.max_wild_run:
                best = min(best, sum(window) - max(window) + wild)
    return best


def _costs(game: Game, turn: Turn, card: int) -> list[int]:
    """For every natural, about how many actions it takes until a new meld could use it."""
    rules = game.melds
    costs = [FAR] * NATURALS
    parting = [_to_part(rules, length) for length in range(rules.max_run + 1)]
    for _, owner, code in turn.table if game.turn.take else ():
        if game.turn.foreign_takes_only and owner == turn.player:
            continue
        size = len(code) - 1
        cost = max(0, rules.group_min + 1 - size)
        run = code[0] < GROUP
        for index in range(size):
            other = code[index + 1]
            if run:
                cost = parting[index] + parting[size - 1 - index]
            if other < NATURALS and cost < costs[other]:
                costs[other] = cost
    first = turn.hand[0]
    while first:
        bit = first & -first
        first ^= bit
        other = bit.bit_length() - 1
        if other != card or hands.count(turn.hand, card) > 1:
            costs[other] = 0
    return costs


def _to_part(rules: MeldRules, length: int) -> int:
    """What it takes until that many cards can be a meld, or have left."""
    return 0 if length >= rules.run_min else min(length, rules.run_min - length)


def _to_join(rules: MeldRules, turn: Turn, code: Code, card: int, costs: list[int], wild: int) -> int:
    """The same until the card can be laid off on a meld."""
    suit, rank = SUIT[card], RANK[card]
    if not is_run(code):
        if group_rank(code) != rank:
            return FAR
        return 0 if rules.any_suits or card not in code[1:] else 1 + costs[card]
    if run_suit(code) != suit:
        return FAR
    low = run_low(code)
    high = low + len(code) - 2
    best = FAR
    for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
        if low <= place <= high:
            twin = code[1 + place - low] == card
            best = min(best, 1 + _to_part(rules, place - low) + _to_part(rules, high - place) if twin else 0)
            continue
        between = range(place + 1, low) if place < low else range(high + 1, place)
        lacking = sum(1 for at in between if not turn.hand[0] >> natural(suit, at) & 1)
        if lacking <= rules.max_wild_run:
            best = min(best, len(between) + wild * lacking)
    return best


def _wild_might_come(game: Game, turn: Turn) -> bool:
    """Whether the player holds a wild or might recover one from the table."""
    rules = game.melds
    held: i64 = turn.hand[0]
    if turn.hand[-1] or (rules.twos_wild and held & TWOS):
        return True
    if game.turn.recovered == RECOVER_NEVER and not game.turn.take_wild:
        return False
    for _, _, code in turn.table:
        head: i64 = code[0]
        for index in range(1, len(code)):
            if rules.is_wild(code[index]):
                place: i64 = (head & 15) + index - 2
                fitting: i64 = BIT[13 * (head >> 4) + place % 13] if head < GROUP else RANK_CARDS[head & 15]
                if game.turn.take_wild or held & fitting:
                    return True
    return False
