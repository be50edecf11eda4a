"""A failed check, with the position that reproduces it.

`Property` lists what must hold of every variant; the checks name the one that failed.
"""

from __future__ import annotations

from enum import StrEnum

from rami._base.values import FrozenEnum
from rami.cards.moves import Move
from rami.errors import RamiError, Violation
from rami.notation import position_text
from rami.rounds.round import Round
from rami.rounds.setup import Setup

__all__ = ["CheckFailed", "Property"]


class Property(FrozenEnum, StrEnum):
    """A property that must hold at every position of every variant.

    >>> Property("private") is Property.PRIVATE
    True
    """

    ONE_TRUTH = "one truth"
    """`in`, `explain` and `play` agree about every move, and `canonical` leads to the same position."""
    ONE_NAME = "one name"
    """No two listed moves lead to the same position."""
    NO_DEAD_END = "no dead end"
    """After any listed moves the turn can be completed, and until the round is over there is a move."""
    KNOWLEDGE = "knowledge"
    """The legality of a move depends only on the knowledge of the acting player."""
    PRIVATE = "private"
    """Everything shown to a player or a spectator, or saved by them, depends only on what they may know."""
    SAMPLES = "samples"
    """A sample of a view is a possible round with that view, and the memory of a view is true."""
    EVENTS = "events"
    """A board that follows the events equals the position that the viewer sees."""
    LAZY = "lazy"
    """Truth, membership and the first moves do not enumerate the rest."""
    DETERMINISTIC = "deterministic"
    """The same position lists the same moves in the same order."""
    CONSERVED = "conserved"
    """The cards of hands, table, stock and discard pile are the pack."""
    TERMINATING = "terminating"
    """A turn ends, and a round ends or reaches its cap."""
    VALUES = "values"
    """Positions are immutable, hashable, picklable, and equal to the round made from their setup."""
    TEXT = "text"
    """Moves and positions written as text are read back as they were."""
    SCORES = "scores"
    """The score has a line for each player whose reasons add up; a void round scores nothing."""
    MATCHES = "matches"
    """The verdict of a match after a round is possible, its record is read back equal, and the game has a rulebook."""
    ERRORS = "errors"
    """Only documented errors are raised."""


class CheckFailed(RamiError):
    """Raised when a property does not hold.

    `Round.from_setup(error.setup)` and `error.move` show it again; so do the last lines of its text, which
    `rami.notation` reads. They show every card.

    Parameters:
        failed: the property that does not hold.
        found: the finding, in words.
        setup: the position, None if there is none.
        move: the move that was tried in it, if it is about one.

    >>> print(CheckFailed(Property.LAZY, "the first move costs as much as all of them"))
    lazy: the first move costs as much as all of them
    """

    def __init__(
        self, failed: Property, found: str, setup: Setup | None = None, move: object | None = None
    ) -> None:
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

    # An exception pickles only its arguments, and would lose the position on the way from a worker.
    def __reduce__(self) -> tuple[type[CheckFailed], tuple[object, ...]]:
        return type(self), (self.failed, self.found, self.setup, self.move)


def _written(setup: Setup) -> str:
    """Return the position as one line, or as Python code if writing that line is what failed."""
    try:
        return position_text(setup)
    except RamiError:
        return repr(setup)


def require(holds: bool, failed: Property, found: str, position: Round, move: Move | None = None) -> None:
    """Raise `CheckFailed` with the arguments unless the condition holds."""
    if not holds:
        raise CheckFailed(failed, found, position.setup, move)
