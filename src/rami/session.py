"""Session: a match and the people at it, as a value that is rebuilt from a log of small rows.

A session adds to a `Match` what a program around it has to know: the names at the seats, who is away, who is
ready for the next round, who may take back what, comments and tags.  Like a match it never changes: each
method returns another session, whose log is one entry longer.  It has no network and no clock; the program
reports that time is out.

>>> from rami import variants
>>> from rami.session import Session
>>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7, tags={"date": "2026-11-23"})
>>> later = session.play("take", by=0).undo(by=0).redo(by=0).comment("bold", by=1)
>>> [str(entry) for entry in later.log]
['tag date=2026-11-23', 'move 0 take', 'undo 0', 'redo 0', 'comment 1 bold']
>>> Session.from_rows(later.rows()) == later
True

`rows` gives plain dictionaries that JSON can carry.  Append each to a table or a file at once, so that no acknowledged
step is lost.  The rows hold the seed and all moves: they are for the server only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, cast

import attrs

from rami import errors as checks
from rami._values import Closed, Value
from rami.bots.bot import Bot, check_bots
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason, Violation, reject
from rami.match import Match
from rami.moves import Move
from rami.notation import _session_rows as stored
from rami.policies.variant import Variant
from rami.steps import Moved

__all__ = ["LONGEST_NOTE", "Entry", "EntryKind", "Session"]

LONGEST_NOTE = 1000
"""The most characters of a name, a comment or a tag."""


class EntryKind(Closed, StrEnum):
    """The kind of an entry of the log."""

    MOVE = "move"
    """A player has made a move."""
    STAND_IN = "stand_in"
    """A move has been made for a player who is away."""
    TIMEOUT = "timeout"
    """A move has been made for a player whose time was out."""
    UNDO = "undo"
    """The last move has been taken back."""
    REDO = "redo"
    """The move that was taken back last has been made again."""
    READY = "ready"
    """A player is ready for the next round."""
    LEAVE = "leave"
    """A player is away."""
    REJOIN = "rejoin"
    """A player is back."""
    LAST = "last"
    """The last round has been announced."""
    BUY_IN = "buy_in"
    """A player who had reached the limit has bought back in."""
    STAY_OUT = "stay_out"
    """A player who had reached the limit has not."""
    COMMENT = "comment"
    """A player has made a comment."""
    TAG = "tag"
    """A tag has changed."""


@attrs.frozen
class Entry(Value):
    """One step of a session.

    Parameters:
        kind: the kind of step.
        seat: the player of the step; None for the table as a whole.
        text: the move, the comment, or the tag as "name=value"; "" for other kinds.
        mark: `Match.mark` after it.
    """

    kind: EntryKind
    seat: int | None
    text: str
    mark: int

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, self.seat, self.text) if part not in (None, ""))


@attrs.frozen(repr=False)
class Session(Value):
    """A match and the people at it.

    Made by `Session.start` and continued by its methods, which return new sessions.

    Parameters:
        match: the match as it is now.
        names: the players by seat.
        log: every step of the session, in order; it only grows.
        away: who is away, by seat.
        tags: names and values, sorted by name, such as the date.
        last_round: the number of the round that has been announced as the last; None before.
        ready: who is ready for the next round, in that order.
        made: for each move of the match, whether the player, a stand-in or a timeout made it.
        undone: the moves that `redo` can make again, each with who made it, in the order in which they were taken back.
    """

    match: Match
    names: tuple[str, ...]
    log: tuple[Entry, ...] = ()
    away: tuple[int, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    last_round: int | None = None
    _ready: tuple[int, ...] = attrs.field(default=(), alias="ready")
    _made: tuple[EntryKind, ...] = attrs.field(default=(), alias="made")
    _undone: tuple[tuple[EntryKind, Moved], ...] = attrs.field(default=(), alias="undone")

    @classmethod
    def start(
        cls,
        variant: Variant,
        names: Iterable[str],
        seed: int | None = None,
        *,
        tags: Mapping[str, str] | None = None,
    ) -> Session:
        """A new session with the first round dealt.

        Parameters:
            variant: the rules.
            names: a name for each seat.
            seed: as for `Match.start`.
            tags: other facts to keep, such as the date; no part of rami reads a clock.

        Raises:
            InvalidMatch: as `Match.start`, or for a name or a tag that is not a short printable text.

        >>> from rami import variants
        >>> Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        <Session gin: Ana, Bruno; waiting for 0>
        """
        named = checks.items(InvalidMatch, "names", names)
        for name in named:
            _check_note("names", name)
        reject(InvalidMatch, checks.instance("tags", tags, Mapping, None))
        session = cls(Match.start(variant, len(named), seed), named)
        for key, value in (tags or {}).items():
            session = session.tag(key, value)
        return session

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]], variants: Iterable[Variant] = ()) -> Session:
        """Rebuild a session from its rows.

        The first row holds every option of the variant, so a session goes on under the rules with which it began,
        even if the variant of that name has changed since.  All other rows are played again.

        Parameters:
            rows: the rows of the session, starting with the first.
            variants: variants with a custom policy, which no row can carry; those of other packages that are found by
                their entry points need not be given.

        Raises:
            InvalidText: there is no row, or one that does not follow from those before; the line is its number.

        >>> from rami import variants
        >>> begun = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> rows = begun.play("take", by=0).rows()
        >>> Session.from_rows(rows[:1]) == begun
        True
        >>> Session.from_rows([rows[0], {**rows[1], "seat": 1}])
        Traceback (most recent call last):
        rami.errors.InvalidText: line 2: it is the turn of player 0, not of player 1 [GIN-TURN-03]
        """
        session: Session | None = None
        given = checks.items(InvalidText, "rows", rows)
        known = checks.items(InvalidText, "variants", variants, Variant)
        for number, row in enumerate(given, 1):
            try:
                session = cls.start(*stored.begun(row, known)) if session is None else session._continued(row)
            except RamiError as error:
                raise InvalidText(*(each.at(line=number) for each in error.violations)) from None
        if session is None:
            raise InvalidText(Violation(Reason.KEY_MISSING, None, {"key": "session"}).at(line=1))
        return session

    def rows(self, since: int = 0) -> tuple[dict[str, Any], ...]:
        """The rows of the session, or those that are new: dictionaries of numbers, texts, None and lists of these.

        A row is never changed later.  The first one begins the session, each entry of the log adds one.

        Parameters:
            since: how many rows are known already.

        Raises:
            InvalidText: the variant cannot be written.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.play("take", by=0).rows(since=len(session.rows()))
        ({'kind': 'move', 'seat': 0, 'text': 'take', 'mark': 3},)
        """
        reject(InvalidMatch, checks.integer("since", since, 0, len(self.log) + 1))
        entries = self.log[max(0, since - 1) :]
        noted = tuple({**attrs.asdict(entry), "kind": str(entry.kind)} for entry in entries)
        if since:
            return noted
        return (stored.start(self.match.variant, self.names, self.match.seed), *noted)

    @property
    def over(self) -> bool:
        """Whether no move and no round will follow."""
        return self.match.over

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that must act.

        The player to act; between two rounds the player who must decide whether to buy back in, then those
        who are neither ready nor away: once there are none, the next round is dealt.  () once the match is
        over.
        """
        if self.over:
            return ()
        if not self.match.round.over:
            return (self.match.player,)
        if self.match.deciding:
            return self.match.deciding[:1]
        return tuple(seat for seat in self.match.playing if seat not in {*self._ready, *self.away})

    def play(self, move: str | Move, by: int) -> Session:
        """The session after a move.

        Parameters:
            move: the move, or its text.
            by: the player who makes it.

        Raises:
            IllegalMove: the rules do not allow it; it carries every reason.
            InvalidMatch: there is no such player.
        """
        return self._moved(EntryKind.MOVE, by, move)

    def stand_in(self, seat: int, bot: Bot | None = None) -> Session:
        """The session after one move made for a player who is away; it need not end the turn.

        Parameters:
            seat: the player, who must be the one to act.
            bot: the bot that chooses from the player's view; None for the first legal move.

        Raises:
            InvalidMatch: the player is not away, or not to act.

        >>> from rami import variants
        >>> from rami.bots import GreedyBot
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).leave(0)
        >>> print(session.stand_in(0, GreedyBot()).log[-1])
        stand_in 0 pass
        """
        return self._moved(EntryKind.STAND_IN, seat, self._chosen(seat, bot))

    def time_out(self, seat: int, bot: Bot | None = None) -> Session:
        """The session after a move that is made because the time of a player is out; one move, as for `stand_in`.

        Parameters:
            seat: the player, who must be the one to act; a player who moved at the last moment is safe.
            bot: the bot that chooses from the player's view; None for the first legal move.

        Raises:
            InvalidMatch: the player is not to act.
        """
        return self._moved(EntryKind.TIMEOUT, seat, self._chosen(seat, bot))

    def undo(self, by: int | None) -> Session:
        """The session before its last move, which stays in the log.

        Parameters:
            by: the player who takes it back, who must have made it and learnt nothing by it (`Match.undo`).
                A move that a stand-in made is not the player's own.  None for the whole table, which may take
                back every move, and a deal; a deal that waited for no player goes back with the move before
                it.

        Raises:
            InvalidMatch: there is nothing to take back, or this player may not.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).play("take", by=0)
        >>> session.undo(by=1)
        Traceback (most recent call last):
        rami.errors.InvalidMatch: take cannot be taken back: it is not a move of player 1
        """
        self._check_seat(by, EntryKind.UNDO)
        last = self.match.last_move
        if by is not None and last is not None and self._made[-1] is not EntryKind.MOVE:
            raise InvalidMatch(Violation(Reason.UNDO_OTHER, None, {"move": last.move, "player": by}))
        match = self.match.undo(by, force=by is None)
        if last is None:
            dealt = attrs.evolve(self, match=match, ready=())
            if dealt.waiting_for:
                return self._logged(EntryKind.UNDO, by, match=match, ready=(), undone=())
            match, last = match.undo(force=True), match.last_move
            assert last is not None  # a deal that waited for no player came with a move
        undone = (*self._undone, (self._made[-1], last))
        return self._logged(EntryKind.UNDO, by, match=match, ready=(), made=self._made[:-1], undone=undone)

    def redo(self, by: int | None) -> Session:
        """The session after the move that was taken back last; there is none once another move has been made.

        Parameters:
            by: the player who made it, or None for the whole table.

        Raises:
            InvalidMatch: there is no such move of this player.
        """
        self._check_seat(by, EntryKind.REDO)
        kind, logged = self._undone[-1] if self._undone else (None, None)
        if kind is None or logged is None or by not in (None, logged.player):
            raise InvalidMatch(Violation(Reason.REDO_NOTHING))
        match = self.match.play(logged.move, logged.player)
        return self._logged(
            EntryKind.REDO, by, match=match, made=(*self._made, kind), undone=self._undone[:-1]
        )

    def ready(self, by: int) -> Session:
        """The session with a player ready for the next round, which is dealt once all are ready.

        Parameters:
            by: the player who is ready; one already ready gives the same session.

        Raises:
            InvalidMatch: the round is not over, no round will follow, or the player has left the match.
        """
        self._check_seat(by)
        if not self.match.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_NOT_OVER))
        if self.over:
            raise InvalidMatch(Violation(Reason.MATCH_OVER))
        if by not in self.match.playing:
            raise InvalidMatch(Violation(Reason.NO_SUCH_PLAYER, None, {"player": by}))
        if by in self._ready:
            return self
        return self._logged(EntryKind.READY, by, ready=(*self._ready, by))

    def buy_in(self, by: int, accept: bool = True) -> Session:
        """The session after a player who has reached the limit has decided whether to buy back in.

        Parameters:
            by: the player who decides.
            accept: whether the player goes on.

        Raises:
            InvalidMatch: no player may buy back in now, or another player must decide first.
        """
        self._check_seat(by)
        match = self.match.buy_in(accept, by)
        kind = EntryKind.BUY_IN if accept else EntryKind.STAY_OUT
        return self._logged(kind, by, match=match)

    def leave(self, by: int) -> Session:
        """The session with a player away: the next round does not wait for the player, and `stand_in` may move.

        Parameters:
            by: the player who leaves; the same session if already away.

        Raises:
            InvalidMatch: there is no such player.
        """
        self._check_seat(by)
        if by in self.away:
            return self
        ready = tuple(seat for seat in self._ready if seat != by)
        return self._logged(EntryKind.LEAVE, by, away=tuple(sorted((*self.away, by))), ready=ready)

    def rejoin(self, by: int) -> Session:
        """The session with a player back.

        Parameters:
            by: the player who is back; the same session if not away.

        Raises:
            InvalidMatch: there is no such player.
        """
        self._check_seat(by)
        if by not in self.away:
            return self
        return self._logged(EntryKind.REJOIN, by, away=tuple(seat for seat in self.away if seat != by))

    def announce_last(self, by: int | None = None) -> Session:
        """The session with the round in play, or between two rounds the next one, announced as the last.

        Parameters:
            by: the player who announces it; None for the whole table.

        Raises:
            InvalidMatch: no round will follow, the last one has been announced, or there is no such player.
        """
        self._check_seat(by, EntryKind.LAST)
        if self.over or self.last_round is not None:
            raise InvalidMatch(Violation(Reason.MATCH_OVER if self.over else Reason.LAST_ANNOUNCED))
        if self.match.round.over:
            return self._logged(EntryKind.LAST, by, last_round=self.match.number + 1)
        return self._logged(
            EntryKind.LAST, by, match=self.match.announce_last(by), last_round=self.match.number
        )

    def comment(self, text: str, by: int | None = None) -> Session:
        """The session with a comment at this place of its log.

        Parameters:
            text: up to `LONGEST_NOTE` printable characters.
            by: the player who comments; None for the program.

        Raises:
            InvalidMatch: the text is not valid, or there is no such player.
        """
        self._check_seat(by, EntryKind.COMMENT)
        _check_note("text", text)
        return self._logged(EntryKind.COMMENT, by, text)

    def tag(self, name: str, value: str) -> Session:
        """The session with a tag.

        Parameters:
            name: up to `LONGEST_NOTE` printable characters without "=".
            value: up to as many printable characters; "" removes the tag.

        Raises:
            InvalidMatch: one of the texts is not valid.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.tag("place", "Lyon").tag("date", "2026-11-23").tag("place", "Paris").tags
        (('date', '2026-11-23'), ('place', 'Paris'))
        """
        _check_note("name", name)
        _check_note("value", value)
        if not name or "=" in name:
            raise InvalidMatch(Violation(Reason.KEY_UNKNOWN, None, {"key": name}))
        tags = {**dict(self.tags), name: value}
        kept = tuple(sorted((key, held) for key, held in tags.items() if held))
        return self._logged(EntryKind.TAG, None, f"{name}={value}", tags=kept)

    def noted(self, kind: EntryKind, seat: int | None, text: str = "") -> Session:
        """The session after the step that an entry of a log describes.

        Parameters:
            kind: the kind of step.
            seat: the player of the step; None for the table as a whole.
            text: the move, the comment, or the tag as "name=value".

        Raises:
            RamiError: as the method of that name.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).play("take", by=0).leave(1)
        >>> begun = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> for entry in session.log:
        ...     begun = begun.noted(entry.kind, entry.seat, entry.text)
        >>> begun == session
        True
        """
        by: Any = seat
        match checks.word(InvalidMatch, "kind", EntryKind, kind):
            case EntryKind.MOVE | EntryKind.STAND_IN | EntryKind.TIMEOUT:
                return self._moved(kind, by, text)
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
            case EntryKind.LAST:
                return self.announce_last(by)
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

    def _check_seat(self, seat: int | None, kind: EntryKind | None = None) -> None:
        """Refuse a value that is not a seat; with a kind, None is the whole table."""
        is_seat = checks.player if kind is None else checks.viewer
        reject(InvalidMatch, is_seat(seat, self.match.players))

    def _chosen(self, seat: int, bot: Bot | None) -> Move:
        """The move that is made for a player."""
        self._check_seat(seat)
        if self.match.round.over:
            raise InvalidMatch(Violation(Reason.ROUND_OVER))
        if seat != self.match.player:
            params = {"player": self.match.player, "by": seat}
            raise InvalidMatch(Violation(Reason.NOT_YOUR_TURN, None, params))
        if bot is None:
            return next(iter(self.match.legal_moves))
        return check_bots(bot, 1)[0].choose(self.match.view(seat))

    def _moved(self, kind: EntryKind, seat: int, move: str | Move) -> Session:
        self._check_seat(seat)
        if kind is EntryKind.STAND_IN and seat not in self.away:
            raise InvalidMatch(Violation(Reason.NOT_AWAY, None, {"player": seat}))
        match = self.match.play(move, seat)
        text = str(self.match.round.parse(move))
        return self._logged(kind, seat, text, match=match, made=(*self._made, kind), undone=())

    def _logged(self, kind: EntryKind, seat: int | None, text: str = "", **changes: Any) -> Session:
        """The session with these fields changed, the next round dealt if all are ready, and one more entry."""
        changed = attrs.evolve(self, **changes)
        match = changed.match
        if match.round.over and not changed.over and not changed.waiting_for:
            match = match.next_round()
            if changed.last_round == match.number and not match.round.over:
                match = match.announce_last()
            changed = attrs.evolve(changed, match=match, ready=())
        return attrs.evolve(changed, log=(*self.log, Entry(kind, seat, text, match.mark)))

    def _continued(self, row: Mapping[str, Any]) -> Session:
        """The session after one more row."""
        kind, seat, text, mark = stored.entry(row, tuple(map(str, EntryKind)))
        told = Entry(EntryKind(kind), seat, text, mark)
        session = self.noted(told.kind, told.seat, told.text)
        found = session.log[-1] if len(session.log) > len(self.log) else None
        if found != told:
            params = {"told": f"{told} ({told.mark})", "found": f"{found} ({session.match.mark})"}
            raise InvalidText(Violation(Reason.RECORD_DIFFERS, None, params))
        return session


def _check_note(field: str, text: object) -> None:
    """Refuse a value that is not a short printable text."""
    reject(InvalidMatch, checks.text(field, text))
    note = cast("str", text)
    if len(note) > LONGEST_NOTE:
        params = {"size": len(note), "most": LONGEST_NOTE}
        raise InvalidMatch(Violation(Reason.TOO_MANY_CHARACTERS, None, params))
    if not note.isprintable():
        raise InvalidMatch(Violation(Reason.NOT_PRINTABLE, None, {"text": note[:40]}))
