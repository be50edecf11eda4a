"""Agreements and votes at a table about matters that the rules of the game leave open.

The rules of a game do not say what happens when a player never comes back, or when the table wants to take back a move.
An `Agreement` settles that beforehand, and a `Ballot` is a vote in progress.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Literal

import attrs

from rami._base.values import FrozenEnum, Value, changed_fields
from rami.errors import InvalidMatch, checks, reject

__all__ = ["Agreement", "Ballot", "Motion"]

_GONE: Final = ("stand_in", "walk_over", "end", "vote")
_CONSENT: Final = ("all", "present", "majority")


@attrs.frozen(kw_only=True)
class Agreement(Value):
    """What a table has agreed about players who are away, and about votes.

    Parameters:
        missed_turns: the number of turns missed in a row after which a player drops out (`Session.miss_turn`); None for
            no limit.
        gone: what happens to the match after a player has left for good by giving up or dropping out. "stand_in":
            somebody plays for the absent player to the end. "walk_over": the others play on without that player from
            the next round; if only one player is left, that player wins immediately. "end": the match stops, and the
            leader among the others wins. "vote": the others vote to play on, as with "walk_over", or to end the match;
            until the vote is decided, somebody plays for the absent player.
        consent: the players who must agree to a motion. "all": everybody who has not left for good. "present":
            everybody who is at the table now, even if that is only one player. "majority": more than half of the
            players who have not left for good.

    Raises:
        InvalidMatch: a value is not one of those listed here.

    >>> Agreement(missed_turns=3, gone="walk_over")
    Agreement(missed_turns=3, gone='walk_over', consent='all')
    """

    missed_turns: int | None = None
    gone: Literal["stand_in", "walk_over", "end", "vote"] = "stand_in"
    consent: Literal["all", "present", "majority"] = "all"

    def __attrs_post_init__(self) -> None:
        wrong = checks.one_of("gone", self.gone, _GONE) + checks.one_of("consent", self.consent, _CONSENT)
        if self.missed_turns is not None:
            wrong = checks.integer("missed_turns", self.missed_turns, 1, 1000) + wrong
        reject(InvalidMatch, wrong)

    @property
    def differences(self) -> dict[str, object]:
        """The fields that differ from their defaults."""
        return dict(changed_fields(self))


class Motion(FrozenEnum, StrEnum):
    """What a player may propose to the table."""

    UNDO = "undo"
    """Take back the last step, no matter who made it."""
    THROW_IN = "throw_in"
    """Throw in the round."""
    MISDEAL = "misdeal"
    """Throw in the round, and let the same player deal again."""
    LAST = "last"
    """Make the current round the last one; between rounds, make the next round the last."""
    STOP = "stop"
    """Stop the match with the current totals."""
    GO_ON = "go_on"
    """Play on without the players who have left for good, as an `Agreement` with "walk_over" does."""

    @property
    def of_position(self) -> bool:
        """Whether the motion lapses when somebody moves."""
        return self in (Motion.UNDO, Motion.THROW_IN, Motion.MISDEAL)


@attrs.frozen
class Ballot(Value):
    """A vote in progress.

    Parameters:
        motion: the motion that the table votes on.
        by: the seat of the player who proposed the motion; None if the vote began because a player left for good and
            the agreement requires a vote.
        agreed: the seats that have agreed, the proposer's first.
        declined: the seats that have declined.
    """

    motion: Motion
    by: int | None
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()

    def decided(self, voters: Iterable[int], consent: str) -> bool | None:
        """Return True if the motion has been carried, False if it has been lost, and None while the vote is open.

        Parameters:
            voters: the seats whose votes count.
            consent: the players who must agree: "all", "present" or "majority", as in an `Agreement`.

        Raises:
            InvalidMatch: an argument has the wrong type.

        >>> ballot = Ballot(Motion.STOP, 0, agreed=(0,))
        >>> ballot.decided((0, 1, 2), "all"), ballot.decided((0,), "present")
        (None, True)
        """
        seats = checks.items(InvalidMatch, "voters", voters)
        reject(InvalidMatch, checks.one_of("consent", consent, _CONSENT))
        for_it = sum(seat in self.agreed for seat in seats)
        against = sum(seat in self.declined for seat in seats)
        if self.by in self.declined:
            return False
        if consent == "majority":
            return True if 2 * for_it > len(seats) else False if 2 * against >= len(seats) else None
        return False if against else True if seats and for_it == len(seats) else None
