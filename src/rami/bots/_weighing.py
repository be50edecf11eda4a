"""The prospects of a hand of concealed melds, weighed by the cards that have been seen.

All of it is ints: a set of cards is a mask, as in the kernel.  It does for hands without a wild card, from one pack.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from rami._kernel.cards import hands
from rami._kernel.cards.codes import BIT, EVERY_NATURAL, NATURALS
from rami._kernel.rounds.plain_round import has_plain_turns
from rami._kernel.turns.turn import Game
from rami.bots._rollouts import near_cards
from rami.policies._by_players import largest
from rami.policies._compiled import game_of
from rami.policies.variant import Variant
from rami.views import PlayerView

_TURNS = 20
"""The turn of the round from which on the late weights count in full."""
_WORSE = 11
"""The points above the least that a discard may leave and still be weighed."""


@attrs.frozen
class Weights:
    """Weights, in points of deadwood.

    Parameters:
        draw: the deadwood expected after the next draw, beside that of now, which counts 1 less this.
        danger: a meld that a card thrown late is expected to give the other player; early it counts nothing.
        left: how likely two cards are still waiting for a third where such a third one was left, as a factor.
        near: how likely a card is held by the other player for each card near it on the pile, as a factor.
        known: how likely two cards wait for a third where one of them is known to be held, as a factor.
        patience: how many points less than a draw a discard must promise that joins no meld.
    """

    draw: float = 1.1
    danger: float = 5.0
    left: float = 0.1
    near: float = 0.76
    known: float = 1.5
    patience: float = 1.3


WEIGHTS = Weights()


@lru_cache(maxsize=16)
def _waiting(game: Game) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """By card: the pairs that it makes a meld with, each with all third cards that do."""
    of_two: dict[tuple[int, int], int] = {}
    least = game.deadwood.least_of_plane
    near = near_cards(game.melds)
    for one in range(NATURALS):
        for two in hands.cards_in(near[one] & -BIT[one]):
            for third in hands.cards_in(near[one] & near[two]):
                if not least(BIT[one] | BIT[two] | BIT[third]):
                    of_two[one, two] = of_two.get((one, two), 0) | BIT[third]
    return tuple(
        tuple((one, two, thirds) for (one, two), thirds in of_two.items() if thirds & BIT[card])
        for card in range(NATURALS)
    )


def is_weighed(variant: Variant) -> bool:
    """Whether hands of this game can be weighed."""
    return has_plain_turns(game_of(variant)) and not largest(variant.equipment.jokers)


class Weighing:
    """One decision: what the player holds, and what is known of the others' cards."""

    def __init__(self, view: PlayerView) -> None:
        game = game_of(view.variant)
        self._near = near_cards(game.melds)
        self._waiting = _waiting(game)
        self._least = game.deadwood.least_of_plane
        self._values = game.deadwood.values
        self.hand = _mask(view.hand.ids)
        self._pile = _mask(card.id for card in view.discards)
        others = [seat for seat in view.context.playing if seat != view.viewer]
        memory = view.memory
        holds = [] if memory is None else [memory.holds[seat] for seat in others]
        self._held = _mask(card for cards in holds for card in cards.ids)
        self._hidden = EVERY_NATURAL & ~(self.hand | self._pile | self._held)
        self._late = min(1.0, view.turn / _TURNS)
        self._sought = sum(view.hand_sizes[seat] for seat in others) - self._held.bit_count()

    def wants(self, top: int) -> bool:
        """Whether the top discard is better than the expected card of the stock."""
        hand, least = self.hand, self._least
        now, held = least(hand), hand | BIT[top]
        then = int(min(least(held ^ BIT[card]) for card in hands.cards_in(hand)))
        if then <= now and least(held) < now + self._values[top]:
            return True
        return then < self.expected(hand) - WEIGHTS.patience

    def discards(self) -> list[int]:
        """The cards that are best thrown, the best first."""
        hand = self.hand
        left = {card: int(self._least(hand ^ BIT[card])) for card in hands.cards_in(hand)}
        most = min(left.values()) + _WORSE
        chances = self._chances()
        values: dict[int, float] = {}
        for card, deadwood in left.items():
            if deadwood <= most:
                value = WEIGHTS.draw * self.expected(hand ^ BIT[card]) + (1 - WEIGHTS.draw) * deadwood
                values[card] = value + WEIGHTS.danger * self._late * self._danger(card, chances)
            else:
                values[card] = 100.0 + deadwood
        return sorted(values, key=lambda card: (values[card], card))

    def expected(self, hand: int) -> float:
        """The deadwood expected after the next draw and the best discard."""
        least, values, near, hidden = self._least, self._values, self._near, self._hidden
        if not hidden:
            return float(least(hand))
        now = least(hand)
        spared = [now - least(hand ^ BIT[card]) for card in hands.cards_in(hand)]
        highest = max(spared)
        total = 0
        for card in hands.cards_in(hidden):
            held, value = hand | BIT[card], values[card]
            if near[card] & hand and least(held) < now + value:
                total += min(least(held ^ BIT[thrown]) for thrown in hands.cards_in(held))
            else:
                total += now - max(0, highest - value)
        return total / hidden.bit_count()

    def _chances(self) -> list[float]:
        """By card, how likely the other player holds it."""
        near, factor = self._near, WEIGHTS.near
        found = [0.0] * NATURALS
        for card in hands.cards_in(self._hidden):
            found[card] = factor ** (near[card] & self._pile).bit_count()
        total = sum(found)
        scale = self._sought / total if total else 0.0
        found = [min(0.95, scale * chance) for chance in found]
        for card in hands.cards_in(self._held):
            found[card] = 1.0
        return found

    def _danger(self, card: int, chances: list[float]) -> float:
        """The expected number of melds that a discard would make with cards of the other player."""
        total = 0.0
        refused = self._pile & ~BIT[card]
        for one, two, thirds in self._waiting[card]:
            chance = chances[one] * chances[two]
            if chance:
                if thirds & refused:
                    chance *= WEIGHTS.left
                if (BIT[one] | BIT[two]) & self._held:
                    chance *= WEIGHTS.known
                total += chance
        return total


def _mask(cards: Iterable[int]) -> int:
    """The naturals among some cards."""
    mask = 0
    for card in cards:
        if card < NATURALS:
            mask |= BIT[card]
    return mask
