"""Count the rounds of a match: totals, who leaves, who may buy back in, who deals, and who has won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

import attrs

from rami._base.values import Value
from rami.errors import InvalidMatch, reject
from rami.errors.checks import collection, count, flag, instance, integer, items, tupled
from rami.policies.declaring.fields import MOST_PLAYERS
from rami.policies.results._verdicts import verdict_faults
from rami.policies.results.scores import Points, RoundScore, exact
from rami.policies.slots.contracts import contracts_by_hand
from rami.policies.slots.match_format import MatchFacts, MatchVerdict
from rami.policies.variant import Variant

__all__ = ["BuyIn", "hand_number", "number_of_contracts", "seats_left", "verdict_after"]


@attrs.frozen
class BuyIn(Value):
    """A player's decision whether to buy back in after reaching the limit.

    Parameters:
        round: after which round of the log, from 1.
        player: the seat.
        accepted: whether the player goes on.
        added: the change of the player's total.
    """

    round: int
    player: int
    accepted: bool
    added: Points = 0

    def __str__(self) -> str:
        return f"buy in {self.player}" if self.accepted else f"stay out {self.player}"


def verdict_after(
    variant: Variant,
    scores: tuple[RoundScore, ...],
    players: int,
    departures: tuple[tuple[int, ...], ...],
    dealer: int,
    contracts: tuple[int, ...],
    *,
    last: bool = False,
    buy_ins: tuple[BuyIn, ...] = (),
) -> tuple[MatchVerdict, tuple[Points, ...], tuple[int, ...]]:
    """Return the match verdict after the last round, with the totals and the contracts now due.

    Parameters:
        variant: the rules.
        scores: the scores of all rounds.
        players: how many players the match began with.
        departures: the players who had left before, in groups that left together.
        dealer: who dealt the last round.
        contracts: by seat, the number of the contract that was due in it; () in a game without contracts.
        last: whether it was announced as the last one.
        buy_ins: the decisions to buy back in or not, including those after the last round.

    Raises:
        InvalidMatch: a custom match policy returned an impossible verdict; with every reason.
    """
    wrong = (*instance("variant", variant, Variant), *integer("dealer", dealer), *flag("last", last))
    reject(InvalidMatch, wrong)
    scores, departures = _scored(scores), _groups(players, departures)
    contracts, buy_ins = tupled(contracts), tupled(buy_ins)
    reject(InvalidMatch, [*collection("contracts", contracts), *collection("buy_ins", buy_ins)])
    if not scores:
        raise InvalidMatch(*count("scores", 0, 1))
    # a void round is replayed, so the hand that it was has the number that it will have again
    *before, score = scores
    earlier = [said for said in buy_ins if said.round < len(scores)]
    by_hand = contracts_by_hand(variant.opening) > 0
    step: Literal[1, -1] = 1 if variant.dealing.direction == "clockwise" else -1
    facts = MatchFacts(
        score=score,
        hand=hand_number(before),
        seats=players,
        playing=seats_left(players, departures),
        totals=tuple(
            exact(
                sum(each.points(seat) for each in scores)
                + sum(said.added for said in earlier if said.player == seat)
            )
            for seat in range(players)
        ),
        eliminated=departures,
        dealer=dealer,
        step=step,
        scores=scores,
        contracts=tuple(
            due + (not score.void and (by_hand or seat in score.completed))
            for seat, due in enumerate(contracts)
        ),
        contracts_total=number_of_contracts(variant),
        last=last,
        bought=tuple(
            sum(said.accepted for said in earlier if said.player == seat) for seat in range(players)
        ),
        answers=tuple((said.player, said.accepted) for said in buy_ins[len(earlier) :]),
    )
    verdict = variant.match.verdict(facts)
    reject(InvalidMatch, verdict_faults(verdict, facts))
    return (
        verdict,
        facts.totals if verdict.totals is None else verdict.totals,
        facts.contracts if verdict.contracts is None else verdict.contracts,
    )


def seats_left(players: int, departures: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The seats still in a match that these groups have left.

    Raises:
        InvalidMatch: something else than a number of players and groups of seats.
    """
    gone = {seat for group in _groups(players, departures) for seat in group}
    return tuple(seat for seat in range(players) if seat not in gone)


def hand_number(scores: Iterable[RoundScore]) -> int:
    """The number of the hand after these rounds; a void round is replayed under its number.

    Raises:
        InvalidMatch: something else than scores of rounds.
    """
    return 1 + sum(not score.void for score in _scored(scores))


def number_of_contracts(variant: Variant) -> int | None:
    """The number of contracts of the game, including those that a custom opening policy lists.

    Raises:
        InvalidMatch: no variant.
    """
    reject(InvalidMatch, instance("variant", variant, Variant))
    listed = getattr(variant.opening, "contracts", None)
    return len(cast("tuple[object, ...]", listed)) if isinstance(listed, tuple) else None


def _scored(scores: Iterable[RoundScore]) -> tuple[RoundScore, ...]:
    """Rounds as a tuple, once it is known that they are such."""
    return items(InvalidMatch, "scores", scores, RoundScore)


def _groups(players: int, departures: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Groups of seats as a tuple, once it is known that they are such."""
    reject(InvalidMatch, integer("players", players, 1, MOST_PLAYERS))
    given = items(InvalidMatch, "departures", departures)
    for each in given:
        reject(InvalidMatch, collection("departures", each))
    return given
