"""A bot that plays a learned policy."""

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
"""A function that takes an observation and a mask, both as bytes, and returns the number of an allowed action."""


@attrs.frozen
class PolicyBot(Value):
    """A bot that plays by a learned policy, for matches, tournaments and statistics.

    If the view has a memory, the policy gets the same observations as in the environments. `Match.view` returns views
    with a memory, and `play_match`, `simulate` and `tally` pass such views to the bot.

    Parameters:
        policy: the function that chooses the next action number of a move.

    >>> from rami import simulate, variants
    >>> from rami.bots import RandomBot
    >>> first = PolicyBot(lambda observation, mask: mask.index(1))
    >>> len(simulate(variants.GIN, 2, seed=1, bots=[first, RandomBot(1)]).rounds)
    2
    """

    policy: Policy

    def choose(self, view: PlayerView) -> Move:
        """Let the policy choose the action numbers of a move one by one, and return the move.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn, or the policy returns an action that the mask does not allow.
        """
        check_turn(view)
        # A bot may have to play any game, so the layout depends on the view.
        layout = Layout(view.variant, len(view.hand_sizes))
        spelled: Draft | Move = Draft.of(view)
        while isinstance(spelled, Draft):
            spelled = spelled.then(self.policy(layout.observe(view, spelled), spelled.mask))
        return spelled
