"""The slot `match`: how rounds add up to a match, who deals, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Literal

import attrs

from rami.policies.fields import Policy, anything_else, either, integer, none_or, one_of, option
from rami.policies.scores import Points, RoundScore

__all__ = ["DealerAfterVoid", "DealerRotation", "MatchEnd", "MatchFacts", "MatchFormat", "MatchVerdict"]

DealerRotation = Literal["next", "winner", "loser", "alternate"]
DealerAfterVoid = Literal["next", "same"]
MatchEnd = Literal["until", "first_to_target_wins", "elimination", "contracts", "hands"]
LowestTie = Literal["shared", "extra_hand"]


@attrs.frozen
class MatchFacts:
    """What a match policy is told after a round.

    Parameters:
        score: the score of that round.
        hand: which hand of the match it was, from 1; a void round has the number of the hand that is replayed.
        seats: how many players the match began with.
        playing: the seats that played the round, in order.
        totals: by seat, this round included.
        eliminated: who had left before, in groups that left together, the first to leave first.
        dealer: who dealt the round.
        step: 1 if play goes to the next higher seat (clockwise), -1 if to the next lower one.
    """

    score: RoundScore
    hand: int
    seats: int
    playing: tuple[int, ...]
    totals: tuple[Points, ...]
    eliminated: tuple[tuple[int, ...], ...] = ()
    dealer: int = 0
    step: Literal[1, -1] = 1

    def after(self, seat: int) -> Iterator[int]:
        """The other seats in the order of play, starting behind `seat`, then `seat` itself.

        >>> facts = MatchFacts(RoundScore(True, None, ()), 1, 4, (0, 1, 2, 3), (0, 0, 0, 0), step=-1)
        >>> list(facts.after(1))
        [0, 3, 2, 1]
        """
        return ((seat + self.step * away) % self.seats for away in range(1, self.seats + 1))


@attrs.frozen
class MatchVerdict:
    """What follows from a round.

    Parameters:
        over: whether the match is over.
        winners: who has won, by seat; () while it goes on.
        eliminated: who leaves after this round, by seat.
        next_dealer: who deals the next round; one of those who stay.
        ranking: all seats in groups that share a rank, the best first.
    """

    over: bool
    winners: tuple[int, ...]
    eliminated: tuple[int, ...]
    next_dealer: int
    ranking: tuple[tuple[int, ...], ...]


@attrs.frozen(repr=False)
class MatchFormat(Policy):
    """When a match ends, who wins it, and who deals its rounds.

    Parameters:
        first_dealer: who deals the first round: drawn by lot ("random"), or that seat (R51-DEAL-01).
        dealer_rotation: who deals the next round (R51-DEAL-06).
        dealer_after_void: who deals after a void round.
        end: what ends the match: "until" somebody has the target, then the lowest total wins;
            "first_to_target_wins"; "elimination" of whoever has the limit, until one is left; a fixed number of
            "hands", then the lowest total wins (R51-MATCH-01, R500-MATCH-01, VELVET-MATCH-01).
        target: the total for "until" and "first_to_target_wins".
        elimination_limit: the total for "elimination".
        lowest_tie: equal totals share a win; only "shared" (R500-MATCH-02).
        hands: the number of hands for "hands".
        final_hand_multiplier: what the scores of the last of these hands are multiplied by (MILLE-01).
        final_hand_stake: reserved (MILLE-01).
        turn_cap: the number of turns after which a round is void, None = no limit.
        teams: reserved.

    Raises:
        InvalidVariant: for every value that is not allowed, all at once.

    >>> MatchFormat(end="hands", hands=5, final_hand_multiplier=1000).multiplier(5)
    1000
    """

    slot: ClassVar[str] = "match"

    first_dealer: Literal["random"] | int = option(
        "random",
        values=either(one_of("random"), integer(0, 1000)),
        text={
            "random": "The first dealer is drawn by lot.",
            anything_else: "Player {value} is the first dealer.",
        },
        rules=["R51-DEAL-01"],
    )
    dealer_rotation: DealerRotation = option(
        "next",
        values=one_of("next", "winner", "loser", "alternate"),
        text={
            "next": "The next player in the order of play deals the next round.",
            "winner": "The winner of a round deals the next one.",
            "loser": "The player with the most points in a round deals the next one.",
            "alternate": "The players deal in turn.",
        },
        rules=["R51-DEAL-06"],
    )
    dealer_after_void: DealerAfterVoid = option(
        "next",
        values=one_of("next", "same"),
        text={
            "next": "After a void round the next player deals.",
            "same": "After a void round the same player deals again.",
        },
    )
    end: MatchEnd = option(
        "until",
        values=one_of("until", "first_to_target_wins", "elimination", "hands"),
        text={
            "until": "The match ends when a player has reached the target; the lowest total wins.",
            "first_to_target_wins": "The first player to reach the target wins the match.",
            "elimination": "Whoever reaches the limit leaves; the last player wins.",
            "hands": "The match has a fixed number of hands; the lowest total wins.",
        },
        rules=["R51-MATCH-01"],
        reserved=one_of("contracts"),
        why="only a contract game is decided by contracts",
    )
    target: int | None = option(
        100,
        values=none_or(integer(1)),
        text={None: "There is no target.", anything_else: "The target is {value} points."},
        rules=["R51-MATCH-01"],
    )
    elimination_limit: int | None = option(
        None,
        values=none_or(integer(1)),
        text={None: "Nobody is eliminated.", anything_else: "The limit is {value} points."},
    )
    lowest_tie: LowestTie = option(
        "shared",
        values=one_of("shared"),
        text="Players with equal totals share the win.",
        reserved=one_of("extra_hand"),
        why="it is not written who plays the extra hand",
    )
    hands: int | None = option(
        None,
        values=none_or(integer(1)),
        text={None: "The number of hands is not fixed.", anything_else: "The match has {value} hands."},
        rules=["MILLE-01"],
    )
    final_hand_multiplier: int = option(
        1,
        values=integer(1),
        text={
            1: "The last hand counts like every other.",
            anything_else: "The scores of the last hand are multiplied by {value}.",
        },
        rules=["MILLE-01"],
    )
    final_hand_stake: int | None = option(
        None,
        values=one_of(None),
        text="The last hand has no stake of its own.",
        rules=["MILLE-01"],
        reserved=integer(0),
        why="it is not written who pays whom",
    )
    turn_cap: int | None = option(
        None,
        values=none_or(integer(1)),
        text={
            None: "A round may take any number of turns.",
            anything_else: "A round is void after {value} turns.",
        },
    )
    teams: bool = option(
        False,
        values=one_of(False),
        text="Everybody plays alone.",
        reserved=one_of(True),
        why="teams are only named",
    )

    def multiplier(self, number: int) -> int:
        """What the scores of a hand are multiplied by, after rounding (MILLE-01).

        Parameters:
            number: which hand of the match, from 1; void rounds do not count.
        """
        return self.final_hand_multiplier if self.end == "hands" and number == self.hands else 1

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        """What follows from a round (R51-MATCH-01, R51-DEAL-06).

        A void round changes nothing but the dealer.

        Parameters:
            facts: the round and the match so far.

        >>> score = RoundScore(False, 1, ())
        >>> verdict = MatchFormat().verdict(MatchFacts(score, 3, 3, (0, 1, 2), (100, 40, 55)))
        >>> verdict.winners, verdict.ranking
        ((1,), ((1,), (2,), (0,)))
        """
        void = facts.score.void
        leaving = () if void or self.end != "elimination" else _reached(facts, self.elimination_limit)
        staying = tuple(seat for seat in facts.playing if seat not in leaving)
        out = (*facts.eliminated, leaving) if leaving else facts.eliminated
        ranking = self._ranking(facts.totals, staying, out)
        over = not void and self._over(facts, staying)
        winners = tuple(sorted(ranking[0])) if over else ()
        return MatchVerdict(
            over, winners, leaving, self._next_dealer(facts, staying or facts.playing), ranking
        )

    def _over(self, facts: MatchFacts, staying: tuple[int, ...]) -> bool:
        if self.end == "hands":
            return self.hands is not None and facts.hand >= self.hands
        if self.end == "elimination":
            return len(staying) < 2
        return bool(_reached(facts, self.target))

    def _ranking(
        self, totals: Sequence[Points], staying: tuple[int, ...], out: tuple[tuple[int, ...], ...]
    ) -> tuple[tuple[int, ...], ...]:
        most_first = self.end == "first_to_target_wins"
        groups = [group for group in (staying, *reversed(out)) if group]
        return tuple(same for group in groups for same in _by_total(group, totals, most_first))

    def _next_dealer(self, facts: MatchFacts, staying: tuple[int, ...]) -> int:
        score = facts.score
        if score.void:
            chosen = facts.dealer if self.dealer_after_void == "same" else None
        elif self.dealer_rotation == "winner":
            chosen = score.winner
        elif self.dealer_rotation == "loser":
            chosen = _loser(facts)
        else:
            chosen = None
        if chosen in staying:
            return chosen
        behind = facts.dealer if chosen is None else chosen
        return next(seat for seat in facts.after(behind) if seat in staying)


def _reached(facts: MatchFacts, total: int | None) -> tuple[int, ...]:
    """The players of the round who have that total or more."""
    return tuple(seat for seat in facts.playing if total is not None and facts.totals[seat] >= total)


def _by_total(seats: Iterable[int], totals: Sequence[Points], most_first: bool) -> Iterator[tuple[int, ...]]:
    group = sorted(seats)
    for total in sorted({totals[seat] for seat in group}, reverse=most_first):
        yield tuple(seat for seat in group if totals[seat] == total)


def _loser(facts: MatchFacts) -> int | None:
    """Who scored most in the round; the first one behind the dealer if several did."""
    losers = [
        seat for seat in facts.after(facts.dealer) if seat in facts.playing and seat != facts.score.winner
    ]
    return max(losers, key=facts.score.points, default=None)
