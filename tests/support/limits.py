"""A match in which a player has reached the limit and may buy back in."""

from __future__ import annotations

from rami import variants
from rami.bots import GreedyBot, RandomBot
from rami.sessions.session import Session


def at_the_limit() -> Session:
    """Return a match of Kalooki between three players, in which player 0 is the first to decide."""
    pool = variants.KALOOKI_40.with_(match={"elimination_limit": 61, "buy_ins": 1, "turn_cap": 400})
    session = Session.start(pool, ["you", "bruno", "chloé"], 5)
    while session.match.deciding[:1] != (0,):
        seat = session.waiting_for[0]
        if session.match.round.over:
            session = session.ready(seat)
        else:
            bot = GreedyBot() if seat else RandomBot(3)
            session = session.play(bot.choose(session.match.view(seat)), seat)
    return session
