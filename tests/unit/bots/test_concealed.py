"""The greedy bot in games in which hands stay concealed until a player knocks."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.playing import end_of, matches
from tests.support.turn_facts import built

from rami import Discard, Match, Round, Variant, variants
from rami.bots import Bot, GreedyBot, SearchBot
from rami.rounds.setup import KnockFact

pytestmark = pytest.mark.slow(every=2)

GIN = variants.GIN
BY_MOVES = GIN.with_(closing={"settle": "moves"})
HOUSES: dict[str, Variant] = {
    "gin": GIN,
    "by moves": BY_MOVES,
    "limit of the upcard": GIN.with_(closing={"knock_limit": "upcard"}, scoring={"spade_doubles": True}),
    "last discard": GIN.with_(closing={"fiftieth_card": True}),
    "no offer": GIN.with_(drawing={"upcard_offer": "none"}),
    "three columns": GIN.with_(match={"columns": 3, "box_bonus": 20}),
}
BOT = GreedyBot()


def chosen(hand: str, other: str = "2♣ 4♦ 6♥ 8♠ T♣ Q♦ A♥ 3♠ 5♣ 7♦", **facts: Any) -> str:
    return str(BOT.choose(built(**{"variant": GIN, "hands": [hand, other], **facts}).view(0)))


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", range(2))
def test_matches_end_by_points(house: str, seed: int) -> None:
    match = end_of(matches(Match.start(HOUSES[house], players=2, seed=seed)))
    assert len(match.winners) == 1
    assert max(match.totals) >= 100


@pytest.mark.parametrize("bot", [BOT, SearchBot(8, seed=1)], ids=["greedy", "search"])
def test_the_first_turn_may_be_a_discard(bot: Bot) -> None:
    variant = GIN.with_(
        dealing={"starter_extra": 1, "upcard": False},
        drawing={"starter_turn": "discard_only", "upcard_offer": "none"},
    )
    start = Round.deal(variant, seed=2)
    move = bot.choose(start.view(start.player))
    assert isinstance(move, Discard)
    assert start.play(move).player != start.player


def test_it_takes_cards_that_complete_a_meld_and_leaves_the_rest() -> None:
    hand = "7♠ 7♥ 2♦ 3♦ 9♣ J♠ K♥ 5♥ Q♣ 9♦"
    assert chosen(hand, discards="7♣", phase="draw") == "take"
    assert chosen(hand, discards="4♠", phase="draw") == "draw"
    assert chosen(hand, discards="7♣", phase="offer", player=0) == "take"
    assert chosen(hand, discards="4♠", phase="offer", player=0) == "pass"


def test_it_shows_big_gin_and_gin_at_once() -> None:
    melds = "3♥ 4♥ 5♥ 9♣ 9♦ 9♥ 9♠ J♠ Q♠ K♠"
    assert chosen(f"{melds} T♠", phase="play").startswith("big gin")
    assert chosen(f"{melds} 2♦", phase="play").startswith("knock 2♦")


def test_it_knocks_early_and_waits_late() -> None:
    hand = "3♥ 4♥ 5♥ 9♣ 9♦ 9♥ J♠ Q♠ K♠ 8♦ 7♣"
    assert chosen(hand, phase="play", turn=4) == "knock 8♦ with 3♥ 4♥ 5♥ + J♠ Q♠ K♠ + 9♣ 9♦ 9♥"
    assert chosen(hand, phase="play", turn=20).startswith("discard ")


def test_it_replies_with_lay_offs_and_melds() -> None:
    facts: dict[str, Any] = {
        "variant": BY_MOVES,
        "phase": "layoff",
        "table": [(1, "4♥ 5♥ 6♥"), (1, "J♣ J♦ J♠"), (1, "2♦ 2♥ 2♠")],
        "knock": KnockFact(1, "knock"),
        "discards": "9♠",
    }
    assert chosen("7♥ 8♥ K♣", "8♣", **facts) == "off 7♥ > 0"
    assert chosen("Q♣ Q♦ Q♥ K♣", "8♣", **facts) == "lay Q♣ Q♦ Q♥"
    assert chosen("K♣ Q♦", "8♣", **facts) == "end lay-offs"
