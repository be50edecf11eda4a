"""`FastPaths`: faster ways to answer the usual queries to a variant, each built on first use.

A program may make a query such as `deadwood` a million times, and most games have no unusual rules. Each fast path is
used for the variants whose rules allow it. For other variants, `Queries` computes the same results more slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Literal

from .._kernel.arranging.arrange import CARDS, DEADWOOD, POINTS, PRIMARY, Aim
from .._kernel.arranging.deadwood import NOT_TABLED
from .._kernel.arranging.sorter import Sorter
from .._kernel.cards import hands
from .._kernel.cards.codes import JOKER, NATURALS
from .._kernel.melds.meld import Melds, points_of
from .._kernel.melds.meld import points as meld_points
from .._kernel.melds.natural_wilds import joker_values, splits
from .._kernel.openings.openings import Openings, serves
from .._kernel.regrouping.regrouper import Regrouper, unfit
from .._kernel.regrouping.runs import COPIES, MOST_JOKERS
from .._kernel.turns.turn import Game
from ..cards import Cards
from ..cards.melds import meld_of_code
from ._compiled import game_of, naturals_of
from .answers import Arrangement
from .declaring.options import Slots
from .declaring.values import largest

Objective = Literal["points", "deadwood", "cards"]
_JOKERS = bytes([JOKER])
OBJECTIVES: dict[Objective, int] = {"points": POINTS, "deadwood": DEADWOOD, "cards": CARDS}


class FastPaths:
    """The fast paths of one variant."""

    def __init__(self, variant: Slots) -> None:
        self._variant = variant

    @cached_property
    def usual_openings(self) -> Openings | None:
        """The kernel's `Openings`, a fast list of openings; None if the variant's openings depend on the turn."""
        game = game_of(self._variant)
        if (
            not self._variant.equipment.whole
            or self._variant.table.concealed
            or game.contracts is not None
            or not serves(game.melds, game.judge)
        ):
            return None
        # Queries that need no moves should not pay for this import.
        from ..cards.moves import LayDown

        jokers = largest(self._variant.equipment.jokers)
        return Openings(game.melds, game.judge, game.planes, jokers, meld_of_code, LayDown)

    @cached_property
    def sorters(self) -> dict[Objective, Sorter]:
        """The kernel's `Sorter` for each objective; unusable if cards of a wild rank may be laid as themselves."""
        game, jokers = game_of(self._variant), largest(self._variant.equipment.jokers)
        found: dict[Objective, Sorter] = {}
        for objective, number in OBJECTIVES.items():
            aim = Aim(game.melds, number, game.deadwood.values)
            many = _many(game, self.regrouper, number)
            found[objective] = Sorter(aim, game.planes, jokers, meld_of_code, Cards, Arrangement, many)
        return found

    @cached_property
    def regrouper(self) -> Regrouper:
        """The kernel's `Regrouper`; call `unfit` first to check that it can handle the variant's melds."""
        return Regrouper(game_of(self._variant).melds)

    @cached_property
    def best(self) -> dict[Objective, Callable[[Cards], Arrangement]]:
        """The function that finds the best arrangement of cards for each objective."""
        game = game_of(self._variant)
        found: dict[Objective, Callable[[Cards], Arrangement]] = {}
        for objective, number in OBJECTIVES.items():
            # IND-SCORE-05: no meld counts without the required runs, so a sorter that maximizes melds alone
            # would be wrong.
            if objective == "deadwood" and game.deadwood.demand is not None:
                found[objective] = partial(_arranged, game, game.deadwood.arranged)
            elif game.melds.tame is not None:
                found[objective] = partial(_arranged, game, partial(_best_of_splits, game, number))
            else:
                found[objective] = self.sorters[objective].best
        if not self._variant.equipment.whole:
            return {objective: partial(_held, self._variant, best) for objective, best in found.items()}
        return found

    @cached_property
    def least_deadwood(self) -> Callable[[Cards], int]:
        """The function that counts deadwood; if it returns a negative number, the caller must use the slower way."""
        if not self._variant.equipment.whole:
            # Only the slower way refuses a card that the pack lacks.
            return lambda _: NOT_TABLED
        return game_of(self._variant).deadwood.least_of_cards


# The sorter is faster for up to this many cards, counting a joker as several cards.
_FEW_CARDS = 40
_CARDS_A_JOKER = 8


def _many(game: Game, regrouper: Regrouper, objective: int) -> Callable[[hands.Hand], Melds | None] | None:
    """Return the function that finds the best melds of very large hands, or None if the rules do not allow it."""
    rules, costs = game.melds, game.deadwood.values
    low, high, group = rules.run_values[1], rules.run_values[14], rules.group_values[1]
    own = [value for value, allowed in ((low, rules.ace_low), (high, rules.ace_high)) if allowed]
    alike = all(costs[card] == costs[card % 13] for card in range(NATURALS)) and not rules.singles
    # If the ace has only one place in runs, the regrouper gives it one value, even in groups.
    if (
        unfit(rules, jokers=False)
        or game.planes > COPIES
        or not alike
        or (len(own) == 1 and group not in own)
    ):
        return None

    def weight(points: int, cost: int) -> int:
        # As in `Aim`, the objective comes first, and the other quantities break ties.
        if objective == POINTS:
            return points * PRIMARY + cost
        if objective == DEADWOOD:
            return cost * PRIMARY + points
        return PRIMARY + points + cost

    ranks = [low if rules.ace_low else high, *rules.run_values[2:14]]
    values = [weight(points, costs[rank]) for rank, points in enumerate(ranks)]
    aces = weight(low, costs[0]), weight(high, costs[0]), weight(group, costs[0])
    for_wild = [rules.wild_value if rules.wild_value >= 0 else points for points in ranks]
    joker_values = [weight(points, costs[JOKER]) for points in for_wild]
    most_jokers = 0 if unfit(rules) or (rules.ace_low and rules.ace_high) else MOST_JOKERS

    def best(hand: hands.Hand) -> Melds | None:
        jokers = hand[-1]
        if jokers > most_jokers or hands.size(hand) + _CARDS_A_JOKER * jokers <= _FEW_CARDS:
            return None
        return regrouper.arrangement(hand, values, aces, joker_values).melds

    return best


def _held(variant: Slots, best: Callable[[Cards], Arrangement], cards: Cards) -> Arrangement:
    """Arrange cards in a game with an incomplete pack; raise ValueError for a card that the pack lacks."""
    if not naturals_of(variant).issuperset(cards.ids.rstrip(_JOKERS)):
        raise ValueError(cards)
    return best(cards)


def _arranged(game: Game, melds_of: Callable[[hands.Hand], Melds], cards: Cards) -> Arrangement:
    """Arrange cards into the melds that the function `melds_of` finds."""
    hand = hands.of_cards(cards.ids, game.planes)
    melds = melds_of(hand)
    left = hands.remove_all(hand, [card for code in melds for card in code[1:]])
    assert left is not None  # the melds are of this hand
    points = points_of(game.melds, melds)
    held = Cards.from_ids(hands.cards_of(left))
    return Arrangement(tuple(map(meld_of_code, melds)), held, points, game.deadwood.points(left))


def _best_of_splits(game: Game, objective: int, hand: hands.Hand) -> Melds:
    """Find the best melds if cards of a wild rank may also be laid as themselves."""
    tame = game.melds.tame
    assert tame is not None  # the rules have such a rank
    aim = Aim(tame, objective, joker_values(game.melds, game.deadwood.values))
    best: tuple[int, Melds] = (-1, ())
    for split in splits(game.melds, hand):
        melds = aim.best(split.hand)
        total = sum(aim.gain(code, meld_points(tame, code)) for code in melds)
        if total > best[0]:
            best = total, split.restored(melds)
    return best[1]
