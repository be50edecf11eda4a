"""Steps: what people decide to do in a match. Everything else follows from the steps.

`Match.steps` lists them in order. Together with the variant, the number of players and the seed they reproduce the
match: `Match.replay` applies them one by one with `Match.after`. Records and JSON documents store the steps.
`Match.rounds` lists only the steps that have not been taken back.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Card, parse_cards
from rami.cards.moves import Knock, Move
from rami.errors import RamiError, reject
from rami.errors.checks import integer

__all__ = [
    "STEP_TYPES",
    "Announced",
    "Answered",
    "Dealt",
    "Moved",
    "Step",
    "Stopped",
    "ThrownIn",
    "Undone",
    "Withdrawn",
]


def _seat(player: int | None) -> str:
    """Return a seat as text, with a dash for the whole table."""
    return "-" if player is None else str(player)


@attrs.frozen
class Dealt(Value):
    """A round was dealt.

    Parameters:
        deck: the pack in dealing order, if the caller gave one; () if rami shuffled the pack.
    """

    deck: tuple[Card, ...] = attrs.field(default=(), converter=parse_cards)

    def __str__(self) -> str:
        return f"deck {' '.join(map(str, self.deck))}" if self.deck else "deal"


@attrs.frozen
class Moved(Value):
    """A player made a move.

    Parameters:
        player: the seat.
        move: the move.
    """

    player: int
    move: Move

    def seen_by(self, viewer: int | None) -> Moved:
        """Return the step as a player, or a spectator (None), sees it.

        Call this method before you tell others about a move, for example in a refusal, a log or a message. It hides the
        discard of a knock, which is face down in some games, and the melds, which nobody sees after a wrong
        declaration. The events report whatever was shown.

        Parameters:
            viewer: the seat of the viewer, or None for a spectator.

        >>> step = Moved(0, Knock("7♣", ["K♣ K♦ K♥"]))
        >>> print(step.seen_by(0).move, step.seen_by(1).move, sep="; ")
        knock 7♣ with K♣ K♦ K♥; knock ?
        """
        reject(RamiError, () if viewer is None else integer("viewer", viewer))
        if self.player == viewer or not isinstance(self.move, Knock):
            return self
        return attrs.evolve(self, move=attrs.evolve(self.move, discard=UNKNOWN, melds=None))

    def __str__(self) -> str:
        return f"{self.player}: {self.move}"


@attrs.frozen
class Announced(Value):
    """The current round was announced as the last one of the match.

    Parameters:
        player: the player who announced it; None for the whole table.
    """

    player: int | None = None

    def __str__(self) -> str:
        return f"last {_seat(self.player)}"


@attrs.frozen
class Answered(Value):
    """A player who had reached the elimination limit bought back in or stayed out.

    Parameters:
        player: the seat.
        accepted: True if the player bought back in.
    """

    player: int
    accepted: bool

    def __str__(self) -> str:
        return f"buy_in {self.player}" if self.accepted else f"stay_out {self.player}"


@attrs.frozen
class ThrownIn(Value):
    """The current round was thrown in and is void.

    Parameters:
        player: the player who asked for it; None for the whole table.
        misdeal: True if the cards were dealt wrongly, so that the same player deals again.
    """

    player: int | None = None
    misdeal: bool = False

    def __str__(self) -> str:
        return f"{'misdeal' if self.misdeal else 'throw_in'} {_seat(self.player)}"


@attrs.frozen
class Withdrawn(Value):
    """A player left the match for good.

    Parameters:
        player: the seat.
    """

    player: int

    def __str__(self) -> str:
        return f"withdraw {self.player}"


@attrs.frozen
class Stopped(Value):
    """The match was ended between two rounds, with the totals at that time.

    Parameters:
        player: the player who asked for it; None for the whole table.
    """

    player: int | None = None

    def __str__(self) -> str:
        return f"stop {_seat(self.player)}"


@attrs.frozen
class Undone(Value):
    """The most recent move, deal, throw-in, departure or stop was taken back.

    Parameters:
        player: the player who took it back; None for the whole table.
    """

    player: int | None = None

    def __str__(self) -> str:
        return f"undo {_seat(self.player)}"


Step: TypeAlias = Dealt | Moved | Announced | Answered | ThrownIn | Withdrawn | Stopped | Undone
"""Any step of a match."""

STEP_TYPES: tuple[type[Step], ...] = get_args(Step)
"""The classes of `Step`."""


def last_taken(steps: tuple[Step, ...]) -> Moved | ThrownIn | Withdrawn | Stopped | None:
    """Return the step of a round that a takeback would undo; None if only the deal is left."""
    return next(
        (step for step in reversed(steps) if isinstance(step, (Moved, ThrownIn, Withdrawn, Stopped))), None
    )


def without_last(steps: tuple[Step, ...]) -> tuple[tuple[Step, ...], ...]:
    """Return the rounds that replace a round in `Match.rounds` once its last step is taken back: one round or none.

    If the last step is the deal itself, no round remains.

    Announcements made after that step are kept, because the round continues. Answers given after the end of the round
    are dropped.
    """
    last = last_taken(steps)
    if last is None:
        return ()
    # The same move may occur twice in a round, so remove the later one.
    place = len(steps) - 1 - steps[::-1].index(last)
    # MILLE-01: the announcement of the last round stands even if the move before it is taken back.
    later = (step for step in steps[place + 1 :] if isinstance(step, Announced))
    return ((*steps[:place], *later),)
