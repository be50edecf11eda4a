"""Simulations: play many independent rounds, and return the result of each or only the totals.

`simulate` keeps a `RoundResult` for each round, while `tally` only adds up the results. Without bots, the kernel plays
whole rounds by itself. Round k depends only on the seed and on k, so any process on any machine can play any part of a
simulation, and play that part again if its result is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import chain
from operator import add
from typing import cast, overload

import attrs

from rami._base.values import Value

from .._base.entropy import seed_or_fresh
from .._kernel.cards.shuffle import derive
from .._kernel.rounds.dealing import Layout
from .._kernel.rounds.playout import Rounds
from .._kernel.rounds.state import State
from ..cards import JOKER, Card
from ..errors import RamiError, Reason, Violation, reject
from ..errors.checks import integer
from ..policies._compiled import KIND_NAMES
from ..policies.results.scores import Points
from ..policies.slots.match_format import MatchFormat
from ..policies.slots.scoring import Scoring, knock_points
from ..policies.variant import Variant, hands_with_rules
from ..rounds._engine.positions import check_seed, layout_of, with_contracts
from ..rounds._engine.rules import Rules
from ..rounds.memory import Memories
from ..rounds.round import Round, dealt
from ..rounds.setup import RoundContext
from ._fleet import Workers, results
from .bot import Bot, check_bots
from .statistics import Adder, Statistics

__all__ = ["RoundResult", "Simulation", "Tally", "simulate", "tally"]


TURN_CAP = 1000
"""The number of turns after which a simulated round is void if the variant itself sets no limit."""
# The kernel counts rounds in 64 bits, and the sum of two such numbers must not overflow.
_LARGEST = (1 << 62) - 1


@attrs.frozen
class RoundResult(Value):
    """The result of one simulated round.

    Parameters:
        number: the number of the round in the simulation, counted from 0.
        points: the points of the round, by seat.
        turns: the number of turns in the round.
        winner: the player who went out, or who scores after a knock; None if nobody won the round.
        opened: by seat, True if the player opened.
    """

    number: int
    points: tuple[Points, ...]
    turns: int
    winner: int | None
    opened: tuple[bool, ...]


@attrs.frozen(repr=False)
class Simulation(Value, Sequence[RoundResult]):
    """The results of simulated rounds in order, and their statistics.

    Parameters:
        variant: the rules.
        players: the number of players.
        seed: the seed from which the seeds of the rounds were derived.
        rounds: the results.
    """

    variant: Variant
    players: int
    seed: int
    rounds: tuple[RoundResult, ...]

    @overload
    def __getitem__(self, index: int) -> RoundResult: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RoundResult, ...]: ...
    def __getitem__(self, index: int | slice) -> RoundResult | tuple[RoundResult, ...]:
        return self.rounds[index]

    def __len__(self) -> int:
        return len(self.rounds)

    @cached_property
    def _tally(self) -> Tally:
        return Tally(self.variant, self.players, self.seed, _added(self.players, self.rounds))

    @property
    def tally(self) -> Tally:
        """The totals of the rounds, as a `Tally`."""
        return self._tally

    @property
    def points(self) -> tuple[Points, ...]:
        """The total points, by seat."""
        return tuple(each.total for each in self.tally.statistics.points)

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of rounds that each seat won."""
        return self.tally.statistics.wins

    @property
    def openings(self) -> tuple[int, ...]:
        """The number of rounds in which each seat opened."""
        return self.tally.statistics.openings

    @property
    def turns(self) -> int:
        """The number of turns in all rounds together."""
        return int(self.tally.statistics.lengths.total)

    def __repr__(self) -> str:
        return f"<Simulation of {len(self)} rounds of {self.variant.slug}, {self.players} players>"


@attrs.frozen(repr=False)
class Tally(Value):
    """The totals of simulated rounds, in a size that does not grow with the number of rounds.

    Use `+` to combine the tallies of the parts of a simulation.

    Parameters:
        variant: the rules.
        players: the number of players.
        seed: the seed from which the seeds of the rounds were derived.
        by_dealer: one `Statistics` for each seat, about the rounds that this seat dealt.
    """

    variant: Variant
    players: int
    seed: int
    by_dealer: tuple[Statistics, ...]

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        unlike = [
            name for name in ("variant", "players", "seed") if getattr(self, name) != getattr(other, name)
        ]
        if unlike:
            raise RamiError(Violation(Reason.OTHER_SIMULATION, None, {"fields": unlike}))
        return attrs.evolve(self, by_dealer=tuple(map(add, self.by_dealer, other.by_dealer)))

    @property
    def count(self) -> int:
        """The number of rounds."""
        return sum(each.count for each in self.by_dealer)

    @cached_property
    def _statistics(self) -> Statistics:
        return reduce(add, self.by_dealer)

    @property
    def statistics(self) -> Statistics:
        """The statistics of all rounds, by seat."""
        return self._statistics

    @property
    def by_position(self) -> Statistics:
        """The statistics by position at the table: player 0 is the dealer, player 1 the next seat, and so on."""
        return reduce(add, (each.rotated(dealer) for dealer, each in enumerate(self.by_dealer)))

    def __repr__(self) -> str:
        return f"<Tally of {self.count} rounds of {self.variant.slug}, {self.players} players>"


def simulate(
    variant: Variant,
    n: int,
    seed: int | None = None,
    *,
    players: int | None = None,
    bots: Bot | Sequence[Bot] | None = None,
    first: int = 0,
    breadth: int = 1000,
    executor: Workers | None = None,
    chunk: int = 100,
    pending: int = 64,
) -> Simulation:
    """Play independent rounds, each with its own deal.

    Round k is dealt from the k-th seed derived from `seed`, and its dealer is k modulo the number of players. So you
    can split a simulation into parts: rounds 0 to 99 and rounds 100 to 199 together are the same as rounds 0 to 199. If
    the rules of a match change from round to round, the simulation repeats the rounds of a match. Without bots, every
    player chooses one of the first `breadth` listed moves at random, and no events are recorded. Unless the variant
    limits the number of turns, a round is void after 1,000 turns.

    Parameters:
        variant: the rules.
        n: the number of rounds, 0 or more.
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        players: the number of players; None for four, or the nearest number that the variant allows.
        bots: one bot for all seats, or one bot for each seat; None for random players.
        first: the number of the first round; `first + n` must be below 2**62.
        breadth: the number of listed moves that random players consider.
        executor: any executor of `concurrent.futures`, or a callable that makes an executor, such as the class
            `ProcessPoolExecutor`; by default this process plays all rounds, with the same results. A part that a worker
            did not finish is played again. If the executor breaks, a new one plays the rest if the callable can make
            one; otherwise this process does.
        chunk: the number of rounds in one task for the executor.
        pending: the maximum number of tasks that the executor has at a time.

    Raises:
        RamiError: a number is out of range, there is not one bot for each seat, `executor` is not an executor, or
            three attempts at a task returned values that cannot be its result.
        InvalidSetup: the variant does not allow that number of players, the deal would leave too few cards in the
            stock, or the seed is out of range.
        Exception: whatever a bot or the executor raises; with an executor, only after three attempts.

    >>> from rami import simulate, variants
    >>> games = simulate(variants.GIN, 20, seed=7)
    >>> (
    ...     len(games),
    ...     games.turns > 0,
    ...     games[3] == simulate(variants.GIN, 1, seed=7, first=3)[0],
    ... )
    (20, True, True)
    """
    work = _Work.of(variant, n, seed, players, bots, first, breadth, chunk, pending, executor)
    parts = results(executor, work.kept, work.parts, work.are_kept, pending)
    return Simulation(variant, work.seats, work.seed, tuple(chain.from_iterable(parts)))


def tally(
    variant: Variant,
    n: int,
    seed: int | None = None,
    *,
    players: int | None = None,
    bots: Bot | Sequence[Bot] | None = None,
    first: int = 0,
    breadth: int = 1000,
    executor: Workers | None = None,
    chunk: int = 10_000,
    pending: int = 64,
) -> Tally:
    """Play the rounds of `simulate` and keep only their totals, in constant memory.

    Parameters:
        variant: the rules.
        n: the number of rounds, 0 or more.
        seed: 0 to 2**256 - 1; None for 256 random bits from the operating system.
        players: the number of players; None for four, or the nearest number that the variant allows.
        bots: one bot for all seats, or one bot for each seat; None for random players.
        first: the number of the first round; `first + n` must be below 2**62.
        breadth: the number of listed moves that random players consider.
        executor: an executor, or a callable that makes one, as `simulate` takes it; each worker adds up its own rounds.
        chunk: the number of rounds in one task for the executor.
        pending: the maximum number of tasks that the executor has at a time.

    Raises:
        RamiError: a number is out of range, there is not one bot for each seat, `executor` is not an executor, or
            three attempts at a task returned values that cannot be its result.
        InvalidSetup: the variant does not allow that number of players, the deal would leave too few cards in the
            stock, or the seed is out of range.
        Exception: whatever a bot or the executor raises; with an executor, only after three attempts.

    >>> from rami import variants
    >>> from rami.bots.simulation import tally
    >>> games = tally(variants.GIN, 20, seed=7)
    >>> games + tally(variants.GIN, 10, seed=7, first=20) == tally(variants.GIN, 30, seed=7)
    True
    """
    work = _Work.of(variant, n, seed, players, bots, first, breadth, chunk, pending, executor)
    parts = results(executor, work.added, work.parts, work.are_added, pending)
    by_dealer = reduce(lambda one, more: tuple(map(add, one, more)), parts, _added(work.seats, ()))
    return Tally(variant, work.seats, work.seed, by_dealer)


def _added(seats: int, rounds: Iterable[RoundResult]) -> tuple[Statistics, ...]:
    """Return the statistics of rounds, by dealer and seat."""
    adders, table = [Adder(seats) for _ in range(seats)], range(seats)
    for each in rounds:
        winners = () if each.winner is None else (each.winner,)
        adders[each.number % seats].add(table, each.points, winners, each.opened, each.turns)
    return tuple(adder.statistics() for adder in adders)


@attrs.frozen
class _Work:
    """The rounds to play, in parts of `chunk` rounds; each part is identified by the number of its first round."""

    variant: Variant
    seats: int
    seed: int
    bots: tuple[Bot, ...] | None
    breadth: int
    parts: range

    @classmethod
    def of(
        cls,
        variant: Variant,
        n: int,
        seed: int | None,
        players: int | None,
        bots: Bot | Sequence[Bot] | None,
        first: int,
        breadth: int,
        chunk: int,
        pending: int,
        executor: Workers | None,
    ) -> _Work:
        """Return the requested work, as a single part unless there is an executor."""
        counts = {"breadth": breadth, "chunk": chunk, "pending": pending}
        wrong = (each for name, value in counts.items() for each in integer(name, value, 1))
        reject(RamiError, (*integer("n", n, 0), *integer("first", first, 0), *wrong))
        # Check this limit only now, because `n` must first be an integer.
        reject(RamiError, integer("first", first, most=_LARGEST - n))
        seed = seed_or_fresh(seed)
        reject(RamiError, check_seed(seed))
        played = capped(variant)
        # Deal once to count the seats, and to refuse a variant that cannot be dealt before an executor starts.
        seats = Round.deal(played, players, seed).context.seats
        chosen = None if bots is None else check_bots(bots, seats)
        parts = range(first, first + n, max(1, n) if executor is None else chunk)
        # No list can be that long.
        return cls(played, seats, seed, chosen, min(breadth, _LARGEST), parts)

    def _numbers(self, first: int) -> range:
        return range(first, min(first + self.parts.step, self.parts.stop))

    def _rounds(self, first: int) -> Iterator[RoundResult]:
        numbers = self._numbers(first)
        if self.bots is None:
            return _random_rounds(self.variant, self.seats, numbers, self.seed, self.breadth)
        return (_round_of(self.variant, self.seats, self.bots, number, self.seed) for number in numbers)

    def kept(self, first: int) -> tuple[RoundResult, ...]:
        """Play the rounds of a part and return their results."""
        return tuple(self._rounds(first))

    def added(self, first: int) -> tuple[Statistics, ...]:
        """Play the rounds of a part and return their statistics, by dealer."""
        return _added(self.seats, self._rounds(first))

    # Check the results of an executor, because they may come from another process or machine.

    def are_kept(self, first: int, result: object) -> bool:
        """Return whether a value can be the list of results of a part."""
        numbers, seats = self._numbers(first), self.seats
        return _are(result, (RoundResult,), len(numbers)) and all(
            each.number == number
            and _are((each.number, each.turns), (int,), 2)
            and _are(each.points, (int, Fraction), seats)
            and _are(each.opened, (bool,), seats)
            and (each.winner is None or (type(each.winner) is int and 0 <= each.winner < seats))
            for number, each in zip(numbers, cast("tuple[RoundResult, ...]", result), strict=True)
        )

    def are_added(self, first: int, result: object) -> bool:
        """Return whether a value can be the statistics of a part."""
        numbers, seats = self._numbers(first), self.seats
        return _are(result, (Statistics,), seats) and all(
            # The dealer of round k is k modulo the number of seats, so the number of rounds of each dealer is known
            # beforehand.
            each.count == len(range((dealer - first) % seats, len(numbers), seats))
            and [points.count for points in each.points] == [each.count] * seats
            for dealer, each in enumerate(cast("tuple[Statistics, ...]", result))
        )


def _are(values: object, types: tuple[type, ...], count: int) -> bool:
    if type(values) is not tuple:
        return False
    found = cast("tuple[object, ...]", values)
    return len(found) == count and all(type(value) in types for value in found)


def capped(variant: Variant) -> Variant:
    """Return the variant with a limit of turns, unless it has one already or has a custom match policy."""
    if isinstance(variant, Variant) and isinstance(variant.match, MatchFormat) and not variant.match.turn_cap:
        return _capped(variant)
    return variant


@lru_cache(maxsize=128)
def _capped(variant: Variant) -> Variant:
    return variant.with_(match={"turn_cap": TURN_CAP})


def _random_rounds(
    variant: Variant, seats: int, numbers: range, seed: int, breadth: int
) -> Iterator[RoundResult]:
    # Compile the rules of each round of a match just once, because `tally` simulates millions of rounds.
    hands = [Deals.of(variant, seats, number) for number in range(1, hands_with_rules(variant) + 1)]
    rounds = [
        Rounds(
            deals.rules.game,
            deals.layouts,
            seed,
            breadth,
            deals.counts_void,
            [rules.game for rules in deals.by_rank],
        )
        for deals in hands
    ]
    for number in numbers:
        # If the rules of a match change from round to round, go through its rounds again and again.
        hand = number % len(hands)
        winner, turns, opened, end = rounds[hand].play(number)
        points = (0,) * seats if end is None else hands[hand].points(number % seats, end)
        yield RoundResult(number, points, turns, None if winner < 0 else winner, opened)


@attrs.frozen
class Deals:
    """The common part of all deals of one round of a match: the rules, and the layout of the deal for each dealer.

    In games where the turned-up card decides the wild rank, `by_rank` contains the rules for each rank; otherwise it
    is empty. `counts_void` is True if even a void round may score, because a player showed a card or because the
    scoring policy is custom.
    """

    rules: Rules
    contexts: list[RoundContext]
    layouts: list[Layout]
    by_rank: list[Rules]
    counts_void: bool

    @classmethod
    def of(cls, variant: Variant, seats: int, number: int = 1) -> Deals:
        """Return the common part of the deals of round `number` of a match."""
        rules = Rules.of(variant.for_round(seats, number=number))
        variant = rules.variant
        contexts = [with_contracts(rules, RoundContext(seats, dealer, number)) for dealer in range(seats)]
        layouts = [layout_of(rules, context) for context in contexts]
        # Index 0 is a joker, which makes the aces wild (IND-WILD-03); index r is rank r.
        turned = (JOKER, *map(Card.from_id, range(13))) if variant.dealing.turned_card == "wild_rank" else ()
        by_rank = [Rules.of(variant.for_round(turned=card)) for card in turned]
        # OKE-IND-02: a player who shows the other copy of the turned-up card is paid even in a void round.
        counts_void = type(variant.scoring) is not Scoring or rules.game.draw.turned_show
        return cls(rules, contexts, layouts, by_rank, counts_void)

    def rules_of(self, state: State) -> Rules:
        """Return the rules of a round, which may depend on the turned-up card."""
        return self.by_rank[Card.from_id(state.deal.turned).rank or 0] if self.by_rank else self.rules

    def round(self, dealer: int, state: State) -> Round:
        """Return the position of a round as a public `Round`."""
        return Round(self.contexts[dealer], self.rules_of(state), state)

    def points(self, dealer: int, end: State) -> tuple[Points, ...]:
        """Return the points of a round, by seat."""
        points = self.knock_points(dealer, end)
        if points is not None:
            return points
        score = self.round(dealer, end).score()
        return tuple(score.points(seat) for seat in range(len(self.contexts)))

    def knock_points(self, dealer: int, end: State) -> tuple[Points, ...] | None:
        """Return the points of a round that ended with a knock, if only the winner scores; None for other rounds."""
        variant, context = self.rules.variant, self.contexts[dealer]
        scoring, ending, knocked = variant.scoring, end.outcome, end.knocked
        if (
            # Require exactly this class, because a subclass may override `score`.
            type(scoring) is not Scoring
            or scoring.kind != "credit"
            or scoring.winner_collects is not None
            or ending is None
            or knocked is None
            or variant.match.multiplier(context.number, context.last) != 1
        ):
            return None
        left = [self.rules_of(end).game.deadwood.points(hand) for hand in ending.left]
        winner = ending.winner
        points = knock_points(
            scoring,
            KIND_NAMES[knocked.kind],
            theirs=left[1 - winner],
            mine=left[winner],
            undercut=winner != knocked.player,
            upcard=None if end.deal.upcard < 0 else Card.from_id(end.deal.upcard),
        )
        return tuple(points if seat == winner else 0 for seat in range(context.seats))


def _round_of(variant: Variant, seats: int, bots: Sequence[Bot], number: int, seed: int) -> RoundResult:
    # Compute the dealer and the rules from the number of the round alone, so that every worker makes the same deal.
    context = RoundContext(seats, number % seats, number % hands_with_rules(variant) + 1)
    position = Round.deal(variant, seed=derive(seed, "simulated round", number), context=context)
    events, memories = [*dealt(position)], Memories(position.variant)
    while not position.over:
        player = position.player
        # Give the bot what a player at the table would remember, but nothing that was hidden from that seat.
        view = attrs.evolve(position.view(player), memory=memories.of(player, events))
        position, happened = position.step(bots[player].choose(view), player)
        events += happened
    score, outcome = position.score(), position.outcome
    assert outcome is not None  # the round is over
    points = tuple(score.points(seat) for seat in range(seats))
    return RoundResult(number, points, position.turn, outcome.winner, position.opened)
