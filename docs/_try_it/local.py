"""The table in this browser: a session with a person at one seat and bots at the others.

It answers as a server would, with frames for the person's seat. Nothing but the frames and the rows to keep leaves it.
"""

from __future__ import annotations

from typing import Any

from rami import RamiError, variants
from rami.bots import Bot, ExpertBot, GreedyBot, RandomBot, SearchBot
from rami.sessions.session import Session

from .sight import frame

__all__ = ["BOTS", "TURN_CAP", "LocalTable"]

ME = 0
SECONDS = 0.6
TURN_CAP = 400


def _bot(strength: str, seed: int) -> Bot:
    """Return a bot of a strength."""
    match strength:
        case "beginner":
            return RandomBot(seed)
        case "strong":
            return ExpertBot()
        case "strongest":
            return SearchBot(seed=seed, seconds=SECONDS)
        case _:
            return GreedyBot()


BOTS = ("beginner", "solid", "strong", "strongest")


class LocalTable:
    """The session in play, with the bots at its other seats."""

    def __init__(self, session: Session, bots: str) -> None:
        self.session = session
        self.bots = bots
        self._rows = 0
        self._mark = 0

    @classmethod
    def begin(cls, slug: str, names: list[str], seed: int, bots: str) -> LocalTable:
        """Start a match."""
        # Bots that wait for one card would otherwise play on forever.
        variant = variants.get(slug).with_(match={"turn_cap": TURN_CAP})
        return cls(Session.start(variant, names, seed), bots)

    @classmethod
    def resume(cls, rows: list[dict[str, Any]], bots: str) -> LocalTable:
        """Go on with a match that the page has kept."""
        table = cls(Session.from_rows(rows), bots)
        table._rows = len(rows)
        return table

    def frame(self, *, whole: bool = False) -> dict[str, Any]:
        """Return what is new to the person.

        Parameters:
            whole: True for the whole story, as for somebody who has just sat down.
        """
        session, match = self.session, self.session.match
        view = match.view(ME, since=0 if whole else self._mark)
        self._mark = match.mark
        rows = session.rows(self._rows)
        self._rows += len(rows)
        return frame(
            view,
            names=list(session.names),
            totals=[str(total) for total in match.totals],
            waiting_for=self._waiting_for,
            deciding=list(match.deciding),
            returning=self._returning,
            over=session.over,
            winners=list(match.winners),
            undo=any(move.player == ME for move in match.log[-1]),
            bot=self._bot_to_act,
            rows=list(rows),
        )

    @property
    def _waiting_for(self) -> list[int]:
        """The seats that are to act: the person alone begins the next round, even after leaving the match."""
        session, match = self.session, self.session.match
        between = match.round.over and not match.deciding and not session.over
        return [ME] if between else list(session.waiting_for)

    @property
    def _returning(self) -> str | None:
        """The total with which the person may buy back in now; None at any other time."""
        match = self.session.match
        return str(match.buy_in(by=ME).totals[ME]) if match.deciding[:1] == (ME,) else None

    @property
    def _bot_to_act(self) -> bool:
        waiting = self._waiting_for
        return bool(waiting) and ME not in waiting

    def act(self, step: str, move: str = "") -> None:
        """Do what the person asks for, or let a bot have its turn.

        Parameters:
            step: "play", "undo", "ready", "buy_in", "stay_out", or "bot" for the next move of a bot.
            move: the move to play, as text.

        Raises:
            RamiError: it is refused.
        """
        match step:
            case "play":
                self.session = self.session.play(move, ME)
            case "bot":
                self._move_bot()
            case "undo":
                self._undo()
            case "ready":
                for seat in self.session.waiting_for:
                    self.session = self.session.ready(seat)
            case "buy_in" | "stay_out":
                self.session = self.session.buy_in(ME, step == "buy_in")
            case _:
                pass

    def _move_bot(self) -> None:
        """Play one move of the bot that is waited for; bots do not buy back in."""
        if not self._bot_to_act:
            return
        seat = self._waiting_for[0]
        if self.session.match.round.over:
            self.session = self.session.buy_in(seat, accept=False)
            return
        view = self.session.match.view(seat)
        bot = _bot(self.bots, seat + view.mark)
        try:
            move = bot.choose(view)
        except RamiError:  # a policy that this bot cannot weigh
            move = GreedyBot().choose(view)
        self.session = self.session.play(move, seat)

    def _undo(self) -> None:
        """Go back to where the person made the last move."""
        while self.session.match.log[-1]:
            mine = self.session.match.log[-1][-1].player == ME
            self.session = self.session.undo(None)
            if mine:
                return
