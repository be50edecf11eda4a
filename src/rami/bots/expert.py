"""A bot that weighs what it has seen, and searches nothing."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rami._values import Value
from rami.bots._concealed import ranked_discards
from rami.bots._learnt import is_weighed, weighing_of
from rami.bots._prospects import legal_discards
from rami.bots._weighing import weighed_discards, weighed_move
from rami.bots.bot import check_turn
from rami.bots.greedy import GreedyBot
from rami.moves import Move
from rami.views import PlayerView

__all__ = ["ExpertBot"]


@attrs.frozen
class ExpertBot(Value):
    """Weighs each discard by the deadwood after the next draw, its chances, and what the other player can use.

    So it plays where melds stay concealed until a knock and no card is wild, as at gin: it counts the cards that may
    still come, and judges by the discards that were left and by those that its view remembers to be held what the other
    player waits for.  It knocks as soon as it may, unless several cards would leave it no deadwood at all, and that
    earns more.  Elsewhere it plays as `GreedyBot`.  The bot keeps no state and uses no chance.

    >>> from rami import Round, variants
    >>> print(ExpertBot().choose(Round.deal(variants.GIN, seed=7, dealer=0).view(1)))
    take
    """

    def choose(self, view: PlayerView) -> Move:
        """The move that the bot likes best.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: if it is not the viewer's turn.
        """
        check_turn(view)
        move = weighed_move(view, weighing_of(view.variant)) if is_weighed(view.variant) else None
        return move or GreedyBot().choose(view)


def expert_discards(view: PlayerView) -> Iterator[Move]:
    """The legal discards, the best first, as far as the bot compares them."""
    if is_weighed(view.variant):
        return (move for move in weighed_discards(view) if move in view.legal_moves)
    return iter(ranked_discards(view)) if view.variant.table.concealed else legal_discards(view)
