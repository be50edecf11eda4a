"""A bot without a plan."""

from __future__ import annotations

from itertools import islice

import attrs

from rami._base.entropy import seed_or_fresh
from rami._base.values import Value
from rami._kernel.cards.shuffle import Stream
from rami.bots.bot import check_turn, decision
from rami.cards.moves import Move
from rami.errors import RamiError, reject
from rami.errors.checks import integer
from rami.rounds._engine.positions import check_seed
from rami.rounds.views import PlayerView

__all__ = ["RandomBot"]


@attrs.frozen
class RandomBot(Value):
    """Chooses among the legal moves, each equally likely.

    The bot keeps no state: what it chooses depends on its seed and on the view alone.

    Parameters:
        seed: 0 to 2**256 - 1; None for 256 random bits of the system.
        breadth: how many of the listed moves are considered at most.

    Raises:
        RamiError: a seed out of range, or a breadth below 1.

    >>> from rami import Round, variants
    >>> view = Round.deal(variants.CLASSIC_51, players=2, seed=1).view(0)
    >>> RandomBot(3).choose(view) == RandomBot(3).choose(view)
    True
    """

    seed: int = attrs.field(default=None, converter=seed_or_fresh)
    breadth: int = 1000

    def __attrs_post_init__(self) -> None:
        reject(RamiError, (*check_seed(self.seed), *integer("breadth", self.breadth, 1)))

    def choose(self, view: PlayerView) -> Move:
        """One of the legal moves of the viewer.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: if it is not the viewer's turn.
        """
        check_turn(view)
        moves = tuple(islice(view.legal_moves, self.breadth))
        return moves[Stream(self.seed, f"random bot {decision(view)}").below(len(moves))]
