"""The rules of a variant in the engine's form, and decisions about moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from rami._kernel.cards import hands
from rami._kernel.rounds.listing import PLAIN
from rami._kernel.rounds.position import GameRules
from rami._kernel.rounds.state import Known
from rami._kernel.turns.actions import Action
from rami._kernel.turns.turn import NO_CARD, Game, Turn
from rami.cards import Card
from rami.errors import Reason, Violation
from rami.policies._callbacks import closing_violations
from rami.policies._compiled import game_of
from rami.policies._refusals import violation, with_rule
from rami.policies.variant import Variant


class Rules(GameRules):
    """A variant with its compiled `game`."""

    __slots__ = ("variant",)

    def __init__(self, variant: Variant, game: Game) -> None:
        super().__init__(game)
        self.variant: Final = variant

    @classmethod
    def of(cls, variant: Variant) -> Rules:
        """Return the rules of a variant, compiled on first use."""
        return cls(variant, game_of(variant))

    def not_held(self, turn: Turn, card: Card, needed: int = 1) -> list[Violation]:
        """Return a list with a violation if the hand holds too few copies of a card; otherwise an empty list."""
        held = hands.count(turn.hand, card.id)
        return (
            [] if held >= needed else [self.fault(Reason.CARD_NOT_HELD, card=card, held=held, needed=needed)]
        )

    def lacking(self, turn: Turn, needed: Mapping[int, int]) -> list[Violation]:
        """Return a violation for each card of which the hand holds fewer copies than needed."""
        return [
            wrong
            for card in sorted(needed)
            for wrong in self.not_held(turn, Card.from_id(card), needed[card])
        ]

    def fault(self, code: str, **params: Any) -> Violation:
        """Return a violation with this code, which cites the rule of this variant."""
        return violation(self.variant, code, **params)


def against_going_out(rules: Rules, turn: Turn, card: int = NO_CARD) -> list[Violation]:
    """Return why the closing policy forbids going out with this discard or, if none is given, by placing every card."""
    variant = rules.variant
    return [with_rule(variant, found) for found in closing_violations(variant.closing, turn, card)]


@attrs.frozen(eq=False)
class Decision:
    """The decision on a move: either why it is illegal, or the listed actions that have the same result.

    Parameters:
        violations: every reason against the move.
        path: the listed actions that together have the same result as the move, each paired with the turn
            after it. A draw or a discard is paired with None, because the kernel needs no turn to carry it
            out.
        stuck: the turn that could not be completed, if that is the only reason for the refusal.
    """

    violations: tuple[Violation, ...] = ()
    path: tuple[tuple[Action, Turn | None], ...] = ()
    stuck: Turn | None = None

    @classmethod
    def against(cls, *violations: Violation, stuck: Turn | None = None) -> Decision:
        """Return a refusal for these reasons, without duplicates."""
        return cls(tuple(dict.fromkeys(violations)), (), stuck)

    @classmethod
    def single(cls, action: Action, after: Turn | None = None) -> Decision:
        """Return the decision that allows a move of one action."""
        return cls((), ((action, after),))


Judge = Callable[[Rules, Known, Any], Decision]
"""A function that judges moves of one class, using only the acting player's knowledge."""

# Hot path: nearly every legal draw or discard needs one of these decisions, so make each only once.
ALLOWED = tuple(Decision.single(action) for action in PLAIN)
"""The decision that allows each plain action, by the code of the action (see the kernel's `listing`)."""
