"""The greedy bot, which gets rid of its cards as soon as it can."""

from __future__ import annotations

from functools import lru_cache

import attrs

from rami._base.values import Value
from rami._kernel.players.table_player import TablePlayer, TableWeights
from rami._kernel.turns.actions import REARRANGE
from rami._kernel.turns.rearranging import least_changed
from rami.bots._concealed import concealed_move
from rami.bots.bot import check_turn, known_by
from rami.cards.moves import Move
from rami.errors import RamiError, reject
from rami.errors.checks import integer
from rami.policies._compiled import copies_of, game_of
from rami.policies._fast_paths import FastPaths
from rami.policies.variant import Variant
from rami.rounds._engine.listed_moves import move_of
from rami.rounds.views import PlayerView

__all__ = ["GreedyBot"]

GREEDY = TableWeights(
    cost=(1.0, -2.0),
    group=(10.0, 10.0),
    run=(10.0, 10.0),
    melded=(1.0, 1.0),
    spare=(0.0, 0.0),
    feeds=(25.0, 25.0),
)
"""Keep high cards before the opening, low cards after it, and at any time cards that could join many melds."""


@attrs.frozen
class GreedyBot(Value):
    """Lays melds, recovers wild cards and lays off whenever it can, and discards the least useful card.

    The bot is a simple opponent, not a strong one. It keeps no state and never chooses at random, so it plays the same
    move in equal views. It chooses among the legal moves, so it can play every variant, even yours.

    Parameters:
        breadth: the maximum number of listed moves to compare, for each kind of move.

    Raises:
        RamiError: the breadth is below 1.

    >>> from rami import Discard, Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> isinstance(GreedyBot().choose(start.view(0)), Discard)
    True
    """

    breadth: int = 200

    def __attrs_post_init__(self) -> None:
        reject(RamiError, integer("breadth", self.breadth, 1))

    def choose(self, view: PlayerView) -> Move:
        """Return the best legal move in the bot's judgement.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        check_turn(view)
        player = table_player(view.variant, GREEDY)
        if view.variant.table.concealed:
            return concealed_move(view, player)
        return table_move(view, player, self.breadth)


def table_move(view: PlayerView, player: TablePlayer, breadth: int) -> Move:
    """Return the move of a kernel player in a game with open melds."""
    rules, known = known_by(view)
    choice = player.choice(known, breadth)
    assert choice is not None  # the player to act has a move
    action = choice[0]
    if action.kind == REARRANGE:
        # The listed table may move tiles without need, and so many changes would be hard to follow.
        action = least_changed(rules.game, known.turn, action)
    return move_of(rules, known.turn, action)


# A bot keeps no state, so cache the kernel player that it needs for a game.
@lru_cache(maxsize=32)
def table_player(variant: Variant, weights: TableWeights) -> TablePlayer:
    """Return the kernel player that plays a game with these weights."""
    # The kernel itself cannot sort a hand into public melds, so give it sorters that can.
    sorters = FastPaths(variant).sorters
    by_cards, by_points = (sorters[objective].melds for objective in ("cards", "points"))
    return TablePlayer(game_of(variant), weights, copies_of(variant), by_cards, by_points)
