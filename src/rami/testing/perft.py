"""Counts of the possible plays, to compare versions of the rules or different programs.

There are two kinds of counts. The number of *paths* depends on the way turns are divided into moves and listed, which
is rami's own choice. The number of different *positions* after each turn depends on the rules alone, so any other
correct program gets the same count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rami._base.values import Value
from rami.cards.moves import Move
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import instance, integer
from rami.rounds.round import Round

__all__ = ["Perft", "after_turns", "divide", "perft"]

_Paths = dict[Round, int]


@attrs.frozen
class Perft(Value):
    """The counts at one depth.

    Parameters:
        paths: the sequences of listed moves of exactly that depth. Paths that end earlier, because the round is over,
            are not among them.
        positions: the different positions in which these paths end.
        turns: the different positions in which the first, the second, ... turn has just been completed, within `depth`
            moves. A turn is completed when another player is to act, or the same one in a later turn, or the round is
            over; so the reply to a knock is a separate turn.

    >>> print(Perft(paths=20, positions=12, turns=(3, 7)))
    paths 20, positions 12, after each turn 3 7
    """

    paths: int
    positions: int
    turns: tuple[int, ...]

    def __str__(self) -> str:
        ends = f", after each turn {' '.join(map(str, self.turns))}" if self.turns else ""
        return f"paths {self.paths}, positions {self.positions}{ends}"


def perft(start: Round, depth: int | None = None, *, turns: int | None = None) -> Perft:
    """Count the possible plays from a position, to a depth in moves or in whole turns.

    A path is a sequence of moves, each listed in the position after the moves before it; all players move in their
    turn. A draw from the stock is one move, to the actual next card, and the seed decides how the discard pile is
    recycled, so the counts belong to this round and not to a player's view. Two positions are different if their
    `Round` values are: ids of melds and the moves that led there do not count.

    Parameters:
        start: the position.
        depth: the number of moves, from 0.
        turns: the number of complete turns, from 0, instead of moves; the first may already have begun.

    Raises:
        RamiError: unless exactly one of the two is given, an integer from 0.

    >>> from rami import variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> print(perft(start, 2))
    paths 14, positions 14, after each turn 13
    >>> print(perft(start, turns=2))
    paths 189, positions 189, after each turn 13 189
    """
    _check(start, 0, depth, turns)
    return _counts(start, depth, turns, None)


def divide(start: Round, depth: int | None = None, *, turns: int | None = None) -> Mapping[Move, Perft]:
    """Count the paths of `perft` by their first move.

    The paths of all moves add up to those of `perft`; positions may be reached by several moves.

    Parameters:
        start: the position.
        depth: the number of moves, from 1.
        turns: the number of complete turns, from 1, instead of moves.

    Raises:
        RamiError: unless exactly one of the two is given, an integer from 1.

    >>> from rami import variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> sum(each.paths for each in divide(start, 2).values()) == perft(start, 2).paths
    True
    """
    _check(start, 1, depth, turns)
    return {move: _counts(start, depth, turns, move) for move in start.legal_moves}


def after_turns(start: Round, turns: int) -> tuple[Mapping[Round, int], ...]:
    """Yield the distinct positions after each of the next turns, with the number of paths to each.

    Parameters:
        start: the position.
        turns: the number of complete turns, from 0.

    Raises:
        RamiError: the number is not an integer from 0.

    >>> from rami import variants
    >>> [
    ...     len(each)
    ...     for each in after_turns(Round.deal(variants.CLASSIC_51, players=2, seed=1), 2)
    ... ]
    [13, 189]
    """
    reject(RamiError, (*instance("start", start, Round), *integer("turns", turns, 0)))
    return _by_turns(start, turns, None)


def _check(start: object, least: int, depth: object, turns: object) -> None:
    """Check that the start is a round, and that exactly one of the numbers is given, at least `least`."""
    reject(RamiError, instance("start", start, Round))
    if depth is not None and turns is not None:
        raise RamiError(Violation(Reason.DEPTH_AND_TURNS))
    reject(RamiError, integer("depth", depth, least) if turns is None else integer("turns", turns, least))


def _counts(start: Round, depth: int | None, turns: int | None, first: Move | None) -> Perft:
    if turns is None:
        return _by_moves(start, depth or 0, first)
    ends = _by_turns(start, turns, first)
    # Zero turns make a single path, which ends at the start.
    last = ends[-1] if ends else {start: 1}
    return Perft(sum(last.values()), len(last), tuple(map(len, ends)))


def _by_moves(start: Round, depth: int, first: Move | None) -> Perft:
    """Follow the paths one move at a time."""
    paths: _Paths = {start: 1}
    ends: list[set[Round]] = []
    completed = {start: 0}
    for _ in range(depth):
        longer: _Paths = {}
        for before, after, count in _longer(paths, first):
            longer[after] = longer.get(after, 0) + count
            number = completed[before]
            if _completes(before, after):
                ends += [set()] if number == len(ends) else []
                ends[number].add(after)
                number += 1
            completed[after] = number
        paths, first = longer, None
    return Perft(sum(paths.values()), len(paths), tuple(map(len, ends)))


def _by_turns(start: Round, turns: int, first: Move | None) -> tuple[_Paths, ...]:
    """Follow the paths one turn at a time."""
    found: list[_Paths] = []
    paths: _Paths = {start: 1}
    for _ in range(turns):
        ends: _Paths = {}
        while paths:
            longer: _Paths = {}
            for before, after, count in _longer(paths, first):
                reached = ends if _completes(before, after) else longer
                reached[after] = reached.get(after, 0) + count
            paths, first = longer, None
        found.append(ends)
        paths = ends
    return tuple(found)


def _longer(paths: _Paths, first: Move | None) -> Iterator[tuple[Round, Round, int]]:
    """Yield every position one move later, with the one before and the number of paths through this move."""
    for before, count in paths.items():
        for move in before.legal_moves if first is None else (first,):
            yield before, before.play(move), count


def _completes(before: Round, after: Round) -> bool:
    """Return whether the move between two positions completed a turn."""
    return after.over or (after.player, after.turn) != (before.player, before.turn)
