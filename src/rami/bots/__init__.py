"""Bots for simulations, tests and demonstrations. They get a `PlayerView`, never a `Round`, so they cannot cheat.

>>> from rami import Round, variants
>>> from rami.bots import GreedyBot
>>> start = Round.deal(variants.CLASSIC_51, players=4, seed=7)
>>> move = GreedyBot().choose(start.view(start.player))
>>> start.explain(move)
()
"""

from __future__ import annotations

from rami.bots.bot import Bot
from rami.bots.expert import ExpertBot
from rami.bots.greedy import GreedyBot
from rami.bots.hinting import hint
from rami.bots.searching import SearchBot
from rami.bots.simple import NeutralBot, RandomBot

__all__ = ["Bot", "ExpertBot", "GreedyBot", "NeutralBot", "RandomBot", "SearchBot", "hint"]
