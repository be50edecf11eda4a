"""More points than lay-offs can bring: a bound that needs no search."""

from __future__ import annotations

from . import hands
from .codes import RANK, RANK_CARDS, SUIT, natural
from .melds import is_run, run_low, run_suit
from .recovering import recoverable
from .rules import MeldRules
from .turn import Game, Turn


def most_laid_off(game: Game, turn: Turn) -> int:
    """More points than an opened player could bring by lay-offs in this turn."""
    rules = game.melds
    values = rules.highest_values
    # what is in sight, and for which cards a wild stands in a run
    sight = covered = turn.hand[0]
    for _, _, code in turn.table:
        for index in range(len(code) - 1):
            card = code[index + 1]
            if not rules.is_wild(card):
                sight |= 1 << card
            elif is_run(code):
                covered |= 1 << natural(run_suit(code), run_low(code) + index)
    covered |= sight
    wilds_held = any(rules.is_wild(card) for card in hands.faces_of(turn.hand))
    moving = (
        wilds_held or game.turn.take_wild or any(recoverable(game, turn.hand[0], c) for _, _, c in turn.table)
    )
    laid = covered != sight or any(
        rules.is_wild(card) for _, _, code in turn.table if not is_run(code) for card in code[1:]
    )
    total = 0
    for card in hands.faces_of(turn.hand):
        if (
            rules.is_wild(card)
            or _group_of_others(rules, sight, card, moving or laid)
            or _run_beside(rules, covered, card, rules.max_wild_run if moving else 0)
        ):
            total += values[card] * hands.count(turn.hand, card)
    return total


def _group_of_others(rules: MeldRules, sight: int, card: int, wild: bool) -> bool:
    """Whether the other cards of a rank could be a group."""
    others = (sight & RANK_CARDS[RANK[card]] & ~(1 << card)).bit_count()
    return rules.any_suits or others + (rules.max_wild_group if wild else 0) >= rules.group_min


def _run_beside(rules: MeldRules, sight: int, card: int, holes: int) -> bool:
    """Whether a run could end right before or behind a card."""
    suit, rank = SUIT[card], RANK[card]
    for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
        for low in (place - rules.run_min, place + 1):
            if not rules.wrap and (low < 1 or low + rules.run_min - 1 > rules.last_place):
                continue
            lacking = 0
            for at in range(low, low + rules.run_min):
                if not sight >> natural(suit, at) & 1:
                    lacking += 1
            if lacking <= holes:
                return True
    return False
