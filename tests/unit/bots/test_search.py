"""The search bot: its moves are legal and reproducible, it keeps to its budget, and it finds obvious moves."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.playing import end_of, rounds
from tests.support.presets import SLUGS

from rami import Cards, Knock, LayOff, Match, PlayerView, Round, Setup, Variant, variants
from rami._kernel.players.weighed import LikelyHands
from rami._kernel.rounds.state import OVER
from rami.bots import ExpertBot, GreedyBot, SearchBot, searching
from rami.bots._rollouts import rollout
from rami.bots._weighing import MANNER, weighing_of
from rami.bots.greedy import GREEDY, table_player
from rami.bots.searching import Trial, candidates, surely_better
from rami.notation import parse_position
from rami.rounds._engine.rules import Rules
from rami.rounds._engine.setups import position_of

pytestmark = pytest.mark.slow(every=2)

QUICK = SearchBot(8, turns=4, seed=7)
HOUSES: dict[str, Variant] = {
    "gin by moves": variants.GIN.with_(closing={"settle": "moves"}),
    "limit of the upcard": variants.GIN.with_(closing={"knock_limit": "upcard", "fiftieth_card": True}),
    "announced": variants.CLASSIC_51.with_(conduct={"mode": "explicit"}),
    "jokers taken": variants.CLASSIC_51.with_(table={"take_joker": True, "take_min_hand_cards": 0}),
    **{slug: variants.get(slug) for slug in SLUGS},
}


def midway(variant: Variant, seed: int, moves: int) -> Round:
    return end_of(rounds(Round.deal(variant, seed=seed)), moves)


@pytest.mark.search(cases=7)
@pytest.mark.parametrize("house", HOUSES)
def test_searched_moves_are_legal(house: str) -> None:
    at = midway(HOUSES[house], 3, 5)
    for _ in range(2):
        if not at.over:
            at = at.play(QUICK.choose(at.view(at.player)))


@pytest.mark.parametrize("house", HOUSES)
def test_rollouts_follow_the_rules(house: str) -> None:
    for seed in range(2):
        start = midway(HOUSES[house], seed, 2 * seed)
        rules = Rules.of(start.variant)
        state = position_of(rules, start.setup)
        for turns in (1, 6):
            end = rollout(rules.game, state, turns, table_player(start.variant, GREEDY))
            reached = Round(start.context, rules, end)
            assert Round.from_setup(reached.setup) == reached
            assert end.phase == OVER or end.number == state.number + turns


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return an entry for each rollout."""
    played: list[int] = []

    def counted(*given: Any) -> Any:
        played.append(1)
        return rollout(*given)

    monkeypatch.setattr(searching, "rollout", counted)
    return played


def test_only_a_view_is_given_and_the_budget_is_kept(played: list[int]) -> None:
    view = midway(variants.GIN, 7, 3).view(0)
    assert isinstance(view, PlayerView)
    assert len(candidates(view, 16)) > 8
    SearchBot(100, seed=7).choose(view)
    assert 20 <= len(played) <= 100


def at_play(variant: Variant, hand: str, other: str, **facts: Any) -> PlayerView:
    return Round.from_setup(Setup(variant=variant, hands=[hand, other], phase="play", **facts)).view(0)


def test_it_knocks_where_that_is_best() -> None:
    hand = "3♥ 4♥ 5♥ 9♣ 9♦ 9♥ J♠ J♦ J♣ 8♦ K♦"
    other = "2♣ 4♦ 6♥ 8♠ T♣ Q♦ A♥ 3♠ 5♣ 7♦"
    move = SearchBot(60, seed=7).choose(at_play(variants.GIN, hand, other, turn=3))
    assert isinstance(move, Knock)
    assert str(move.discard) == "K♦"


def test_it_goes_out() -> None:
    view = at_play(variants.CLASSIC_51, "T♠ K♥", "2♣ 4♦ 6♥ 8♠", table=[(0, "7♠ 8♠ 9♠")])
    assert SearchBot(60, seed=7).choose(view) == LayOff("T♠", 0)


def test_moves_are_compared_with_that_of_the_expert_first() -> None:
    view = midway(variants.CLASSIC_51, 8, 9).view(midway(variants.CLASSIC_51, 8, 9).player)
    moves = candidates(view, 7)
    assert moves[0] == ExpertBot().choose(view)
    assert len(set(moves)) == len(moves) <= 7
    assert all(move in view.legal_moves for move in moves)


def test_a_gain_may_be_chance() -> None:
    assert surely_better([3.0, 3.0], [1.0, 2.0], 1.0)
    assert not surely_better([9.0, 1.0, 1.0], [1.0, 2.0, 2.0], 1.0)
    assert surely_better([9.0, 1.0, 1.0], [1.0, 2.0, 2.0], 0.0)
    assert not surely_better([1.0, 1.0], [1.0, 1.0], 0.0)


def test_a_turn_that_is_hard_to_complete_stops_no_rollout() -> None:
    setup = parse_position(
        "rami position 1; variant classic-51 1; hands 7♠ / 7♣ J♥ K♥ 2♠ 6♠; player 1; phase play; "
        "table 0:1 J♣ Q♣ K♣ A♣ / 1:1 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ / 2:0 6♦ 7♦ 8♦ 9♦ T♦ / 3:0 Q♦ K♦ A♦ / 4:0 T♥ * Q♥; "
        "turn_facts taken 7♣, duties place_taken 7♣"
    )
    rules = Rules.of(setup.variant)
    end = rollout(rules.game, position_of(rules, setup), 20, table_player(setup.variant, GREEDY))
    assert end.phase == OVER or end.number >= position_of(rules, setup).number


def test_worlds_hold_likely_hands() -> None:
    match = Match.start(variants.GIN, players=2, seed=6)
    for _ in range(10):
        match = match.play(GreedyBot().choose(match.round.view(match.player)))
    view = match.view(match.player)
    other, least = 1 - match.player, variants.GIN.deadwood
    trial = Trial(view, 5, 40)
    memory = view.memory
    assert memory is not None
    likely = dealt = 0
    for seed in range(30):
        world = Round(view.context, trial.rules, trial.world())
        assert world.view(match.player) == match.round.view(match.player)
        assert Round.from_setup(world.setup) == world
        assert not memory.holds[other] - world.hands[other]
        likely += least(world.hands[other])
        dealt += least(Round.sampled(view, seed).hands[other])
    assert likely < dealt * 0.8


def test_likely_hands_have_little_deadwood_and_no_use_for_cards_left() -> None:
    weighing = weighing_of(variants.GIN)
    ids = [Cards(text).ids for text in ("2♣ 3♣ 4♣ 7♦ 9♥", "2♣ 3♣ 5♣ 7♦ 9♥")]
    mask = [sum(1 << card for card in cards) for cards in ids]
    nothing = LikelyHands(weighing, MANNER, 0, [], 0, 0, 0)
    assert nothing.likely(mask[0]) > nothing.likely(mask[1])
    left = 1 << Cards("4♣").ids[0]
    refused = LikelyHands(weighing, MANNER, 0, [], 0, left, 0)
    assert refused.likely(mask[1]) < nothing.likely(mask[1])
    thrown = LikelyHands(weighing, MANNER, 0, [], 0, 0, left)
    assert thrown.likely(mask[1]) < nothing.likely(mask[1])


def test_the_clock_that_is_given_ends_a_search(played: list[int]) -> None:
    view = midway(variants.GIN, 7, 3).view(0)
    ticks = iter(range(1000))
    bot = SearchBot(100_000, seed=7, clock=lambda: float(next(ticks)), seconds=5.0)
    assert bot.choose(view) in view.legal_moves
    assert 0 < len(played) < 60
