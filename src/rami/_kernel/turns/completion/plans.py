"""Follow plans for a turn as far as their actions are legal.

A *plan* is a list of *drafts*, actions that name melds by id because places on the table change. A search proposes the
plan, but only playing it shows whether the rules allow each action. With 4♥ 8♣ 8♦ K♠ in hand and 5♥ 6♥ 7♥ 8♥ on the
table as meld 0, this plan leaves K♠ for the discard in Classic 51:

    ((), (0,), 29, LOW_END)                              add 4♥ to meld 0
    ((72, 7, 20, 33), (ANYWHERE, ANYWHERE, 0), -1, 0)    lay 8♣ 8♦ 8♥, with the 8♥ from meld 0
"""

from __future__ import annotations

from itertools import islice, product
from typing import Final

from ...cards import hands
from ...cards.codes import JOKER
from ...melds.finder import Taken
from ...melds.meld import Code, faults
from ..faults import can_end, lay_off_faults, melded, replacements, swap_faults
from ..successors import lay_off, leaves_due, swap
from ..turn import Game, Turn

# A draft has four fields. For a new meld: its code, and the id of the meld that each card should leave
# (ANYWHERE for no particular one). For a card that joins a meld: (), the ids of the melds that it may join, the
# card, and the end. A draft names no place on the table, so it can be tried again on another table.
Draft = tuple[Code, tuple[int, ...], int, int]
ANYWHERE: Final = -1
Plan = list[Draft]

# The maximum number of combinations of sources to try for the cards of a meld.
TRIED: Final = 32


def completes(game: Game, turn: Turn, plan: Plan) -> bool:
    """Return whether a plan completes a turn; illegal actions of the plan are skipped."""
    return before_recovery(game, turn, plan) is not None


def before_recovery(game: Game, turn: Turn, plan: Plan) -> Turn | None:
    """Return the turn to which a plan leads before it recovers a wild; None if the plan does not complete the turn."""
    before: Turn | None = None
    for draft in plan:
        after = _after(game, turn, draft)
        recovers = after is None and (draft[2] == JOKER or JOKER in draft[0][1:])
        if recovers:
            after = _recovering(game, turn, draft)
        if after is not None:
            if before is None and (recovers or after.hand[-1] > turn.hand[-1]):
                before = turn
            if can_end(game, after):
                return before or after
            turn = after
    return None


def _recovering(game: Game, turn: Turn, draft: Draft) -> Turn | None:
    """Return the turn after recovering a wild and then playing the draft; None if that is impossible."""
    for place, (_, _, code) in enumerate(turn.table):
        for at, other in enumerate(code[1:]):
            for card, second in replacements(game, turn, place, at) if game.melds.is_wild(other) else []:
                before = _allowed(game, turn, swap(game, turn, place, at, card, second))
                after = None if before is None else _after(game, before, draft)
                if after is not None:
                    return after
    return None


def _after(game: Game, turn: Turn, draft: Draft) -> Turn | None:
    """Return the turn after playing a draft, that is, an action of a plan; None if it is illegal."""
    code, numbers, card, end = draft
    if code:
        return _laid_down(game, turn, code, numbers)
    for number in numbers:
        after = _joined(game, turn, number, card, end)
        if after is not None:
            return after
    return None


def _joined(game: Game, turn: Turn, number: int, card: int, end: int) -> Turn | None:
    """Return the turn after a card joins the meld with this id or replaces a wild there; None if neither is legal."""
    place = turn.place_of(number)
    if place < 0 or not hands.count(turn.hand, card):
        return None
    if not lay_off_faults(game, turn, card, place):
        after = _allowed(game, turn, lay_off(game, turn, card, place, end))
        if after is not None:
            return after
    for at, other in enumerate(turn.table[place][2][1:]):
        if game.melds.is_wild(other) and not swap_faults(game, turn, place, at, card):
            return _allowed(game, turn, swap(game, turn, place, at, card))
    return None


def _allowed(game: Game, turn: Turn, after: Turn | None) -> Turn | None:
    """Return the turn `after` an action, or None if another action has to come first."""
    return None if after is None or leaves_due(game.turn, turn, after) else after


def _laid_down(game: Game, turn: Turn, code: Code, numbers: tuple[int, ...]) -> Turn | None:
    """Return the turn after a new meld, with cards of the hand or of any table melds; None if it is illegal."""
    if faults(game.melds, code):
        return None
    left = turn.hand
    sources: list[list[Taken]] = []
    for card, wanted in zip(code[1:], numbers, strict=True):
        if wanted == ANYWHERE and hands.count(left, card):
            left = hands.remove(left, card)
            continue
        found = [
            (number != wanted, place, each[1:].index(card))
            for place, (number, _, each) in enumerate(turn.table)
            # The first test is fast, but the head of a meld, which may equal the number of a card, can mislead it. So
            # a second test follows.
            if card in each and card in each[1:]
        ]
        if not found:
            return None
        sources.append([(place, at) for _, place, at in sorted(found)])
    for leaving in islice(product(*sources), TRIED):
        after = melded(game, turn, code, tuple(leaving))
        if after is not None:
            return after
    return None
