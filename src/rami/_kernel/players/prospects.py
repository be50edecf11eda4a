"""Estimate each seat's chance of winning an unfinished round, given all hands, in games with melds on the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from ..cards import hands
from ..cards.codes import EVERY_NATURAL
from ..rounds.state import State
from .table_player import TablePlayer

ALL_CARDS: Final = [EVERY_NATURAL]
_TEN: Final = 10.0


@dataclass(kw_only=True, eq=False, repr=False)
class ProspectWeights:
    """The weights for a seat's chance of winning, in log odds; each has one value before the opening and one after it.

    Parameters:
        start: the base weight of every seat.
        size: the weight of each card in hand.
        order: the weight of waiting for a full round of turns; seats that wait less pay part of it.
        left: the weight of each card outside the best melds of the hand.
        points: the weight for every ten points of the cards outside these melds.
        chances: the weight for every ten cards that would complete a meld with two cards outside these melds.
    """

    start: tuple[float, float]
    size: tuple[float, float]
    order: tuple[float, float]
    left: tuple[float, float]
    points: tuple[float, float]
    chances: tuple[float, float]


def prospects(player: TablePlayer, weights: ProspectWeights, state: State) -> list[float]:
    """Return each seat's estimated chance of winning the round; 0 for seats that do not play."""
    out = [0.0] * len(state.hands)
    total = 0.0
    for seat, parts in seen_by(player, state):
        now = 1 if state.opened[seat] else 0
        size, order, left, points, chances = parts
        odds = math.exp(
            weights.start[now]
            + weights.size[now] * size
            + weights.order[now] * order
            + weights.left[now] * left
            + weights.points[now] * points
            + weights.chances[now] * chances
        )
        out[seat] = odds
        total += odds
    return [odds / total for odds in out]


def seen_by(player: TablePlayer, state: State) -> list[tuple[int, tuple[float, float, float, float, float]]]:
    """Return each seat with the facts to multiply by the weights, beginning with the player to act."""
    out: list[tuple[int, tuple[float, float, float, float, float]]] = []
    remaining = state.deal.remaining
    seat = state.turn.player
    for away in range(len(remaining)):
        hand = state.hands[seat]
        rest = player.outside(hand)
        parts = (
            float(hands.size(hand)),
            float(away) / float(len(remaining)),
            float(hands.size(rest)),
            float(player.points(rest)) / _TEN,
            float(player.chances(rest, ALL_CARDS)) / _TEN,
        )
        out.append((seat, parts))
        seat = state.deal.next_after(seat)
    return out
