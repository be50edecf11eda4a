"""The server in examples/ with a PostgreSQL that the tests start: processes are killed, and many tables play.

`nox -s server` runs these tests. `RAMI_LOAD_TABLES`, `RAMI_LOAD_SECONDS` and `RAMI_LOAD_THINKS` set the size of the
load; the tests print the times that they measure.
"""

from __future__ import annotations

import asyncio
import json
import os
import pwd
import random
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.project.test_server_example import FOLDER, server
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rami import PlayerView
from rami.bots import GreedyBot
from rami.ext import json as rami_json
from rami.sessions import Session

TABLES = int(os.environ.get("RAMI_LOAD_TABLES", "200"))
SECONDS = float(os.environ.get("RAMI_LOAD_SECONDS", "60"))
THINKS = float(os.environ.get("RAMI_LOAD_THINKS", "5"))
"""The average number of seconds before a move."""
KILLS = int(os.environ.get("RAMI_KILLS", "20"))


def program(name: str) -> str:
    """Return the path of a PostgreSQL program, which Debian does not put on the search path."""
    folders = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = shutil.which(name) or next(map(str, folders), None)
    if found is None:
        pytest.fail(f"there is no {name} on this machine: apt-get install postgresql")
    return str(Path(found).resolve())


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


class Database:
    """A PostgreSQL server with a temporary folder; it does not run as root."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.user = folder, free_port(), "postgres" if os.geteuid() == 0 else None
        if self.user:
            entry = pwd.getpwnam(self.user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        self.run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "rami", "--no-sync")
        self.start()
        self.url = f"postgresql+psycopg://rami@127.0.0.1:{self.port}/postgres"

    def run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [program(name), *arguments],
            user=self.user,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-o", options, "-w", "start")

    def stop(self, mode: str) -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")


class Process:
    """A server, started as an operator would start it."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, free_port()
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "--factory", "app:make_app", "--log-level", "warning"]
        env = {**os.environ, "DATABASE_URL": self.url}
        self.process = subprocess.Popen([*command, "--port", str(self.port)], cwd=FOLDER, env=env)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/games", timeout=5):
                return
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def seconds(self) -> float:
        """Return the processor time of the process, which does not depend on the load of the machine (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, facts: dict[str, Any]) -> dict[str, Any]:
        request = Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(facts).encode(), method="POST")
        with urlopen(request, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def open(self, game: str) -> tuple[str, list[str]]:
        table = self.post("/tables", {"game": game, "seats": 2})["table"]
        seats = (self.post(f"/tables/{table}/seats", {"name": name}) for name in ("Ana", "Bruno"))
        return table, [seat["key"] for seat in seats]


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        found = Database(Path(folder))
        yield found
        found.stop("immediate")


@pytest.fixture
def two(database: Database) -> Iterator[tuple[Process, Process]]:
    processes = Process(database.url), Process(database.url)
    yield processes
    for each in processes:
        each.kill()


class Player:
    """A bot at a seat that reconnects after each broken line, and checks that no confirmed step is lost."""

    def __init__(
        self, processes: tuple[Process, ...], table: str, key: str, seat: int, thinks: float = 0.0
    ) -> None:
        self.processes, self.table, self.key, self.seat, self.thinks = processes, table, key, seat, thinks
        self.mark: int | None = 0
        self.confirmed = self.moves = self.breaks = 0
        self.waits: list[float] = []
        self.wrong: list[str] = []
        self.last: dict[str, Any] = {}

    async def play(self, until: float) -> None:
        while time.monotonic() < until and not self.last.get("over"):
            process = random.choice(self.processes)
            with suppress(OSError, ConnectionClosed, TimeoutError, asyncio.TimeoutError, EOFError):
                async with connect(f"ws://127.0.0.1:{process.port}/tables/{self.table}/socket") as line:
                    await self._talk(line, until)
            self.breaks += 1
            await asyncio.sleep(0.05)

    async def _talk(self, line: Any, until: float) -> None:
        await line.send(json.dumps({"type": "hello", "key": self.key, "mark": self.mark}))
        sent = 0.0
        while time.monotonic() < until and not self.last.get("over"):
            message = json.loads(await asyncio.wait_for(line.recv(), 5 + 10 * self.thinks))
            if message["type"] == "done":
                self.moves += 1
                self.confirmed = max(self.confirmed, message["rows"])
                self.waits.append(time.monotonic() - sent)
            elif message["type"] == "refused" and message["status"] not in (409, 503):
                self.wrong.append(str(message))
            if message["type"] == "table":
                self._check(message)
                self.last = message
            waited_for = self.last and self.seat in self.last["waiting_for"]
            if waited_for and message["type"] in ("table", "refused"):
                step = self._step()
                await asyncio.sleep(random.uniform(0.4, 1.6) * self.thinks)
                sent = time.monotonic()
                await line.send(json.dumps(step))

    def _check(self, state: dict[str, Any]) -> None:
        if state["rows"] < self.confirmed:
            self.wrong.append(f"{self.confirmed} steps were confirmed, {state['rows']} are there")
        if self.mark is not None and state["since"] != self.mark:
            self.wrong.append(f"events since {state['since']}, not {self.mark}")
        self.mark = state["view"]["mark"]

    def _step(self) -> dict[str, Any]:
        view = self.last["view"]
        if view["phase"] == "over":
            return {"type": "ready", "id": 1}
        if self.thinks:
            move = random.choice(self.last["moves"])["move"]
        else:
            document = {"rami": 1, "type": "PlayerView", "value": view}
            position: PlayerView = rami_json.from_data(document, PlayerView)
            move = rami_json.to_data(GreedyBot().choose(position))["value"]
        return {"type": "play", "move": move, "mark": view["mark"], "id": 1}


def loaded(database: Database, table: str) -> Session:
    found = server.Table(server.Server(database.url), table)
    found.load()
    session: Session = found.session
    found.server.engine.dispose()
    return session


def test_killed_servers_lose_nothing(database: Database, two: tuple[Process, Process]) -> None:
    """One of two processes, and sometimes the database itself, is killed at random moments."""
    opened = [two[0].open(game) for game in ("gin", "classic-51", "rummy-500")]
    players = [Player(two, table, key, seat) for table, keys in opened for seat, key in enumerate(keys)]

    async def scene() -> None:
        until = time.monotonic() + 4.0 * KILLS
        playing = [asyncio.create_task(player.play(until)) for player in players]
        for number in range(KILLS):
            await asyncio.sleep(random.uniform(0.5, 2.0))
            if number % 4 == 3:
                await asyncio.to_thread(database.stop, "immediate")
                await asyncio.to_thread(database.start)
            else:
                victim = random.choice(two)
                await asyncio.to_thread(victim.kill)
                await asyncio.to_thread(victim.start)
        await asyncio.gather(*playing)

    asyncio.run(scene())
    assert [wrong for player in players for wrong in player.wrong] == []
    for table, _ in opened:
        session = loaded(database, table)
        assert Session.from_rows(session.rows()) == session
        for player in players:
            if player.table == table:
                assert len(session.log) + 1 >= player.confirmed > 0
    moves, breaks = sum(player.moves for player in players), sum(player.breaks for player in players)
    sys.stdout.write(f"\n{KILLS} kills, {moves} moves confirmed, {breaks} lines broken, nothing lost\n")


def test_a_crowd_of_tables(database: Database, two: tuple[Process, Process]) -> None:
    """Bots play at both seats of many tables, spread over two processes, and think before they move as people do."""
    opened = [two[number % 2].open("gin") for number in range(TABLES)]
    players = [
        Player((two[number % 2],), table, key, seat, THINKS)
        for number, (table, keys) in enumerate(opened)
        for seat, key in enumerate(keys)
    ]

    spent = -sum(process.seconds() for process in two)

    async def scene() -> None:
        until = time.monotonic() + SECONDS
        await asyncio.gather(*(player.play(until) for player in players))

    asyncio.run(scene())
    assert [wrong for player in players for wrong in player.wrong] == []
    spent += sum(process.seconds() for process in two)
    waits = sorted(wait for player in players for wait in player.waits)
    moves = sum(player.moves for player in players)
    assert all(any(player.moves for player in players if player.table == table) for table, _ in opened)
    parts = statistics.quantiles(waits, n=100)
    sys.stdout.write(
        f"\n{TABLES} tables, {SECONDS:g} s, {THINKS:g} s of thought, two processes: {moves} steps, "
        f"{moves / SECONDS:.0f} a second; confirmed after {parts[49] * 1000:.0f} ms (median), "
        f"{parts[94] * 1000:.0f} ms (95%), {waits[-1] * 1000:.0f} ms (longest); "
        f"{spent:.0f} s of processor time, {spent / moves * 1000:.0f} ms a step; "
        f"load of the machine {os.getloadavg()[0]:.0f}\n"
    )
