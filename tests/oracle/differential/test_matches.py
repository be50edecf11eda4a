"""Compare matches with contracts and matches with credits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.oracle.differential.bridge import rules_of
from tests.oracle.reference import games
from tests.oracle.reference.deal import deal, deal_counts, whole_pack
from tests.oracle.reference.matches import (
    Count,
    Hand,
    bonuses,
    columns,
    contract_end,
    contracts_after,
    counted,
    credit_dealer,
    credit_end,
)
from tests.support.depth import numbers
from tests.support.flat import with_options

from rami import Card, Cards, Round, Variant, variants
from rami.policies import Contract, MatchFormat
from rami.policies.results.scores import RoundScore, ScoreLine
from rami.policies.slots.match_format import MatchFacts

FRU, GIN = variants.FRUSTRATION, variants.GIN
SEATS = 2


def facts_of(hands: list[Hand], dealer: int) -> MatchFacts:
    """Return the facts that a policy receives after these hands of two players."""
    scores: list[RoundScore] = []
    for winner, points in hands:
        lines = tuple(ScoreLine(seat, points.get(seat, 0)) for seat in range(SEATS))
        scores.append(RoundScore(winner is None, winner, lines, credit=True))
    return MatchFacts(
        score=scores[-1],
        hand=sum(not score.void for score in scores),
        seats=SEATS,
        playing=(0, 1),
        totals=tuple(sum(score.points(seat) for score in scores) for seat in range(SEATS)),
        dealer=dealer,
        scores=tuple(scores),
    )


def same_match(variant: Variant, rng: Random) -> None:
    """Count a match of random hands on both sides after each hand."""
    policy, rules = variant.match, rules_of(variant)
    assert isinstance(policy, MatchFormat)
    hands: list[Hand] = []
    luck = rng.choice((0.1, 0.5, 0.5, 0.9))
    over = False
    while not over:
        winner = None if rng.random() < 0.1 else int(rng.random() > luck)
        hands.append((winner, {} if winner is None else {winner: rng.choice((0, 9, 25, 43, 68))}))
        dealer = rng.randrange(SEATS)
        facts = facts_of(hands, dealer)
        found = policy.verdict(facts)
        if policy.columns == 1:
            counts = [counted(hands, SEATS, rules)]
            over = credit_end(facts.totals, rules, facts.hand, winner is None, range(SEATS)).over
            assert found.winners == (counts[0].winners if over else ())
        else:
            counts = columns(hands, SEATS, rules, policy.columns)
            over = winner is not None and all(count.winners for count in counts)
            assert [(each.totals, each.hands_won, each.winners) for each in found.columns] == counts
        assert found.over == over
        totals = facts.totals if found.totals is None else found.totals
        assert totals == final_totals(counts, policy, over)
        assert over or found.next_dealer == credit_dealer(dealer, winner)


def final_totals(counts: list[Count], policy: MatchFormat, over: bool) -> tuple[object, ...]:
    """Return the totals of all counts, with the bonuses once the match is over."""
    rates = (policy.game_bonus, policy.box_bonus, policy.shutout_doubles, policy.shutout_bonus)
    added = [bonuses(each.won, each.winners, *rates) for each in counts if over]
    return tuple(
        sum(each[seat] for each in [*(count.totals for count in counts), *added]) for seat in range(SEATS)
    )


@pytest.mark.rule("GIN-MATCH-01", "GIN-DEAL-01")
def test_matches_of_gin() -> None:
    rng = Random("gin matches")
    for _ in numbers(60):
        same_match(GIN, rng)


def test_bonuses_and_columns() -> None:
    rng = Random("bonuses")
    for _ in numbers(150):
        changes: dict[str, Any] = {"target": rng.choice((50, 100, 200)), "hollywood": rng.random() < 0.5}
        changes["box_bonus"] = rng.choice((None, 20, 25))
        changes["game_bonus"] = rng.choice((None, 100))
        changes["shutout_bonus"] = rng.choice((None, 100))
        changes["shutout"] = changes["game_bonus"] is not None and rng.random() < 0.5
        same_match(with_options(GIN, changes), rng)


@pytest.mark.rule("FRU-MATCH-01", "FRU-OBJ-01")
@pytest.mark.parametrize("tie", ["first_laid", "shared"])
def test_matches_of_contracts(tie: Any) -> None:
    rng = Random(f"contracts {tie}")
    policy = FRU.with_(match={"contract_tie": tie}).match
    for _ in numbers(40):
        seats = rng.randint(2, 5)
        due = tuple(rng.choice((1, 7, 13, 14)) for _ in range(seats))
        winners: tuple[int, ...] = ()
        while not winners:
            void = rng.random() < 0.1
            completed = tuple(rng.sample(range(seats), rng.randint(0, seats)))
            after = contracts_after(due, completed, void)
            winners = () if void else contract_end(after, completed, len(games.CONTRACTS), tie)
            lines = tuple(ScoreLine(seat, 0) for seat in range(seats))
            winner = None if void else rng.choice(completed or (0,))
            found = policy.verdict(
                MatchFacts(
                    score=RoundScore(void, winner, lines, completed=completed),
                    hand=1,
                    seats=seats,
                    playing=tuple(range(seats)),
                    totals=(0,) * seats,
                    contracts=after,
                    contracts_total=len(games.CONTRACTS),
                )
            )
            assert (found.over, found.winners) == (bool(winners), winners)
            due = after


def test_the_contracts_are_those_of_the_reference() -> None:
    assert FRU.settings()["opening.contracts"] == tuple(Contract(*sizes) for sizes in games.CONTRACTS)


@pytest.mark.rule("FRU-MAT-01", "FRU-DEAL-01", "FRU-DEAL-02", "FRU-TURN-02")
@pytest.mark.parametrize("players", range(2, 6))
def test_deals_of_frustration(players: int) -> None:
    rng = Random(f"deal {players}")
    deck = list(whole_pack(games.FRUSTRATION))
    rng.shuffle(deck)
    dealer = rng.randrange(players)
    start = Round.deal(FRU, players=players, dealer=dealer, deck=list(map(Card, deck)))
    expected = deal(deck, games.FRUSTRATION, seats=players, dealer=dealer)
    assert dict(enumerate(start.hands)) == {seat: Cards(hand) for seat, hand in expected["hands"].items()}
    assert list(map(str, start.discards)) == expected["discards"]
    assert list(map(str, start.stock)) == expected["stock"]
    assert start.player == expected["player"]
    assert deal_counts(players, games.FRUSTRATION)["stock"] == len(start.stock)
