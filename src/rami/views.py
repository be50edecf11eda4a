"""What one player knows: built from an allow-list, never cut out of the whole."""

from __future__ import annotations

import attrs

from ._kernel.state import Known
from .cards import Card, Cards
from .engine.legal import LegalMoves
from .engine.rules import Rules
from .errors import Violation
from .moves import Move
from .policies.variant import Variant
from .setup import Duty, KnockFact, Outcome, Phase, RoundContext, TableMeld

__all__ = ["Knowledge", "PlayerView"]


@attrs.frozen(eq=False, repr=False)
class Knowledge:
    """What legality is made of: the acting player's hand, the table, the discard pile, counts, and duties.

    It holds no stock order and no other hand, and it answers the same questions as a round.
    """

    _rules: Rules
    _known: Known

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the player to act."""
        return LegalMoves(self._rules, self._known)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _knowledge, (self._rules.variant, self._known)


def _knowledge(variant: Variant, known: Known) -> Knowledge:
    return Knowledge(Rules.of(variant), known)


@attrs.frozen(kw_only=True)
class PlayerView:
    """A round as one player, or a spectator, sees it.

    Two rounds that differ only in what the viewer cannot see give equal views.

    Parameters:
        viewer: the seat that looks, or None for a spectator.
        variant: the rules.
        context: the match around the round.
        player: the seat to act.
        phase: what that player has to do.
        hand: the viewer's cards.
        hands: the cards of each seat as the viewer sees them: `?` where they are hidden; hands that have been
            shown are known to all.
        hand_sizes: how many cards each seat holds.
        stock_size: how many cards the stock holds.
        discards: the discard pile, its top card last; `?` for a card that another player put there face down.
        table: the melds on the table.
        opened: who has opened, by seat.
        completed: who has laid the contract, in that order; () in a game without contracts.
        touched: who has touched the discard and left it, by seat.
        turn: how many turns the round has seen.
        highest_opening: points of the highest opening so far, where openings must rise.
        taken: the discard taken in the present turn.
        duties: what the player to act owes.
        upcard: the first upcard, where the rules of knocking read it.
        knock: who ended the play by showing a hand, and how.
        opened_now: whether the player to act opened in this turn.
        outcome: how the round ended, once it is over.
    """

    viewer: int | None
    variant: Variant
    context: RoundContext
    player: int
    phase: Phase
    hand: Cards
    hands: tuple[Cards, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    discards: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    opened: tuple[bool, ...]
    completed: tuple[int, ...]
    touched: tuple[int, ...]
    turn: int
    highest_opening: int
    taken: Card | None
    duties: tuple[Duty, ...]
    upcard: Card | None
    knock: KnockFact | None
    opened_now: bool
    outcome: Outcome | None
    _knowledge: Knowledge | None = attrs.field(default=None, eq=False, repr=False, alias="knowledge")

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.phase is Phase.OVER

    @property
    def to_act(self) -> bool:
        """Whether it is the viewer's turn."""
        return self._knowledge is not None

    @property
    def legal_moves(self) -> LegalMoves | tuple[Move, ...]:
        """The viewer's legal moves; empty when it is not the viewer's turn."""
        return () if self._knowledge is None else self._knowledge.legal_moves

    def explain(self, move: Move) -> tuple[Violation, ...]:
        """Everything against a move of the viewer; empty if it is legal.

        When it is not the viewer's turn, that is the reason given.
        """
        if self._knowledge is None:
            shown = {"player": self.player, "by": "a spectator" if self.viewer is None else self.viewer}
            return (Violation("round_over") if self.over else Violation("not_your_turn", None, shown),)
        return self._knowledge.legal_moves.explain(move)
