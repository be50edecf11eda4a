"""A bot that weighs what it has seen, and searches nothing."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rami._values import Value
from rami.bots._concealed import ranked_discards
from rami.bots._prospects import legal_discards
from rami.bots._weighing import Weighing, is_weighed
from rami.bots.bot import check_turn
from rami.bots.greedy import GreedyBot
from rami.cards import Card
from rami.moves import BigGin, Discard, DrawStock, Knock, Move, PassUpcard, TakeDiscard
from rami.setup import Phase
from rami.views import PlayerView

__all__ = ["ExpertBot"]


@attrs.frozen
class ExpertBot(Value):
    """Throws what leaves the least deadwood after the next draw, and what the other player can use least.

    So it plays where melds stay concealed until a knock and no card is wild, as at gin: it counts the cards that may
    still come, and judges by the discards that were left and by those that its view remembers to be held what the other
    player waits for.  It knocks as soon as it may.  Elsewhere it plays as `GreedyBot`.  The bot keeps no state and uses
    no chance.

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
        if is_weighed(view.variant):
            if view.phase in (Phase.OFFER, Phase.DRAW):
                return _draw(view)
            if view.phase is Phase.PLAY:
                return _play(view)
        return GreedyBot().choose(view)


def _draw(view: PlayerView) -> Move:
    take = TakeDiscard()
    leave = PassUpcard() if view.phase is Phase.OFFER else DrawStock()
    if take in view.legal_moves and (
        leave not in view.legal_moves or Weighing(view).wants(view.discards[-1].id)
    ):
        return take
    return leave


def _play(view: PlayerView) -> Move:
    """A way to end the play, if there is one; else the best discard."""
    first = next(iter(view.legal_moves))
    return first if isinstance(first, (BigGin, Knock)) else next(expert_discards(view), first)


def expert_discards(view: PlayerView) -> Iterator[Move]:
    """The legal discards, the best first, as far as the bot compares them."""
    if is_weighed(view.variant):
        thrown = (Discard(Card.from_id(card)) for card in Weighing(view).discards())
        return (move for move in thrown if move in view.legal_moves)
    return iter(ranked_discards(view)) if view.variant.table.concealed else legal_discards(view)
