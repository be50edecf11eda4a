"""Counts of what can be played, to compare one version of the rules with another."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rami.errors import RamiError, Reason, Violation
from rami.moves import Move
from rami.round import Round

__all__ = ["Perft", "divide", "perft"]


@attrs.frozen
class Perft:
    """The counts of one depth.

    Parameters:
        paths: the sequences of exactly `depth` listed moves.  Paths that end earlier, because the round is over,
            are not among them.
        positions: the different positions in which these paths end.
        turns: the different positions in which a turn has just been completed, after 1 to `depth` moves: another player
            is to act, or the same one in a later turn, or the round is over.

    >>> print(Perft(paths=20, positions=12, turns=3))
    20 paths to 12 positions, 3 ends of turns
    """

    paths: int
    positions: int
    turns: int

    def __str__(self) -> str:
        return f"{self.paths} paths to {self.positions} positions, {self.turns} ends of turns"


def perft(start: Round, depth: int) -> Perft:
    """Count what can be played from a position.

    A path is a sequence of moves of which each is listed in the position that the moves before it lead to; all players
    move in their turn.  A draw from the stock is one move, to the card that really comes next, and the discard pile is
    recycled as the seed says, so the counts belong to this round and not to what a player knows.  Two positions are
    different if `Round` says so: ids of melds and the way that led there do not count.

    Parameters:
        start: the position.
        depth: how many moves, from 0.

    Raises:
        RamiError: if the depth is not an integer from 0.

    >>> from rami import variants
    >>> print(perft(Round.deal(variants.CLASSIC_51, players=2, seed=1), 1))
    13 paths to 13 positions, 13 ends of turns
    """
    if type(depth) is not int or depth < 0:
        shown = {"what": "depth", "expected": "an integer, 0 or more", "got": repr(depth)}
        raise RamiError(Violation(Reason.WRONG_TYPE, None, shown))
    paths: dict[Round, int] = {start: 1}
    ends: set[Round] = set()
    for _ in range(depth):
        longer: dict[Round, int] = {}
        for position, count in paths.items():
            for move in position.legal_moves:
                after = position.play(move)
                longer[after] = longer.get(after, 0) + count
                if after.over or (after.player, after.turn) != (position.player, position.turn):
                    ends.add(after)
        paths = longer
    return Perft(sum(paths.values()), len(paths), len(ends))


def divide(start: Round, depth: int) -> Mapping[Move, Perft]:
    """The counts of each first move: `perft` of what it leads to, one move less deep.

    The paths of all moves add up to those of `perft(start, depth)`; positions may be reached by several moves.

    Parameters:
        start: the position.
        depth: how many moves, from 1.

    Raises:
        RamiError: if the depth is not an integer from 1.

    >>> from rami import variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> sum(each.paths for each in divide(start, 2).values()) == perft(start, 2).paths
    True
    """
    if type(depth) is not int or depth < 1:
        shown = {"what": "depth", "expected": "an integer, 1 or more", "got": repr(depth)}
        raise RamiError(Violation(Reason.WRONG_TYPE, None, shown))
    return {move: perft(start.play(move), depth - 1) for move in start.legal_moves}
