"""Counts of all possible paths of play, to compare versions of rami or different programs.

There are two kinds of counts. The number of *paths* depends on how a program divides turns into moves and lists them.
The number of different *positions* after each turn depends only on the rules, so every correct program gets the same
count.
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
        paths: the number of sequences of listed moves that reach exactly this depth; sequences that end earlier because
            the round is over do not count.
        positions: the number of different positions in which these paths end.
        turns: one number for each turn that the paths complete: the number of different positions right after it. A
            turn is complete when another player is to act, when the same player begins another turn, or when the round
            is over. So the reply to a knock is a separate turn.

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
    """Count the possible paths from a position, to a depth in moves or in whole turns.

    A path is a sequence of listed moves by the players in turn. A draw from the stock is a single move, which takes the
    actual top card, and the seed decides how the discard pile is recycled. So the counts are those of this round, not
    of a player's view. Two positions differ if their `Round` values differ; the ids of melds and the moves that led
    there do not matter. The time grows with the number of different positions.

    Parameters:
        start: the position.
        depth: the number of moves, 0 or more.
        turns: the number of complete turns, 0 or more, instead of `depth`; the first turn may already have begun.

    Raises:
        RamiError: `depth` and `turns` are both given or both missing, or the number given is negative or not an
            integer.

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
    """Return the counts of `perft` separately for each legal first move.

    The numbers of paths add up to the number that `perft` returns. The numbers of positions might not, because
    different first moves can lead to the same position.

    Parameters:
        start: the position.
        depth: the number of moves, 1 or more.
        turns: the number of complete turns, 1 or more, instead of `depth`.

    Raises:
        RamiError: `depth` and `turns` are both given or both missing, or the number given is below 1 or not an
            integer.

    >>> from rami import variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=1)
    >>> sum(each.paths for each in divide(start, 2).values()) == perft(start, 2).paths
    True
    """
    _check(start, 1, depth, turns)
    return {move: _counts(start, depth, turns, move) for move in start.legal_moves}


def after_turns(start: Round, turns: int) -> tuple[Mapping[Round, int], ...]:
    """Return the different positions after each of the next turns, with the number of paths to each position.

    Parameters:
        start: the position.
        turns: the number of complete turns, 0 or more.

    Raises:
        RamiError: `turns` is negative or not an integer, or `start` is not a round.

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
    """Check that the start is a round, and that exactly one of the numbers is given and is at least `least`."""
    reject(RamiError, instance("start", start, Round))
    if depth is not None and turns is not None:
        raise RamiError(Violation(Reason.DEPTH_AND_TURNS))
    reject(RamiError, integer("depth", depth, least) if turns is None else integer("turns", turns, least))


def _counts(start: Round, depth: int | None, turns: int | None, first: Move | None) -> Perft:
    if turns is None:
        return _by_moves(start, depth or 0, first)
    ends = _by_turns(start, turns, first)
    # With zero turns there is one path, which has no moves and ends at the start.
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
    """Yield each move as the positions before and after it, with the number of paths that lead to it."""
    for before, count in paths.items():
        for move in before.legal_moves if first is None else (first,):
            yield before, before.play(move), count


def _completes(before: Round, after: Round) -> bool:
    """Return whether the move between two positions completed a turn."""
    return after.over or (after.player, after.turn) != (before.player, before.turn)
