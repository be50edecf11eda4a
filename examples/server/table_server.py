"""Tables of rami for browsers: many matches in one process, a key for each seat, and a database of every step.

    python table_server.py open gin Ana Bruno
    python table_server.py

The first command opens a table and prints a link for each seat, also while a server is running; the second one serves
all tables.  The server alone holds the matches.  A seat is sent what its player may see; what it sends is checked by
the rules and saved before it is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import logging
import re
import secrets
import sqlite3
import warnings
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from http import HTTPStatus
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import SplitResult, parse_qs, urlsplit

from rami import Discard, DrawStock, Knock, LayOff, Match, PlayerView, RamiError, TakeDiscard, variants
from rami.cards.moves import BigGin, EndLayoffs, Move, PassUpcard, TouchDiscard
from rami.ext import json as rami_json
from rami.locales import languages, text
from rami.rounds.budget import step_budget
from rami.rounds.selections import lay_downs, moves_of
from rami.sessions import EntryKind, Session

_LOG: Final = logging.getLogger(__name__)
PAGE: Final = Path(__file__).with_name("page.html")
DATABASE: Final = Path("tables.db")

LONGEST_HEAD: Final = 8192
LONGEST_BODY: Final = 4096
MOST_STRANGERS: Final = 500
"""Connections that have sent no request yet; with one more, the address with most of them loses its oldest."""
MOST_OF_A_SEAT: Final = 8
"""Connections."""
TIME_TO_ASK: Final = 10.0
TIME_TO_READ: Final = 10.0
LONGEST_WAIT: Final = 25.0
"""Seconds until a seat without news is answered."""
ABSENT: Final = 30.0
"""Seconds without a connection after which others may have a seat draw and discard."""
RATE: Final = 10.0
"""Requests of a seat in a second, in the long run; more have to wait."""
BURST: Final = 30
MOST_NOTES: Final = 1000
"""Rows of a table that are not moves of its match: takebacks, and what people say."""
MOST_TRIES: Final = 3
"""Of a step, where several servers serve a table and others are faster."""
LOOK_AGAIN: Final = 1.0
"""Seconds until a waiting connection looks for steps that another server has saved."""
MOST_EVENTS: Final = 200
MOST_STEPS: Final = 5000
"""Of the search for ways to complete a turn, for each request; in play it takes a few hundred."""
SMALLEST_SEED: Final = 1 << 64

WITHOUT_HAND: Final = (BigGin, DrawStock, EndLayoffs, Knock, PassUpcard, TakeDiscard, TouchDiscard)
"""Moves that are buttons; for all others cards are dragged."""
STEPS: Final = {
    "undo": Session.undo,
    "redo": Session.redo,
    "ready": Session.ready,
    "announce_last": Session.announce_last,
}


class Refused(Exception):
    """A request that is not acted upon."""

    def __init__(self, status: HTTPStatus, code: str) -> None:
        super().__init__(code)
        self.status: HTTPStatus = status


class Overtaken(Exception):
    """Another server has saved a step of the table in the meantime; its session has been loaded again."""


class Store:
    """A database of sessions by name; rows are only added.

    Parameters:
        path: the file, which is made if it does not exist.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")  # on the disk before `save` returns
        with self._connection:
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS steps "
                "(session TEXT, number INTEGER, step TEXT NOT NULL, PRIMARY KEY (session, number))"
            )
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS seats (key BLOB PRIMARY KEY, session TEXT NOT NULL, seat INTEGER NOT NULL)"
            )

    def save(self, name: str, session: Session, since: int) -> int:
        """Add the rows that are new, all or none, and return how many there are now.

        Raises:
            sqlite3.IntegrityError: another process has saved a step in the meantime: load the session again.
        """
        rows = [(name, number, json.dumps(row)) for number, row in enumerate(session.rows(since), since)]
        with self._connection:
            self._connection.executemany("INSERT INTO steps VALUES (?, ?, ?)", rows)
        return since + len(rows)

    def size(self, name: str) -> int:
        """Return the number of rows of a session."""
        found = self._connection.execute("SELECT MAX(number) + 1 FROM steps WHERE session = ?", (name,))
        size: int | None = found.fetchone()[0]
        return size or 0

    def load(self, name: str) -> Session:
        """Return the session as it was saved last."""
        found = self._connection.execute("SELECT step FROM steps WHERE session = ? ORDER BY number", (name,))
        return Session.from_rows(json.loads(step) for (step,) in found)

    def open(self, session: Session) -> list[str]:
        """Save a new session and return the keys of its seats; only their digests are kept."""
        name, keys = secrets.token_hex(8), [secrets.token_urlsafe(24) for _ in session.names]
        self.save(name, session, 0)
        with self._connection:
            rows = [(_digest(key), name, seat) for seat, key in enumerate(keys)]
            self._connection.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
        return keys

    def seat(self, key: str) -> tuple[str, int] | None:
        """Return the session and the seat of a key."""
        found = self._connection.execute("SELECT session, seat FROM seats WHERE key = ?", (_digest(key),))
        row: tuple[str, int] | None = found.fetchone()
        return row

    def close(self) -> None:
        """Leave the database."""
        self._connection.close()


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode("utf-8", "replace")).digest()


def open_table(store: Store, slug: str, names: list[str], seed: int | None = None) -> list[str]:
    """Open a table for a game and return the keys of its seats."""
    if seed is not None and seed < SMALLEST_SEED:
        warnings.warn("a player can find so small a seed by trying, and then knows all cards", stacklevel=2)
    return store.open(Session.start(variants.get(slug), names, seed))


class Table:
    """A session in play, and the connections of its seats.

    Parameters:
        store: the storage of every step.
        name: the name of the session there.
    """

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self.changed = asyncio.Event()
        self._load()
        match = self.session.match
        self._dealt = Match.start(match.variant, match.players, match.seed).mark
        seats = range(len(self.session.names))
        self.connections = [0] * len(seats)
        self._last = [asyncio.get_running_loop().time() for _ in seats]
        self._due = [0.0 for _ in seats]

    @asynccontextmanager
    async def admitted(self, seat: int) -> AsyncGenerator[None]:
        """Open a connection of a seat, which has to wait at first if there were too many requests before."""
        if self.connections[seat] >= MOST_OF_A_SEAT:
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, "too_many_connections")
        self.connections[seat] += 1
        clock = asyncio.get_running_loop().time
        try:
            self._due[seat] = max(self._due[seat], clock() - BURST / RATE) + 1 / RATE
            await asyncio.sleep(self._due[seat] - clock())
            self.refresh()
            if seat in self.session.away:
                self._step(lambda session: session.rejoin(seat))
            yield
        finally:
            self.connections[seat] -= 1
            self._last[seat] = clock()

    async def news(self, seen: int, reader: asyncio.StreamReader) -> None:
        """Wait until there are other rows than those that have been seen, the client has left, or it takes too long."""
        end = asyncio.get_running_loop().time() + LONGEST_WAIT
        left = asyncio.ensure_future(reader.read(1))
        while seen == self.rows and not left.done() and asyncio.get_running_loop().time() < end:
            changed = asyncio.ensure_future(self.changed.wait())
            await asyncio.wait([changed, left], timeout=LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            self.refresh()
        left.cancel()

    def act(self, seat: int, message: dict[str, Any]) -> list[Move]:
        """Do what a seat asks for; the moves to choose from if it may mean several."""
        moves: list[Move] = []

        def acted(_: Session) -> Session:
            session, moves[:] = self._acted(seat, message)
            return session

        self._step(acted)
        return moves

    def _step(self, step: Callable[[Session], Session]) -> None:
        """Save a step; once more if another server was faster, from the session that it has left."""
        for _ in range(MOST_TRIES - 1):
            with suppress(Overtaken):
                return self._keep(step(self.session))
        return self._keep(step(self.session))

    def _acted(self, seat: int, message: dict[str, Any]) -> tuple[Session, list[Move]]:
        """Return the session after a seat's request, and the moves to choose from if it may mean several."""
        session, view = self.session, self.session.match.view(seat)
        notes = len(session.log) - sum(map(len, session.match.log))
        if notes >= MOST_NOTES and message.get("step") in {"undo", "redo", "comment"}:
            raise Refused(HTTPStatus.FORBIDDEN, "too_many_notes")
        moves: list[Move] = []
        match message:
            case {"step": "play", "move": str(move), "mark": int(mark)}:
                _check_mark(view, mark)
                session = session.play(move, seat)
            case {"step": "drag", "cards": str(cards), "to": str() | int() as to, "mark": int(mark)}:
                _check_mark(view, mark)
                moves = meant(view, cards, to)
                if len(moves) == 1:
                    session = session.play(moves.pop(), seat)
            case {"step": "undo" | "redo" | "ready" | "announce_last" as step}:
                session = STEPS[step](session, seat)
            case {"step": "comment", "text": str(said)}:
                session = session.comment(said, seat)
            case {"step": "stand_in"}:
                session = self._stood_in(session)
            case _:
                raise Refused(HTTPStatus.BAD_REQUEST, "not_understood")
        return session, moves

    def _absent(self, seat: int) -> bool:
        return not self.connections[seat] and asyncio.get_running_loop().time() - self._last[seat] >= ABSENT

    def _stood_in(self, session: Session) -> Session:
        """Play neutral turns for players who are waited for and have no connection; return the session."""
        absent = [seat for seat in session.waiting_for if self._absent(seat)]
        if not absent:
            raise Refused(HTTPStatus.CONFLICT, "nobody_absent")
        for seat in absent:
            session = session.leave(seat)
        while not session.match.round.over and session.waiting_for == (absent[0],):
            session = session.stand_in(absent[0])
        return session

    def refresh(self) -> None:
        """Load the session again if another server has saved steps of it."""
        if self._store.size(self._name) != self.rows:
            self._load()

    def _load(self) -> None:
        try:
            self.session = self._store.load(self._name)
        except RamiError as error:  # the reasons name hidden cards: they are for the log alone
            _LOG.exception("the rows of %s cannot be read", self._name)
            raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "damaged") from error
        self.rows = len(self.session.log) + 1
        self._tell()

    def _keep(self, session: Session) -> None:
        """Save what is new, then let everybody know."""
        try:
            self.rows = self._store.save(self._name, session, self.rows)
        except sqlite3.IntegrityError as error:
            self._load()
            raise Overtaken from error
        self.session = session
        self._tell()

    def _tell(self) -> None:
        """Wake up whoever waits for news."""
        self.changed.set()
        self.changed = asyncio.Event()

    def state(self, seat: int, seen: int, lang: str) -> dict[str, Any]:
        """Return everything sent to a seat, with the news since the rows that it has seen."""
        session, match = self.session, self.session.match
        marks = [0, self._dealt, *(entry.mark for entry in session.log)]
        view = match.view(seat, since=max(match.mark - MOST_EVENTS, marks[min(seen, self.rows)]))
        moves = (move for move in islice(view.legal_moves, MOST_EVENTS) if isinstance(move, WITHOUT_HAND))
        return {
            "rows": self.rows,
            "view": rami_json.to_data(view)["value"],
            "names": session.names,
            "totals": [str(total) for total in match.totals],
            "waiting_for": session.waiting_for,
            "absent": [seat for seat in range(len(session.names)) if self._absent(seat)],
            "last_round": session.last_round == len(match.log),
            "over": session.over,
            "winners": match.winners,
            "fits": {
                str(card): [place.move.meld for place in view.placements(card) if place] for card in view.hand
            },
            "buttons": self.sentences(list(moves), seat, lang),
            "duties": [text(duty, lang, session.names, variant=match.variant) for duty in view.duties],
            "phase": text(view.phase, lang),
            "log": list(self._story(view, marks, seen, lang))[-MOST_EVENTS:],
        }

    def _story(self, view: PlayerView, marks: list[int], seen: int, lang: str) -> Iterator[str]:
        """Return the story since the rows seen, in sentences: comments among the moves."""
        names, first = self.session.names, view.mark - len(view.events)
        for row in range(seen, self.rows):
            events = view.events[max(0, marks[row] - first) : max(0, marks[row + 1] - first)]
            if events:
                yield from text(events, lang, names, variant=view.variant).split("\n")
            entry = self.session.log[row - 1] if row else None
            if entry is not None and entry.kind is EntryKind.COMMENT and entry.seat is not None:
                yield f"{names[entry.seat]}: {entry.text}"

    def sentences(self, moves: list[Move], seat: int, lang: str) -> list[dict[str, str]]:
        """Moves as a seat may choose among them."""
        view, names = self.session.match.view(seat), self.session.names
        return [
            {"move": str(move), "says": text(move, lang, names, view.table, view.variant)} for move in moves
        ]


def meant(view: PlayerView, cards: str, to: str | int) -> list[Move]:
    """Return the moves that cards may be when they are dragged to the discard pile, the table or a meld.

    The legal ones, or one that is refused.
    """
    found: list[Move] = []
    if to == "discards":
        found = [move for move in moves_of(view, cards) if isinstance(move, Discard)] or [Discard(cards)]
    elif isinstance(to, int):
        found += [place.move for place in view.placements(cards) if place.move.meld == to]
        found = found or [LayOff(cards, to)]
    else:
        found += lay_downs(view, cards)
    return [move for move in found if move in view.legal_moves] or found[:1]


def _check_mark(view: PlayerView, mark: int) -> None:
    """Refuse what answers an earlier state: it was sent twice, or too late."""
    if mark != view.mark:
        raise Refused(HTTPStatus.CONFLICT, "stale")


class Server:
    """All tables of a database on one port.

    Parameters:
        store: the database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, Table] = {}
        self._strangers: dict[asyncio.StreamWriter, str] = {}

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> asyncio.Server:
        """Listen."""
        return await asyncio.start_server(self._serve, host, port, limit=LONGEST_HEAD)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the one request of a connection."""
        self._meet(writer)
        try:
            request = await self._asked(reader, writer)
            if request is not None:
                await _send(writer, *await self._answered(reader, *request))
        except OSError:  # the client has left, or does not read
            pass
        finally:
            self._strangers.pop(writer, None)
            writer.transport.abort()

    async def _asked(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[str, SplitResult, dict[str, str], bytes] | None:
        """Read the request of a connection; None if none comes in time, or the connection has been given up."""
        try:
            async with asyncio.timeout(TIME_TO_ASK):
                request = await _request(reader)
        except (EOFError, ValueError):
            return None
        return request if self._strangers.pop(writer, None) is not None else None

    def _meet(self, writer: asyncio.StreamWriter) -> None:
        """Let a connection in that has a while to ask; the oldest of the address that has most of them is closed."""
        if len(self._strangers) >= MOST_STRANGERS:
            ((address, _),) = Counter(self._strangers.values()).most_common(1)
            oldest = next(each for each, other in self._strangers.items() if other == address)
            del self._strangers[oldest]
            oldest.transport.abort()
        self._strangers[writer] = writer.get_extra_info("peername", ("",))[0]

    async def _answered(
        self,
        reader: asyncio.StreamReader,
        method: str,
        url: SplitResult,
        headers: dict[str, str],
        body: bytes,
    ) -> tuple[HTTPStatus, object]:
        """Answer requests: with the page, or with data for a seat."""
        if (method, url.path) == ("GET", "/"):
            return HTTPStatus.OK, PAGE.read_text(encoding="utf-8")
        if url.path != "/table" or method not in {"GET", "POST"}:
            return HTTPStatus.NOT_FOUND, {"refused": "no_such_page"}
        try:
            return await self._at_table(reader, method, url, headers, body)
        except Refused as refused:
            return refused.status, {"refused": str(refused)}
        except Overtaken:
            return HTTPStatus.CONFLICT, {"refused": "stale"}
        except sqlite3.Error:  # a full disk, a damaged file, a lock that is not released
            _LOG.exception("the database cannot be used")
            return HTTPStatus.SERVICE_UNAVAILABLE, {"refused": "not_saved"}

    async def _at_table(
        self,
        reader: asyncio.StreamReader,
        method: str,
        url: SplitResult,
        headers: dict[str, str],
        body: bytes,
    ) -> tuple[HTTPStatus, object]:
        """Return the reply to a seat."""
        found = self._store.seat(headers.get("authorization", "").removeprefix("Bearer "))
        if found is None:
            return HTTPStatus.FORBIDDEN, {"refused": "wrong_key"}
        name, seat = found
        facts = dict(parse_qs(url.query))
        lang = facts.get("lang", ["en"])[0]
        lang = lang if lang in languages() else "en"
        seen = facts.get("seen", ["0"])[0]
        rows = int(seen) if re.fullmatch("[0-9]{1,9}", seen) else 0
        if name not in self._tables:
            self._tables[name] = Table(self._store, name)
        table = self._tables[name]
        try:
            async with table.admitted(seat):
                with step_budget(MOST_STEPS):
                    if method == "POST":
                        moves = table.act(seat, _message(body))
                        return HTTPStatus.OK, {"choose": table.sentences(moves, seat, lang)}
                await table.news(rows, reader)
                with step_budget(MOST_STEPS):
                    return HTTPStatus.OK, table.state(seat, rows, lang)
        except RamiError as error:
            codes = [str(violation.code) for violation in error.violations]
            melds = table.session.match.round.table
            names, variant = table.session.names, table.session.match.variant
            reasons = [text(each, lang, names, melds, variant) for each in error.violations]
            return HTTPStatus.CONFLICT, {"refused": codes[0], "codes": codes, "reasons": reasons}


async def _request(reader: asyncio.StreamReader) -> tuple[str, SplitResult, dict[str, str], bytes]:
    """Method, address, headers and body of an HTTP request.

    Raises:
        ValueError: it is none, or it is too long.
    """
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError as error:
        raise ValueError from error
    first, *lines = head.rstrip().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    size = int(headers.get("content-length", "0"))
    if size > LONGEST_BODY:
        raise ValueError(size)
    return method, urlsplit(target), headers, await reader.readexactly(size)


def _message(body: bytes) -> dict[str, Any]:
    try:
        message: object = json.loads(body)
    except (ValueError, RecursionError):
        message = None
    return cast("dict[str, Any]", message) if isinstance(message, dict) else {}


async def _send(writer: asyncio.StreamWriter, status: HTTPStatus, answer: object) -> None:
    """Send the page, or anything else as JSON; a client that does not read it in time is cut off."""
    kind = "text/html" if isinstance(answer, str) else "application/json"
    # text from a client may come back in a reason, including lone surrogates
    data = (answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)).encode(
        "utf-8", "replace"
    )
    head = {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": len(data),
        "Content-Security-Policy": "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; "
        "style-src 'unsafe-inline'; img-src data:",
        "Cache-Control": "no-store",
        "Connection": "close",
    }
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        *(f"{name}: {value}" for name, value in head.items()),
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode() + data)
    async with asyncio.timeout(TIME_TO_READ):
        await writer.drain()
        writer.close()
        await writer.wait_closed()


async def serve(database: Path, host: str, port: int) -> None:
    """Serve the tables of a database until the process ends."""
    with closing(Store(database)) as store:
        server = await Server(store).start(host, port)
        async with server:
            await server.serve_forever()


def main() -> None:
    """Open a table, or serve."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", type=Path, default=DATABASE)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7007)
    opening = parser.add_subparsers().add_parser("open", help="open a table")
    opening.add_argument("game", choices=variants.available())
    opening.add_argument("names", nargs="+")
    opening.add_argument("--seed", type=int)
    given = parser.parse_args()
    if "game" in given:
        with closing(Store(given.database)) as store:
            try:
                keys = open_table(store, given.game, given.names, given.seed)
            except RamiError as error:
                parser.error(str(error))
            for name, key in zip(given.names, keys, strict=True):
                print(f"{name}: http://{given.host}:{given.port}/#{key}")
    else:
        asyncio.run(serve(given.database, given.host, given.port))


if __name__ == "__main__":
    main()
