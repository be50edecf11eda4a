"""More points than lay-offs can bring: a bound that needs no search."""

from __future__ import annotations

from typing import Final, final

from . import hands
from .codes import RANK, RANK_CARDS, SUIT, natural
from .melds import Code, group_rank, is_run, missing_suits, stands_for
from .recovering import recoverable
from .rules import MeldRules
from .turn import Game, Turn


@final
class Beside:
    """Beside which cards others might be laid off in a turn: masks of naturals.

    `rows` are those that might stand in runs, a wild of a run as the card that it stands for; `mates` those that
    might stand in groups with others; `open` fit a group that lies on the table.
    """

    __slots__ = ("mates", "open", "rows", "wilds_lie")

    def __init__(self, game: Game, turn: Turn) -> None:
        held = turn.hand[0]
        self.rows = held
        self.mates = held
        self.open = 0
        # whether a group has a wild, or a run
        self.wilds_lie = False
        for _, _, code in turn.table:
            self._add(game.melds, code, game.turn.take)

    def _add(self, rules: MeldRules, code: Code, take: bool) -> None:
        """What a table meld adds: where cards leave melds, its cards might stand in any."""
        run = is_run(code)
        for index in range(len(code) - 1):
            card = code[index + 1]
            if rules.is_wild(card):
                self.wilds_lie = True
                if run:
                    self.rows |= 1 << stands_for(code, index)
            else:
                if run or take:
                    self.rows |= 1 << card
                if take:
                    self.mates |= 1 << card
        if not run:
            for suit in range(4) if rules.any_suits else missing_suits(rules, code):
                self.open |= 1 << natural(suit, group_rank(code))


def most_laid_off(game: Game, turn: Turn) -> int:
    """More points than an opened player could bring by lay-offs in this turn."""
    rules = game.melds
    values: Final = rules.highest_values
    beside = Beside(game, turn)
    moving = (
        any(rules.is_wild(card) for card in hands.faces_of(turn.hand))
        or game.turn.take_wild
        or any(recoverable(game, turn.hand[0], code) for _, _, code in turn.table)
    )
    in_group = rules.max_wild_group if moving or (game.turn.take and beside.wilds_lie) else 0
    in_run = rules.max_wild_run if moving else 0
    total = 0
    for card in hands.faces_of(turn.hand):
        if (
            rules.is_wild(card)
            or beside.open >> card & 1
            or _group_of_others(rules, beside.mates, card, in_group)
            or _run_beside(rules, beside.rows, card, in_run)
        ):
            total += values[card] * hands.count(turn.hand, card)
    return total


def _group_of_others(rules: MeldRules, mates: int, card: int, wilds: int) -> bool:
    """Whether the other cards of a rank could be a group."""
    others = (mates & RANK_CARDS[RANK[card]] & ~(1 << card)).bit_count()
    return rules.any_suits or others + wilds >= rules.group_min


def _run_beside(rules: MeldRules, rows: int, card: int, holes: int) -> bool:
    """Whether a run could end right before or behind a card."""
    suit, rank = SUIT[card], RANK[card]
    for place in (1, 14) if rank == 1 and rules.ace_high else (rank,):
        for low in (place - rules.run_min, place + 1):
            if not rules.wrap and (low < 1 or low + rules.run_min - 1 > rules.last_place):
                continue
            lacking = 0
            for at in range(low, low + rules.run_min):
                if not rows >> natural(suit, at) & 1:
                    lacking += 1
            if lacking <= holes:
                return True
    return False
