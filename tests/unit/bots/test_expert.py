"""The expert bot, which judges cards by what it has seen."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from tests.support.turn_facts import built
from tests.support.worked.gin_scenes import gin
from tests.unit.bots.test_search import HOUSES, at_play, midway

from rami import Card, Cards, Discard, DrawStock, Knock, Match, TakeDiscard, variants
from rami.bots import ExpertBot, GreedyBot, RandomBot
from rami.rounds.memory import Memory

BOT = ExpertBot()
RUNS = "3♥ 4♥ 5♥ 9♣ 9♦ 9♥"
OTHER = "2♣ 4♦ 6♠ 8♠ T♣ Q♦ A♥ 3♠ 5♣ 7♦"


@pytest.mark.parametrize("house", HOUSES)
def test_its_moves_are_legal(house: str) -> None:
    at = midway(HOUSES[house], 5, 4)
    for _ in range(12):
        at = at if at.over else at.play(BOT.choose(at.view(at.player)))


def test_a_discard_is_taken_for_a_meld_and_left_without_one() -> None:
    facts: dict[str, Any] = {"phase": "draw", "turn": 4, "hands": [f"{RUNS} K♦ K♠ Q♠ 7♣", OTHER]}
    for top, move in (("K♥", TakeDiscard()), ("Q♥", DrawStock())):
        assert BOT.choose(built(variant=variants.GIN, discards=top, **facts).view(0)) == move


def test_it_knocks_as_soon_as_it_may() -> None:
    assert isinstance(BOT.choose(at_play(variants.GIN, f"{RUNS} J♠ J♦ J♣ 8♦ K♦", OTHER, turn=4)), Knock)


def test_it_waits_where_several_cards_would_leave_nothing() -> None:
    # 2♥, 6♥ and 9♠ would leave no deadwood, for which a knock with one point gives up 25
    hand = "3♥ 4♥ 5♥ 9♣ 9♦ 9♥ J♠ Q♠ K♠ A♦ K♦"
    move = BOT.choose(at_play(variants.GIN, hand, OTHER, turn=4))
    assert move == Discard(Card("K♦"))
    worthless = variants.GIN.with_(scoring={"gin_bonus": 0})
    assert isinstance(BOT.choose(at_play(worthless, hand, OTHER, turn=4)), Knock)
    gone = at_play(variants.GIN, hand, OTHER, turn=4, discards="2♥ 6♥")
    assert isinstance(BOT.choose(gone), Knock)


def test_a_second_copy_is_discarded_at_a_table() -> None:
    # the greedy bot values it as the first one
    hand = "9♥ 9♥ 8♥ T♥ K♠ Q♠ 4♦ 3♦ 5♣ 6♣"
    view = at_play(variants.CLASSIC_51, hand, "2♣ 4♦ 6♥ 7♦")
    assert GreedyBot().choose(view) == Discard(Card("3♦"))
    assert BOT.choose(view) == Discard(Card("9♥"))


def test_cards_that_the_other_player_waits_for_are_kept() -> None:
    # 7♥ and 7♠ leave the same deadwood and the same chances; who is known to hold 8♠ and 9♠ waits for one of them
    hand = "2♣ 3♣ 4♣ J♣ J♦ J♥ A♦ A♥ A♠ 7♥ 7♠"
    other = "8♠ 9♠ 4♦ 6♦ T♣ Q♦ 3♠ 5♠ K♣ K♥"
    view = at_play(gin(closing__knock_limit=0), hand, other, turn=20, discards="2♥ 8♥")
    assert view.to_act
    holds = Memory(viewer=0, holds=(Cards(), Cards("8♠ 9♠")), draws=(0, 0))
    assert BOT.choose(attrs.evolve(view, memory=holds)) == Discard(Card("7♥"))


def test_it_wins_matches() -> None:
    for seed in range(3):
        match = Match.start(variants.GIN, players=2, seed=seed)
        bots = (BOT, RandomBot(seed))
        while not match.over:
            match = match.next_round() if match.round.over else match
            match = match.play(bots[match.player].choose(match.view(match.player)))
        assert match.winners == (0,)
