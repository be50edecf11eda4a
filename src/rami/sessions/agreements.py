"""Agreements at a table about matters that the rules of the game leave open, and votes.

The rules of a game do not say what happens when a player never returns, or when the table wants to take back a move. An
`Agreement` decides such cases; a `Ballot` is an open vote.
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
    """The agreement of a table about players who are away, and about votes.

    Parameters:
        missed_turns: a player who misses this many turns in a row drops out (`Session.miss_turn`); None for no limit.
        gone: the fate of the match after a player has left for good, by giving up or dropping out: "stand_in", somebody
            plays for them to the end; "walk_over", the others play on without them from the next round, and a single
            player left wins at once; "end", the match stops and the best of the others wins; "vote", the others vote to
            play on, as with "walk_over", or to end the match, and somebody plays for them until the vote is decided.
        consent: the players who must agree to a motion: "all", everybody who has not left for good; "present",
            everybody at the table, so a player decides alone while all others are away; "majority", more than half of
            those who have not left for good.

    Raises:
        InvalidMatch: a value is not among those listed.

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
        """The fields that differ from their defaults."""
        usual = Agreement()
        return {
            field.name: getattr(self, field.name)
            for field in attrs.fields(Agreement)
            if getattr(self, field.name) != getattr(usual, field.name)
        }


class Motion(FrozenEnum, StrEnum):
    """What a player may propose to the table."""

    UNDO = "undo"
    """Take back the last step, no matter who made it."""
    THROW_IN = "throw_in"
    """Throw the round in."""
    MISDEAL = "misdeal"
    """Throw the round in, and let the same player deal again."""
    LAST = "last"
    """Make this round the last one; between rounds, the next."""
    STOP = "stop"
    """Stop the match, with the totals as they are."""
    GO_ON = "go_on"
    """Play on without the players who have left for good, as with "walk_over"."""

    @property
    def of_position(self) -> bool:
        """Whether the motion lapses when somebody moves."""
        return self in (Motion.UNDO, Motion.THROW_IN, Motion.MISDEAL)


@attrs.frozen
class Ballot(Value):
    """A vote that is open.

    Parameters:
        motion: the proposal.
        by: the seat of the player who proposed it; None if the agreement called the vote because a player has left for
            good.
        agreed: the seats that have agreed, the proposer first.
        declined: the seats that have declined.
    """

    motion: Motion
    by: int | None
    agreed: tuple[int, ...] = ()
    declined: tuple[int, ...] = ()

    def decided(self, voters: Iterable[int], consent: str) -> bool | None:
        """Return True if the motion is carried, False if it is lost, and None while the vote is undecided.

        Parameters:
            voters: the seats whose votes count.
            consent: the players who must agree, as in an `Agreement`.

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
