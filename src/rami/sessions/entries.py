"""The entries in the log of a session, and their kinds."""

from __future__ import annotations

from enum import StrEnum

import attrs

from rami._base.values import FrozenEnum, Value

__all__ = ["Entry", "EntryKind"]


class EntryKind(FrozenEnum, StrEnum):
    """The kind of an entry in the log."""

    MOVE = "move"
    """A player made a move."""
    STAND_IN = "stand_in"
    """Somebody moved for a player who is away."""
    TIMEOUT = "timeout"
    """Somebody moved for a player whose time was up."""
    UNDO = "undo"
    """The last step was taken back."""
    REDO = "redo"
    """A move that had been taken back was repeated."""
    READY = "ready"
    """A player is ready for the next round."""
    LEAVE = "leave"
    """A player left the table."""
    REJOIN = "rejoin"
    """A player came back to the table."""
    GIVE_UP = "give_up"
    """A player left for good."""
    DROP_OUT = "drop_out"
    """A player dropped out after missing the agreed number of turns in a row."""
    LAST = "last"
    """Somebody announced the last round."""
    THROW_IN = "throw_in"
    """The round was thrown in; the text is "misdeal" if the same player deals again."""
    STOP = "stop"
    """The match was stopped with the totals at that time."""
    PROPOSE = "propose"
    """A player proposed a motion to the table; the text is the motion."""
    AGREE = "agree"
    """A player agreed to the proposal."""
    DECLINE = "decline"
    """A player declined the proposal."""
    BUY_IN = "buy_in"
    """An eliminated player bought back in."""
    STAY_OUT = "stay_out"
    """An eliminated player declined to buy back in."""
    COMMENT = "comment"
    """Somebody wrote a comment."""
    TAG = "tag"
    """A tag was set or removed."""


@attrs.frozen
class Entry(Value):
    """An entry of a session's log.

    Parameters:
        kind: what was done, such as a move or a takeback.
        seat: the seat of the player who took the step, or for whom somebody took it; None if the whole table or your
            program took it.
        text: the move, the comment, the tag as "name=value", the motion, or "misdeal", depending on the kind; otherwise
            "".
        mark: `Match.mark` after the step.
    """

    kind: EntryKind
    seat: int | None
    text: str
    mark: int

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, self.seat, self.text) if part not in (None, ""))
