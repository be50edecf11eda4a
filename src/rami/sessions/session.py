"""Sessions: a match together with the people who play it.

A `Match` applies the rules. A server must also keep track of who sits where, who has left the table, who is ready for
the next round, and who may take back which move. A `Session` does all that, and keeps a log, including comments and
tags, that only grows. Like a match, a session is immutable: a method that changes something returns a new session with
a longer log. A session has no network and no clock; your program calls a method when a player's time is up.

>>> from rami import variants
>>> from rami.sessions.session import Session
>>> session = Session.start(
...     variants.GIN, ["Ana", "Bruno"], seed=7, tags={"date": "2026-11-23"}
... )
>>> later = session.play("take", by=0).undo(by=0).redo(by=0).comment("bold", by=1)
>>> [str(entry) for entry in later.log]
['tag date=2026-11-23', 'move 0 take', 'undo 0', 'redo 0', 'comment 1 bold']
>>> Session.from_rows(later.rows()) == later
True

`rows` returns plain dictionaries, ready for JSON. If you store each row before you acknowledge the step, no step that a
player has seen confirmed can be lost. The rows contain the seed and every move, so they must never leave the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import attrs

from rami.bots.bot import Bot, check_bots
from rami.bots.simple import NeutralBot
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.matches.match import Match
from rami.policies.variant import Variant
from rami.sessions import _rows as stored
from rami.sessions.agreements import Agreement
from rami.sessions.entries import Entry, EntryKind
from rami.sessions.seating import Seating, made_now, stopped, with_last

__all__ = ["LONGEST_NOTE", "Session"]

LONGEST_NOTE = 1000
"""The maximum length of a name, a comment or a tag, in characters."""


@attrs.frozen(repr=False)
class Session(Seating):
    """A match, the people who play it, and a log of what they did.

    Begin with `Session.start`; every method that changes something returns a new session.

    Parameters:
        match: the match as it is now.
        names: the players' names, by seat.
        log: every step so far, oldest first; entries are never removed, not even by `undo`.
        tags: facts about the session, such as the date, as pairs of name and value, sorted by name.
        agreement: the agreement of the table.
        away: the seats of the players who are away, in ascending order.
        gone: the seats of the players who have left for good, in the order of leaving.
        ballot: the open vote, None if there is none.
        last_round: the number of the round that was announced as the last; None before any announcement.
    """

    match: Match
    names: tuple[str, ...]
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def start(
        cls,
        variant: Variant,
        names: Iterable[str],
        seed: int | None = None,
        *,
        tags: Mapping[str, str] | None = None,
        agreement: Agreement | None = None,
    ) -> Session:
        """Deal the first round and return the new session.

        Parameters:
            variant: the game to play.
            names: the players' names, one per seat.
            seed: the seed of the shuffles, 0 to 2**256 - 1; None for a seed from the operating system's random source.
            tags: other facts to keep, such as the date, which rami never looks up itself.
            agreement: the agreement about absent players and votes. By default somebody plays for absent players, and
                all must agree to a motion.

        Raises:
            InvalidMatch: the variant does not allow that number of players, the deal would leave too few cards in the
                stock, the seed is out of range, or a name or tag is too long or not printable.

        >>> from rami import variants
        >>> Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        <Session gin: Ana, Bruno; waiting for 0>
        """
        named = checks.items(InvalidMatch, "names", names)
        for name in named:
            _check_note("names", name)
        wrong = checks.instance("tags", tags, Mapping, None)
        reject(InvalidMatch, wrong + checks.instance("agreement", agreement, Agreement, None))
        session = cls(Match.start(variant, len(named), seed), named, agreement=agreement or Agreement())
        # Log each tag; otherwise a session rebuilt from its rows would lack it.
        for key, value in (tags or {}).items():
            session = session.tag(key, value)
        return session

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]], variants: Iterable[Variant] = ()) -> Session:
        """Replay the rows of a session and return the session as it was.

        Parameters:
            rows: all rows, from the first.
            variants: your variants with custom policies, which cannot be written in rows, and earlier versions of
                variants that have changed since. Variants that other packages register by entry point are found
                automatically.

        Raises:
            InvalidText: there are no rows, or a row does not follow from the rows before it; the error gives the number
                of the row as its line.

        >>> from rami import variants
        >>> start = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> rows = start.play("take", by=0).rows()
        >>> Session.from_rows(rows[:1]) == start
        True
        >>> Session.from_rows([rows[0], {**rows[1], "seat": 1}])
        Traceback (most recent call last):
        rami.errors.violations.InvalidText: line 2: it is player 0's turn, not player 1's [GIN-TURN-03]
        """
        session: Session | None = None
        given = checks.items(InvalidText, "rows", rows)
        known = checks.items(InvalidText, "variants", variants, Variant)
        for number, row in enumerate(given, 1):
            try:
                if session is None:
                    variant, names, seed, agreement = stored.read_start(row, known)
                    session = cls.start(variant, names, seed, agreement=agreement)
                else:
                    session = session._replayed(row)
            except RamiError as error:
                raise InvalidText(*(each.at(line=number) for each in error.violations)) from None
        if session is None:
            raise InvalidText(Violation(Reason.KEY_MISSING, None, {"key": "session"}).at(line=1))
        return session

    def rows(self, since: int = 0) -> tuple[dict[str, Any], ...]:
        """Return the rows that rebuild the session: plain dictionaries, ready for JSON.

        The first row describes the game, the players and the seed; each entry of the log adds one row. Rows never
        change, so you can append the new rows to a table or a file.

        Parameters:
            since: the number of rows that you have stored already; only later rows are returned.

        Raises:
            InvalidText: the variant cannot be written as text.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.play("take", by=0).rows(since=len(session.rows()))
        ({'kind': 'move', 'seat': 0, 'text': 'take', 'mark': 3},)
        """
        reject(InvalidMatch, checks.integer("since", since, 0, len(self.log) + 1))
        # Row 0 is the start of the session, so row n holds entry n - 1.
        entries = self.log[max(0, since - 1) :]
        rows = tuple({**attrs.asdict(entry), "kind": str(entry.kind)} for entry in entries)
        if since:
            return rows
        start = stored.start_row(self.match.variant, self.names, self.match.seed, self.agreement)
        return (start, *rows)

    def play(self, move: str | Move, by: int) -> Session:
        """Play a move and return the new session.

        Parameters:
            move: the move, or its text.
            by: the seat of the player who makes it.

        Raises:
            IllegalMove: the rules forbid the move; the error lists every reason.
            InvalidMatch: there is no such seat, or the player has left for good.
        """
        self._check_seat("by", by)
        return self._played(EntryKind.MOVE, by, move)

    def stand_in(self, seat: int, bot: Bot | None = None) -> Session:
        """Play one move for a player who is away; repeat until the turn is over.

        Parameters:
            seat: the seat of the absent player, whose turn it must be.
            bot: a bot that chooses the move from that player's view, which includes the events of the turn. By default
                a `NeutralBot` plays: it draws or passes, lays nothing, and discards the card drawn.

        Raises:
            InvalidMatch: the player is not away, it is not that player's turn, or the bot chose no legal move. The
                message does not name the move, which might reveal cards; `__cause__` does.

        >>> from rami import variants
        >>> from rami.bots import GreedyBot
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).leave(0)
        >>> print(session.stand_in(0, GreedyBot()).log[-1])
        stand_in 0 take
        """
        return self._substituted(EntryKind.STAND_IN, seat, bot)

    def time_out(self, seat: int, bot: Bot | None = None) -> Session:
        """Play one move for a player whose time is up; repeat until the turn is over.

        Parameters:
            seat: the seat of the slow player. If that player moved at the last moment, it is now somebody else's turn,
                and the call is refused.
            bot: a bot that chooses the move; by default a `NeutralBot`, as for `stand_in`.

        Raises:
            InvalidMatch: it is not that player's turn, or the bot chose no legal move.
        """
        return self._substituted(EntryKind.TIMEOUT, seat, bot)

    def miss_turn(self, seat: int, bot: Bot | None = None) -> Session:
        """Play the rest of a turn for an absent or slow player, who drops out after too many missed turns.

        The log lists the moves as made by a stand-in if the player is away, and otherwise as made after a timeout.

        Parameters:
            seat: the seat of the player, whose turn it must be.
            bot: a bot that chooses the moves. By default a `NeutralBot` plays: it draws or passes, lays nothing, and
                discards the card drawn.

        Raises:
            InvalidMatch: it is not that player's turn, or the bot chose no legal move.

        >>> from rami import variants
        >>> table = Agreement(missed_turns=1, gone="walk_over")
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7, agreement=table)
        >>> session = session.miss_turn(0)
        >>> [str(entry) for entry in session.log], session.match.winners
        (['timeout 0 pass', 'drop_out 0'], (1,))
        """
        self._check_seat("seat", seat)
        kind = EntryKind.STAND_IN if seat in {*self.away, *self.gone} else EntryKind.TIMEOUT
        session, turn = self._substituted(kind, seat, bot), (self.match.number, self.match.round.turn)
        while session.waiting_for == (seat,) and turn == (session.match.number, session.match.round.turn):
            session = session._substituted(kind, seat, bot)
        most = self.agreement.missed_turns
        if most is None or seat in self.gone or session.over or session._missed(seat) < most:
            return session
        return session.drop_out(seat)

    def pass_over(self, seat: int, bot: Bot | None = None) -> Session:
        """Act for a player whose time is up, so that the session can continue.

        During a round, the player misses the turn (`miss_turn`). Between rounds, a player who has to decide on a buy-in
        stays out, and any other player is marked as away, so that the next round does not wait.

        Parameters:
            seat: the seat of the player; nothing changes if the session is not waiting for that player.
            bot: a bot that chooses the moves of the missed turn; by default a `NeutralBot`.

        Raises:
            InvalidMatch: there is no such seat, or the bot chose no legal move.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).throw_in()
        >>> session.ready(1).pass_over(0).match.number
        2
        """
        self._check_seat("seat", seat)
        if seat not in self.waiting_for:
            return self
        if not self.match.round.over:
            return self.miss_turn(seat, bot)
        return self.buy_in(seat, accept=False) if self.match.deciding else self.leave(seat)

    def undo(self, by: int | None) -> Session:
        """Take back the last step and return the new session; the log keeps the step and adds the undo.

        Players may take back only their own moves, and only a move that revealed nothing to them (see `Match.undo`). A
        move made by a stand-in or after a timeout belongs to nobody. The whole table may take back any move, and only
        the whole table may take back a deal, a throw-in, a departure or the stop of the match. When a departure or the
        stop is taken back, all players who had left for good count as away instead and can rejoin. If a deal followed
        a move automatically, because the table waited for nobody, both are taken back.

        Parameters:
            by: the seat of the player who takes it back, None for the whole table.

        Raises:
            InvalidMatch: there is nothing to take back, or this player is not allowed to take it back.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).play("take", by=0)
        >>> session.undo(by=1)
        Traceback (most recent call last):
        rami.errors.violations.InvalidMatch: take cannot be taken back: it is not a move of player 1
        """
        self._check_seat("by", by, or_table=True)
        last = self.match.last_move
        if by is not None and last is not None and self._made[-1][0] is not EntryKind.MOVE:
            raise InvalidMatch(
                Violation(Reason.UNDO_OTHER, None, {"move": last.seen_by(by).move, "player": by})
            )
        return self._taken_back(by)._logged(EntryKind.UNDO, by, before=self.match)

    def redo(self, by: int | None) -> Session:
        """Repeat the move that was taken back most recently and return the new session.

        Parameters:
            by: the seat of the player who made the move, None for the whole table.

        Raises:
            InvalidMatch: there is no move to repeat, or another player made it.
        """
        self._check_seat("by", by, or_table=True)
        if not self._undone or by not in (None, self._undone[-1][1].player):
            raise InvalidMatch(Violation(Reason.REDO_NOTHING))
        made, undone = self._undone[-1]
        # The move may have been a stand-in's, so restore its kind too.
        match = self.match.play(undone.move, undone.player)
        return self._logged(
            EntryKind.REDO, by, match=match, made=(*self._made, made), undone=self._undone[:-1]
        )

    def buy_in(self, by: int, accept: bool = True) -> Session:
        """Buy an eliminated player back into the match, or record that the player declines.

        Parameters:
            by: the seat of the eliminated player.
            accept: True to buy back in, False to stay out.

        Raises:
            InvalidMatch: nobody may buy back in now, or another player has to decide first.
        """
        self._check_seat("by", by)
        reject(InvalidMatch, checks.flag("accept", accept))
        match = self.match.buy_in(accept, by)
        kind = EntryKind.BUY_IN if accept else EntryKind.STAY_OUT
        return self._logged(kind, by, match=match)

    def throw_in(self, by: int | None = None, *, misdeal: bool = False) -> Session:
        """Throw the round in, which makes it void; the next round is dealt when all players are ready.

        Parameters:
            by: the seat of the player who asked for it; None for the whole table. Your program must make sure that
                everybody agrees, or hold a vote (`propose`).
            misdeal: True if the cards were dealt wrongly, so that the same player deals again.

        Raises:
            InvalidMatch: the round is over, a hand has been shown and must be counted first, or there is no such seat.
        """
        self._check_seat("by", by, or_table=True)
        match = self.match.throw_in(by, misdeal=misdeal)
        return self._logged(EntryKind.THROW_IN, by, "misdeal" if misdeal else "", match=match, undone=())

    def stop(self, by: int | None = None) -> Session:
        """Stop the match with the current totals; the leader wins, and a round in progress is thrown in.

        Parameters:
            by: the seat of the player who asked for it; None for the whole table.

        Raises:
            InvalidMatch: the match is over, a hand has been shown and must be counted first, a player has yet to decide
                on a buy-in, or there is no such seat.
        """
        self._check_seat("by", by, or_table=True)
        return self._logged(EntryKind.STOP, by, match=stopped(self.match, by), undone=())

    def announce_last(self, by: int | None = None) -> Session:
        """Announce the current round as the last of the match; between rounds, announce the next round as the last.

        Parameters:
            by: the seat of the player who announces it, None for the whole table.

        Raises:
            InvalidMatch: the match is over, the last round has been announced already, or there is no such seat.
        """
        self._check_seat("by", by, or_table=True)
        return with_last(self, by)._logged(EntryKind.LAST, by, before=self.match)

    def comment(self, text: str, by: int | None = None) -> Session:
        """Add a comment to the log.

        Parameters:
            text: the comment, up to `LONGEST_NOTE` printable characters.
            by: the seat of the author; None for a comment by your program.

        Raises:
            InvalidMatch: the text is too long or not printable, or there is no such seat.
        """
        self._check_seat("by", by, or_table=True)
        _check_note("text", text)
        return self._logged(EntryKind.COMMENT, by, text)

    def tag(self, name: str, value: str) -> Session:
        """Set a tag, or remove it.

        Parameters:
            name: the name, up to `LONGEST_NOTE` printable characters, without "=".
            value: the value, up to `LONGEST_NOTE` printable characters; "" to remove the tag.

        Raises:
            InvalidMatch: the name is empty or contains "=", or the name or value is too long or not printable.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.tag("place", "Lyon").tag("date", "2026-11-23").tag("place", "Paris").tags
        (('date', '2026-11-23'), ('place', 'Paris'))
        """
        _check_note("name", name)
        _check_note("value", value)
        if not name or "=" in name:
            raise InvalidMatch(Violation(Reason.KEY_UNKNOWN, None, {"key": name}))
        changed = {**dict(self.tags), name: value}
        tags = tuple(sorted((key, text) for key, text in changed.items() if text))
        return self._logged(EntryKind.TAG, None, f"{name}={value}", tags=tags)

    def repeat(self, kind: EntryKind, seat: int | None, text: str = "") -> Session:
        """Repeat the step of a log entry and return the new session.

        Parameters:
            kind: the kind of step, which determines the method to call.
            seat: the seat in the entry, or None.
            text: the text in the entry.

        Raises:
            RamiError: the method for this kind of step refuses the step.

        >>> from rami import variants
        >>> played = (
        ...     Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        ...     .play("take", by=0)
        ...     .leave(1)
        ... )
        >>> replay = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> for entry in played.log:
        ...     replay = replay.repeat(entry.kind, entry.seat, entry.text)
        >>> replay == played
        True
        """
        by: Any = seat
        reject(InvalidMatch, () if seat is None else checks.integer("seat", seat))
        match checks.word(InvalidMatch, "kind", EntryKind, kind):
            case EntryKind.MOVE | EntryKind.STAND_IN | EntryKind.TIMEOUT:
                self._check_seat("seat", by)
                return self._played(kind, by, text)
            case EntryKind.UNDO:
                return self.undo(by)
            case EntryKind.REDO:
                return self.redo(by)
            case EntryKind.READY:
                return self.ready(by)
            case EntryKind.LEAVE:
                return self.leave(by)
            case EntryKind.REJOIN:
                return self.rejoin(by)
            case EntryKind.GIVE_UP:
                return self.give_up(by)
            case EntryKind.DROP_OUT:
                return self.drop_out(by)
            case EntryKind.LAST:
                return self.announce_last(by)
            case EntryKind.THROW_IN:
                return self.throw_in(by, misdeal=text == "misdeal")
            case EntryKind.STOP:
                return self.stop(by)
            case EntryKind.PROPOSE:
                return self.propose(text, by)
            case EntryKind.AGREE | EntryKind.DECLINE:
                return self._vote(kind, by)
            case EntryKind.BUY_IN | EntryKind.STAY_OUT:
                return self.buy_in(by, kind is EntryKind.BUY_IN)
            case EntryKind.COMMENT:
                return self.comment(text, by)
            case EntryKind.TAG:
                name, _, value = text.partition("=")
                return self.tag(name, value)

    def __repr__(self) -> str:
        state = "over" if self.over else f"waiting for {', '.join(map(str, self.waiting_for))}"
        return f"<Session {self.match.variant.slug}: {', '.join(self.names)}; {state}>"

    def _substituted(self, kind: EntryKind, seat: int, bot: Bot | None) -> Session:
        """Play a move that a bot chooses for a player who is away or out of time."""
        self._check_seat("seat", seat)
        if self.match.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_OVER))
        if seat != self.match.player:
            params = {"player": self.match.player, "by": seat}
            raise InvalidMatch(Violation(Reason.NOT_YOUR_TURN, None, params))
        self._check_away(kind, seat)
        (chooser,) = check_bots(NeutralBot() if bot is None else bot, 1)
        try:
            return self._played(kind, seat, chooser.choose(self.match.view(seat, since=self.match.turn_mark)))
        except RamiError as error:
            # A search that runs out of steps and an invalid verdict are not the bot's fault, and these errors name
            # no card of the hand.
            if isinstance(error, InvalidMatch) or any(
                each.code == Reason.STEPS_SPENT for each in error.violations
            ):
                raise
            # The error goes to whoever asked for the stand-in, so it must not name the cards that the bot tried to
            # play.
            raise InvalidMatch(Violation(Reason.BOT_FAILED, None, {"player": seat})) from error

    def _check_away(self, kind: EntryKind, seat: int) -> None:
        """Refuse a stand-in for a player who is at the table."""
        if kind is EntryKind.STAND_IN and seat not in {*self.away, *self.gone}:
            raise InvalidMatch(Violation(Reason.NOT_AWAY, None, {"player": seat}))

    def _played(self, kind: EntryKind, seat: int, move: str | Move) -> Session:
        """Play a move and log it under its kind: a move, a stand-in or a timeout."""
        self._check_away(kind, seat)
        if kind is EntryKind.MOVE and seat in self.gone:
            raise InvalidMatch(Violation(Reason.GONE, None, {"player": seat}))
        match = self.match.play(move, seat)
        # Log the move in its standard text, no matter how the player wrote it.
        text = str(self.match.round.parse(move))
        made = (*self._made, made_now(kind, self.match))
        return self._logged(kind, seat, text, match=match, made=made, undone=())

    def _replayed(self, row: Mapping[str, Any]) -> Session:
        """Repeat the step of a row, and refuse the row if the result differs from the recorded one."""
        kind, seat, text, mark = stored.read_entry(row, tuple(map(str, EntryKind)))
        recorded = Entry(EntryKind(kind), seat, text, mark)
        session = self.repeat(recorded.kind, recorded.seat, recorded.text)
        # A step that changes nothing, such as leaving twice, adds no entry, so no row can have recorded it.
        replayed = session.log[-1] if len(session.log) > len(self.log) else None
        if replayed != recorded:
            params = {
                "recorded": f"{recorded} ({recorded.mark})",
                "found": f"{replayed} ({session.match.mark})",
            }
            raise InvalidText(Violation(Reason.RECORD_DIFFERS, None, params))
        return session


def _check_note(field: str, text: object) -> None:
    """Refuse text that is longer than `LONGEST_NOTE` characters or not printable."""
    reject(InvalidMatch, checks.text(field, text))
    note = cast("str", text)
    if len(note) > LONGEST_NOTE:
        params = {"size": len(note), "most": LONGEST_NOTE}
        raise InvalidMatch(Violation(Reason.TOO_MANY_CHARACTERS, None, params))
    if not note.isprintable():
        raise InvalidMatch(Violation(Reason.NOT_PRINTABLE, None, {"text": note[:40]}))
