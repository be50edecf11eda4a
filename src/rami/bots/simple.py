"""Two simple bots: `RandomBot` moves at random, and `NeutralBot` does as little as possible.

`RandomBot` fills seats in simulations and tests. `NeutralBot` plays for an absent player and leaves the hand as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from rami._base.entropy import seed_or_fresh
from rami._base.values import Value
from rami._kernel.cards.shuffle import Stream
from rami._kernel.turns.faults import charge
from rami.bots.bot import check_turn, decision, known_by
from rami.bots.expert import expert_discards
from rami.bots.greedy import GreedyBot
from rami.cards import Card
from rami.cards.moves import Discard, DrawStock, EndRound, Move, PassUpcard
from rami.errors import RamiError, reject
from rami.errors.checks import integer
from rami.rounds._engine.positions import check_seed
from rami.rounds.events import StockDrawn, TurnBegun
from rami.rounds.setup import Phase
from rami.rounds.takebacks import latest
from rami.rounds.views import PlayerView

__all__ = ["NeutralBot", "RandomBot"]


@attrs.frozen
class RandomBot(Value):
    """Chooses one of the legal moves at random, all equally likely.

    The bot keeps no state: its choice depends only on its seed and the view.

    Parameters:
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        breadth: the maximum number of listed moves to consider.

    Raises:
        RamiError: the seed is out of range, or the breadth is below 1.

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
        """Return one of the legal moves of the viewer.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        check_turn(view)
        moves = tuple(islice(view.legal_moves, self.breadth))
        return moves[Stream(self.seed, f"random bot {decision(view)}").below(len(moves))]


@attrs.frozen
class NeutralBot(Value):
    """Plays for a player who is away: draws from the stock or passes, lays nothing, and discards the card drawn.

    The bot makes no decisions for the player. It never opens, knocks, declares or drops out of the round, and the hand
    stays as it was. It discards the card just drawn, which it finds in the `events` of the view (`Match.view` with
    `since`). If that card is unknown, must not be discarded, or would cost points, the bot looks at the cards whose
    discard costs the fewest points, and discards the one that `ExpertBot` would choose.

    In two situations it cannot be neutral. If the player still has a duty, such as placing the discard taken, the bot
    fulfils the duty as `GreedyBot` would, and then discards. It also replies to a knock as well as it can, because
    otherwise all the player's cards would count.

    The bot keeps no state and never chooses at random.

    >>> from rami import DrawStock, Match, variants
    >>> match = Match.start(variants.CLASSIC_51, players=2, seed=1)
    >>> match = match.play(NeutralBot().choose(match.view(match.player))).play(DrawStock())
    >>> view = match.view(match.player, since=match.turn_mark)
    >>> print(view.events[-1].card, NeutralBot().choose(view), sep="; ")
    K♠; discard K♠
    """

    def choose(self, view: PlayerView) -> Move:
        """Return the move that changes the player's position least.

        Parameters:
            view: the view of the player to act; it should include the events of the turn, so that the bot can find the
                card drawn.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        check_turn(view)
        found = next(_neutral(view), None)
        return GreedyBot().choose(view) if found is None else found


def _neutral(view: PlayerView) -> Iterator[Move]:
    """Yield the legal neutral moves, the best first."""
    match view.phase:
        case Phase.OFFER | Phase.DRAW | Phase.STOCK:
            # End the round only if no card can be drawn.
            yield from (move for move in (PassUpcard(), DrawStock(), EndRound()) if move in view.legal_moves)
        case Phase.PLAY | Phase.DISCARD:
            rules, known = known_by(view)
            drawn = drawn_now(view)

            def cost(move: Move) -> tuple[int, bool]:
                assert isinstance(move, Discard)  # `expert_discards` yields nothing else
                return charge(rules.game, known.turn, move.card.id), move.card != drawn

            # The list begins with the least useful card, and sorting keeps that order among cards of equal cost.
            yield from sorted(expert_discards(view), key=cost)
        case _:
            pass


def drawn_now(view: PlayerView) -> Card | None:
    """Return the card that the viewer drew from the stock this turn; None if the events of the view do not show it."""
    for _, event in latest(view.events):
        if isinstance(event, StockDrawn) and event.player == view.viewer:
            return event.card
        if isinstance(event, TurnBegun):
            return None
    return None
