"""Tables of rami for browsers: Starlette, websockets, and a database of every step.

    python app.py
    python app.py --database postgresql+psycopg://user@host/tables --port 8000

Somebody opens a table and sends the link to friends; whoever opens it takes a free seat. The server alone holds the
matches: a seat is sent what its player may see, and what it sends is checked by the rules and saved before anybody sees
it. README.md describes the messages.

Every question to rami and to the database runs in a thread, under the lock of its table, so that a table waits for
itself only. Several processes may serve one database: each step has its number, and a process that comes second loads
the table again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import sqlalchemy as sql
import uvicorn
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from rami import Discard, LayOff, PlayerView, RamiError, variants
from rami.bots import GreedyBot, hint
from rami.cards.moves import Move
from rami.ext import json as rami_json
from rami.locales import languages, text
from rami.rounds.budget import step_budget
from rami.rounds.selections import lay_downs, moves_of
from rami.sessions import EntryKind, Session

LOG: Final = logging.getLogger(__name__)
PAGE: Final = Path(__file__).with_name("page")

GRACE: Final = 5.0
"""Seconds without a connection after which a seat counts as away."""
LOOK_AGAIN: Final = 1.0
"""Seconds between two looks at the database and at the clock."""
ABSENT: Final = 30.0
"""Seconds without a step after which the neutral turn is played for a seat that has no connection."""
SLOW: Final = 120.0
"""The same for a seat that has one."""
MOST_STEPS: Final = 5000
"""The budget of the search behind one request; in play it takes a few hundred."""
MOST_MOVES: Final = 200
MOST_NOTES: Final = 1000
"""The entries of a log that are not moves of its match."""
LONGEST: Final = 16_384
"""Bytes of a message."""

META: Final = sql.MetaData()
TABLES: Final = sql.Table(
    *("tables", META),
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("seats", sql.Integer, nullable=False),
)
SEATS: Final = sql.Table(
    *("seats", META),
    sql.Column("table", sql.ForeignKey(TABLES.c.id), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("key", sql.String(64), unique=True),  # a digest; a bot has none
)
STEPS: Final = sql.Table(
    *("steps", META),
    sql.Column("table", sql.ForeignKey(TABLES.c.id), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("step", sql.Text, nullable=False),
)

T = TypeVar("T")
Step = Callable[[Session], Session]


class Refused(Exception):
    """A request that is not acted upon: an HTTP status and a code."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status: int = status


class Store:
    """The database, to which rows are only added."""

    def __init__(self, url: str) -> None:
        self.engine = sql.create_engine(url, pool_pre_ping=True)
        if self.engine.dialect.name == "sqlite":
            sql.event.listen(self.engine, "connect", _careful)
        META.create_all(self.engine)

    def open(self, game: str, seats: int, bots: int) -> str:
        """Open a table and return its id, which only those who have the link know."""
        table = secrets.token_urlsafe(16)
        with self.engine.begin() as connection:
            connection.execute(TABLES.insert(), {"id": table, "game": game, "seats": seats})
            for seat in range(seats - bots, seats):
                name = f"Bot {seat - (seats - bots) + 1}"
                connection.execute(SEATS.insert(), {"table": table, "seat": seat, "name": name})
        return table

    def table(self, table: str) -> tuple[str, int, dict[int, tuple[str, str | None]]]:
        """Return the game, the number of seats, and the taken ones with the digests of their keys."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if found is None:
                raise Refused(404, "no_such_table")
            taken = connection.execute(sql.select(SEATS).where(SEATS.c.table == table)).all()
        return found.game, found.seats, {row.seat: (row.name, row.key) for row in taken}

    def sit(self, table: str, name: str) -> tuple[int, str]:
        """Take the first free seat; return it with its key. The last to sit deals."""
        while True:
            game, seats, taken = self.table(table)
            seat = next((seat for seat in range(seats) if seat not in taken), None)
            if seat is None:
                raise Refused(409, "no_free_seat")
            names = {**{seat: held for seat, (held, _) in taken.items()}, seat: name}
            key = secrets.token_urlsafe(24)
            row = {"table": table, "seat": seat, "name": name, "key": _digest(key)}
            # Refuses the name too, before anybody has sat down.
            session = Session.start(variants.get(game), [names.get(each, "-") for each in range(seats)])
            with contextlib.suppress(IntegrityError), self.engine.begin() as connection:
                connection.execute(SEATS.insert(), row)
                if len(names) == seats:
                    self.save(table, session, 0, connection)
                return seat, key

    def save(self, table: str, session: Session, since: int, within: sql.Connection | None = None) -> None:
        """Add the rows that are new, all or none.

        Raises:
            IntegrityError: another process has saved a step in the meantime.
        """
        rows = [
            {"table": table, "number": number, "step": json.dumps(row)}
            for number, row in enumerate(session.rows(since), since)
        ]
        if rows:
            with contextlib.nullcontext(within) if within else self.engine.begin() as connection:
                connection.execute(STEPS.insert(), rows)

    def load(self, table: str) -> Session | None:
        """Return the session as it was saved last; None before the deal."""
        query = sql.select(STEPS.c.step).where(STEPS.c.table == table).order_by(STEPS.c.number)
        with self.engine.connect() as connection:
            rows = [json.loads(step) for (step,) in connection.execute(query)]
        return Session.from_rows(rows) if rows else None

    def sizes(self, tables: list[str]) -> dict[str, int]:
        """Return the number of rows of each table."""
        query = sql.select(STEPS.c.table, sql.func.count()).where(STEPS.c.table.in_(tables))
        with self.engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query.group_by(STEPS.c.table))}


def _careful(connection: Any, _: object) -> None:
    """Let SQLite serve several processes, with every step on the disk before `save` returns."""
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


class Table:
    """A table that somebody looks at: its session as this process knows it, and the sockets of its seats."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, name
        self.lock = asyncio.Lock()
        self.news = asyncio.Event()
        self.sockets: list[int | None] = []
        self.left: dict[int, float] = {}
        self.session: Session | None = None
        self.names: list[str | None] = []
        self.bots: set[int] = set()
        self.changed = asyncio.get_running_loop().time()

    @property
    def rows(self) -> int:
        """The number of rows that this process knows."""
        return len(self.session.log) + 1 if self.session else 0

    async def ask(self, question: Callable[..., T], *facts: Any) -> T:
        """Answer a question in a thread, after the questions before it."""
        async with self.lock:
            before = (self.rows, self.names)
            try:
                return await asyncio.to_thread(_bounded, question, *facts)
            finally:
                if (self.rows, self.names) != before:
                    self.changed = asyncio.get_running_loop().time()
                    self.news.set()
                    self.news = asyncio.Event()

    def load(self) -> None:
        """Load what the database has."""
        _, seats, taken = self.store.table(self.name)
        self.bots = {seat for seat, (_, key) in taken.items() if key is None}
        try:
            with step_budget(1 << 40):  # only damaged rows take long, and nobody can damage them
                self.session = self.store.load(self.name)
        except RamiError as error:  # the reasons name hidden cards: they are for the log alone
            LOG.exception("the rows of %s cannot be read", self.name)
            raise Refused(500, "damaged") from error
        self.names = [taken.get(seat, (None, None))[0] for seat in range(seats)]

    def act(self, step: Step) -> None:
        """Save a step; where another process was faster, load the table and try the step again."""
        for last in (False, False, True):
            if self.session is None:
                raise Refused(409, "not_dealt")
            session = step(self.session)
            try:
                self.store.save(self.name, session, self.rows)
            except IntegrityError:
                self.load()
                if last:
                    raise Refused(409, "stale") from None
            else:
                self.session = session
                return

    def due(self) -> Step | None:
        """Return the step that nobody at the table has to ask for, if it is time for one."""
        session, now = self.session, asyncio.get_running_loop().time()
        if session is None or session.over:
            return None
        for seat in session.away:
            if seat in self.sockets:
                return lambda session: session.rejoin(seat)
        for seat, left in [*self.left.items()]:
            if now - left > GRACE:
                del self.left[seat]
                if seat not in self.sockets:
                    return lambda session: session.leave(seat)
        for seat in session.waiting_for:
            if seat in self.bots:
                return lambda session: _played(session, seat, bot=True)
            if now - self.changed > (ABSENT if seat in session.away else SLOW):
                return lambda session: _played(session, seat, bot=False)
        return None

    def heard(self, seat: int, message: Mapping[str, Any], lang: str) -> dict[str, Any]:
        """Do what a seat asks for and return the reply."""
        moves: list[Move] = []

        def acted(session: Session) -> Session:
            view, mark = session.match.view(seat), session.match.mark
            notes = len(session.log) - sum(map(len, session.match.log))
            if notes >= MOST_NOTES and message.get("type") not in {"play", "drag", "ready"}:
                raise Refused(403, "too_many_notes")
            if message.get("type") in {"play", "drag"} and message.get("mark") != mark:
                raise Refused(409, "stale")
            match message:
                case {"type": "play", "move": str() | dict() as move}:
                    return session.play(move if isinstance(move, str) else _move(move), seat)
                case {"type": "drag", "cards": str(cards), "to": str() | int() as to}:
                    moves[:] = meant(view, cards, to)
                    return session.play(moves.pop(), seat) if len(moves) == 1 else session
                case {"type": "undo" | "redo" | "ready" | "announce_last" as kind}:
                    step: Callable[[Session, int], Session] = getattr(Session, kind)
                    return step(session, seat)
                case {"type": "buy_in", "accept": bool(accept)}:
                    return session.buy_in(seat, accept)
                case {"type": "comment", "text": str(said)}:
                    return session.comment(said, seat)
                case _:
                    raise Refused(400, "not_understood")

        match message:
            case {"type": "hint"} if self.session:
                found = hint(self.session.match.view(seat))
                says = text(found, lang, self.session.names, variant=self.session.match.variant)
                return {"type": "hint", "move": _plain(found.move), "says": says}
            case {"type": "fits", "card": str(card)} if self.session:
                places = self.session.match.view(seat).placements(card)
                return {"type": "fits", "melds": [place.move.meld for place in places if place.meld]}
            case _:
                self.act(acted)
        return {"type": "choose", "moves": self.choices(moves, lang)} if moves else {"type": "done"}

    def choices(self, moves: list[Move], lang: str) -> list[dict[str, Any]]:
        """Return moves as a page offers them."""
        assert self.session is not None
        table, variant = self.session.match.round.table, self.session.match.variant
        return [
            {
                "move": _plain(move),
                "text": str(move),
                "says": text(move, lang, self.session.names, table, variant),
            }
            for move in moves
        ]

    def state(self, seat: int | None, since: int | None, rows: int, lang: str) -> dict[str, Any]:
        """Return everything that a seat is sent, with the events since a mark and what was said since a row."""
        session = self.session
        if session is None:
            return {"type": "waiting", "names": self.names}
        match = session.match
        since = match.mark if since is None or not 0 <= since <= match.mark else since
        view = match.view(seat, since=since)
        moves = list(islice(view.legal_moves, MOST_MOVES))
        return {
            "type": "table",
            "seat": seat,
            "since": since,
            "view": _plain(view),
            "moves": self.choices(moves, lang),
            "story": text(view.events, lang, session.names, variant=match.variant).splitlines(),
            "comments": [
                {"name": None if entry.seat is None else session.names[entry.seat], "text": entry.text}
                for entry in session.log[max(0, rows - 1, self.rows - MOST_MOVES) :]
                if entry.kind is EntryKind.COMMENT
            ],
            "names": session.names,
            "totals": [str(total) for total in match.totals],
            "waiting_for": session.waiting_for,
            "away": session.away,
            "deciding": match.deciding,
            "last_round": session.last_round == match.number,
            "over": session.over,
            "winners": match.winners,
        }


def _plain(value: object) -> Any:
    return rami_json.to_data(value)["value"]


def _move(data: dict[str, Any]) -> Move:
    move: Move = rami_json.from_data({"rami": 1, "type": "Move", "value": data}, Move)
    return move


def meant(view: PlayerView, cards: str, to: str | int) -> list[Move]:
    """Return the legal moves that cards dragged to "discards", "table" or a meld may be, or one that is refused."""
    found: list[Move] = []
    if to == "discards":
        found = [move for move in moves_of(view, cards) if isinstance(move, Discard)] or [Discard(cards)]
    elif isinstance(to, int):
        found += [place.move for place in view.placements(cards) if place.move.meld == to]
        found = found or [LayOff(cards, to)]
    else:
        found += lay_downs(view, cards)
    return [move for move in found if move in view.legal_moves] or found[:1]


def _played(session: Session, seat: int, bot: bool) -> Session:
    """Play a turn for a bot, or the neutral turn for somebody who is not there; between rounds, wait no longer."""
    match, turn = session.match, session.match.round.turn
    if match.deciding:
        return session.buy_in(seat, accept=False)
    if match.round.over:
        return session.ready(seat) if bot else session.leave(seat)
    while (
        session.waiting_for == (seat,) and session.match.round.turn == turn and not session.match.round.over
    ):
        view = session.match.view(seat)
        session = session.play(GreedyBot().choose(view), seat) if bot else session.time_out(seat)
    return session


def refusal(error: Exception, lang: str = "en", table: Table | None = None) -> dict[str, Any]:
    """Return an error as a seat is told of it."""
    status, codes, reasons = 503, ["not_saved"], list[str]()
    if isinstance(error, Refused):
        status, codes = error.status, [str(error)]
    elif isinstance(error, RamiError):
        session = table.session if table else None
        melds, names = (session.match.round.table, session.names) if session else ((), ())
        variant = session.match.variant if session else None
        status, codes = 409, [str(each.code) for each in error.violations]
        reasons = [text(each, lang, names, melds, variant) for each in error.violations]
    else:  # a full disk, a database that has gone, a lock that is not released
        LOG.error("the database cannot be used: %s", error)
    return {"type": "refused", "status": status, "codes": codes, "reasons": reasons}


class Server:
    """The tables of a database, those that somebody looks at in memory."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.tables: dict[str, Table] = {}

    @contextlib.asynccontextmanager
    async def living(self, _: Starlette) -> AsyncIterator[None]:
        """Look at the database and at the clock as long as the application runs."""
        watch = asyncio.create_task(self.watch())
        yield
        watch.cancel()
        self.store.engine.dispose()

    async def watch(self) -> None:
        """Give each table its turn once in a while, none of which waits for another."""
        tasks: set[asyncio.Task[None]] = set()
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            tables = [table for table in self.tables.values() if not table.lock.locked()]
            try:
                sizes = await asyncio.to_thread(self.store.sizes, [table.name for table in tables])
            except SQLAlchemyError as error:
                refusal(error)
                continue
            for table in tables:
                tasks.add(task := asyncio.create_task(self.tick(table, sizes.get(table.name, 0))))
                task.add_done_callback(tasks.discard)

    async def tick(self, table: Table, size: int) -> None:
        """Load what other processes have saved, and play for bots and for players who are not there."""
        try:
            if size != table.rows or not size:
                await table.ask(table.load)
            if (step := table.due()) is not None:
                await table.ask(table.act, step)
        except (Refused, RamiError, SQLAlchemyError) as error:
            refusal(error)

    async def post(self, request: Request) -> Response:
        """Open a table, or sit down at one."""
        facts = await _body(request)
        match facts:
            case {"game": str(game), "seats": int(seats), **others}:
                bots = others.get("bots", 0)
                names = ["-"] * min(seats, 100)
                await asyncio.to_thread(Session.start, variants.get(game), names)
                if not isinstance(bots, int) or not 0 <= bots < seats:
                    raise Refused(400, "not_understood")
                table = await asyncio.to_thread(self.store.open, game, seats, bots)
                return JSONResponse({"table": table, "link": f"/t/{table}"}, 201)
            case {"name": str(name)} if "table" in request.path_params:
                table = request.path_params["table"]
                seat, key = await asyncio.to_thread(self.store.sit, table, name)
                if table in self.tables:
                    await self.tables[table].ask(self.tables[table].load)
                return JSONResponse({"seat": seat, "key": key}, 201)
            case _:
                raise Refused(400, "not_understood")

    async def get(self, request: Request) -> Response:
        """Tell who sits at a table."""
        game, seats, taken = await asyncio.to_thread(self.store.table, request.path_params["table"])
        names = [taken.get(seat, (None,))[0] for seat in range(seats)]
        return JSONResponse({"game": game, "names": names})

    async def socket(self, socket: WebSocket) -> None:
        """Talk with a seat, or a spectator, until the connection ends."""
        name, lang, seat = socket.path_params["table"], "en", None
        table = self.tables.get(name)
        await socket.accept()
        try:
            hello = await _heard(socket)
            lang = hello["lang"] if hello.get("lang") in languages() else "en"
            _, _, taken = await asyncio.to_thread(self.store.table, name)
            if hello.get("key") is not None:
                digest = _digest(str(hello["key"]))
                seat = next((each for each, (_, key) in taken.items() if key == digest), None)
                if seat is None:
                    raise Refused(403, "wrong_key")
            table = self.tables.setdefault(name, Table(self.store, name))
            table.sockets.append(seat)
            try:
                await table.ask(table.load)
                mark = hello.get("mark")
                await _talk(socket, table, seat, mark if type(mark) is int else None, lang)
            finally:
                table.sockets.remove(seat)
                if seat is not None:
                    table.left[seat] = asyncio.get_running_loop().time()
                if not table.sockets:
                    self.tables.pop(name, None)
        except (Refused, RamiError, SQLAlchemyError) as error:
            await socket.send_json(refusal(error, lang, table))
            await socket.close(1008)
        except WebSocketDisconnect:
            pass


async def _talk(socket: WebSocket, table: Table, seat: int | None, since: int | None, lang: str) -> None:
    """Send what happens, and answer messages one after another."""

    async def tell() -> None:
        mark, rows = since, 0
        while True:
            news = table.news
            state = await table.ask(table.state, seat, mark, rows, lang)
            found = (state["view"]["mark"], table.rows) if state["type"] == "table" else (mark, 0)
            if not rows or found != (mark, rows):
                await socket.send_json(state)
            mark, rows = found
            await news.wait()

    async with asyncio.TaskGroup() as tasks:
        telling = tasks.create_task(tell())
        try:
            while True:
                message = await _heard(socket)
                try:
                    if seat is None:
                        raise Refused(403, "only_looking")
                    reply = await table.ask(table.heard, seat, message, lang)
                except (Refused, RamiError, SQLAlchemyError) as error:
                    reply = refusal(error, lang, table)
                await socket.send_json({**reply, "id": message.get("id")})
        except WebSocketDisconnect:
            telling.cancel()


def _bounded(question: Callable[..., T], *facts: Any) -> T:
    with step_budget(MOST_STEPS):
        return question(*facts)


async def _heard(socket: WebSocket) -> dict[str, Any]:
    """Return the next message; {} for what is none."""
    try:
        message: object = json.loads(await socket.receive_text())
    except (ValueError, RecursionError, KeyError):
        message = None
    return cast("dict[str, Any]", message) if isinstance(message, dict) else {}


async def _body(request: Request) -> object:
    """Return the body of a request, which is short JSON."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > LONGEST:
            raise Refused(413, "too_long")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(400, "not_understood") from None


async def page(_: Request) -> Response:
    """Send the page."""
    return FileResponse(PAGE / "index.html")


async def games(_: Request) -> Response:
    """List the games with their numbers of players."""
    found = [variants.get(slug) for slug in variants.available()]
    return JSONResponse([{"game": each.slug, "seats": [*each.equipment.players]} for each in found])


async def failed(_: Request, error: Exception) -> Response:
    """Answer a request that is not acted upon."""
    told = refusal(error)
    return JSONResponse(told, told["status"])


def make_app(url: str) -> Starlette:
    """Return the application that serves the tables of a database."""
    server = Server(url)
    return Starlette(
        routes=[
            Route("/", page),
            Route("/t/{table}", page),
            Mount("/page", StaticFiles(directory=PAGE, check_dir=False)),
            Route("/games", games),
            Route("/tables", server.post, methods=["POST"]),
            Route("/tables/{table}", server.get),
            Route("/tables/{table}/seats", server.post, methods=["POST"]),
            WebSocketRoute("/tables/{table}/socket", server.socket),
        ],
        exception_handlers={Refused: failed, RamiError: failed, SQLAlchemyError: failed},
        lifespan=server.living,
    )


def main() -> None:
    """Serve the tables of a database."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--database", default="sqlite:///tables.db", help="a URL of SQLAlchemy")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7007)
    given = parser.parse_args()
    uvicorn.run(make_app(given.database), host=given.host, port=given.port, ws_max_size=LONGEST)


if __name__ == "__main__":
    main()
