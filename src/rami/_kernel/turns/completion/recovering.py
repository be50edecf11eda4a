"""Might a wild of the table come back to the hand?"""

from __future__ import annotations

from ...cards.codes import BIT, RANK_CARDS, natural
from ...melds.meld import Code, group_rank, is_run, missing_suits, named_card, run_low, run_suit
from ...rules import GROUP_JOKER_ANY, GROUP_JOKER_NEVER, RECOVER_NEVER
from ..turn import Game


def replacing(game: Game, code: Code) -> int:
    """The cards that might replace a wild of a group, as a mask."""
    named = named_card(code)
    # a second wild, or a card that is taken out again, would end that
    if named >= 0 and game.melds.max_wild_group == 1 and not game.turn.take:
        return BIT[named]
    return sum([BIT[natural(suit, group_rank(code))] for suit in missing_suits(game.melds, code)])


def recoverable(game: Game, held: int, code: Code) -> bool:
    """Whether some held card might replace a wild of that meld in this turn."""
    if game.turn.recovered == RECOVER_NEVER:
        return False
    for index, other in enumerate(code[1:]):
        if not game.melds.is_wild(other):
            continue
        if is_run(code):
            if held >> natural(run_suit(code), run_low(code) + index) & 1:
                return True
        elif _group_wild_recoverable(game, held, code):
            return True
    return False


def _group_wild_recoverable(game: Game, held: int, code: Code) -> bool:
    rules = game.turn
    if rules.group_joker == GROUP_JOKER_NEVER:
        return False
    if recoverable_by_twin(game, held, code):
        return True
    fitting = (held & replacing(game, code)).bit_count()
    grows_first = rules.wild_leaves_four and len(code) - 1 < 4
    return fitting > (1 if grows_first and game.melds.max_wild_group == 1 else 0)


def recoverable_by_twin(game: Game, held: int, code: Code) -> bool:
    """Whether a natural card may leave a group, so that its twin could come in the place of a wild."""
    rules = game.turn
    if rules.group_joker != GROUP_JOKER_ANY or rules.recovered == RECOVER_NEVER or not rules.take:
        return False
    if is_run(code) or len(code) - 1 <= game.melds.group_min:
        return False
    return held & RANK_CARDS[group_rank(code)] != 0 and any(map(game.melds.is_wild, code[1:]))
