"""A learned policy at the table, as a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from rami._base.values import Value
from rami.bots.bot import check_turn
from rami.cards.moves import Move
from rami.ext.learning.actions import Draft
from rami.ext.learning.observations import Layout
from rami.rounds.views import PlayerView

__all__ = ["Policy", "PolicyBot"]

Policy: TypeAlias = Callable[[bytes, bytes], int]
"""A function that takes an observation and a mask, as bytes, and returns the number of an action in the mask."""


@attrs.frozen
class PolicyBot(Value):
    """A bot that follows a learned policy, for matches, tournaments and statistics.

    The policy sees the same observations as in the environments if the view has a memory, as in `Match.view`,
    `play_match`, `simulate` and `tally`.

    Parameters:
        policy: the function that chooses the numbers of a move, one after the other.

    >>> from rami import simulate, variants
    >>> from rami.bots import RandomBot
    >>> first = PolicyBot(lambda observation, mask: mask.index(1))
    >>> len(simulate(variants.GIN, 2, seed=1, bots=[first, RandomBot(1)]).rounds)
    2
    """

    policy: Policy

    def choose(self, view: PlayerView) -> Move:
        """Return the legal move that the policy spells.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn, or the policy names a number that the mask does not allow.
        """
        check_turn(view)
        # A bot may play any game, so the layout is that of the view.
        layout = Layout(view.variant, len(view.hand_sizes))
        spelled: Draft | Move = Draft.of(view)
        while isinstance(spelled, Draft):
            spelled = spelled.then(self.policy(layout.observe(view, spelled), spelled.mask))
        return spelled
