"""The expert bot, which considers the cards that it has seen, but does not search."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rami._base.values import Value
from rami._kernel.rounds.listing import PLAIN
from rami.bots._concealed import ranked_discards, restless
from rami.bots._weighing import TABLE, is_weighed, weighed_discards, weighed_move, weighing_of
from rami.bots.bot import check_turn, known_by
from rami.bots.greedy import GreedyBot, table_move, table_player
from rami.cards.moves import Move
from rami.rounds._engine.listed_moves import move_of
from rami.rounds.views import PlayerView

__all__ = ["ExpertBot"]


@attrs.frozen
class ExpertBot(Value):
    """Judges a discard by the hand after the next draw, and by its use to the other player.

    The bot plays like this in games such as gin, in which melds stay concealed until a knock and no card is wild. It
    counts the cards that may still come. From the discards that the other player took or left, it infers which cards
    that player needs. It knocks as soon as the rules allow it, unless several cards would give it gin, which earns
    more. In games with open melds it plays like `GreedyBot` with learnt weights; in all other games it plays exactly
    like `GreedyBot`. The bot keeps no state and never chooses at random.

    >>> from rami import Round, variants
    >>> print(ExpertBot().choose(Round.deal(variants.GIN, seed=7, dealer=0).view(1)))
    take
    """

    def choose(self, view: PlayerView) -> Move:
        """Return the best legal move in the bot's judgement.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        check_turn(view)
        variant = view.variant
        if is_weighed(variant):
            # The weights do not cover replies to a knock, so leave those to the greedy bot.
            return restless(view, weighed_move(view, weighing_of(variant)) or GreedyBot().choose(view))
        if variant.table.concealed:
            return GreedyBot().choose(view)
        return table_move(view, table_player(variant, TABLE), GreedyBot().breadth)


def expert_discards(view: PlayerView) -> Iterator[Move]:
    """Yield the legal discards, the best first; a search compares only the first few."""
    if is_weighed(view.variant):
        return (move for move in weighed_discards(view) if move in view.legal_moves)
    player = table_player(view.variant, TABLE)
    if view.variant.table.concealed:
        return iter(ranked_discards(view, player))
    rules, known = known_by(view)
    return (move_of(rules, known.turn, PLAIN[code]) for code in player.ranked(known))
