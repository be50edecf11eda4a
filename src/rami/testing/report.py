"""The report of a check: the kinds of moves and endings that occurred, and those that never did.

Even if a check finds no failure, it proves nothing about moves that never occurred; `Report.never` lists their kinds.
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
    """Return the kind, one of `KINDS`, of a move by the player to act.

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
        moves: the number of legal and illegal moves tried.
        played: the number of moves of each kind that were played, in the order of `KINDS`; kinds that were never played
            have 0.
        endings: the number of rounds that ended in each way: "went out", "knock", "gin", "big gin", "without a winner",
            "void", or "stopped at the cap" for a void round that only the turn cap ended.
        phases: the number of positions in each phase.
        duties: the number of positions with a duty of each kind.
        reasons: the number of moves that were refused for each reason, by code.
        digest: the SHA-256 hash of all lists, reasons and scores, in order; the same arguments give the same digest on
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
        """Return the number of moves of a kind that were played; raise KeyError if `KINDS` lacks the kind."""
        return dict(self.played)[kind]

    @property
    def never(self) -> tuple[str, ...]:
        """The kinds of moves that were never played, because the game forbids them or no round reached them."""
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
    """Return a counter as pairs: first the given names, then all other names, sorted."""
    # Sort the names, because equal counts must give equal reports, whatever was counted first.
    others = sorted(set(counter) - set(names))
    return tuple((name, counter[name]) for name in (*names, *others))
