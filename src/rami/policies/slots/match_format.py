"""The slot `match`: when a match ends, who wins it, and who deals each round.

After each round a match policy receives `MatchFacts` and returns a `MatchVerdict`: whether the match is over, who
leaves, who may buy back in, who deals next, and the ranking. In the names of options and fields, such as `hands`, a
*hand* is a round that counts; a void round is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import attrs

from rami._base.values import Value
from rami.errors import RamiError, checks, reject
from rami.errors.checks import collection, instance, tupled
from rami.policies.declaring.fields import Policy, option
from rami.policies.declaring.values import integer
from rami.policies.results._match_rounds import ByHand, by_hand
from rami.policies.results.columns import Column, columns_of
from rami.policies.results.scores import Points, RoundScore, ScoreLine, ScoreReason, exact

__all__ = ["MatchFacts", "MatchFormat", "MatchVerdict"]


@attrs.frozen
class MatchFacts(Value):
    """The facts that a match policy receives after a round.

    Parameters:
        score: the score of the round.
        hand: the number of the round in the match, from 1; void rounds do not count, so the round after one has the
            same number.
        seats: the number of players at the start of the match.
        playing: the seats that played the round, in order.
        totals: the total of each seat after this round, including changes made by buying back in.
        eliminated: the players who left after earlier rounds, in groups that left together, in the order of leaving.
        dealer: the dealer of the round.
        step: 1 if play goes to the next higher seat (clockwise), -1 if it goes to the next lower seat.
        scores: the scores of all rounds of the match, including void rounds and this round; by default only this round.
        contracts: for each seat, the number of the next contract after this round, counted from 1; after the last
            contract, one more than its number; () in a game without contracts.
        contracts_total: the number of contracts of the game; None for a game without contracts.
        last: True if the round was announced as the last; the match is then over unless the round was void.
        bought: for each seat, the number of times the player bought back in after earlier rounds; () if nobody did.
        answers: the decisions so far after this round, as pairs of a seat and True to buy back in, or False to leave.
    """

    score: RoundScore
    hand: int
    seats: int
    playing: tuple[int, ...]
    totals: tuple[Points, ...]
    eliminated: tuple[tuple[int, ...], ...] = ()
    dealer: int = 0
    step: Literal[1, -1] = 1
    scores: tuple[RoundScore, ...] = attrs.field(
        default=attrs.Factory(lambda facts: (facts.score,), takes_self=True)
    )
    contracts: tuple[int, ...] = ()
    contracts_total: int | None = None
    last: bool = False
    bought: tuple[int, ...] = ()
    answers: tuple[tuple[int, bool], ...] = ()

    def after(self, seat: int) -> Iterator[int]:
        """Return the seats in the order of play, from the seat after `seat` to `seat` itself.

        >>> facts = MatchFacts(
        ...     RoundScore(True, None, ()), 1, 4, (0, 1, 2, 3), (0, 0, 0, 0), step=-1
        ... )
        >>> list(facts.after(1))
        [0, 3, 2, 1]
        """
        reject(RamiError, checks.seat("seat", seat, self.seats))
        return ((seat + self.step * away) % self.seats for away in range(1, self.seats + 1))


def _groups(value: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tupled(value) if collection("ranking", value) else tuple(map(tupled, tupled(value)))


@attrs.frozen
class MatchVerdict(Value):
    """The changes that a round makes to the match: totals, players who leave, the next dealer and the winners.

    Parameters:
        over: True if the match is over.
        winners: the seats of the winners; () until the match is over.
        eliminated: the seats of the players who leave after this round.
        next_dealer: the dealer of the next round, one of the remaining players.
        ranking: all seats in groups that share a rank, the best group first.
        totals: the total of each seat from now on; None for the plain sums of all rounds.
        bonuses: for each seat, the points added to these totals at the end of the match.
        columns: the columns of a match that is scored in several columns.
        contracts: for each seat, the number of the next contract; None to advance the players who completed one.
        deciding: the players who must still decide whether to buy back in, in this order. Until they have decided,
            nobody leaves and the match is not over.
    """

    over: bool
    winners: tuple[int, ...] = attrs.field(converter=tupled)
    eliminated: tuple[int, ...] = attrs.field(converter=tupled)
    next_dealer: int
    ranking: tuple[tuple[int, ...], ...] = attrs.field(converter=_groups)
    totals: tuple[Points, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tupled))
    bonuses: tuple[ScoreLine, ...] = attrs.field(default=(), converter=tupled)
    columns: tuple[Column, ...] = attrs.field(default=(), converter=tupled)
    contracts: tuple[int, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(tupled))
    deciding: tuple[int, ...] = attrs.field(default=(), converter=tupled)


@attrs.frozen(repr=False)
class MatchFormat(Policy, slot="match", passage="match"):
    """The rules for when a match ends, who wins it, and who deals.

    `rounds` lists the options that change from round to round, as "slot.field". Each option has its values round by
    round, from the first; the last value applies to all later rounds. The same options in the slots of the variant must
    have the values of one of these rounds.

    >>> MatchFormat(end="hands", hands=5, final_hand_multiplier=1000).multiplier(5)
    1000
    """

    columns: Literal[1, 3] = option(
        1,
        text={
            1: "The match is scored in one column.",
            3: (
                "The match is scored in three columns at the same time: a player's first win counts in "
                "the first column, the second in two columns, and every later win in all three."
            ),
        },
        quiet=True,
        needs=("first_to_target",),
    )
    # D-69: R51-MATCH-01 says that 100 points win. Points are penalties, so the match ends at 100 and the lowest total
    # wins.
    target: int | None = option(
        100,
        values=integer(1),
        text={None: "There is no target.", ...: "The target is {value} points."},
        needs=("target",),
        agreed=(500, 1000),
    )
    # VELVET-MATCH-01 has limits of 101, 201 and 501. D-71: a player who reaches the limit exactly is out.
    elimination_limit: int | None = option(
        None,
        values=integer(1),
        text={None: "Nobody is eliminated.", ...: "The limit is {value} points."},
        quiet=True,
        needs=("elimination",),
        agreed=(101, 201, 501),
    )
    hands: int | None = option(
        None,
        values=integer(1),
        text={None: "The number of rounds is not fixed.", ...: "The match has {value} rounds."},
        quiet=True,
        needs=("hands",),
    )
    end: Literal["until", "first_to_target_wins", "elimination", "contracts", "hands"] = option(
        "until",
        text={
            "until": (
                "The match ends with the round in which a player reaches the target. The player with the "
                "lowest total wins."
            ),
            "first_to_target_wins": "The first player to reach the target wins the match.",
            "elimination": (
                "If your total reaches the limit, you are eliminated after that round. The last player left wins. If "
                "all remaining players reach the limit in the same round, the lowest total wins."
            ),
            "contracts": (
                "If you have completed your contract, you get the next one in the next round; if not, you try the same "
                "one again. The first player to complete all contracts wins, and the match ends with that round."
            ),
            "hands": "After the last round the player with the lowest total wins.",
        },
    )
    # IND-POOL-03. No source for Scala 40 states the price of its "rientro".
    buy_ins: int | None = option(
        0,
        values=integer(0, 1000),
        text={
            0: "Eliminated players do not return.",
            1: (
                "If you reach the limit, you may buy back in at once, but only once in a match. If "
                "several players reach it in the same round, they decide one after the other."
            ),
            None: (
                "If you reach the limit, you may buy back in at once, any number of times. If several "
                "players reach it in the same round, they decide one after the other."
            ),
            ...: (
                "If you reach the limit, you may buy back in at once, at most {value} times in a match. "
                "If several players reach it in the same round, they decide one after the other."
            ),
        },
        needs=("elimination",),
    )
    buy_in_total: Literal["highest_in", "one_above"] = option(
        "highest_in",
        text={
            "highest_in": "If you buy back in, you continue with the highest total below the limit.",
            "one_above": "If you buy back in, you continue with one point more than the highest total below the limit.",
        },
        needs=("elimination", "buy_ins"),
    )
    buy_in_players: int = option(
        3,
        values=integer(2, 1000),
        text="You may buy back in after a round with {value} or more players.",
        needs=("elimination", "buy_ins"),
    )
    buy_in_ceiling: int | None = option(
        None,
        text={
            None: "You may buy back in whatever totals the others have.",
            ...: "You may not buy back in if a remaining player has more than {value} points.",
        },
        quiet=True,
        needs=("elimination", "buy_ins"),
    )
    # LIV-DEAL-02 and TT-DEAL-01: hands grow from round to round; in Three Thirteen the wild rank changes too.
    rounds: ByHand = option(
        (),
        values=by_hand,
        text={
            (): "Every round is played by the same rules.",
            ...: "Some rules change from round to round: see the list of rounds below.",
        },
        quiet=True,
    )
    # MILLE-01. D-67: players must know beforehand which round is the last.
    final_hand_multiplier: int = option(
        1,
        values=integer(1),
        text={
            1: "The last round counts like any other.",
            ...: "The scores of the last round are multiplied by {value}.",
        },
        quiet=True,
        needs=("hand_points",),
        agreed=(1000,),
    )
    # D-73: no source says how to break ties.
    lowest_tie: Literal["shared", "extra_hand"] = option(
        "shared",
        text={
            "shared": "Players with the same lowest total share the win.",
            "extra_hand": (
                "Players with the same lowest total play on without the others, round by round, until one of "
                "them leads."
            ),
        },
        needs=("leading",),
    )
    # D-96: the first player to lay the last contract wins. Under FRU-END-02 a round may end although nobody went out,
    # so going out cannot decide.
    contract_tie: Literal["first_laid", "shared"] = option(
        "first_laid",
        text={
            "first_laid": (
                "If several players complete the last contract in the same round, the first to lay it wins."
            ),
            "shared": "If several players complete the last contract in the same round, they share the win.",
        },
        needs=("contract_race",),
    )
    # D-77: in gin the loser deals, although in many books the winner does.
    dealer_rotation: Literal["next", "winner", "loser", "alternate"] = option(
        "next",
        text={
            "next": "The next player in the order of play deals the next round.",
            "winner": "The winner of a round deals the next one.",
            "loser": "The player with the most penalty points in a round deals the next one.",
            "alternate": "The players deal in turn.",
        },
        needs=("several_hands",),
    )
    # After a void round the deal passes on (D-75); in gin the same player deals again (D-77).
    dealer_after_void: Literal["next", "same"] = option(
        "next",
        text={
            "next": "A void round does not count: the next player in the order of play deals a new one.",
            "same": "A void round does not count: the same player deals a new one.",
        },
    )
    game_bonus: int | None = option(
        None,
        text={
            None: "Winning the match earns no bonus.",
            ...: "At the end of the match its winner adds {value} points.",
        },
        quiet=True,
        needs=("credits",),
    )
    # D-144 has three bonuses at the end of the match. D-86: the text of gin has none of them.
    shutout_doubles: bool = option(
        False,
        text={
            False: "The winner's bonus is the same if the loser won no round.",
            True: "The winner's bonus is doubled if the loser won no round.",
        },
        quiet=True,
        needs=("credits", "game_bonus"),
    )
    shutout_bonus: int | None = option(
        None,
        text={
            None: "Winning the match against a player who won no round earns no extra bonus.",
            ...: "If the loser won no round, the winner of the match adds {value} points.",
        },
        quiet=True,
        needs=("credits",),
    )
    box_bonus: int | None = option(
        None,
        text={
            None: "Winning rounds earns no bonus.",
            ...: "At the end of the match each player adds {value} points for every round won.",
        },
        quiet=True,
        needs=("credits",),
    )
    first_dealer: Literal["random"] | int = option(
        "random",
        values=integer(0, 1000),
        text={"random": "Draw lots to choose the first dealer.", ...: "Player {value} is the first dealer."},
        passage="dealer",
    )
    # D-139: two players who keep taking discards can continue forever. The cap is for programs, not for real tables.
    turn_cap: int | None = option(
        None,
        values=integer(1),
        text={None: "A round may take any number of turns.", ...: "A round is void after {value} turns."},
        quiet=True,
        passage="closing",
    )

    def multiplier(self, number: int, last: bool = False) -> int:
        """Return the factor of a round's scores, applied after rounding (MILLE-01).

        Parameters:
            number: the number of the round in the match, from 1; void rounds do not count.
            last: True if the round has been announced as the last.
        """
        reject(RamiError, (*checks.integer("number", number), *checks.flag("last", last)))
        return self.final_hand_multiplier if last or (self.end == "hands" and number == self.hands) else 1

    def verdict(self, facts: MatchFacts) -> MatchVerdict:
        """Decide the effect of a round on the match (R51-MATCH-01, R51-DEAL-06).

        A void round changes only the dealer.

        Parameters:
            facts: the score of the round, and the match so far.

        >>> score = RoundScore(False, 1, ())
        >>> verdict = MatchFormat().verdict(MatchFacts(score, 3, 3, (0, 1, 2), (100, 40, 55)))
        >>> verdict.winners, verdict.ranking
        ((1,), ((1,), (2,), (0,)))
        """
        reject(RamiError, instance("facts", facts, MatchFacts))
        # D-130: a void round eliminates nobody.
        void = facts.score.void
        reached = () if void or self.end != "elimination" else _reached(facts, self.elimination_limit)
        offered, price = self._offered(facts, reached)
        answers = dict(facts.answers)
        deciding = tuple(seat for seat in offered if seat not in answers)
        back = tuple(seat for seat in offered if answers.get(seat, False))
        leaving = () if deciding else tuple(seat for seat in reached if seat not in back)
        remaining = tuple(seat for seat in facts.playing if seat not in leaving)
        out = (*facts.eliminated, leaving) if leaving else facts.eliminated
        columns = self._columns(facts)
        totals = _summed([column.totals for column in columns]) if columns else facts.totals
        totals = tuple(price if seat in back else total for seat, total in enumerate(totals))
        # A match is not over while somebody may still buy back in.
        over = not void and not deciding and self._over(facts, remaining, columns)
        ranking = self._ranking(facts, totals, remaining, out)
        leads = self.end not in ("first_to_target_wins", "contracts")
        # The tied leaders play another round; everybody else leaves.
        if over and leads and self.lowest_tie == "extra_hand" and len(ranking[0]) > 1:
            over, remaining = False, ranking[0]
            leaving = tuple(seat for seat in facts.playing if seat not in remaining)
        # D-144: bonuses do not decide the winner, so the ranking is made before they are added.
        winners = tuple(sorted(ranking[0])) if over else ()
        bonuses = self._bonuses(facts, winners, columns) if over else ()
        if bonuses:
            totals = _summed([totals, [line.points for line in bonuses]])
        return MatchVerdict(
            over,
            winners,
            leaving,
            self._next_dealer(facts, remaining or facts.playing),
            ranking,
            totals=totals if columns or bonuses or back else None,
            bonuses=bonuses,
            columns=columns,
            deciding=deciding,
        )

    def _offered(self, facts: MatchFacts, reached: tuple[int, ...]) -> tuple[tuple[int, ...], Points]:
        """Return the players at the limit who may buy back in, and the total with which each of them would continue."""
        inside = [facts.totals[seat] for seat in facts.playing if seat not in reached]
        # If nobody remains below the limit, there is no total to continue with, and nobody to play against.
        if self.buy_ins == 0 or facts.last or not inside or len(facts.playing) < self.buy_in_players:
            return (), 0
        highest = max(inside)
        total = highest if self.buy_in_total == "highest_in" else exact(highest + 1)
        too_high = self.buy_in_ceiling is not None and highest > self.buy_in_ceiling
        if too_high or (self.elimination_limit is not None and total >= self.elimination_limit):
            return (), 0
        bought = facts.bought or (0,) * facts.seats
        return tuple(seat for seat in reached if self.buy_ins is None or bought[seat] < self.buy_ins), total

    def _columns(self, facts: MatchFacts) -> tuple[Column, ...]:
        """Return the columns, with bonuses for closed columns; () if the match is scored in one column."""
        if self.columns == 1:
            return ()
        counted = columns_of(facts.scores, facts.seats, self.columns, self.target)
        return tuple(
            attrs.evolve(
                column, bonuses=self._bonus_lines(column.hands_won, column.winners, {"column": number})
            )
            if column.closed
            else column
            for number, column in enumerate(counted, 1)
        )

    def _over(self, facts: MatchFacts, remaining: tuple[int, ...], columns: tuple[Column, ...]) -> bool:
        if facts.last:
            return True
        if self.end == "hands":
            return self.hands is not None and facts.hand >= self.hands
        if self.end == "elimination":
            return len(remaining) < 2
        if self.end == "contracts":
            return bool(_finished(facts))
        if columns:
            return all(column.closed for column in columns)
        return self.target is not None and max(facts.totals) >= self.target

    def _ranking(
        self,
        facts: MatchFacts,
        totals: Sequence[Points],
        remaining: tuple[int, ...],
        out: tuple[tuple[int, ...], ...],
    ) -> tuple[tuple[int, ...], ...]:
        by_contracts = self.end == "contracts"
        # D-96: the first player to lay the last contract wins alone, even if others complete it too.
        first = _finished(facts)[:1] if by_contracts and self.contract_tie == "first_laid" else ()
        behind = tuple(seat for seat in remaining if seat not in first)
        counts = _due(facts) if by_contracts else totals
        credit = any(score.credit for score in facts.scores)
        most_first = by_contracts or credit or self.end == "first_to_target_wins"
        # D-134: a player who left later ranks higher, even with a worse total.
        groups = [group for group in (behind, *reversed(out)) if group]
        ranked = tuple(same for group in groups for same in _ranked(group, counts, most_first))
        return (first, *ranked) if first else ranked

    def _bonuses(
        self, facts: MatchFacts, winners: tuple[int, ...], columns: tuple[Column, ...]
    ) -> tuple[ScoreLine, ...]:
        """Return the bonuses of each seat at the end of the match, summed over all columns."""
        if not columns:
            won = [score.winner for score in facts.scores if not score.void]
            return self._bonus_lines([won.count(seat) for seat in range(facts.seats)], winners, {})
        found = zip(*(column.bonuses for column in columns), strict=True)
        return tuple(
            ScoreLine(
                lines[0].player,
                sum(line.points for line in lines),
                tuple(reason for line in lines for reason in line.reasons),
            )
            for lines in found
        )

    def _bonus_lines(
        self, hands_won: Sequence[int], winners: tuple[int, ...], params: Mapping[str, int]
    ) -> tuple[ScoreLine, ...]:
        """Return the bonuses of one column, one line for each seat; () in matches without bonuses."""
        if self.game_bonus is None and self.box_bonus is None and self.shutout_bonus is None:
            return ()
        others = [won for seat, won in enumerate(hands_won) if seat not in winners]
        shut_out = bool(others) and not any(others)
        lines: list[ScoreLine] = []
        for seat, won in enumerate(hands_won):
            reasons: list[ScoreReason] = []
            if seat in winners and self.game_bonus is not None:
                reasons.append(ScoreReason("game_bonus", self.game_bonus, params))
                if self.shutout_doubles and shut_out:
                    reasons.append(ScoreReason("shutout", self.game_bonus, {"factor": 2, **params}))
            if seat in winners and shut_out and self.shutout_bonus is not None:
                reasons.append(ScoreReason("shutout_bonus", self.shutout_bonus, params))
            if won and self.box_bonus is not None:
                reasons.append(ScoreReason("box_bonus", won * self.box_bonus, {"hands": won, **params}))
            lines.append(ScoreLine(seat, sum(reason.points for reason in reasons), tuple(reasons)))
        return tuple(lines)

    def _next_dealer(self, facts: MatchFacts, remaining: tuple[int, ...]) -> int:
        score = facts.score
        if score.void:
            # None means the next seat, here and below.
            chosen = facts.dealer if self.dealer_after_void == "same" else None
        elif self.dealer_rotation == "winner":
            chosen = score.winner
        elif self.dealer_rotation == "loser":
            chosen = _loser(facts)
        else:
            chosen = None
        if chosen in remaining:
            return chosen
        # If the chosen dealer has left, the next player who remains deals.
        behind = facts.dealer if chosen is None else chosen
        return next(seat for seat in facts.after(behind) if seat in remaining)


def _reached(facts: MatchFacts, total: int | None) -> tuple[int, ...]:
    """Return the players of the round whose totals are at least `total`."""
    return tuple(seat for seat in facts.playing if total is not None and facts.totals[seat] >= total)


def _finished(facts: MatchFacts) -> tuple[int, ...]:
    """Return the players who completed the last contract in the round, in the order in which they laid it."""
    total, due = facts.contracts_total, _due(facts)
    if total is None or facts.score.void:
        return ()
    # After the last of 14 contracts a seat's next number is 15.
    return tuple(seat for seat in facts.score.completed if due[seat] > total)


def _due(facts: MatchFacts) -> tuple[int, ...]:
    """Return the number of each seat's next contract."""
    return facts.contracts or (1,) * facts.seats


def _ranked(seats: Iterable[int], counts: Sequence[Points], most_first: bool) -> Iterator[tuple[int, ...]]:
    """Yield the seats in groups with equal numbers in `counts`, the best group first."""
    group = sorted(seats)
    for count in sorted({counts[seat] for seat in group}, reverse=most_first):
        yield tuple(seat for seat in group if counts[seat] == count)


def _summed(counts: Sequence[Sequence[Points]]) -> tuple[Points, ...]:
    """Add up lists that contain a number for each seat, seat by seat."""
    return tuple(exact(sum(each)) for each in zip(*counts, strict=True))


def _loser(facts: MatchFacts) -> int | None:
    """Return the player with the worst score of the round; in a tie, the first after the dealer."""
    losers = [
        seat for seat in facts.after(facts.dealer) if seat in facts.playing and seat != facts.score.winner
    ]
    worst = min if facts.score.credit else max
    return worst(losers, key=facts.score.points, default=None)
