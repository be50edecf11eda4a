"""The quickest sound "no": what cannot be placed even if every card in sight could be moved at will."""

from __future__ import annotations

from ._rt import i64
from .codes import BIT, ONES, RANK_CARDS, ROW
from .melds import GROUP, Code
from .rules import RECOVER_NEVER, TWOS, MeldRules
from .turn import Game, Turn


def out_of_sight(game: Game, turn: Turn, card: int) -> bool:
    """Whether an opened player surely cannot place a held natural: neither in a new meld nor on the table."""
    rules = game.melds
    if rules.wrap or rules.any_suits:
        return False
    held: i64 = turn.hand[0]
    wild = wild_might_come(game, turn)
    pool: i64 = held
    if game.turn.take:
        for _, _, code in turn.table:
            pool |= naturals_of(rules, code)
    if stands_in_sight(
        rules, pool, card, rules.max_wild_group if wild else 0, rules.max_wild_run if wild else 0
    ):
        return False
    holes: i64 = rules.max_wild_run if wild else 0
    return not any(_might_join(rules, held, code, card, holes) for _, _, code in turn.table)


def naturals_of(rules: MeldRules, code: Code) -> i64:
    """The naturals of a meld, as a mask."""
    out: i64 = 0
    for index in range(1, len(code)):
        card = code[index]
        if not rules.is_wild(card):
            out |= BIT[card]
    return out


def wild_might_come(game: Game, turn: Turn) -> bool:
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


def stands_in_sight(rules: MeldRules, pool: i64, card: int, in_group: i64, in_run: i64) -> bool:
    """Whether a card fits a meld of other cards in a mask, with so many wilds at most."""
    suit: i64 = card // 13
    rank: i64 = card % 13
    mates = (
        (pool >> rank & 1) + (pool >> (rank + 13) & 1) + (pool >> (rank + 26) & 1) + (pool >> (rank + 39) & 1)
    )
    if mates - (pool >> card & 1) + 1 + in_group >= rules.group_min:
        return True
    row = pool >> (13 * suit) & ROW | BIT[rank]
    line = row << 1
    if rules.ace_high:
        line |= (row & 1) << 14
    if _in_window(rules, line, rank + 1, in_run):
        return True
    return rank == 0 and rules.ace_high and _in_window(rules, line, 14, in_run)


def _in_window(rules: MeldRules, line: i64, place: i64, holes: i64) -> bool:
    """Whether a shortest run through a place lacks no more cards than that."""
    size: i64 = rules.run_min
    last: i64 = rules.last_place - size + 1
    shortest: i64 = (1 << rules.run_min) - 1
    low = place - size + 1
    while low <= place:
        if 1 <= low <= last and ONES[line >> low & shortest] + holes >= size:
            return True
        low += 1
    return False


def _might_join(rules: MeldRules, held: i64, code: Code, card: int, holes: i64) -> bool:
    """Whether a meld might be joined by a card, once it has grown or given its wild back.

    That its twin might leave the meld is not asked: beside the cards that the twin goes to, the card is in sight.
    """
    head: i64 = code[0]
    rank: i64 = card % 13 + 1
    if head >= GROUP:
        if head & 15 != rank:
            return False
        return card not in code[1:] or any(rules.is_wild(other) for other in code[1:])
    suit: i64 = card // 13
    if head >> 4 != suit:
        return False
    row = held >> (13 * suit)
    low = head & 15
    high: i64 = low + len(code) - 2
    place = rank
    while place <= rules.last_place:
        if low <= place <= high:
            if rules.is_wild(code[1 + place - low]):
                return True
        else:
            # what lies between has to come from the hand
            first, last = (place + 1, low - 1) if place < low else (high + 1, place - 1)
            missing: i64 = 0
            while first <= last:
                missing += 1 - (row >> ((first - 1) % 13) & 1)
                first += 1
            if missing <= holes:
                return True
        place += 13
    return False
