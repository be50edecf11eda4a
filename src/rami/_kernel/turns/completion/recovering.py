"""Might a wild of the table come back to the hand?"""

from __future__ import annotations

from ...cards.codes import BIT, NATURALS, RANK_CARDS, natural
from ...melds.meld import Code, group_rank, is_pair, is_run, missing_suits, named_card, stands_for
from ...rules import GROUP_JOKER_ANY, GROUP_JOKER_NEVER, RECOVER_NEVER
from ..turn import Game


def replacement_mask(game: Game, code: Code) -> int:
    """The cards that might replace a wild of a meld that has one, as a mask; 0 where it stays."""
    rules, out = game.turn, 0
    if rules.recovered == RECOVER_NEVER:
        return out
    if is_run(code):
        for index in range(len(code) - 1):
            if game.melds.is_wild(code[index + 1]):
                out |= BIT[stands_for(code, index)]
        return out
    if is_pair(code):
        return BIT[code[1]] if code[1] < NATURALS else out
    named = named_card(code)
    # a second wild, or a card that is taken out again, would end that
    if named >= 0 and game.melds.max_wild_group == 1 and not rules.take:
        return BIT[named]
    for suit in missing_suits(game.melds, code) if rules.group_joker != GROUP_JOKER_NEVER else ():
        out |= BIT[natural(suit, group_rank(code))]
    return out


def fitting_needed(game: Game, code: Code) -> int:
    """The number of them that must be held: a group may have to grow to four first."""
    grows = not (is_run(code) or is_pair(code)) and game.turn.wild_leaves_four and len(code) - 1 < 4
    return 2 if grows and game.melds.max_wild_group == 1 else 1


def recoverable_by_twin(game: Game, held: int, code: Code) -> bool:
    """Whether a natural card may leave a group with a wild, so that its other copy could replace that wild."""
    rules = game.turn
    if rules.group_joker != GROUP_JOKER_ANY or rules.recovered == RECOVER_NEVER or not rules.take:
        return False
    return (
        not is_run(code) and len(code) - 1 > game.melds.group_min and held & RANK_CARDS[group_rank(code)] != 0
    )
