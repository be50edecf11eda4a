"""Matches between bots: a single match, or a tournament of many matches.

In a tournament the bots change seats from match to match, because the dealer and the order of play favour some seats.
As in a simulation, match k depends only on the seed and on k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import overload

import attrs

from .._base.entropy import seed_or_fresh
from .._base.values import Value
from .._kernel.cards.shuffle import derive
from ..errors import RamiError, Reason, Violation, reject
from ..errors.checks import instance, integer
from ..matches.match import Match
from ..policies.results.scores import Points
from ..policies.variant import Variant
from ..rounds._engine.positions import check_seed
from ..rounds.events import Event
from ..rounds.memory import Memories
from ._fleet import Workers, results
from .bot import Bot, check_bots, is_bot
from .simulation import capped
from .statistics import Adder, Statistics

__all__ = ["MatchResult", "Tournament", "play_match", "tournament"]

MOST_VOID = 10
"""A match is abandoned after this number of void rounds in a row."""

Progress = Callable[[Match], object]
"""A function that is called with the match as it proceeds; its result is ignored."""


def play_match(
    game: Variant | Match,
    bots: Bot | Sequence[Bot],
    players: int | None = None,
    seed: int | None = None,
    *,
    rounds: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Let bots play a match to the end.

    Unless the variant limits the number of turns, a round is void after 1,000 turns. A match is abandoned after ten
    void rounds in a row, and is then not over. Bots never buy back into a match.

    Parameters:
        game: the rules of a new match, or a match to continue.
        bots: one bot for all seats, or one bot for each seat.
        players: the number of players; by default one for each bot or, if one bot plays all seats, the number nearest
            to four that the variant allows.
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        rounds: the number of rounds after which to stop; None to play to the end of the match.
        progress: a function that is called with the match whenever a round is over.

    Raises:
        InvalidMatch: the variant does not allow that number of players, the deal would leave too few cards in the
            stock, or the seed is out of range.
        RamiError: there is not one bot for each seat, or `rounds` is below 1.

    >>> from rami import play_match, variants
    >>> from rami.bots import GreedyBot
    >>> totals = []
    >>> match = play_match(
    ...     variants.GIN,
    ...     GreedyBot(),
    ...     seed=7,
    ...     progress=lambda match: totals.append(match.totals),
    ... )
    >>> match.over, len(totals) == len(match.scores), totals[-1] == match.totals
    (True, True, True)
    """
    reject(RamiError, () if rounds is None else integer("rounds", rounds, 1))
    match = game if isinstance(game, Match) else _start(game, bots, players, seed)
    seated = check_bots(bots, match.players)
    while not match.over and len(match.scores) != rounds:
        if match.round.over:
            # Give up here, because bots that never go out would replay a void round endlessly.
            if void_rounds(match) == MOST_VOID:
                break
            match = match.next_round()
        # Use the rules of this round, because the pack and other options may change from round to round.
        memories = Memories(match.round.variant)
        while not match.round.over:
            player = match.player
            # Make the view as `Match.view` does, but update the memory instead of replaying the round for every move.
            events: Sequence[Event] = getattr(match, "_history")[-1]  # noqa: B009 - not part of the interface
            view = attrs.evolve(match.round.view(player), memory=memories.of(player, events))
            match = match.play(seated[player].choose(view), player)
        while match.deciding:
            match = match.buy_in(accept=False)
        if progress is not None:
            progress(match)
    return match


def _start(variant: Variant, bots: Bot | Sequence[Bot], players: int | None, seed: int | None) -> Match:
    if players is None and not is_bot(bots) and isinstance(bots, Sequence):
        players = len(bots)
    return Match.start(capped(variant), players, seed)


def void_rounds(match: Match) -> int:
    """Count the void rounds in a row at the end of a match."""
    found = 0
    for score in reversed(match.scores):
        if not score.void:
            break
        found += 1
    return found


@attrs.frozen
class MatchResult(Value):
    """The result of one match of a tournament.

    Parameters:
        number: the number of the match, counted from 0.
        seats: by seat, the number of the bot that sat there.
        totals: the points, by seat.
        winners: the numbers of the bots that won; () for a match that was abandoned.
        rounds: the number of rounds in the match.
    """

    number: int
    seats: tuple[int, ...]
    totals: tuple[Points, ...]
    winners: tuple[int, ...]
    rounds: int


@attrs.frozen(repr=False)
class Tournament(Value, Sequence[MatchResult]):
    """The results of matches in order, and their statistics.

    Parameters:
        variant: the rules.
        bots: the number of bots that took part.
        seed: the seed from which the seeds of the matches were derived.
        matches: the results.
    """

    variant: Variant
    bots: int
    seed: int
    matches: tuple[MatchResult, ...]

    @overload
    def __getitem__(self, index: int) -> MatchResult: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MatchResult, ...]: ...
    def __getitem__(self, index: int | slice) -> MatchResult | tuple[MatchResult, ...]:
        return self.matches[index]

    def __len__(self) -> int:
        return len(self.matches)

    @property
    def statistics(self) -> Statistics:
        """The statistics of the matches, by bot; lengths are counted in rounds.

        If you play a tournament in parts (see `first`), you can add up the statistics of the parts without keeping the
        matches.
        """
        return self._statistics

    @cached_property
    def _statistics(self) -> Statistics:
        return self._added(self.bots, lambda result: (result.seats, result.winners))

    @property
    def by_seat(self) -> Statistics:
        """The statistics by seat, no matter which bot sat there; the first dealer is random."""
        seats = max((len(result.seats) for result in self.matches), default=0)
        return self._added(seats, lambda result: (range(seats), map(result.seats.index, result.winners)))

    def _added(
        self, players: int, of: Callable[[MatchResult], tuple[Iterable[int], Iterable[int]]]
    ) -> Statistics:
        adder = Adder(players)
        for result in self.matches:
            playing, winners = of(result)
            adder.add(playing, result.totals, [*winners], (False,) * len(result.seats), result.rounds)
        return adder.statistics()

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of matches that each bot won, alone or with others."""
        return self.statistics.wins

    @property
    def played(self) -> tuple[int, ...]:
        """The number of matches that each bot played."""
        return tuple(each.count for each in self.statistics.points)

    def __repr__(self) -> str:
        return f"<Tournament of {len(self)} matches of {self.variant.slug}, {self.bots} bots>"


def tournament(
    variant: Variant,
    bots: Sequence[Bot],
    n: int,
    seed: int | None = None,
    *,
    players: int | None = None,
    progress: Progress | None = None,
    first: int = 0,
    executor: Workers | None = None,
    pending: int = 64,
) -> Tournament:
    """Let bots play matches against each other, each match with its own deals.

    The bots sit in the order of `bots`, and move up one seat after each match. If there are more bots than seats, every
    possible selection of bots plays one match before the bots move. Match k is dealt from the k-th seed derived from
    `seed`. The results do not depend on which process plays a match, so you can play parts of a tournament anywhere.

    Parameters:
        variant: the rules.
        bots: the bots that take part, two or more.
        n: the number of matches, 0 or more.
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        players: the number of players in a match; by default the number of bots or, if that is too large, the maximum
            number that the variant allows.
        progress: a function that is called with each match when it ends; not possible with an executor.
        first: the number of the first match.
        executor: the executor that plays the matches, one match per task; see `simulate`.
        pending: the maximum number of tasks that the executor has at a time.

    Raises:
        InvalidMatch: the variant does not allow that number of players, or the deal would leave too few cards in the
            stock.
        RamiError: a number is out of range, there are more players than bots, a value is not a bot, or both an executor
            and `progress` are given.
        Exception: whatever a bot or the executor raises; with an executor, only after three attempts.

    >>> from rami import tournament, variants
    >>> from rami.bots import GreedyBot, RandomBot
    >>> found = tournament(variants.GIN, [GreedyBot(), RandomBot(1)], 2, seed=7)
    >>> found.wins, found[0].seats, found[1].seats
    ((2, 0), (0, 1), (1, 0))
    """
    seed = seed_or_fresh(seed)
    wrong = (*instance("variant", variant, Variant), *integer("n", n, 0), *instance("bots", bots, Sequence))
    wrong = (*wrong, *integer("first", first, 0), *integer("pending", pending, 1))
    reject(RamiError, (*wrong, *check_seed(seed)))
    entered = check_bots(bots, len(bots))
    seated = min(len(entered), variant.equipment.players[1]) if players is None else players
    reject(RamiError, integer("players", seated, 2, len(entered)))
    if progress is not None and executor is not None:
        raise RamiError(Violation(Reason.PROGRESS_ELSEWHERE))
    seating = _Seating(variant, entered, tuple(combinations(range(len(entered)), seated)), seed, progress)
    numbers = range(first, first + n)
    found = results(executor, seating.play, numbers, seating.is_result, pending)
    return Tournament(variant, len(entered), seed, tuple(found))


@attrs.frozen
class _Seating:
    """Decides which bots play in each match of a tournament, and plays the match."""

    variant: Variant
    bots: tuple[Bot, ...]
    selections: tuple[tuple[int, ...], ...]
    seed: int
    progress: Progress | None

    def seats(self, number: int) -> tuple[int, ...]:
        """Return the number of the bot in each seat of a match."""
        # Let every selection of bots play once before anybody changes seats.
        moved, chosen = divmod(number, len(self.selections))
        seats = self.selections[chosen]
        moved %= len(seats)
        return (*seats[moved:], *seats[:moved])

    def play(self, number: int) -> MatchResult:
        """Play a match."""
        seats = self.seats(number)
        # Derive the seed from the number alone, so that parts of a tournament can be played anywhere and in any order.
        seed = derive(self.seed, "match", number)
        match = play_match(self.variant, [self.bots[bot] for bot in seats], seed=seed)
        if self.progress is not None:
            self.progress(match)
        winners = tuple(sorted(seats[seat] for seat in match.winners))
        return MatchResult(number, seats, match.totals, winners, len(match.scores))

    def is_result(self, number: int, result: object) -> bool:
        """Return whether a value from an executor can be the result of a match."""
        return (
            isinstance(result, MatchResult)
            # If the seats were wrong, the points would go to the wrong bots.
            and (result.number, result.seats) == (number, self.seats(number))
            and len(result.totals) == len(result.seats)
            and {*result.winners} <= {*result.seats}
        )
