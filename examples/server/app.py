"""Tables of rami for browsers: Starlette, websockets, and a database of every step; README.md describes the messages.

    DATABASE_URL=postgresql+psycopg://user@host/tables uvicorn --factory app:make_app --ws-max-size 16384

The server alone holds the matches: a seat is sent what its player may see, and what it sends is checked by the rules
and saved before anybody sees it. Every question to rami and to the database runs in a thread, under the lock of its
table, so that a table waits for itself alone. Several processes may serve one database: each step has a number, and a
process that comes second loads the table again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import os
import secrets
from collections.abc import AsyncGenerator, Callable
from itertools import islice
from pathlib import Path
from typing import Any, cast

import attrs
import sqlalchemy as sql
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from rami import RamiError, variants
from rami.bots import hint
from rami.cards.moves import Move
from rami.ext import json as rami_json
from rami.locales import languages, text
from rami.rounds.budget import step_budget
from rami.sessions import Agreement, EntryKind, Session

LOG, PAGE = logging.getLogger(__name__), Path(__file__).with_name("page")
AGREEMENT = Agreement(missed_turns=3, gone="walk_over")
LOOK_AGAIN = 1.0  # seconds between two looks at the database and at the clock
GRACE, ABSENT, SLOW = 5.0, 30.0, 120.0  # seconds until a seat is away, and until its turn is played for it
MOST_STEPS = 5000  # of the search behind one request; in play it takes a few hundred
MOST_NOTES = 1000  # entries of a log that are not moves of its match
MOST_MOVES, MOST_SOCKETS, LONGEST = 300, 100, 16_384  # of a list, of a table, and bytes of a message
NOTES = (
    "undo redo ready last propose agree decline buy_in stay_out give_up comment"  # kinds of entries of a seat
)
FACTS = ("names", "waiting_for", "away", "gone", "missed", "voters", "last_round", "over")  # of a session

TABLES = (
    "seats (id VARCHAR(32), seat INTEGER, game TEXT NOT NULL, name TEXT, secret VARCHAR(64), PRIMARY KEY (id, seat))",
    "steps (id VARCHAR(32), number INTEGER, step TEXT NOT NULL, PRIMARY KEY (id, number))",
)


class Refused(Exception):
    """A request that is not acted upon: an HTTP status and a code."""


def careful(made: Any, _: object) -> None:
    """Prepare a connection to SQLite for several processes; a step is on the disk before `save` returns."""
    made.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")


class Store:
    """The database: the seats of each table, with digests of their keys, and its steps, which are only added."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url, pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", careful)
        for table in TABLES:
            self.run(f"CREATE TABLE IF NOT EXISTS {table}")

    def run(self, statement: str, facts: Any = None) -> Any:
        """Run a statement and return its rows, or how many it changed."""
        with self.engine.begin() as connection:
            done = connection.execute(sql.text(statement), facts)
            return done.all() if done.returns_rows else done.rowcount

    def open(self, game: str, seats: int) -> str:
        """Open a table and return its id, which only those who have the link know."""
        Session.start(variants.get(game), ["-"] * min(seats, 100))  # refuses what the game does not allow
        table = secrets.token_urlsafe(16)
        rows = [{"id": table, "seat": seat, "game": game} for seat in range(seats)]
        self.run("INSERT INTO seats (id, seat, game) VALUES (:id, :seat, :game)", rows)
        return table

    def seats(self, table: str) -> list[Any]:
        """Return the seats of a table in order."""
        if found := self.run("SELECT * FROM seats WHERE id = :id ORDER BY seat", {"id": table}):
            return list(found)
        raise Refused(404, "no_such_table")

    def sit(self, table: str, name: str) -> tuple[int, str]:
        """Take the first free seat and return it with its key."""
        seats, key = self.seats(table), secrets.token_urlsafe(24)
        Session.start(variants.get(seats[0].game), [name] * len(seats))  # refuses a name that is none
        mine = "id = :id AND seat = :seat AND name IS NULL"
        for seat in range(len(seats)):
            facts = {"name": name, "secret": sha256(key), "id": table, "seat": seat}
            if self.run(f"UPDATE seats SET name = :name, secret = :secret WHERE {mine}", facts):
                return seat, key
        raise Refused(409, "no_free_seat")

    def save(self, table: str, session: Session, since: int) -> None:
        """Add the rows that are new, all or none; an `IntegrityError` says that another process was faster."""
        steps = enumerate(session.rows(since), since)
        rows = [{"id": table, "number": number, "step": json.dumps(row)} for number, row in steps]
        if rows:
            self.run("INSERT INTO steps VALUES (:id, :number, :step)", rows)

    def load(self, table: str, seats: list[Any]) -> Session | None:
        """Return the session as it was saved last; whoever first finds all seats taken deals."""
        query = "SELECT step FROM steps WHERE id = :id ORDER BY number"
        if not (found := self.run(query, {"id": table})) and all(seat.name for seat in seats):
            names = [seat.name for seat in seats]
            start = Session.start(variants.get(seats[0].game), names, agreement=AGREEMENT)
            with contextlib.suppress(IntegrityError):
                self.save(table, start, 0)
            found = self.run(query, {"id": table})
        with step_budget(1 << 40):  # a long match is long to play again, and only the server writes rows
            return Session.from_rows(json.loads(row.step) for row in found) if found else None

    def sizes(self, tables: list[str]) -> dict[str, int]:
        """Return the number of rows of each table."""
        query = sql.text("SELECT id, COUNT(*) FROM steps WHERE id IN :ids GROUP BY id")
        with self.engine.connect() as connection:
            ids = query.bindparams(sql.bindparam("ids", tables, expanding=True))
            return {row[0]: row[1] for row in connection.execute(ids)}


def sha256(key: object) -> str:
    """Return what the database keeps of a key."""
    return hashlib.sha256(ascii(key).encode()).hexdigest()


class Table:
    """A table that somebody looks at: its session as this process knows it, and the sockets of its seats."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name, self.lock, self.news = store, name, asyncio.Lock(), asyncio.Event()
        self.sockets: list[int | None] = []
        self.left: dict[int, float] = {}
        self.session: Session | None = None
        self.seats: list[Any] = []
        self.rows, self.changed = 0, asyncio.get_running_loop().time()

    async def ask(self, question: Callable[..., Any], *facts: Any) -> Any:
        """Answer a question in a thread, after the questions before it, and tell everybody if the table changes."""
        async with self.lock:
            before = (self.rows, self.seats)
            try:
                with step_budget(MOST_STEPS):
                    return await asyncio.to_thread(question, *facts)
            finally:
                if (self.rows, self.seats) != before:
                    self.changed = asyncio.get_running_loop().time()
                    self.news.set()
                    self.news = asyncio.Event()

    def load(self) -> None:
        """Load what the database has."""
        try:
            self.seats = self.store.seats(self.name)
            self.session = self.store.load(self.name, self.seats)
            self.rows = len(self.session.log) + 1 if self.session else 0
        except RamiError as error:  # the reasons name hidden cards: they are for the log alone
            LOG.exception("the rows of %s cannot be read", self.name)
            raise Refused(500, "damaged") from error

    def act(self, step: Callable[[Session], Session]) -> None:
        """Save a step; where another process was faster, load the table and try the step again."""
        for _ in range(3):
            if self.session is None:
                raise Refused(409, "not_dealt")
            session = step(self.session)
            try:
                self.store.save(self.name, session, self.rows)
            except IntegrityError:
                self.load()
            else:
                self.session, self.rows = session, len(session.log) + 1
                return
        raise Refused(409, "stale")

    def due(self) -> Callable[[Session], Session] | None:
        """Return the step for which nobody at the table has to ask, if it is time for one."""
        session, now = self.session, asyncio.get_running_loop().time()
        if session is None or session.over:
            return None
        for seat in (each for each in session.away if each in self.sockets):
            return lambda session: session.rejoin(seat)
        for seat in (each for each, since in self.left.items() if now - since > GRACE):
            del self.left[seat]
            return lambda session: session if seat in self.sockets else session.leave(seat)
        for seat in session.waiting_for:
            if now - self.changed > (ABSENT if seat in session.away else SLOW):
                return lambda session: without_player(session, seat)
        return None

    def heard(self, seat: int, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Do what a seat asks for and return the reply."""
        if message.get("type") == "hint" and self.session:
            found = hint(self.session.match.view(seat))
            says = text(found, lang, self.session.names, variant=self.session.match.variant)
            return {"type": "hint", "move": rami_json.to_data(found.move)["value"], "says": says}

        kind = str(message.get("type"))
        kind = {"play": "move", "announce_last": "last"}.get(kind, kind)
        said: Any = message.get("move", message.get("motion", message.get("text", "")))
        if isinstance(said, dict):
            written: dict[str, Any] = {"rami": 1, "type": "Move", "value": said}
            said = str(rami_json.from_data(written, Move))
        if kind == "buy_in" and not message.get("accept", True):
            kind = "stay_out"
        known = "mark" in message if kind == "move" else kind in NOTES.split()
        if not known or not isinstance(said, str):
            raise Refused(400, "not_understood")

        def acted(session: Session) -> Session:
            if message.get("mark", session.match.mark) != session.match.mark:
                raise Refused(409, "stale")
            if kind != "move" and len(session.log) - sum(map(len, session.match.log)) > MOST_NOTES:
                raise Refused(403, "too_many_notes")
            return session.repeat(EntryKind(kind), seat, said)

        self.act(acted)
        return {"type": "done", "rows": self.rows}

    def state(self, seat: int | None, since: int | None, rows: int, lang: str) -> dict[str, Any]:
        """Return everything that a seat is sent, with the events since a mark and what was said since a row."""
        session = self.session
        if session is None:
            return {"type": "waiting", "names": [each.name for each in self.seats]}
        match, names = session.match, session.names
        said = session.log[max(rows - 1, len(session.log) - 300, 0) :]
        since = match.mark if since is None or not 0 <= since <= match.mark else since
        view, laid, variant = match.view(seat, since=since), match.round.table, match.variant
        return {
            "type": "table",
            "rows": self.rows,
            "seat": seat,
            "since": since,
            "view": rami_json.to_data(view)["value"],
            "moves": [
                {
                    "move": rami_json.to_data(each)["value"],
                    "text": str(each),
                    "says": text(each, lang, names, laid, variant),
                }
                for each in islice(view.legal_moves, MOST_MOVES)
            ],
            "story": text(view.events, lang, names, variant=variant).splitlines(),
            "comments": [attrs.asdict(each) for each in said if each.kind is EntryKind.COMMENT],
            "ballot": session.ballot and attrs.asdict(session.ballot),
            **{name: getattr(session, name) for name in FACTS},
            "totals": [*map(str, match.totals)],
            "deciding": match.deciding,
            "winners": match.winners,
        }


def without_player(session: Session, seat: int) -> Session:
    """Play the neutral turn for somebody who is not there; between rounds, do not wait for them."""
    if seat not in session.waiting_for:
        return session
    if session.match.deciding:
        return session.buy_in(seat, accept=False)
    return session.leave(seat) if session.match.round.over else session.miss_turn(seat)


def refusal(error: Exception, lang: str = "en", session: Session | None = None) -> dict[str, Any]:
    """Return an error as a seat is told of it."""
    codes, reasons = ["not_saved"], list[str]()
    if isinstance(error, Refused):
        return {"type": "refused", "status": error.args[0], "codes": [error.args[1]], "reasons": []}
    if isinstance(error, RamiError):
        codes = [str(each.code) for each in error.violations]
        about: dict[str, Any] = {}
        if session:
            match = session.match
            about = {"names": session.names, "table": match.round.table, "variant": match.variant}
        reasons = [text(each, lang, **about) for each in error.violations]
    else:  # a full disk, a database that has gone, a lock that is not released
        LOG.error("the database cannot be used: %s", error)
    return {"type": "refused", "status": 409 if reasons else 503, "codes": codes, "reasons": reasons}


class Server:
    """The tables of a database; those that somebody looks at are in memory."""

    def __init__(self, url: str) -> None:
        self.store, self.tables = Store(url), dict[str, Table]()

    async def watch(self) -> None:
        """Give each table its turn once in a while; none of them waits for another."""
        tasks = set[asyncio.Task[None]]()
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            idle = [table for table in self.tables.values() if not table.lock.locked()]
            with contextlib.suppress(SQLAlchemyError):  # who asks in the meantime is told
                sizes = (
                    await asyncio.to_thread(self.store.sizes, [table.name for table in idle]) if idle else {}
                )
                tasks |= {asyncio.create_task(self.tick(table, sizes.get(table.name, 0))) for table in idle}
            tasks -= {task for task in tasks if task.done()}

    async def tick(self, table: Table, size: int) -> None:
        """Load what other processes have saved, and play for players who are not there."""
        with contextlib.suppress(Refused, RamiError, SQLAlchemyError):
            if size != table.rows or not size:
                await table.ask(table.load)
            if (step := table.due()) is not None:
                await table.ask(table.act, step)

    async def post(self, request: Request) -> Response:
        """Open a table, or sit down at one."""
        if int(request.headers.get("content-length", LONGEST + 1)) > LONGEST:
            raise Refused(413, "too_long")
        facts = None
        with contextlib.suppress(ValueError, RecursionError):
            facts = await request.json()
        match facts, request.path_params.get("table"):
            case {"game": str(game), "seats": int(seats)}, None:
                table = await asyncio.to_thread(self.store.open, game, seats)
                return JSONResponse({"table": table, "link": f"/t/{table}"}, 201)
            case {"name": str(name)}, str(table):
                seat, key = await asyncio.to_thread(self.store.sit, table, name)
                if table in self.tables:
                    await self.tables[table].ask(self.tables[table].load)
                return JSONResponse({"seat": seat, "key": key}, 201)
            case _:
                raise Refused(400, "not_understood")

    async def socket(self, socket: WebSocket) -> None:
        """Let a seat, or a spectator, look at a table until the connection ends."""
        with contextlib.suppress(WebSocketDisconnect):
            await socket.accept()
            hello, name = await heard(socket), socket.path_params["table"]
            table, key = self.tables.get(name) or Table(self.store, name), hello.get("key")
            try:
                await table.ask(table.load)
                known = {each.secret: each.seat for each in table.seats}
                seat = None if key is None else known.get(sha256(key), -1)
                if seat == -1 or len(table.sockets) >= MOST_SOCKETS:
                    raise Refused(403, "wrong_key" if seat == -1 else "too_many_sockets")
            except (Refused, SQLAlchemyError) as error:
                return await socket.send_json(refusal(error))
            table = self.tables.setdefault(name, table)
            table.sockets.append(seat)
            lang = hello["lang"] if hello.get("lang") in languages() else "en"
            telling = asyncio.create_task(tell(socket, table, seat, hello.get("mark"), lang))
            try:
                await listen(socket, table, seat, lang)
            finally:
                telling.cancel()
                table.sockets.remove(seat)
                if seat is not None:
                    table.left[seat] = asyncio.get_running_loop().time()
                if not table.sockets:
                    self.tables.pop(name, None)


async def heard(socket: WebSocket) -> dict[str, Any]:
    """Return the next message; {} for what is none."""
    with contextlib.suppress(ValueError, RecursionError, KeyError):
        message: Any = await socket.receive_json()
        return cast("dict[str, Any]", message) if isinstance(message, dict) else {}
    return {}


async def listen(socket: WebSocket, table: Table, seat: int | None, lang: str) -> None:
    """Answer the messages of a connection, one after another."""
    while True:
        message = await heard(socket)
        try:
            if seat is None:
                raise Refused(403, "only_looking")
            reply = await table.ask(table.heard, seat, message, lang)
        except (Refused, RamiError, SQLAlchemyError) as error:
            reply = refusal(error, lang, table.session)
        await socket.send_json({**reply, "id": message.get("id")})


async def tell(socket: WebSocket, table: Table, seat: int | None, since: object, lang: str) -> None:
    """Send the state of the table, then all that happens."""
    mark, rows = since if type(since) is int else None, -1
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            news = table.news
            if rows != table.rows or not rows:
                try:
                    state = await table.ask(table.state, seat, mark, rows, lang)
                except (RamiError, SQLAlchemyError) as error:
                    state = refusal(error, lang)
                await socket.send_json(state)
                mark, rows = state["view"]["mark"] if "view" in state else mark, table.rows
            await news.wait()


def make_app(url: str | None = None) -> Starlette:
    """Return the application that serves the tables of a database, by default that of the environment."""
    server = Server(url or os.environ.get("DATABASE_URL", "sqlite:///tables.db"))

    @contextlib.asynccontextmanager
    async def living(_: Starlette) -> AsyncGenerator[None]:
        watch = asyncio.create_task(server.watch())
        yield
        watch.cancel()
        server.store.engine.dispose()

    def table_page(_: Request) -> Response:
        return FileResponse(page)

    def all_games(_: Request) -> Response:
        return JSONResponse(listed)

    async def failed(_: Request, error: Exception) -> Response:
        return JSONResponse(refusal(error), refusal(error)["status"])

    games = [variants.get(slug) for slug in variants.available()]
    page = next(filter(Path.exists, (PAGE / "index.html", Path(__file__).with_name("page.html"))))
    listed = [{"game": each.slug, "seats": [*each.equipment.players]} for each in games]
    return Starlette(
        routes=[
            *(Route(path, table_page) for path in ("/", "/t/{table}")),
            Mount("/page", StaticFiles(directory=PAGE, check_dir=False)),
            Route("/games", all_games),
            *(Route(path, server.post, methods=["POST"]) for path in ("/tables", "/tables/{table}/seats")),
            WebSocketRoute("/tables/{table}/socket", server.socket),
        ],
        exception_handlers={Refused: failed, RamiError: failed, SQLAlchemyError: failed},
        lifespan=living,
    )
