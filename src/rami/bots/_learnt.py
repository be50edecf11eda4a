"""Learnt weights of players of plain rounds: for their own hands, and for what the play of others says of theirs.

The recipe is `python -m benchmarks.learn`: one weight after another is tried lower and higher in matches to 100 points,
against the greedy bot and the player before, on the same deals, and what wins more is kept; `MANNER` tells true hands
best from random ones.  `WEIGHTS` come from the same trials in a faster model of the game, with 1,600 matches each.
"""

from __future__ import annotations

from functools import lru_cache

from rami._kernel.players.prospects import ProspectWeights
from rami._kernel.players.table_player import TableWeights
from rami._kernel.players.weighed import Manner, Weighing, Weights
from rami._kernel.rounds.plain_round import has_plain_turns
from rami._kernel.turns.turn import Game
from rami.policies._compiled import game_of
from rami.policies.declaring._by_players import largest
from rami.policies.variant import Variant

WEIGHTS = Weights(
    chances=1.6,
    melded=0.4,
    late=0.3,
    danger=1.1,
    known=3.0,
    refused=0.2,
    patience=1.3,
    perfect=12.0,
    hopes=3,
    modest=7,
    quick=2.4,
    turns=20.0,
)

TABLE = TableWeights(
    cost=(0.09, -0.18),
    group=(0.48, 0.56),
    run=(0.61, 0.67),
    melded=(0.66, 0.0),
    spare=(-1.81, -2.68),
    feeds=(1.93, 0.0),
)

MANNER = Manner(refused=-1.1, thrown=-0.57, deadwood=-0.09)

PROSPECTS = ProspectWeights(
    start=(1.52, -1.52),
    size=(-0.26, 0.23),
    order=(-0.34, -0.7),
    left=(-0.41, -0.81),
    points=(0.12, 0.12),
    chances=(0.68, 1.39),
)

_TURNS = (8, 40)
"""The turns that a search plays on where the prospects of a position can be estimated, and where not."""

_DOUBT = (0.5, 2.0)
"""The standard errors by which a search should prefer a move to the expert's, in the same two cases."""

_PERFECT = 25
"""The points for a hand without deadwood for which it is worth waiting."""


def is_weighed(variant: Variant) -> bool:
    """Whether hands of this game can be weighed."""
    return has_plain_turns(game_of(variant)) and not largest(variant.equipment.jokers)


def doubt_of(variant: Variant) -> float:
    """The standard errors by which a search should prefer a move to the expert's."""
    return _DOUBT[not is_foreseen(game_of(variant))]


def is_foreseen(game: Game) -> bool:
    """Whether the prospects of a round that is not over can be estimated."""
    return game.knock is None and game.contracts is None


def turns_of(variant: Variant) -> int:
    """The number of turns that a search should play on."""
    return _TURNS[not is_foreseen(game_of(variant))]


@lru_cache(maxsize=16)
def weighing_of(variant: Variant) -> Weighing:
    """The judgement of hands in a game whose hands can be weighed."""
    return Weighing(game_of(variant), WEIGHTS, getattr(variant.scoring, "gin_bonus", 0) >= _PERFECT)
