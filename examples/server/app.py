"""A game server for browsers, which stores every step in a database; README.md describes the messages.

    DATABASE_URL=postgresql+psycopg://user@host/tables uvicorn --factory app:make_app --ws-max-size 16384

The server checks every step by the rules, and saves it before anybody sees it. All calls to rami and the database
run in a thread, under the lock of their table, so no table waits for another. Several processes may serve one database:
each step has a number, and if two processes save a step with the same number, the second one loads the table again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from operator import methodcaller
from pathlib import Path
from typing import Any, cast
from weakref import WeakValueDictionary

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from rami import RamiError, variants
from rami.ext import json as rami_json
from rami.locales import languages
from rami.rounds.budget import step_budget
from rami.sessions import Agreement, Session

LOG, PAGE = logging.getLogger(__name__), Path(__file__).with_name("page")
AGREEMENT = Agreement(missed_turns=3, gone="walk_over")
LOOK_AGAIN = 1.0  # seconds between two checks of the database and the clock
GRACE, ABSENT, SLOW = 5.0, 30.0, 120.0  # seconds until a seat is away, and until its turn is played for it
MOST_STEPS, MOST_NOTES = 5000, 1000  # the most search steps of a request, and log entries other than moves
MOST_SOCKETS, LONGEST = 100, 16_384  # the most sockets of a table, and bytes of a message
ERRORS = (HTTPException, RamiError, SQLAlchemyError)
TABLES = (
    "seats (id VARCHAR(32), seat INTEGER, game TEXT NOT NULL, name TEXT, secret VARCHAR(64), PRIMARY KEY (id, seat))",
    "steps (id VARCHAR(32), number INTEGER, step TEXT NOT NULL, PRIMARY KEY (id, number))",
)


class Table:
    """A table: its session as this process knows it, and the players and spectators whom this process serves."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name, self.lock, self.news = server, name, asyncio.Lock(), asyncio.Event()
        self.session: Session | None = None
        self.seats: list[Any] = []
        self.sockets: list[int | None] = []
        self.left: dict[int, float] = {}
        self.rows, self.changed = 0, time.monotonic()

    def load(self) -> None:
        """Load the table from the database; the first process that finds all seats taken deals."""
        query, mine = "SELECT step FROM steps WHERE id = :id ORDER BY number", {"id": self.name}
        self.seats = self.server.run("SELECT * FROM seats WHERE id = :id ORDER BY seat", mine)
        if not self.seats:
            raise HTTPException(404, "no_such_table")
        names = [each.name for each in self.seats]
        if not (found := self.server.run(query, mine)) and all(names):
            with contextlib.suppress(IntegrityError):
                self.save(Session.start(variants.get(self.seats[0].game), names, agreement=AGREEMENT), 0)
            found = self.server.run(query, mine)
        try:
            with step_budget(1 << 40):  # replaying a long match takes many steps
                self.session = Session.from_rows(json.loads(row.step) for row in found) if found else None
        except RamiError as error:  # the reasons name hidden cards, so only the log gets them
            LOG.exception("the steps of %s cannot be read", self.name)
            raise HTTPException(500, "damaged") from error
        self.rows = len(found)

    def save(self, session: Session, since: int) -> None:
        """Save the new rows, all or none; an `IntegrityError` means that another process was faster."""
        steps = enumerate(session.rows(since), since)
        if rows := [{"id": self.name, "number": number, "step": json.dumps(row)} for number, row in steps]:
            self.server.run("INSERT INTO steps VALUES (:id, :number, :step)", rows)

    def sit(self, name: str) -> dict[str, Any]:
        """Take the first free seat and return it with its key."""
        self.load()
        key, free = secrets.token_urlsafe(24), "id = :id AND seat = :seat AND name IS NULL"
        secret = sha256(ascii(key).encode()).hexdigest()
        Session.start(variants.get(self.seats[0].game), [name] * len(self.seats))  # refuses unfit names
        for seat in range(len(self.seats)):
            facts = {"name": name, "secret": secret, "id": self.name, "seat": seat}
            if self.server.run(f"UPDATE seats SET name = :name, secret = :secret WHERE {free}", facts):
                self.load()
                return {"seat": seat, "key": key}
        raise HTTPException(409, "no_free_seat")

    def welcome(self, key: object) -> dict[str, Any]:
        """Return the seat of a key; None for a spectator, who has no key."""
        self.load()
        seats = {each.secret: each.seat for each in self.seats}
        seat = None if key is None else seats.get(sha256(ascii(key).encode()).hexdigest(), -1)
        if seat == -1 or len(self.sockets) >= MOST_SOCKETS:
            raise HTTPException(403, "wrong_key" if seat == -1 else "too_many_sockets")
        return {"seat": seat}

    def act(self, step: Callable[[Session], Session]) -> None:
        """Save a step; if another process was faster, load the table and try again."""
        for _ in range(3):
            if self.session is None:
                raise HTTPException(409, "not_dealt")
            session = step(self.session)
            with contextlib.suppress(IntegrityError):
                self.save(session, self.rows)
                self.session, self.rows = session, len(session.log) + 1
                return
            self.load()
        raise HTTPException(409, "stale")

    def due(self) -> list[Callable[[Session], Session]]:
        """Return the steps that are due although nobody at the table has asked for them."""
        session, now = self.session, time.monotonic()
        if session is None or session.over:
            return []
        gone = [seat for seat, since in self.left.items() if seat not in self.sockets and now - since > GRACE]
        back = [seat for seat in session.away if seat in self.sockets]
        patience = {seat: ABSENT if seat in session.away else SLOW for seat in session.waiting_for}
        late = [seat for seat, limit in patience.items() if now - self.changed > limit]
        steps = {"leave": gone, "rejoin": back, "pass_over": late}
        return [methodcaller(name, seat) for name, seats in steps.items() for seat in seats]

    def heard(self, seat: int | None, message: dict[str, Any], lang: str) -> dict[str, Any]:
        """Do what a seat asks for and return the reply."""
        if seat is None:
            raise HTTPException(403, "only_looking")
        if self.session and message.get("type") == "hint":
            return rami_json.table_hint(self.session, seat, lang)
        self.act(lambda session: rami_json.table_step(session, seat, message, most_notes=MOST_NOTES))
        return {"type": "done", "rows": self.rows}

    def state(self, seat: int | None, since: Any, rows: int, lang: str) -> dict[str, Any]:
        """Return the message for a seat, with the events since a mark and the comments since a row."""
        if self.session is None:
            return {"type": "waiting", "names": [each.name for each in self.seats]}
        return rami_json.table_state(self.session, seat, since=since, rows=rows, lang=lang)

    async def ask(self, lang: str, question: Callable[..., Any], *facts: Any) -> Any:
        """Answer or refuse a request in a thread, after earlier ones, and notify everybody if the table changes."""
        async with self.lock:
            before = (self.rows, self.seats)
            try:
                with step_budget(MOST_STEPS):
                    return await asyncio.to_thread(question, *facts)
            except ERRORS as error:
                return refused(error, lang, self.session)
            finally:
                if (self.rows, self.seats) != before:
                    self.changed = time.monotonic()
                    self.news.set()
                    self.news = asyncio.Event()

    async def tick(self, size: int) -> None:
        """Load what other processes have saved, and play for absent players."""
        if size != self.rows or not size:
            await self.ask("en", self.load)
        for step in self.due():
            await self.ask("en", self.act, step)

    async def tell(self, socket: WebSocket, seat: int | None, mark: Any, lang: str, rows: int = -1) -> None:
        """Send the state of the table now and after every change."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                news = self.news
                if rows != self.rows or not rows:
                    state = await self.ask(lang, self.state, seat, mark, rows, lang)
                    await socket.send_json(state)
                    mark, rows = (state["view"]["mark"], state["rows"]) if "view" in state else (mark, 0)
                await news.wait()


class Server:
    """The tables of a database; a table stays in memory while somebody is connected to it."""

    def __init__(self, url: str) -> None:
        self.tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self.engine = sql.create_engine(url, pool_pre_ping=True)
        self.tasks: list[asyncio.Task[None]] = []
        if self.engine.dialect.name == "sqlite":
            self.run("PRAGMA journal_mode = WAL")  # several processes may read while one writes
        for table in TABLES:
            self.run(f"CREATE TABLE IF NOT EXISTS {table}")

    def run(self, statement: str, facts: Any = None, *lists: sql.BindParameter[str]) -> Any:
        """Run a statement and return its rows, or the number of changed rows; `lists` declares list parameters."""
        with self.engine.begin() as connection:
            done = connection.execute(sql.text(statement).bindparams(*lists), facts)
            return done.all() if done.returns_rows else done.rowcount

    def open(self, game: str, seats: int) -> str:
        """Open a table and return its id, which only those who have the link know."""
        Session.start(variants.get(game), ["-"] * min(seats, 100))  # refuses a wrong number of seats
        table = secrets.token_urlsafe(16)
        rows = [{"id": table, "seat": seat, "game": game} for seat in range(seats)]
        self.run("INSERT INTO seats (id, seat, game) VALUES (:id, :seat, :game)", rows)
        return table

    async def watch(self) -> None:
        """Update every idle table once a second; no table waits for another."""
        query = "SELECT id, COUNT(*) FROM steps WHERE id IN :ids GROUP BY id"
        ids = sql.bindparam("ids", type_=sql.String(), expanding=True)
        while True:
            with contextlib.suppress(SQLAlchemyError):  # the next request reports the error
                sizes = dict(await asyncio.to_thread(self.run, query, {"ids": [*self.tables]}, ids))
                idle = [table for table in self.tables.values() if not table.lock.locked()]
                self.tasks[1:] = [asyncio.create_task(each.tick(sizes.get(each.name, 0))) for each in idle]
            await asyncio.sleep(LOOK_AGAIN)

    async def post(self, request: Request) -> Response:
        """Open a table, or sit down at one."""
        if int(request.headers.get("content-length", LONGEST + 1)) > LONGEST:
            raise HTTPException(413, "too_long")
        match await read(request.json()), request.path_params.get("table"):
            case {"game": str(game), "seats": int(seats)}, None:
                table = await asyncio.to_thread(self.open, game, seats)
                return JSONResponse({"table": table, "link": f"/t/{table}"}, 201)
            case {"name": str(name)}, str(table):
                here = self.tables.setdefault(table, Table(self, table))
                reply = await here.ask("en", here.sit, name)
                return JSONResponse(reply, reply.get("status", 201))
            case _:
                raise HTTPException(400, "not_understood")

    async def socket(self, socket: WebSocket) -> None:
        """Serve a player or a spectator at a table until the connection ends."""
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            hello, name = await read(socket.receive_json()), socket.path_params["table"]
            lang = hello["lang"] if hello.get("lang") in languages() else "en"
            table = self.tables.setdefault(name, Table(self, name))
            reply = await table.ask(lang, table.welcome, hello.get("key"))
            if "status" in reply:
                return await socket.send_json(reply)
            seat = reply["seat"]
            table.sockets.append(seat)
            self.tasks = self.tasks or [asyncio.create_task(self.watch())]
            telling = asyncio.create_task(table.tell(socket, seat, hello.get("mark"), lang))
            try:
                while True:
                    message = await read(socket.receive_json())
                    reply = await table.ask(lang, table.heard, seat, message, lang)
                    await socket.send_json({**reply, "id": message.get("id")})
            finally:
                telling.cancel()
                table.sockets.remove(seat)
                if seat is not None:
                    table.left[seat] = time.monotonic()


async def read(coming: Awaitable[Any]) -> dict[str, Any]:
    """Return the JSON object that arrives; {} for anything else."""
    with contextlib.suppress(ValueError, TypeError, KeyError, RecursionError):
        found = await coming
        return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return {}


def refused(error: Exception, lang: str = "en", session: Session | None = None) -> dict[str, Any]:
    """Return an error as a message for the client."""
    if isinstance(error, RamiError):
        return {"status": 409, **rami_json.refusal(error, lang, session)}
    if not isinstance(error, HTTPException):  # a full disk, a lost database, a lock
        LOG.error("the database cannot be used: %s", error)
        error = HTTPException(503, "not_saved")
    return {"type": "refused", "status": error.status_code, "codes": [error.detail], "reasons": []}


def make_app(url: str | None = None) -> Starlette:
    """Return the application that serves the tables of a database, by default the one that DATABASE_URL names."""
    server = Server(url or os.environ.get("DATABASE_URL", "sqlite:///tables.db"))
    found = map(variants.get, variants.available())
    games = [{"game": each.slug, "seats": each.equipment.players} for each in found]
    page = next(filter(Path.exists, (PAGE / "index.html", Path(__file__).with_name("page.html"))))
    return Starlette(
        routes=[
            *(Route(path, FileResponse(page)) for path in ("/", "/t/{table}")),
            Mount("/page", StaticFiles(directory=PAGE, check_dir=False)),
            Route("/games", JSONResponse(games)),
            *(Route(path, server.post, methods=["POST"]) for path in ("/tables", "/tables/{table}/seats")),
            WebSocketRoute("/tables/{table}/socket", server.socket),
        ],
        exception_handlers=dict.fromkeys(
            ERRORS, lambda _, e: JSONResponse(told := refused(e), told["status"])
        ),
    )
