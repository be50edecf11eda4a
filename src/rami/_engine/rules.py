"""The rules of one variant as the engine has them."""

from __future__ import annotations

from typing import Any, Final

from .._kernel import hands
from .._kernel.position import GameRules
from .._kernel.turn import Game, Turn
from ..cards import Card
from ..errors import Reason, Violation
from ..policies._compiled import game_of
from ..policies._reading import violation
from ..policies.variant import Variant

__all__ = ["Rules"]


class Rules(GameRules):
    """A variant with its compiled form, the `game`."""

    __slots__ = ("variant",)

    def __init__(self, variant: Variant, game: Game) -> None:
        super().__init__(game)
        self.variant: Final = variant

    @classmethod
    def of(cls, variant: Variant) -> Rules:
        """Return the rules of a variant, which are compiled once."""
        return cls(variant, game_of(variant))

    def not_held(self, turn: Turn, card: Card, needed: int = 1) -> Violation:
        """Return the violation of a card that is not in the hand often enough."""
        held = hands.count(turn.hand, card.id)
        return self.fault(Reason.CARD_NOT_HELD, card=card, held=held, needed=needed)

    def fault(self, code: str, **params: Any) -> Violation:
        """Return a violation with the variant's ledger ID."""
        return violation(self.variant, code, **params)
