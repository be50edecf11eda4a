"""Statistics of rounds or matches: exact numbers that you can add up in any order.

Statistics keep only how often each value occurred; means and deviations are computed from these counts when you ask for
them. So the parts of a simulation add up to exactly the whole, no matter which process played which part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt

import attrs

from .._base.values import Value
from ..errors import RamiError, Violation, reject
from ..errors.checks import count, instance, integer, items, tupled
from ..policies.results.scores import Points, exact

__all__ = ["Distribution", "Statistics"]


def _in_order(counts: Iterable[tuple[Points, int]]) -> tuple[tuple[Points, int], ...]:
    """Return (value, count) pairs sorted by value, adding up the counts of equal values."""
    found: dict[Points, int] = {}
    for pair in items(RamiError, "counts", counts, tuple):
        reject(RamiError, count("pair", len(pair), 2))
        value, times = pair
        reject(RamiError, (*instance("value", value, int, Fraction), *integer("count", times, 1)))
        found[exact(value)] = found.get(exact(value), 0) + times
    return tuple(sorted(found.items()))


@attrs.frozen
class Distribution(Value):
    """The number of times that each value occurred: a histogram.

    Parameters:
        counts: pairs of a value and its count, in any order; the counts of equal values are added up.

    Raises:
        RamiError: a value is neither an integer nor a fraction, or a count is below 1.

    >>> points = Distribution.of([25, 0, 0, 31])
    >>> points.counts, points.total, points.mean, points.variance
    (((0, 2), (25, 1), (31, 1)), 56, 14, Fraction(802, 3))
    >>> points + points == Distribution([(31, 2), (25, 2), (0, 4)])
    True
    """

    counts: tuple[tuple[Points, int], ...] = attrs.field(default=(), converter=_in_order)

    @classmethod
    def of(cls, values: Iterable[Points]) -> Distribution:
        """Return the distribution of values.

        Parameters:
            values: the values, in any order.
        """
        return cls(Counter(items(RamiError, "values", values)).items())

    def __add__(self, other: Distribution) -> Distribution:
        return (
            Distribution((*self.counts, *other.counts)) if isinstance(other, Distribution) else NotImplemented
        )

    @property
    def count(self) -> int:
        """The number of values."""
        return sum(times for _, times in self.counts)

    @property
    def total(self) -> Points:
        """The sum of the values."""
        return exact(sum((value * times for value, times in self.counts), Fraction()))

    @property
    def mean(self) -> Points:
        """The mean of the values; 0 if there are none."""
        return exact(Fraction(self.total) / max(1, self.count))

    @property
    def variance(self) -> Points:
        """The sample variance of the values; 0 for fewer than two."""
        mean = self.mean
        squares = sum((Fraction(value - mean) ** 2 * times for value, times in self.counts), Fraction())
        # Stay exact up to here, because sums of floats would depend on the order of the parts.
        return exact(squares / max(1, self.count - 1))

    @property
    def deviation(self) -> float:
        """The standard deviation, the square root of the variance."""
        return sqrt(self.variance)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence limits of the mean, assuming a normal distribution."""
        half = 1.96 * self.deviation / sqrt(max(1, self.count))
        return float(self.mean) - half, float(self.mean) + half

    def histogram(self, width: int = 10) -> tuple[tuple[int, int], ...]:
        """Group the values into classes of equal width; return (lower limit, count) for each class that is not empty.

        Parameters:
            width: the width of a class, at least 1; every lower limit is a multiple of it.

        Raises:
            RamiError: the width is below 1.

        >>> Distribution.of([25, 0, 0, 31]).histogram(25)
        ((0, 2), (25, 2))
        """
        reject(RamiError, integer("width", width, 1))
        classes = Counter[int]()
        for value, times in self.counts:
            classes[value // width * width] += times
        return tuple(sorted(classes.items()))


@attrs.frozen
class Statistics(Value):
    """The statistics of rounds or matches, by player; add two of them to get the statistics of all the rounds.

    Parameters:
        points: by player, the distribution of the points; its `count` is the number of rounds or matches played.
        wins: by player, the number of rounds or matches won, alone or with others.
        openings: by player, the number of rounds in which the player opened; 0 for matches.
        lengths: the distribution of lengths: in turns for a round, in rounds for a match.
        without_winner: the number of rounds or matches without a winner.

    Raises:
        RamiError: there is not one number for each player, or a player has more wins or openings than rounds.

    >>> from rami import simulate, variants
    >>> games = simulate(variants.GIN, 20, seed=7, players=2)
    >>> dealt_by_0, dealt_by_1 = games.tally.by_dealer
    >>> dealt_by_0 + dealt_by_1 == games.tally.statistics
    True
    """

    points: tuple[Distribution, ...] = attrs.field(converter=tupled)
    wins: tuple[int, ...] = attrs.field(converter=tupled)
    openings: tuple[int, ...] = attrs.field(converter=tupled)
    lengths: Distribution
    without_winner: int

    def __attrs_post_init__(self) -> None:
        listed = {"points": self.points, "wins": self.wins, "openings": self.openings}
        wrong = [each for name, found in listed.items() for each in instance(name, found, tuple)]
        reject(RamiError, (*wrong, *instance("lengths", self.lengths, Distribution)))
        wrong = [each for name, found in listed.items() for each in count(name, len(found), len(self.points))]
        wrong += (each for of in self.points for each in instance("points", of, Distribution))
        reject(RamiError, wrong)
        rounds = self.count
        reject(RamiError, (*integer("without_winner", self.without_winner, 0, rounds), *self._wrong(rounds)))

    def _wrong(self, rounds: int) -> Iterable[Violation]:
        for points, wins, openings in zip(self.points, self.wins, self.openings, strict=True):
            played = points.count
            yield from integer("points", played, most=rounds)
            yield from integer("wins", wins, 0, played)
            yield from integer("openings", openings, 0, played)

    @property
    def count(self) -> int:
        """The number of rounds, or of matches."""
        return self.lengths.count

    def __add__(self, other: Statistics) -> Statistics:
        if not isinstance(other, Statistics):
            return NotImplemented
        reject(RamiError, count("points", len(other.points), len(self.points)))
        return Statistics(
            [one + more for one, more in zip(self.points, other.points, strict=True)],
            [one + more for one, more in zip(self.wins, other.wins, strict=True)],
            [one + more for one, more in zip(self.openings, other.openings, strict=True)],
            self.lengths + other.lengths,
            self.without_winner + other.without_winner,
        )

    def rotated(self, first: int) -> Statistics:
        """Return the statistics with another player counted as player 0.

        Parameters:
            first: the player who becomes player 0; the next player becomes player 1, and so on around the table.

        Raises:
            RamiError: there is no such player.
        """
        reject(RamiError, integer("first", first, 0, len(self.points) - 1))
        points, wins, openings = (
            (*each[first:], *each[:first]) for each in (self.points, self.wins, self.openings)
        )
        return attrs.evolve(self, points=points, wins=wins, openings=openings)


class Adder:
    """Collects results one by one and builds `Statistics` from them.

    Parameters:
        players: the number of players.
    """

    def __init__(self, players: int) -> None:
        # Use plain lists and dictionaries, because a checked value for each round would take as long as playing the
        # round.
        self._points: list[dict[Points, int]] = [{} for _ in range(players)]
        self._wins = [0] * players
        self._openings = [0] * players
        self._lengths: dict[Points, int] = {}
        self._without_winner = 0

    def add(
        self,
        players: Iterable[int],
        points: Iterable[Points],
        winners: Sequence[int],
        opened: Iterable[bool],
        length: int,
    ) -> None:
        """Add a result: the players, their points and openings in the same order, the winners, and the length."""
        for player, value, has_opened in zip(players, points, opened, strict=True):
            counts = self._points[player]
            counts[value] = counts.get(value, 0) + 1
            self._openings[player] += has_opened
        # A win may be shared, so there may be more wins than rounds.
        for player in winners:
            self._wins[player] += 1
        if not winners:
            self._without_winner += 1
        self._lengths[length] = self._lengths.get(length, 0) + 1

    def statistics(self) -> Statistics:
        """Return the statistics so far."""
        points = [Distribution(counts.items()) for counts in self._points]
        return Statistics(
            points, self._wins, self._openings, Distribution(self._lengths.items()), self._without_winner
        )
