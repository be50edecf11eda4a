"""The decision about a move: the reasons against it, or the actions that it amounts to."""

from __future__ import annotations

import attrs

from .._kernel.actions import Action
from .._kernel.turn import Turn
from ..errors import Violation

__all__ = ["Decision"]


@attrs.frozen(eq=False)
class Decision:
    """Either violations, or a legal path.

    Parameters:
        violations: everything against the move.
        path: the listed actions that lead where the move leads, with the turn after each; a draw or a
            discard has no turn of its own.
        stuck: the turn that could not be completed after a move that is refused for that alone.
    """

    violations: tuple[Violation, ...] = ()
    path: tuple[tuple[Action, Turn | None], ...] = ()
    stuck: Turn | None = None

    @classmethod
    def against(cls, *violations: Violation, stuck: Turn | None = None) -> Decision:
        """Return a refusal; a reason given twice counts once."""
        return cls(tuple(dict.fromkeys(violations)), (), stuck)

    @classmethod
    def single(cls, action: Action, after: Turn | None = None) -> Decision:
        """Return a legal move that is one action."""
        return cls((), ((action, after),))
