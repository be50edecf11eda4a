"""The report of a check: the cases that came up, and those that did not.

A check that finds nothing proves little about moves that never came up; `Report.never` lists them.
"""

from __future__ import annotations

from collections import Counter

import attrs

from rami._base.values import Value
from rami.cards.moves import Discard, LayDown, Move
from rami.rounds.round import Round

__all__ = ["KINDS", "Report", "kind_of"]

KINDS: tuple[str, ...] = (
    "PassUpcard",
    "DrawStock",
    "TakeDiscard",
    "TouchDiscard",
    "LayDown: opening",
    "LayDown: more melds",
    "LayDown: with table cards",
    "LayDown: reply to a knock",
    "Rearrange",
    "LayOff",
    "SwapWild",
    "Discard",
    "Discard: announced",
    "Knock",
    "BigGin",
    "EndLayoffs",
    "EndRound",
    "Fold",
    "ShowTurned",
)
"""The kinds of moves that a report counts, in the order of a turn."""

Counts = tuple[tuple[str, int], ...]


def kind_of(position: Round, move: Move) -> str:
    """Return the kind of a move of the player to act, one of `KINDS`.

    >>> from rami import DrawStock, variants
    >>> kind_of(Round.deal(variants.RAMI_500, seed=7), DrawStock())
    'DrawStock'
    """
    if isinstance(move, LayDown):
        if position.knock is not None:
            return "LayDown: reply to a knock"
        if move.sources:
            return "LayDown: with table cards"
        return "LayDown: more melds" if position.opened[position.player] else "LayDown: opening"
    if isinstance(move, Discard) and move.announce:
        return "Discard: announced"
    return type(move).__name__


@attrs.frozen
class Report(Value):
    """The coverage of a check that found no failure.

    Parameters:
        variant: the slug of the variant.
        seed: the seed of the rounds.
        rounds: the number of rounds played.
        positions: the number of positions checked.
        moves: the number of moves tried, legal or not.
        played: the number of moves of each kind that were played, in the order of `KINDS`; those never played included.
        endings: the ends of the rounds: "went out", "knock", "gin", "big gin", "without a winner", "void", and "stopped
            at the cap" for a void round that no rule has ended.
        phases: the number of positions of each phase.
        duties: the number of positions with a duty of each kind.
        reasons: the number of times that each reason was given against a move, by code.
        digest: a SHA-256 over every list, every reason and every score, in order: the same for the same arguments on
            every platform.

    >>> from rami import variants
    >>> from rami.testing import check_variant
    >>> report = check_variant(variants.GIN, rounds=1, turn_cap=4, seed=7)
    >>> report.rounds, report["DrawStock"] > 0, "LayOff" in report.never
    (1, True, True)
    """

    variant: str
    seed: int
    rounds: int
    positions: int
    moves: int
    played: Counts
    endings: Counts
    phases: Counts
    duties: Counts
    reasons: Counts
    digest: str

    def __getitem__(self, kind: str) -> int:
        """Return the number of moves of this kind, one of `KINDS`, that were played; KeyError for unknown kinds."""
        return dict(self.played)[kind]

    @property
    def never(self) -> tuple[str, ...]:
        """The kinds of moves that were never played: forbidden ones, and those that the rounds did not reach."""
        return tuple(kind for kind, count in self.played if not count)

    def __str__(self) -> str:
        lines = [
            f"{self.variant}: {self.rounds} rounds, {self.positions} positions, {self.moves} moves tried"
        ]
        for head, counts in (("played", self.played), ("ended", self.endings), ("duties", self.duties)):
            seen = ", ".join(f"{name} {count}" for name, count in counts if count)
            if seen:
                lines.append(f"  {head}: {seen}")
        return "\n".join([*lines, f"  never played: {', '.join(self.never) or 'nothing'}"])


def counts(counter: Counter[str], names: tuple[str, ...] = ()) -> Counts:
    """Return a counter as pairs: the given names first, the others sorted."""
    # Sorted, as the digest of a report must not depend on which case came first.
    others = sorted(set(counter) - set(names))
    return tuple((name, counter[name]) for name in (*names, *others))
