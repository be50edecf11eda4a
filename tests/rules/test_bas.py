"""Basic Rummy: deals, turn order, void rounds, simulations and matches."""

from __future__ import annotations

import pytest
from tests.support.worked.scenes import dry, reasons

from rami import Discard, DrawStock, Match, Round, simulate
from rami.bots import GreedyBot
from rami.rounds.events import StockRecycled
from rami.variants import BASIC_RUMMY


@pytest.mark.rule("BAS-STOCK-05")
def test_a_round_without_a_card_to_draw_is_void() -> None:
    position = dry(BASIC_RUMMY, "2♥", "K♠ K♥")
    assert reasons(position, DrawStock()) == []
    empty = dry(BASIC_RUMMY, "", "K♠ K♥", phase="draw")
    assert empty.over
    assert empty.score().void


def drawn_and_discarded(match: Match) -> Match:
    """Return the match after a turn in which the player discards the card drawn from the stock."""
    drawn = match.play(DrawStock())
    (card,) = drawn.round.hands[match.round.player] - match.round.hands[match.round.player]
    return drawn.play(Discard(card))


def turned_over() -> Match:
    """Return a round of three players in which the discards became the stock, some of which is drawn again."""
    match = Match.start(BASIC_RUMMY, players=3, seed=11)
    for _ in range(40):
        match = drawn_and_discarded(match)
    assert match.round.setup.recycles == 1
    return match


@pytest.mark.rule("BAS-STOCK-02", "BAS-STOCK-04")
def test_all_players_know_a_stock_that_was_turned_over() -> None:
    match = turned_over()
    events = [event for event in match.events(None) if isinstance(event, StockRecycled)]
    assert events == [StockRecycled(31, shuffled=False)]
    for viewer in (None, 0, 1, 2):
        memory = match.view(viewer).memory
        assert memory is not None
        assert memory.stock == match.round.stock
        drawn = match.play(DrawStock())
        after = drawn.view(viewer).memory
        assert after is not None
        assert after.stock == drawn.round.stock
        assert match.round.stock[0] in after.holds[match.round.player]
    while match.round.setup.recycles < 3:
        match = drawn_and_discarded(match)


@pytest.mark.rule("BAS-STOCK-02")
def test_a_sample_keeps_the_order_of_a_stock_that_was_turned_over() -> None:
    match = turned_over()
    for seat in range(3):
        for seed in range(3):
            sampled = Round.sampled(match.view(seat), seed)
            assert sampled.stock == match.round.stock
            assert sampled.hands[seat] == match.round.hands[seat]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_bots_play_rounds_to_their_end(players: int) -> None:
    capped = BASIC_RUMMY.with_(match={"turn_cap": 1000})
    results = list(simulate(capped, 25, seed=3, players=players, bots=GreedyBot()))
    assert len(results) == 25
    for result in results:
        paid = [points for points in result.points if points]
        assert len(paid) <= 1
    assert sum(result.winner is not None for result in results) > 20
