"""What the people at a table have agreed on beside the rules of the game, and their votes.

A game says nothing about a player who does not come back, and a table may take back any move if it agrees to. An
`Agreement` says what happens then; a `Ballot` is a vote while it lasts.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Literal

import attrs

from rami._base.values import FrozenEnum, Value
from rami.errors import InvalidMatch, checks, reject

__all__ = ["Agreement", "Ballot", "Motion"]

_GONE: Final = ("stand_in", "walk_over", "end", "vote")
_CONSENT: Final = ("all", "present", "majority")


@attrs.frozen(kw_only=True)
class Agreement(Value):
    """What a table has agreed on for players who are away, and for votes.

    Parameters:
        missed_turns: the number of turns in a row after which a player who missed them drops out
            (`Session.miss_turn`); None for any number.
        gone: what becomes of the match when a player has left for good, by giving up or dropping out: "stand_in",
            somebody plays for them to the end; "walk_over", the others play on without them from the next round, and
            if only one is left, that one has won at once; "end", the match stops and the best of the others has won;
            "vote", the others vote, to play on as by "walk_over" or to end, and until then somebody plays for them.
        consent: who must agree to a motion: "all" who have not left for good; "present", all of these who are not
            away, which lets one player decide alone while the others are; "majority", more than half of them.

    Raises:
        InvalidMatch: a value is none of these.

    >>> Agreement(missed_turns=3, gone="walk_over")
    Agreement(missed_turns=3, gone='walk_over', consent='all')
    """

    missed_turns: int | None = None
    gone: Literal["stand_in", "walk_over", "end", "vote"] = "stand_in"
    consent: Literal["all", "present", "majority"] = "all"

    def __attrs_post_init__(self) -> None:
        wrong = (
            *(
                ()
                if self.missed_turns is None
                else checks.integer("missed_turns", self.missed_turns, 1, 1000)
            ),
            *checks.one_of("gone", self.gone, _GONE),
            *checks.one_of("consent", self.consent, _CONSENT),
        )
        reject(InvalidMatch, wrong)

    @property
    def differences(self) -> dict[str, object]:
        """The fields that differ from those of a table that has agreed on nothing."""
        usual = Agreement()
        return {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Agreement)
            if getattr(self, field.name) != getattr(usual, field.name)
        }


class Motion(FrozenEnum, StrEnum):
    """What a player may propose to the table."""

    UNDO = "undo"
    """Take back the last step, whoever made it."""
    THROW_IN = "throw_in"
    """Throw the round in."""
    MISDEAL = "misdeal"
    """Throw the round in, and let the same player deal again."""
    LAST = "last"
    """Let this round be the last one; between rounds, the next."""
    STOP = "stop"
    """Stop the match, with the totals as they are."""
    GO_ON = "go_on"
    """Play on without the players who have left for good, as by "walk_over"."""

    @property
    def of_position(self) -> bool:
        """Whether the motion lapses when somebody moves."""
        return self in (Motion.UNDO, Motion.THROW_IN, Motion.MISDEAL)


@attrs.frozen
class Ballot(Value):
    """A vote that is open.

    Parameters:
        motion: what is proposed.
        by: the seat of the player who proposed it; None if the agreement did, since a player has left for good.
        agreed: the seats that have agreed, the proposer first.
        declined: the seats that have declined.
    """

    motion: Motion
    by: int | None
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()

    def decided(self, voters: Iterable[int], consent: str) -> bool | None:
        """Return True if the motion is carried, False if it is lost, and None while votes are missing.

        Parameters:
            voters: the seats whose votes count.
            consent: who must agree, as in an `Agreement`.

        Raises:
            InvalidMatch: an argument has another type.

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
