"""The protocol of bots, and checks that all bots share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard, cast

from rami._kernel.rounds.state import Known
from rami.cards.moves import DrawStock, Move
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import count, instance
from rami.rounds._engine.legal import LegalMoves, basis
from rami.rounds._engine.rules import Rules
from rami.rounds.views import PlayerView

__all__ = ["Bot"]


class Bot(Protocol):
    """Any object that chooses a move from what one player knows."""

    def choose(self, view: PlayerView) -> Move:
        """Return one of the legal moves of the viewer.

        Parameters:
            view: the view of the player to act.

        Raises:
            RamiError: it is not the viewer's turn.
        """
        ...


def check_turn(view: PlayerView) -> None:
    """Raise RamiError unless the viewer is the player to act."""
    reject(RamiError, instance("view", view, PlayerView))
    if not view.to_act:
        # Any move, such as a draw, is then refused with a reason: it is another player's turn, or the round is over.
        raise RamiError(*view.explain(DrawStock()))


def known_by(view: PlayerView) -> tuple[Rules, Known]:
    """Return the rules, and what the player to act knows, in the kernel's form."""
    listed = view.legal_moves
    assert isinstance(listed, LegalMoves)  # the viewer is the player to act
    return basis(listed)


def is_bot(value: object) -> TypeGuard[Bot]:
    """Return whether a value is a bot: an instance of a bot class, not the class itself."""
    return not isinstance(value, type) and callable(getattr(value, "choose", None))


def check_bots(value: object, seats: int) -> tuple[Bot, ...]:
    """Return a bot for each seat, given a sequence of bots or a single bot for all seats.

    Raises:
        RamiError: the value is neither a bot nor a sequence with one bot for each seat.
    """
    if is_bot(value):
        return (value,) * seats
    given = tuple(cast("Sequence[object]", value)) if isinstance(value, Sequence) else (value,)
    for each in given:
        if not is_bot(each):
            params = {"field": "bots", "expected": "Bot", "got": type(each)}
            raise RamiError(Violation(Reason.WRONG_TYPE, None, params))
    reject(RamiError, count("bots", len(given), seats))
    return tuple(filter(is_bot, given))


def decision(view: PlayerView) -> str:
    """Return a string that identifies this decision in its match."""
    context = view.context
    # Use only what the viewer sees, because a choice that depended on hidden cards would reveal them.
    place = f"{view.viewer} {view.turn} {view.phase} {context.number} {context.totals}"
    return f"{place} {view.hand} {len(view.table)} {view.stock_size}"
