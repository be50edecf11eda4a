"""The error of a failed check, with the position that reproduces it.

`Property` lists the properties that every variant must have; the error names the property that does not hold.
"""

from __future__ import annotations

from enum import StrEnum

from rami._base.values import FrozenEnum
from rami.cards.moves import Move
from rami.errors import RamiError, Violation, checks, reject
from rami.notation import position_text
from rami.rounds.round import Round
from rami.rounds.setup import Setup

__all__ = ["CheckFailed", "Property"]


class Property(FrozenEnum, StrEnum):
    """A property that must hold at every position of every variant.

    >>> Property("private") is Property.PRIVATE
    True
    """

    CONSISTENT = "consistent"
    """`in`, `explain` and `play` agree about every move, and the moves from `canonical` lead to the same position."""
    NO_DUPLICATES = "no duplicates"
    """No two listed moves lead to the same position."""
    NO_DEAD_END = "no dead end"
    """There is a legal move until the round is over, and after any listed moves the turn can be completed."""
    NO_PEEKING = "no peeking"
    """Whether a move is legal depends only on what the acting player knows."""
    PRIVATE = "private"
    """Whatever players and spectators can see or save depends only on what they may know."""
    SAMPLES = "samples"
    """A sample of a view is a possible round that gives the same view, and the memory of a view is correct."""
    EVENTS = "events"
    """A board updated with the events equals the board of the viewer's current view."""
    LAZY = "lazy"
    """`bool`, `in` and the first moves need no search for all the others."""
    DETERMINISTIC = "deterministic"
    """Equal positions list the same moves in the same order."""
    CONSERVED = "conserved"
    """The hands, the table, the stock and the discard pile together have exactly the cards of the pack."""
    TERMINATING = "terminating"
    """Each turn ends, and each round ends by the turn cap at the latest."""
    VALUES = "values"
    """Positions are immutable, hashable and picklable, and each equals the round made from its setup."""
    TEXT = "text"
    """Moves and positions written as text are the same when they are read back."""
    SCORES = "scores"
    """The score has a line for each player, whose reasons add up to the points; a void round scores nothing."""
    MATCHES = "matches"
    """The verdict after each round is valid, a match can be read from its record, and the game has a rulebook."""
    ERRORS = "errors"
    """Methods raise only the errors that they document."""


class CheckFailed(RamiError):
    """The error raised when a property does not hold.

    `Round.from_setup(error.setup)` and `error.move` reproduce the failure. So do the last lines of the error's text,
    which `rami.notation` can read; they show all hidden cards.

    Parameters:
        failed: the property that does not hold.
        found: a description of the failure, in words.
        setup: the position in which the check failed; None if the failure is not about a position.
        move: the move that was tried; None if the failure is not about a move.

    >>> print(CheckFailed(Property.LAZY, "the first move costs as much as all of them"))
    lazy: the first move costs as much as all of them
    """

    def __init__(
        self, failed: Property, found: str, setup: Setup | None = None, move: object | None = None
    ) -> None:
        reject(RamiError, checks.one_of("failed", failed, tuple(Property)) + checks.text("found", found))
        super().__init__(
            Violation("check_failed", None, {"property": failed}, sentences={"en": f"{failed}: {found}"})
        )
        self.failed: Property = failed
        self.found: str = found
        self.setup: Setup | None = setup
        self.move: object | None = move

    def __str__(self) -> str:
        lines = [f"{self.failed}: {self.found}"]
        if self.move is not None:
            lines.append(f"move: {self.move}")
        if self.setup is not None:
            lines.append(f"position: {_written(self.setup)}")
        return "\n".join(lines)

    # By default an exception is pickled with nothing but its arguments, so an error from a worker process would lose
    # the position.
    def __reduce__(self) -> tuple[type[CheckFailed], tuple[object, ...]]:
        return type(self), (self.failed, self.found, self.setup, self.move)


def _written(setup: Setup) -> str:
    """Return the position as a line of text, or as Python code if the notation itself is broken."""
    try:
        return position_text(setup)
    except RamiError:
        return repr(setup)


def require(holds: bool, failed: Property, found: str, position: Round, move: Move | None = None) -> None:
    """Raise `CheckFailed` with the arguments unless the condition holds."""
    if not holds:
        raise CheckFailed(failed, found, position.setup, move)
