"""Sessions: a match together with the people who play it.

A `Match` knows the rules; a server also has to know who sits where, who has left the table, who is ready for the next
round, and who may take back which move. A `Session` keeps that, with comments and tags, in an append-only log. Like a
match it is immutable: every method returns a new session whose log is one entry longer. It has no network and no clock;
your program says when a player's time is up.

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

`rows` returns plain dictionaries, ready for JSON. Store each row before you acknowledge the step, and nothing that a
player has seen confirmed can be lost. The rows contain the seed and every move, so they must never leave the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, cast

import attrs

from rami._base.values import FrozenEnum, Value
from rami.bots.bot import Bot, check_bots
from rami.bots.simple import NeutralBot
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.matches.match import Match
from rami.matches.steps import Moved
from rami.policies.variant import Variant
from rami.sessions import _rows as stored

__all__ = ["LONGEST_NOTE", "Entry", "EntryKind", "Session"]

LONGEST_NOTE = 1000
"""The greatest length of a name, a comment or a tag, in characters."""


class EntryKind(FrozenEnum, StrEnum):
    """The kind of an entry in the log."""

    MOVE = "move"
    """A player made a move."""
    STAND_IN = "stand_in"
    """Somebody moved for a player who is away."""
    TIMEOUT = "timeout"
    """Somebody moved for a player whose time was up."""
    UNDO = "undo"
    """The last move was taken back."""
    REDO = "redo"
    """A move that had been taken back was made again."""
    READY = "ready"
    """A player is ready for the next round."""
    LEAVE = "leave"
    """A player left the table."""
    REJOIN = "rejoin"
    """A player came back to the table."""
    LAST = "last"
    """Somebody announced the last round."""
    BUY_IN = "buy_in"
    """An eliminated player bought back in."""
    STAY_OUT = "stay_out"
    """An eliminated player declined to buy back in."""
    COMMENT = "comment"
    """Somebody wrote a comment."""
    TAG = "tag"
    """A tag was set or removed."""


@attrs.frozen
class Entry(Value):
    """An entry of a session's log.

    Parameters:
        kind: the kind of step.
        seat: the player who did it, None for the whole table.
        text: the move, the comment, or the tag as "name=value"; "" for the other kinds.
        mark: `Match.mark` after the step.
    """

    kind: EntryKind
    seat: int | None
    text: str
    mark: int

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.kind, self.seat, self.text) if part not in (None, ""))


@attrs.frozen(repr=False)
class Session(Value):
    """A match, the people who play it, and a log.

    Call `Session.start`, then the methods; each returns a new session.

    Parameters:
        match: the match as it is now.
        names: the players' names, by seat.
        log: every step so far, oldest first; entries are never removed, not even by `undo`.
        away: the seats of the players who are away, in ascending order.
        tags: pairs of name and value, such as the date, sorted by name.
        last_round: the number of the round announced as the last, None until one is.
        ready: the seats that are ready for the next round, in the order in which they said so.
        made: the origin of each move of the match: MOVE, STAND_IN or TIMEOUT.
        undone: the moves that `redo` can repeat, the latest at the end, each with how it came about.
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
        """Deal the first round and return the new session.

        Parameters:
            variant: the game to play.
            names: the players' names, one per seat.
            seed: the seed of the shuffle, as for `Match.start`.
            tags: whatever else you want to keep, such as the date, which rami never looks up itself.

        Raises:
            InvalidMatch: `Match.start` refuses the arguments, or a name or tag is not a short printable text.

        >>> from rami import variants
        >>> Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        <Session gin: Ana, Bruno; waiting for 0>
        """
        named = checks.items(InvalidMatch, "names", names)
        for name in named:
            _check_note("names", name)
        reject(InvalidMatch, checks.instance("tags", tags, Mapping, None))
        session = cls(Match.start(variant, len(named), seed), named)
        # Tags go through the log, or a session made again from its rows would lack them.
        for key, value in (tags or {}).items():
            session = session.tag(key, value)
        return session

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]], variants: Iterable[Variant] = ()) -> Session:
        """Replay the rows of a session and return it as it was.

        Parameters:
            rows: all rows, from the first.
            variants: your variants with custom policies, which rows cannot carry, and earlier versions of variants that
                have another one by now; variants that other packages register by entry point are found without it.

        Raises:
            InvalidText: there are no rows, or one of them does not follow from the rows before it; the error gives its
                number as the line.

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
                session = (
                    cls.start(*stored.read_start(row, known)) if session is None else session._replayed(row)
                )
            except RamiError as error:
                raise InvalidText(*(each.at(line=number) for each in error.violations)) from None
        if session is None:
            raise InvalidText(Violation(Reason.KEY_MISSING, None, {"key": "session"}).at(line=1))
        return session

    def rows(self, since: int = 0) -> tuple[dict[str, Any], ...]:
        """Return the rows that rebuild the session: plain dictionaries, ready for JSON.

        The first row describes the game, the players and the seed; each entry of the log adds one row. Rows never
        change once written, so you can append the new ones to a table or a file.

        Parameters:
            since: the number of rows that you have stored already; only the later ones are returned.

        Raises:
            InvalidText: the variant cannot be written as text.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
        >>> session.play("take", by=0).rows(since=len(session.rows()))
        ({'kind': 'move', 'seat': 0, 'text': 'take', 'mark': 3},)
        """
        reject(InvalidMatch, checks.integer("since", since, 0, len(self.log) + 1))
        # The first row is the start of the session, so row n is entry n - 1.
        entries = self.log[max(0, since - 1) :]
        rows = tuple({**attrs.asdict(entry), "kind": str(entry.kind)} for entry in entries)
        if since:
            return rows
        return (stored.start_row(self.match.variant, self.names, self.match.seed), *rows)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that must act before the session can continue; empty once the match is over.

        During a round this is the player to act. Between rounds it is the next eliminated player who may buy back in;
        after that, everybody who is neither ready nor away. When nobody is left, the next round is dealt.
        """
        if self.over:
            return ()
        if not self.match.round.over:
            return (self.match.player,)
        # Who deals and who plays depends on these answers, so nothing else can happen first.
        if self.match.deciding:
            return self.match.deciding[:1]
        return tuple(seat for seat in self.match.playing if seat not in {*self._ready, *self.away})

    def play(self, move: str | Move, by: int) -> Session:
        """Play a move and return the new session.

        Parameters:
            move: the move, or its text.
            by: the seat of the player who makes it.

        Raises:
            IllegalMove: the rules forbid the move; the error lists every reason.
            InvalidMatch: there is no such seat.
        """
        self._check_seat("by", by)
        return self._played(EntryKind.MOVE, by, move)

    def stand_in(self, seat: int, bot: Bot | None = None) -> Session:
        """Play one move for a player who is away; repeat until the turn is over.

        Parameters:
            seat: the seat of the absent player, whose turn it must be.
            bot: a bot that chooses the move from that player's view, which has the events of the turn; without one,
                `NeutralBot` plays: it draws or passes, lays nothing, and discards the card drawn.

        Raises:
            InvalidMatch: the player is not away, it is not that player's turn, or the bot chose no legal move; what it
                tried is kept from whoever asked, in the `__cause__` of the error.

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
            seat: the seat of the slow player. A player who moved at the last moment is safe: it is somebody else's turn
                by then, and the call is refused.
            bot: a bot that chooses the move, as for `stand_in`.

        Raises:
            InvalidMatch: it is not that player's turn, or the bot chose no legal move, as for `stand_in`.
        """
        return self._substituted(EntryKind.TIMEOUT, seat, bot)

    def undo(self, by: int | None) -> Session:
        """Take back the last move and return the new session; the log keeps both the move and the undo.

        A player may take back only a move of their own that revealed nothing to them (see `Match.undo`); a move made by
        a stand-in or after a timeout does not count as their own. The whole table may take back any move, and a deal.
        If the deal followed a move at once, because nobody had to get ready, both are taken back.

        Parameters:
            by: the seat of the player who takes the move back, None for the whole table.

        Raises:
            InvalidMatch: there is no move to take back, or this player may not take it back.

        >>> from rami import variants
        >>> session = Session.start(variants.GIN, ["Ana", "Bruno"], seed=7).play("take", by=0)
        >>> session.undo(by=1)
        Traceback (most recent call last):
        rami.errors.violations.InvalidMatch: take cannot be taken back: it is not a move of player 1
        """
        self._check_seat("by", by, EntryKind.UNDO)
        last = self.match.last_move
        if by is not None and last is not None and self._made[-1] is not EntryKind.MOVE:
            raise InvalidMatch(
                Violation(Reason.UNDO_OTHER, None, {"move": last.seen_by(by).move, "player": by})
            )
        match = self.match.undo(by, force=by is None)
        if last is None:
            # The deal itself was taken back. If nobody has to get ready, `_logged` would deal the same round again at
            # once, so the last move of the round before goes with it.
            before_deal = attrs.evolve(self, match=match, ready=())
            if before_deal.waiting_for:
                return self._logged(EntryKind.UNDO, by, match=match, ready=(), undone=())
            match, last = match.undo(force=True), match.last_move
            assert last is not None  # a deal that waited for no player came with a move
        undone = (*self._undone, (self._made[-1], last))
        return self._logged(EntryKind.UNDO, by, match=match, ready=(), made=self._made[:-1], undone=undone)

    def redo(self, by: int | None) -> Session:
        """Repeat the move that was taken back last and return the new session.

        Parameters:
            by: the seat of the player who made the move, None for the whole table.

        Raises:
            InvalidMatch: nothing was taken back since the last move, or the move was another player's.
        """
        self._check_seat("by", by, EntryKind.REDO)
        kind, undone = self._undone[-1] if self._undone else (None, None)
        if kind is None or undone is None or by not in (None, undone.player):
            raise InvalidMatch(Violation(Reason.REDO_NOTHING))
        # The move may have been a stand-in's, so restore its kind too.
        match = self.match.play(undone.move, undone.player)
        return self._logged(
            EntryKind.REDO, by, match=match, made=(*self._made, kind), undone=self._undone[:-1]
        )

    def ready(self, by: int) -> Session:
        """Mark a player as ready for the next round; when all are, the round is dealt.

        Parameters:
            by: the seat of the player; for a player who is ready already nothing changes.

        Raises:
            InvalidMatch: the round is not over, the match is, or the player is out of the match.
        """
        self._check_seat("by", by)
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

    def leave(self, by: int) -> Session:
        """Mark a player as away: `stand_in` may then move for them, and the next round does not wait for them.

        Parameters:
            by: the seat of the player; for a player who is away already nothing changes.

        Raises:
            InvalidMatch: there is no such seat.
        """
        self._check_seat("by", by)
        if by in self.away:
            return self
        # A returning player has not yet agreed that the round may begin.
        ready = tuple(seat for seat in self._ready if seat != by)
        return self._logged(EntryKind.LEAVE, by, away=tuple(sorted((*self.away, by))), ready=ready)

    def rejoin(self, by: int) -> Session:
        """Mark a player as back at the table.

        Parameters:
            by: the seat of the player; for a player who is not away nothing changes.

        Raises:
            InvalidMatch: there is no such seat.
        """
        self._check_seat("by", by)
        if by not in self.away:
            return self
        return self._logged(EntryKind.REJOIN, by, away=tuple(seat for seat in self.away if seat != by))

    def announce_last(self, by: int | None = None) -> Session:
        """Announce the current round as the last of the match; between rounds, the next one.

        Parameters:
            by: the seat of the player who announces it, None for the whole table.

        Raises:
            InvalidMatch: the match is over, the last round has been announced already, or there is no such seat.
        """
        self._check_seat("by", by, EntryKind.LAST)
        if self.over or self.last_round is not None:
            raise InvalidMatch(Violation(Reason.MATCH_OVER if self.over else Reason.LAST_ANNOUNCED))
        if self.match.round.over:
            # Between rounds there is no current one: `_logged` announces the next once it is dealt.
            return self._logged(EntryKind.LAST, by, last_round=self.match.number + 1)
        return self._logged(
            EntryKind.LAST, by, match=self.match.announce_last(by), last_round=self.match.number
        )

    def comment(self, text: str, by: int | None = None) -> Session:
        """Add a comment to the log.

        Parameters:
            text: the comment, up to `LONGEST_NOTE` printable characters.
            by: the seat of the author, None for the program.

        Raises:
            InvalidMatch: the text is too long or not printable, or there is no such seat.
        """
        self._check_seat("by", by, EntryKind.COMMENT)
        _check_note("text", text)
        return self._logged(EntryKind.COMMENT, by, text)

    def tag(self, name: str, value: str) -> Session:
        """Set a tag, or remove it.

        Parameters:
            name: the name, up to `LONGEST_NOTE` printable characters, without "=".
            value: the value, likewise; "" removes the tag.

        Raises:
            InvalidMatch: the name is empty or holds "=", or a text is too long or not printable.

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
        """Repeat one step of a log and return the new session.

        Parameters:
            kind: the kind of step, which chooses the method.
            seat: the player who did it, None for the whole table.
            text: the move, the comment, or the tag as "name=value".

        Raises:
            RamiError: the method for this kind of step refuses it.

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

    def _check_seat(self, field: str, seat: int | None, kind: EntryKind | None = None) -> None:
        """Refuse anything that is not a seat; None is allowed for steps of the whole table, which pass their kind."""
        is_seat = checks.player if kind is None else checks.viewer
        reject(InvalidMatch, is_seat(field, seat, range(self.match.players)))

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
            # A spent budget or an impossible verdict is not the bot's fault, and names no card of the hand.
            if isinstance(error, InvalidMatch) or any(
                each.code == Reason.STEPS_SPENT for each in error.violations
            ):
                raise
            # Another player caused this move, so an error naming cards that the bot tried would reveal the hand.
            raise InvalidMatch(Violation(Reason.BOT_FAILED, None, {"player": seat})) from error

    def _check_away(self, kind: EntryKind, seat: int) -> None:
        """Refuse to stand in for a player who is at the table."""
        if kind is EntryKind.STAND_IN and seat not in self.away:
            raise InvalidMatch(Violation(Reason.NOT_AWAY, None, {"player": seat}))

    def _played(self, kind: EntryKind, seat: int, move: str | Move) -> Session:
        """Play a move and log it under its kind: a move, a stand-in or a timeout."""
        self._check_away(kind, seat)
        match = self.match.play(move, seat)
        # Log the standard text of the move, however the player spelled it.
        text = str(self.match.round.parse(move))
        return self._logged(kind, seat, text, match=match, made=(*self._made, kind), undone=())

    def _logged(self, kind: EntryKind, seat: int | None, text: str = "", **changes: Any) -> Session:
        """Apply the changes and add one entry to the log.

        The next round may have waited for any kind of step, so it is dealt only here.
        """
        changed = attrs.evolve(self, **changes)
        match = changed.match
        if match.round.over and not changed.over and not changed.waiting_for:
            match = match.next_round()
            if changed.last_round == match.number and not match.round.over:
                match = match.announce_last()
            changed = attrs.evolve(changed, match=match, ready=())
        return attrs.evolve(changed, log=(*self.log, Entry(kind, seat, text, match.mark)))

    def _replayed(self, row: Mapping[str, Any]) -> Session:
        """Repeat the step of a row; refuse the row unless the replay matches what it records."""
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
    """Refuse anything but printable text of at most `LONGEST_NOTE` characters."""
    reject(InvalidMatch, checks.text(field, text))
    note = cast("str", text)
    if len(note) > LONGEST_NOTE:
        params = {"size": len(note), "most": LONGEST_NOTE}
        raise InvalidMatch(Violation(Reason.TOO_MANY_CHARACTERS, None, params))
    if not note.isprintable():
        raise InvalidMatch(Violation(Reason.NOT_PRINTABLE, None, {"text": note[:40]}))
