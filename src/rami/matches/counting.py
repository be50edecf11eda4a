"""Counting: the totals of a match, who has left, who may buy back in, who deals next, and who has won.

A `Count` holds the result of the finished rounds. `counted` adds a round: it collects the facts that the match policy
needs, gets a *verdict* from the policy (who is out, who has won, who deals next), checks the verdict, and returns the
next count. Once a player has decided whether to buy back in, `answered` gets a new verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeVar

import attrs

from rami._base.values import Value
from rami.errors import InvalidMatch, Reason, Violation, checks, reject
from rami.errors.checks import flag, instance, integer, items
from rami.policies.declaring.values import MOST_PLAYERS
from rami.policies.results._verdicts import verdict_faults
from rami.policies.results.columns import Column
from rami.policies.results.scores import Points, RoundScore, ScoreLine, exact
from rami.policies.slots.contracts import contracts_by_hand, contracts_of
from rami.policies.slots.match_format import MatchFacts
from rami.policies.variant import Variant

__all__ = [
    "BuyIn",
    "Count",
    "Standing",
    "answered",
    "counted",
    "first_count",
    "hand_number",
    "number_of_contracts",
]


@attrs.frozen
class BuyIn(Value):
    """A player's decision whether to buy back in after reaching the elimination limit.

    Parameters:
        round: the number of the round after which the player decided, from 1.
        player: the seat.
        accepted: True if the player bought back in.
        added: the points by which the decision changed the player's total.
    """

    round: int
    player: int
    accepted: bool
    added: Points = 0

    def __str__(self) -> str:
        return f"buy in {self.player}" if self.accepted else f"stay out {self.player}"


@attrs.frozen
class Standing(Value):
    """One player's place in a match.

    Parameters:
        rank: 1 for the best. Tied players share a rank and the ranks after it are skipped: 1, 2, 2, 4.
        player: the seat.
        total: the points so far, including bonuses once the match is over.
    """

    rank: int
    player: int
    total: Points


@attrs.frozen(kw_only=True)
class Count(Value):
    """The totals of a match after its finished rounds, whether they were played in rami or scored on paper.

    Parameters:
        totals: the points of each seat after the last finished round: penalties or credits, according to
            `scoring.kind`. In a match with several columns each total is the sum of the columns. Once the match is
            over, bonuses are included.
        scores: the scores of the finished rounds, including void rounds.
        departures: the players who have left the match, in groups that left together, the earliest group first.
        winners: the seats of the winners; () until the match is over.
        over: True once the match is over.
        ranking: all seats in groups that share a rank, the best first; see `standings`.
        next_dealer: the dealer of the next round, or of the round being played.
        bonuses: for each seat, the points that were added to its total at the end of the match; () before the end, and
            in matches without bonuses.
        columns: the columns of the score, in a match that keeps several; () before the first round, and in other
            matches.
        contracts: by seat, the number of the contract that the player has to lay next, from 1; after the last contract,
            one more than its number. () in games without contracts.
        buy_ins: the decisions to buy back in or stay out, in order.
        deciding: the players who must still decide on a buy-in before the next round, in the order of their decisions.
        pending: the facts about the round that the match policy received, kept and extended while players decide. They
            follow from the other fields, so comparisons of counts ignore them.
    """

    totals: tuple[Points, ...]
    scores: tuple[RoundScore, ...] = ()
    departures: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()
    over: bool = False
    ranking: tuple[tuple[int, ...], ...] = ()
    next_dealer: int = 0
    bonuses: tuple[ScoreLine, ...] = ()
    columns: tuple[Column, ...] = ()
    contracts: tuple[int, ...] = ()
    buy_ins: tuple[BuyIn, ...] = ()
    deciding: tuple[int, ...] = ()
    pending: MatchFacts | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places of all players, the best first.

        Tied players share a rank and are listed by seat. Players who have left come at the end; among them, whoever
        left last is listed first.
        """
        found: list[Standing] = []
        for group in self.ranking:
            rank = len(found) + 1
            found.extend(Standing(rank, seat, self.totals[seat]) for seat in group)
        return tuple(found)

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The players who have left the match, in the order of leaving."""
        return tuple(seat for group in self.departures for seat in group)

    @property
    def playing(self) -> tuple[int, ...]:
        """The players still in the match, by seat."""
        gone = self.eliminated
        return tuple(seat for seat in range(len(self.totals)) if seat not in gone)


T = TypeVar("T", bound=Count)


def counted(count: T, variant: Variant, score: RoundScore, *, last: bool = False) -> T:
    """Add a round to the totals and return the new `Count`.

    Parameters:
        count: the totals before this round.
        variant: the rules.
        score: the score of the round.
        last: True if the round was announced as the last one.

    Raises:
        InvalidMatch: an argument has the wrong type, or a custom match policy returned an invalid verdict.
    """
    wrong = (
        *instance("count", count, Count),
        *instance("variant", variant, Variant),
        *instance("score", score, RoundScore),
        *flag("last", last),
    )
    reject(InvalidMatch, wrong)
    scores, players = (*count.scores, score), len(count.totals)
    # FRU-ADV-01: a player who has laid a contract goes on to the next one, unless the number of the round decides the
    # contract for everybody.
    by_hand = contracts_by_hand(variant.opening) > 0
    # The deal passes in the direction of play (R51-DEAL-06).
    step: Literal[1, -1] = 1 if variant.dealing.direction == "clockwise" else -1
    added: list[Points] = [0] * players
    bought = [0] * players
    # KAL-BUY-02: buying back in changes a total outside any round.
    for answer in count.buy_ins:
        added[answer.player] += answer.added
        bought[answer.player] += answer.accepted
    facts = MatchFacts(
        score=score,
        # A void round is played again under the same number.
        hand=hand_number(count.scores),
        seats=players,
        playing=count.playing,
        totals=tuple(
            exact(sum(each.points(seat) for each in scores) + added[seat]) for seat in range(players)
        ),
        eliminated=count.departures,
        dealer=count.next_dealer,
        step=step,
        scores=scores,
        contracts=tuple(
            # D-130: a void round completes no contract, even for a player who has laid it.
            due + (not score.void and (by_hand or seat in score.completed))
            for seat, due in enumerate(count.contracts)
        ),
        contracts_total=number_of_contracts(variant),
        last=last,
        bought=tuple(bought),
    )
    return _judged(count, variant, facts)


def answered(count: T, variant: Variant, accepted: bool) -> T:
    """Record the answer of the first player in `deciding` and return the new `Count`.

    Parameters:
        count: the totals of the match so far.
        variant: the rules.
        accepted: True to buy back in, False to stay out.

    Raises:
        InvalidMatch: nobody is deciding, an argument has the wrong type, or a custom match policy returned an
            invalid verdict.
    """
    wrong = (
        *instance("count", count, Count),
        *instance("variant", variant, Variant),
        *flag("accepted", accepted),
    )
    reject(InvalidMatch, wrong)
    if count.pending is None:
        raise InvalidMatch(Violation(Reason.BUY_IN_CLOSED))
    player = count.deciding[0]
    # Ask the policy again, but do not count the round again: that would move every player on to the next contract.
    facts = attrs.evolve(count.pending, answers=(*count.pending.answers, (player, accepted)))
    after = _judged(count, variant, facts)
    answer = BuyIn(len(count.scores), player, accepted, exact(after.totals[player] - count.totals[player]))
    return attrs.evolve(after, buy_ins=(*count.buy_ins, answer))


def withdrawn(count: T, variant: Variant, player: int) -> T:
    """Let a player leave for good between two rounds; if only one remains, that player wins. Return the new `Count`.

    Parameters:
        count: the totals of the match so far.
        variant: the rules.
        player: the seat.

    Raises:
        InvalidMatch: an argument has the wrong type, or the player is not in the match.
    """
    reject(InvalidMatch, (*instance("count", count, Count), *instance("variant", variant, Variant)))
    reject(InvalidMatch, checks.player("player", player, count.playing))
    departures = (*count.departures, (player,))
    playing = tuple(seat for seat in count.playing if seat != player)
    step = 1 if variant.dealing.direction == "clockwise" else -1
    seats = len(count.totals)
    order = ((count.next_dealer + step * away) % seats for away in range(seats))
    # D-134: the player ranks behind everybody who plays on, and ahead of everybody who left earlier.
    ahead = (tuple(seat for seat in group if seat in playing) for group in count.ranking)
    over = len(playing) == 1
    return attrs.evolve(
        count,
        departures=departures,
        ranking=(*filter(None, ahead), *reversed(departures)),
        next_dealer=next(seat for seat in order if seat in playing),
        over=over,
        winners=playing if over else (),
    )


def stopped(count: T) -> T:
    """End the match between two rounds, with the totals as they are, and return the new `Count`.

    Raises:
        InvalidMatch: the argument is not a `Count`.
    """
    reject(InvalidMatch, instance("count", count, Count))
    leaders = next(group for group in count.ranking if set(group) & set(count.playing))
    return attrs.evolve(count, over=True, winners=tuple(sorted({*leaders} & {*count.playing})))


def _judged(count: T, variant: Variant, facts: MatchFacts) -> T:
    verdict = variant.match.verdict(facts)
    reject(InvalidMatch, verdict_faults(verdict, facts))
    # KAL-BUY-04: players who passed the limit in the same round decide one after another, before the next round.
    deciding = () if verdict.over else verdict.deciding
    return attrs.evolve(
        count,
        totals=facts.totals if verdict.totals is None else verdict.totals,
        scores=facts.scores,
        departures=(*facts.eliminated, verdict.eliminated) if verdict.eliminated else facts.eliminated,
        winners=verdict.winners,
        over=verdict.over,
        ranking=verdict.ranking,
        next_dealer=verdict.next_dealer,
        bonuses=verdict.bonuses,
        columns=verdict.columns,
        contracts=facts.contracts if verdict.contracts is None else verdict.contracts,
        deciding=deciding,
        pending=facts if deciding else None,
    )


def first_count(variant: Variant, players: int, dealer: int) -> Count:
    """Return the `Count` with which a match begins, before its first round.

    Raises:
        InvalidMatch: the variant, the number of players or the seat is not valid.
    """
    reject(InvalidMatch, integer("players", players, 1, MOST_PLAYERS))
    reject(InvalidMatch, checks.seat("dealer", dealer, players))
    return Count(
        totals=(0,) * players,
        ranking=(tuple(range(players)),),
        next_dealer=dealer,
        contracts=(1,) * players if number_of_contracts(variant) else (),
    )


def hand_number(scores: Iterable[RoundScore]) -> int:
    """Return the number of the next round. Void rounds do not count, because they are played again.

    Raises:
        InvalidMatch: an item is not a score.
    """
    return 1 + sum(not score.void for score in items(InvalidMatch, "scores", scores, RoundScore))


def number_of_contracts(variant: Variant) -> int | None:
    """Return the number of contracts in a game, even with a custom opening policy; None in a game without contracts.

    Raises:
        InvalidMatch: the argument is not a variant.
    """
    reject(InvalidMatch, instance("variant", variant, Variant))
    contracts = contracts_of(variant.opening)
    return None if contracts is None else len(contracts)
