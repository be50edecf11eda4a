"""Bots in games with concealed hands in which the first player begins with a discard."""

from __future__ import annotations

import pytest
from tests.support.worked.gin_scenes import gin

from rami import Discard, Round
from rami.bots import GreedyBot, SearchBot
from rami.bots.bot import Bot


@pytest.mark.parametrize("bot", [GreedyBot(), SearchBot(8, seed=1)], ids=["greedy", "search"])
def test_the_first_discard(bot: Bot) -> None:
    variant = gin(
        dealing__starter_extra=1,
        dealing__upcard=False,
        drawing__starter_turn="discard_only",
        drawing__upcard_offer="none",
    )
    start = Round.deal(variant, seed=2)
    move = bot.choose(start.view(start.player))
    assert isinstance(move, Discard)
    assert start.play(move).player != start.player
