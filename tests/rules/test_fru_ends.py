"""Frustration: the end of a round and the match."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.ends import outcome_of
from tests.support.flat import with_options
from tests.support.refusals import refusal
from tests.support.turn_facts import built
from tests.support.worked.scenes import allowed, scene

from rami import Discard, LayDown, Match, Round, variants
from rami.errors import InvalidSetup, InvalidVariant
from rami.matches.counting import counted, first_count
from rami.policies.results.scores import RoundScore
from rami.rounds.setup import RoundContext

FRU = variants.FRUSTRATION
PAIR_OF_RUNS = ["5♥ 6♥ 7♥ 8♥", "5♠ 6♠ 7♠ 8♠"]
FIVES = "5♠ 5♦ 5♦"
RUN = "7♥ 8♥ 9♥ T♥"


def context(*contracts: int, **more: Any) -> RoundContext:
    """Return a context with a seat for each of these contracts; the last seat deals."""
    return RoundContext(len(contracts), dealer=len(contracts) - 1, contracts=contracts, **more)


def test_players_who_do_not_play_are_not_waited_for() -> None:
    """The seats of the round decide, not the seats of the match."""
    table = [(2, FIVES), (2, RUN)]
    start = scene(
        f"{' '.join(PAIR_OF_RUNS)} K♦",
        table,
        variant=FRU,
        others=["", "9♦ A♣"],
        context=context(5, 2, 2, playing=(0, 2)),
    )
    assert allowed(start, LayDown(PAIR_OF_RUNS)).over


def test_a_void_round_completes_nothing() -> None:
    capped = FRU.with_(match={"turn_cap": 7})
    start = scene(
        f"{' '.join(PAIR_OF_RUNS)} K♦ 9♦ A♠",
        variant=capped,
        others=["4♣", "4♠"],
        context=context(5, 1, 1),
        turn=6,
    )
    end = allowed(start, LayDown(PAIR_OF_RUNS), Discard("K♦"))
    assert outcome_of(end).void
    assert end.completed == (0,)
    assert (end.score().void, end.score().completed) == (True, ())
    # Not even for a scoring policy that says otherwise.
    void = RoundScore(True, None, (), completed=(0, 1, 2))
    assert counted(first_count(FRU, 3, 0), FRU, void).contracts == (1, 1, 1)


# The match


def ended(match: Match, out: int, *completed: int) -> Match:
    """Return the match after a round in which these players have laid a contract, and `out` goes out."""
    groups = ["3♠ 3♦ 3♥", "5♠ 5♦ 5♥", "7♠ 7♦ 7♥", "9♠ 9♦ 9♥", "J♠ J♦ J♥"]
    hands = ["4♣", "6♣", "8♣", "T♣", "Q♣"][: match.players]
    hands[out] = "K♦"
    start = built(
        variant=match.variant,
        hands=hands,
        player=out,
        phase="play",
        discards="A♠",
        table=[(seat, groups[seat]) for seat in completed],
        context=match.round.context,
    )
    return attrs.evolve(match, round=start).play(Discard("K♦"))


@pytest.mark.rule("FRU-ADV-01", "FRU-ADV-02")
def test_a_player_who_completed_has_the_next_contract_and_the_others_the_same() -> None:
    match = Match.start(FRU, players=3, seed=7)
    assert match.contracts == match.round.context.contracts == (1, 1, 1)
    match = ended(match, 1, 2, 1)
    assert (match.contracts, match.over) == ((1, 2, 2), False)
    assert [(each.rank, each.player) for each in match.standings] == [(1, 1), (1, 2), (3, 0)]
    match = ended(match.next_round(), 1, 1)
    assert match.contracts == (1, 3, 2)
    following = match.next_round().round
    assert following.context.contracts == (1, 3, 2)
    assert following.view(0).context.contracts == (1, 3, 2)


@pytest.mark.rule("FRU-MATCH-01", "FRU-OBJ-01", "FRU-C14")
def test_the_first_with_all_contracts_wins() -> None:
    match = Match.start(FRU, players=2, seed=7)
    for number in range(1, 15):
        assert match.round.context.contracts == (number, 1)
        match = ended(match, 0, 0)
        assert match.over == (number == 14)
        match = match if match.over else match.next_round()
    assert match.winners == (0,)
    assert match.contracts == (15, 1)


@pytest.mark.rule("FRU-MATCH-01")
@pytest.mark.parametrize("tie,winners", [("first_laid", (2,)), ("shared", (0, 2))])
def test_two_players_complete_the_last_contract_in_one_round(tie: Any, winners: tuple[int, ...]) -> None:
    match = Match.start(FRU.with_(match={"contract_tie": tie}), players=3, seed=7)
    contracts = (14, 14, 14)
    due = attrs.evolve(match.round.context, contracts=contracts)
    start = Round.deal(match.variant, seed=1, context=due)
    match = attrs.evolve(match, contracts=contracts, round=start)
    over = ended(match, 0, 2, 0)
    assert (over.over, over.winners) == (True, winners)


def test_contracts_that_cannot_be() -> None:
    for contracts in ((1, 15), (0, 1), (1,), (1, 1, 1)):
        with pytest.raises(InvalidSetup):
            Round.deal(FRU, context=RoundContext(2, contracts=contracts))
    assert Round.deal(FRU, players=2, seed=1).context.contracts == (1, 1)


@pytest.mark.parametrize("completed", [(0,), (1, 1), (1, 0, 0), (2, 1)])
def test_an_order_of_completion_that_cannot_be(completed: tuple[int, ...]) -> None:
    with pytest.raises(InvalidSetup):
        scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU, completed=completed)
    both = scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU)
    assert both.completed == (1, 0)
    other = scene("K♦ 9♦", [(1, FIVES), (0, RUN)], variant=FRU, completed=(0, 1))
    assert other != both
    assert Round.from_setup(other.setup) == other


def test_points_for_cards_are_reserved() -> None:
    (found,) = refusal(InvalidVariant, with_options, FRU, {"fru_points": True}).violations
    assert (found.code, found["field"]) == ("option_reserved", "scoring.contract_points")
