"""The server in examples/: honest matches, and clients that cheat, break off, come back and send rubbish."""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import attrs
import pytest
from tests.support.hidden_cards import SECRET

from rami import Card, Match, PlayerView, Round, Setup, variants
from rami._kernel.cards.shuffle import Stream, shuffled
from rami.bots import GreedyBot
from rami.ext import json
from rami.policies import Variant
from rami.rounds._engine.positions import pack_of
from rami.sessions import EntryKind

pytestmark = pytest.mark.slow(every=2)

FOLDER = Path(__file__).parents[2] / "examples" / "server"
GIN = variants.GIN
NAMES = ["Ana", "Bruno"]
PATIENCE = 60.0


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


server: Any = module("table_server")
PAGE = (FOLDER / "page.html").read_text(encoding="utf-8")


class Guest:
    """A client with the key of a seat."""

    def __init__(self, port: int, key: str, lang: str = "en") -> None:
        self.port, self.key, self.lang = port, key, lang
        self.rows = 0
        self.status = 0
        self.received = b""
        self.last: dict[str, Any] = {}

    async def come(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def send(self, data: bytes) -> bytes:
        """The reply to some bytes, until the connection is closed."""
        reader, writer = await self.come()
        try:
            writer.write(data)
            return await asyncio.wait_for(reader.read(), PATIENCE)
        except ConnectionError:  # it may be closed with unread bytes
            return b""
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def ask(self, method: str, query: str = "", body: bytes = b"") -> dict[str, Any]:
        head = f"{method} /table?lang={self.lang}{query} HTTP/1.1\r\nHost: rami\r\nAuthorization: Bearer {self.key}\r\n"
        answer = await self.send(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status, _, data = answer.partition(b"\r\n\r\n")
        self.status = int(status.split()[1])
        self.received += data
        found: dict[str, Any] = json_of(data)
        return found

    async def look(self, seen: int | None = None) -> dict[str, Any]:
        """The messages sent to this seat."""
        self.last = await self.ask("GET", f"&seen={self.rows if seen is None else seen}")
        self.rows = self.last["rows"]
        return self.last

    async def step(self, step: str, **facts: object) -> dict[str, Any]:
        mark = self.last["view"]["mark"] if self.last else 0
        return await self.ask("POST", "", bytes_of({"step": step, "mark": mark, **facts}))

    async def refused(self, step: str, **facts: object) -> str:
        answer = await self.step(step, **facts)
        assert self.status >= 400
        return str(answer["refused"])

    def view(self) -> PlayerView:
        document = {"rami": 1, "type": "PlayerView", "value": self.last["view"]}
        found: PlayerView = json.from_data(document, PlayerView)
        return found


def json_of(data: bytes) -> Any:
    return server.json.loads(data)


def bytes_of(message: object) -> bytes:
    return bytes(server.json.dumps(message).encode())


class Place:
    """A server, its database, and the keys of its tables."""

    def __init__(self, path: Path) -> None:
        self.store = server.Store(path)
        self.server = server.Server(self.store)
        self.port = 0

    def open(self, game: str = "gin", seed: int = SECRET) -> list[Guest]:
        return [Guest(self.port, key) for key in server.open_table(self.store, game, NAMES, seed)]

    def table(self, guest: Guest) -> Any:
        """The table of a guest, as the server has it."""
        return self.server._tables[self.store.seat(guest.key)[0]]


Scene: TypeAlias = Callable[[Place], Awaitable[None]]


def run(path: Path, scene: Scene) -> None:
    """Play a scene; whatever an end of the server raises is a failure."""
    raised: list[dict[str, Any]] = []

    async def played() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context))
        place = Place(path)
        with closing(place.store):
            listening = await place.server.start()
            place.port = listening.sockets[0].getsockname()[1]
            await asyncio.wait_for(scene(place), 4 * PATIENCE)
            listening.close()
            await asyncio.sleep(0.01)

    asyncio.run(played())
    assert not raised


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(server, "RATE", 1e6)
    return tmp_path / "tables.db"


def scene(**settings: float) -> Callable[[Scene], Callable[[Path, pytest.MonkeyPatch], None]]:
    """Make a test of a scene, which is played with other settings of the server."""

    def made(play: Scene) -> Callable[[Path, pytest.MonkeyPatch], None]:
        def test(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
            for name, value in settings.items():
                monkeypatch.setattr(server, name, value)
            run(path, play)

        return test

    return made


async def play(guest: Guest, until: Callable[[dict[str, Any]], bool]) -> None:
    """Play as a bot that has nothing but what the server sends."""
    while not until(await guest.look()):
        seat = guest.last["view"]["viewer"]
        if seat not in guest.last["waiting_for"]:
            continue
        if guest.last["view"]["phase"] == "over":
            await guest.step("ready")
        else:
            await guest.step("play", move=str(GreedyBot().choose(guest.view())))
        assert guest.status == 200


def over(state: dict[str, Any]) -> bool:
    return bool(state["over"])


@pytest.mark.slow
@scene()
async def test_two_players_play_a_match(place: Place) -> None:
    both = place.open("classic-51")
    await asyncio.gather(*(play(guest, over) for guest in both))
    session = place.table(both[0]).session
    assert session == place.store.load(place.store.seat(both[0].key)[0])
    for guest in both:
        assert guest.last["winners"] == list(session.match.winners)
        assert guest.last["totals"] == [str(total) for total in session.match.totals]
    assert await both[0].refused("ready") == "match_over"


@pytest.mark.slow
def test_a_killed_server_continues_where_it_was(path: Path) -> None:
    lines: list[list[str]] = [[], []]
    keys: list[str] = []

    async def some_moves(place: Place) -> None:
        both = [Guest(place.port, key) for key in keys] or place.open("classic-51")
        seen = [(await guest.look(0))["rows"] if keys else 0 for guest in both]
        keys[:] = [guest.key for guest in both]
        for _ in range(7):
            seat = (await both[0].look(0))["waiting_for"][0]
            await both[seat].look(0)
            await both[seat].step("play", move=str(GreedyBot().choose(both[seat].view())))
            await both[1 - seat].step("comment", text="fine")
        for guest, kept, rows in zip(both, lines, seen, strict=True):
            kept += (await guest.look(rows))["log"]

    for _ in range(4):
        run(path, some_moves)

    async def compare(place: Place) -> None:
        for key, kept in zip(keys, lines, strict=True):
            guest = Guest(place.port, key)
            assert (await guest.look(0))["log"] == kept
            assert sum(line.endswith(": fine") for line in kept) == 28

    run(path, compare)


def two_servers(path: Path, scene: Callable[[Place, Place], Awaitable[None]]) -> None:
    """Play a scene at two servers of one database."""

    async def both(place: Place) -> None:
        with closing(server.Store(path)) as store:
            other = Place.__new__(Place)
            other.store, other.server = store, server.Server(store)
            listening = await other.server.start()
            other.port = listening.sockets[0].getsockname()[1]
            await scene(place, other)
            listening.close()

    run(path, both)


def test_two_servers_play_one_table(path: Path) -> None:
    """Each sees what the other has saved, and neither stops when the other was faster."""

    async def play_on(place: Place, other: Place) -> None:
        here = place.open("classic-51")
        there = [Guest(other.port, guest.key) for guest in here]
        for guest in (*here, *there):
            await guest.look()
        for number in range(12):
            guests = (here, there)[number % 2]
            seat = (await guests[0].look(0))["waiting_for"][0]
            await guests[seat].look(0)
            await guests[seat].step("play", move=str(GreedyBot().choose(guests[seat].view())))
            assert guests[seat].status == 200
            await guests[1 - seat].step("comment", text="fine")
            assert guests[1 - seat].status == 200
        await here[0].look(0)
        assert place.table(here[0]).session == other.table(there[0]).session
        assert len(place.table(here[0]).session.log) == 24

    two_servers(path, play_on)


def test_an_overtaken_server_continues(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other server saves its step between a look and a save: what still fits is done, an old move is not."""

    async def overtake(place: Place, other: Place) -> None:
        here = place.open()
        there = [Guest(other.port, guest.key) for guest in here]
        for guest in (*here, *there):
            await guest.look()
        seat = here[0].last["view"]["player"]
        size = server.Store.size
        monkeypatch.setattr(
            server.Store,
            "size",
            lambda self, name: place.table(here[0]).rows if self is place.store else size(self, name),
        )
        await there[seat].step("comment", text="first")
        await here[1 - seat].step("comment", text="second")
        assert here[0].status == 200
        await there[seat].step("play", move="take")
        assert there[seat].status == 200
        assert await here[seat].refused("play", move="pass") == "stale"
        assert here[seat].status == 409
        assert [entry.text for entry in place.table(here[0]).session.log] == ["first", "second", "take"]
        monkeypatch.undo()
        await here[seat].look(0)
        await here[seat].step("play", move=str(GreedyBot().choose(here[seat].view())))
        assert here[seat].status == 200

    two_servers(path, overtake)


@scene()
async def test_news_of_another_server_are_seen_soon(place: Place) -> None:
    guest, other = place.open()
    await guest.look()
    waiting = asyncio.ensure_future(guest.look())
    await asyncio.sleep(0.05)
    name, seat = place.store.seat(other.key)
    session = place.store.load(name)
    place.store.save(name, session.comment("hello", seat), len(session.log) + 1)
    assert (await waiting)["log"][-1].endswith(": hello")


def test_a_full_disk_is_reported_and_nothing_changes(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fill(place: Place) -> None:
        both = place.open()
        for guest in both:
            await guest.look()
        pages = place.store._connection.execute("PRAGMA page_count").fetchone()[0]
        place.store._connection.execute(f"PRAGMA max_page_count = {pages}")
        answer: dict[str, Any] = {}
        while both[0].status == 200:
            answer = await both[0].step("comment", text="x" * 900)
        assert (both[0].status, answer) == (503, {"refused": "not_saved"})
        kept = place.table(both[0]).rows
        assert place.store.load(place.store.seat(both[0].key)[0]) == place.table(both[0]).session
        await both[0].look()
        assert both[0].status == 200
        place.store._connection.execute("PRAGMA max_page_count = 1000000")
        await both[0].step("comment", text="again")
        assert (both[0].status, place.table(both[0]).rows) == (200, kept + 1)

    run(path, fill)
    assert any("cannot be used" in record.message for record in caplog.records)


def test_a_damaged_table_tells_a_player_nothing(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The reason against a row names the moves of both players: it is for the log of the server alone."""

    async def damage(place: Place) -> None:
        both = place.open()
        await both[0].look()
        place.store._connection.execute(
            "UPDATE steps SET step = replace(step, '\"session\": 2', '\"session\": 7') WHERE number = 0"
        )
        place.server._tables.clear()
        assert await both[1].refused("comment", text="hm") == "damaged"
        assert both[1].status == 500
        assert both[1].received.endswith(b'{"refused": "damaged"}')

    run(path, damage)
    assert any("cannot be read" in record.message for record in caplog.records)


@scene()
async def test_cheats_get_the_reason_and_change_nothing(place: Place) -> None:
    both = place.open()
    for guest in both:
        await guest.look()
    seat = both[0].last["view"]["player"]
    actor, other = both[seat], both[1 - seat]
    before = place.table(actor).session
    for move in ("take", "pass", "draw", f"discard {other.last['view']['hand'].split()[0]}"):
        assert await other.refused("play", move=move) == "not_your_turn"
    for move, code in (("steal", "word_expected"), ("draw", "wrong_phase"), ("", "word_expected")):
        assert await actor.refused("play", move=move) == code
    for mark in (actor.last["view"]["mark"] - 1, actor.last["view"]["mark"] + 1, 0, -1, 1 << 70):
        assert await actor.refused("play", move="take", mark=mark) == "stale"
    assert await actor.refused("undo") == "undo_nothing"
    assert await actor.refused("ready") == "round_not_over"
    assert await actor.refused("stand_in") == "nobody_absent"
    assert place.table(actor).session is before
    # the same message twice
    assert await actor.step("play", move="take") == {"choose": []}
    assert await actor.refused("play", move="take") == "stale"
    for guest in both:
        await guest.look()
    before = place.table(actor).session
    # another's card, and a card of the stock
    round_ = before.match.round
    for card in (*round_.hands[1 - seat], round_.stock[0]):
        assert await actor.refused("play", move=f"discard {card}") == "card_not_held"
        assert await actor.refused("drag", cards=str(card), to="discards") == "card_not_held"
        assert await actor.refused("play", move=f"knock {card}") == "card_not_held"
    # a seat in a message is ignored
    assert await other.refused("play", move="draw", seat=seat, by=seat) == "not_your_turn"
    assert await other.refused("undo") == "undo_other"
    assert place.table(actor).session is before


RUBBISH: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"17",
    b"[]",
    b"\xff\xfe\x00",
    b"[" * 4000,
    b'{"step": "play"}',
    b'{"step": ["play"], "move": "take", "mark": 2}',
    b'{"step": "play", "move": 5, "mark": 2}',
    b'{"step": "play", "move": "take", "mark": "2"}',
    b'{"step": "play", "move": "take", "mark": NaN}',
    b'{"step": "play", "move": "take", "mark": ' + b"9" * 3900 + b"}",
    b'{"step": "drag", "cards": "?", "to": "discards", "mark": 2}',
    b'{"step": "drag", "cards": "3d 4d", "to": "discards", "mark": 2}',
    b'{"step": "drag", "cards": "", "to": "table", "mark": 2}',
    b'{"step": "drag", "cards": "7s", "to": -1, "mark": 2}',
    b'{"step": "drag", "cards": "7s", "to": 99999999999999999999999, "mark": 2}',
    b'{"step": "drag", "cards": "7s", "to": 1.5, "mark": 2}',
    b'{"step": "comment", "text": "\\ud800"}',
    b'{"step": "comment", "text": "\\u0000"}',
    b'{"step": "from_rows"}',
)


@scene()
async def test_rubbish_is_refused(place: Place) -> None:
    for guest in place.open():
        await guest.look()
        before = place.table(guest).session
        for body in RUBBISH:
            assert await guest.ask("POST", "", body)
            assert 400 <= guest.status < 500, body
        for text in ("\ud800", "drop \udfff", "x" * 1900, "\0", "knock " + "7♠ " * 150, "(" * 1000):
            await guest.refused("play", move=text)
        assert place.table(guest).session is before
        for seen in ("-1", "x", "9" * 5000, "%00", "1e3", "999"):
            assert "hand" in (await guest.ask("GET", f"&seen={seen}"))["view"]
        guest.lang = "../xx"
        assert await guest.refused("play", move="steal")


@pytest.mark.parametrize("seed", range(2))
def test_random_bytes_do_no_harm(path: Path, seed: int) -> None:
    async def scene(place: Place) -> None:
        guest = place.open()[0]
        await guest.look()
        before = place.table(guest).session
        stream = Stream(seed, "bytes")
        body = b'{"step": "play", "move": "steal", "mark": 2}'
        honest = f"POST /table HTTP/1.1\r\nAuthorization: Bearer {guest.key}\r\nContent-Length: {len(body)}\r\n\r\n"
        server.TIME_TO_ASK, kept = 0.02, server.TIME_TO_ASK
        for _ in range(200):
            data = bytearray(honest.encode() + body)
            for _ in range(1 + stream.below(6)):
                data[stream.below(len(data))] = stream.below(256)
            await guest.send(bytes(data))
        server.TIME_TO_ASK = kept
        assert place.table(guest).session is before

    run(path, scene)


@scene()
async def test_long_or_invalid_requests_are_cut_off(place: Place) -> None:
    guest = place.open()[0]
    for data in (
        b"x" * (1 << 20),
        b"GET / HTTP/1.1\r\nx: " + b"y" * 9000 + b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"POST /table HTTP/1.1\r\nContent-Length: 5000\r\n\r\n",
        b"POST /table HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST /table HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\n\r\n",
    ):
        assert await guest.send(data) == b""
    assert b"404 Not Found" in await guest.send(b"GET /../tables.db HTTP/1.1\r\n\r\n")
    assert PAGE.encode() in await guest.send(b"GET / HTTP/1.1\r\n\r\n")
    assert "hand" in (await guest.look())["view"]


@scene(TIME_TO_ASK=0.1)
async def test_strangers_are_sent_away(place: Place) -> None:
    guest = place.open()[0]
    for key in ("", "x", guest.key[:-1], f"{guest.key} "[1:]):
        assert await Guest(place.port, key).refused("undo") == "wrong_key"
    assert await guest.send(b"GET /table HTTP/1.1\r\n") == b""
    assert await guest.send(b"") == b""
    assert "hand" in (await guest.look())["view"]


class Stranger:
    """The server's end of a connection that says nothing."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.gone = False
        self.transport = self

    def get_extra_info(self, name: str, default: object) -> object:
        return {"peername": (self.address, 1)}.get(name, default)

    def abort(self) -> None:
        self.gone = True


@scene()
async def test_strangers_do_not_keep_out_a_player_with_a_key(place: Place) -> None:
    guest = place.open()[0]
    silent = [await guest.come() for _ in range(server.MOST_STRANGERS // 4)]
    assert "hand" in (await guest.look())["view"]
    for _, writer in silent:
        writer.close()
    await asyncio.sleep(0.1)
    friend = Stranger("friend")
    place.server._meet(friend)
    crowd = [Stranger("stranger") for _ in range(3 * server.MOST_STRANGERS)]
    for each in crowd:
        place.server._meet(each)
    assert not friend.gone
    assert sum(not each.gone for each in crowd) < server.MOST_STRANGERS
    assert not crowd[-1].gone


@scene(RATE=10.0, BURST=3)
async def test_only_a_client_that_asks_too_often_waits(place: Place) -> None:
    hasty, other = place.open()
    clock = asyncio.get_running_loop().time
    begun = clock()
    flood = [asyncio.ensure_future(hasty.ask("GET", "&seen=0")) for _ in range(8)]
    await asyncio.sleep(0.05)
    assert "hand" in (await other.look(0))["view"]
    assert not all(each.done() for each in flood)
    await asyncio.gather(*flood)
    assert clock() - begun > 0.45


@scene()
async def test_the_connections_of_a_seat_are_limited(place: Place) -> None:
    guest, other = place.open()
    await guest.look()
    waiting = [asyncio.ensure_future(guest.look()) for _ in range(server.MOST_OF_A_SEAT)]
    while place.table(guest).connections[0] < server.MOST_OF_A_SEAT:
        await asyncio.sleep(0.01)
    assert await guest.refused("undo") == "too_many_connections"
    assert "hand" in (await other.look())["view"]
    # a client that closes connections may open others
    for each in waiting:
        each.cancel()
    while place.table(guest).connections[0]:
        await asyncio.sleep(0.01)
    assert "hand" in (await guest.look(0))["view"]


@scene(MOST_NOTES=6)
async def test_comments_have_a_limit(place: Place) -> None:
    guest = place.open()[0]
    for _ in range(6):
        await guest.step("comment", text="x" * 500)
    assert await guest.refused("comment", text="x") == "too_many_notes"
    assert await guest.refused("undo") == "too_many_notes"
    await guest.look()
    both = [guest, Guest(place.port, "")]
    assert await both[guest.last["view"]["player"]].refused("play", move="draw") in {
        "wrong_phase",
        "wrong_key",
    }


def test_news_come_when_something_happens(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(place: Place) -> None:
        guest, other = place.open()
        await guest.look()
        waiting = asyncio.ensure_future(guest.look())
        await other.step("comment", text="hello")
        assert (await waiting)["log"] == ["Bruno: hello"]
        monkeypatch.setattr(server, "LONGEST_WAIT", 0.05)
        assert (await guest.look())["log"] == []

    run(path, scene)


@scene()
async def test_tables_know_nothing_of_each_other(place: Place) -> None:
    one, two = place.open(), place.open("classic-51")
    for guest in (*one, *two):
        await guest.look()
    before = place.table(one[0]).session
    await two[0].step("comment", text="hello")
    assert place.table(one[0]).session is before
    assert (await two[1].look())["log"] == ["Ana: hello"]
    assert {guest.last["view"]["variant"]["slug"] for guest in one} == {"gin"}


@scene(ABSENT=0.05)
async def test_a_bot_plays_for_an_absent_player(place: Place) -> None:
    both = place.open("classic-51")
    for guest in both:
        await guest.look()
    seat = both[0].last["view"]["player"]
    absent, present = both[seat], both[1 - seat]
    await asyncio.sleep(0.1)
    assert (await present.look(0))["absent"] == [seat]
    await present.step("stand_in")
    session = place.table(present).session
    assert [entry.kind for entry in session.log[:2]] == [EntryKind.LEAVE, EntryKind.STAND_IN]
    assert session.waiting_for == (1 - seat,)
    assert await present.refused("stand_in") == "nobody_absent"
    await absent.look()
    assert place.table(present).session.away == ()


def test_small_seeds_are_warned_of(path: Path) -> None:
    with closing(server.Store(path)) as store:
        with pytest.warns(UserWarning, match="so small a seed"):
            server.open_table(store, "gin", NAMES, 20261123)
        keys = server.open_table(store, "gin", NAMES)
        session = store.load(store.seat(keys[0])[0])
        assert session.match.seed > server.SMALLEST_SEED
        assert not set(keys) & set(re.findall(r"[\w-]{20,}", path.read_bytes().decode("latin-1")))


TABLE = Setup(
    variant=variants.CLASSIC_51,
    hands=["8♦ 8♥ 8♦ 2♠ K♣ K♥", "9♣ 3♦ 4♦ 5♦ *"],
    table=[(0, "5♣ 6♣ 7♣ 8♣"), (1, "8♣ 9♣ T♣ J♣"), (1, "J♥ Q♥ *"), (0, "K♠ K♦ *")],
    phase="play",
)


@pytest.mark.parametrize(
    ("cards", "to", "moves"),
    [
        ("2♠", "discards", ["discard 2♠"]),
        ("8♦ 8♥ 8♣", "table", ["lay 8♣ 8♦ 8♥ from 0:8♣", "lay 8♣ 8♦ 8♥ from 1:8♣"]),
        ("K♥", 2, ["swap K♥ > 2"]),
        ("2♠", 0, ["off 2♠ > 0"]),
        ("2♠", 9, ["off 2♠ > 9"]),
        ("9♣", "discards", ["discard 9♣"]),
    ],
)
def test_moves_of_dragged_cards(cards: str, to: str | int, moves: Sequence[str]) -> None:
    assert [str(move) for move in server.meant(Round.from_setup(TABLE).view(0), cards, to)] == moves


def decks(variant: Variant, seed: int) -> tuple[list[Card], list[Card]]:
    """Two packs in order that differ in cards which the player dealt to second does not see for a while."""
    deck = [Card.from_id(card) for card in shuffled(pack_of(variant), seed, 1)]
    other = list(deck)
    # the first cards of the other hand change places with the last ones of the stock
    for number in range(3):
        other[2 * number], other[-1 - number] = other[-1 - number], other[2 * number]
    return deck, other


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_receives_nothing_that_it_may_not_see(path: Path, seed: int) -> None:
    received: list[bytes] = []
    kept: list[Sequence[Card]] = []

    def scene(match: Match, script: list[tuple[int, str]]) -> Scene:
        async def played(place: Place) -> None:
            both = place.open()
            await both[0].look()
            table = place.table(both[0])
            table.session = attrs.evolve(table.session, match=match)
            first = match.round.player
            kept.append(tuple(match.round.hands[first]))
            watcher = both[1 - first]
            watcher.lang = "fr"
            for who, text in script:
                guest = both[(first + who) % 2]
                await guest.look(0)
                answer = await guest.step("play", move=text.removeprefix("cheat "))
                assert ("refused" in answer) == text.startswith("cheat ")
            await watcher.look(0)
            received.append(watcher.received)

        return played

    one, two = (Match.start(GIN, players=2, seed=SECRET, deck=deck) for deck in decks(GIN, seed))
    first, own = one.round.player, one.round.hands[1 - one.round.player]
    common = [card for card in one.round.hands[first] if card in two.round.hands[first]]
    script = [
        (0, "pass"),
        (1, "pass"),
        (1, "cheat draw"),
        (0, "draw"),
        (1, f"cheat discard {common[1]}"),
        (0, f"discard {common[0]}"),
        (1, "take"),
        (1, f"cheat knock {common[2]}"),
        (1, f"discard {next(iter(own))}"),
        (0, "take"),
        (0, f"discard {common[1]}"),
        (1, "draw"),
    ]
    for number, match in enumerate((one, two)):
        run(path.with_name(f"{number}.db"), scene(match, script))
    assert kept[0] != kept[1]
    assert received[0] == received[1]
    assert str(SECRET).encode() not in received[0]


@scene()
async def test_the_page_reads_the_servers_messages(place: Place) -> None:
    guest = place.open()[0]
    state = await guest.look()
    assert set(re.findall(r"state\.(\w+)", PAGE)) <= set(state)
    assert set(re.findall(r"view\.(\w+)", PAGE)) <= set(state["view"])


def test_the_page_says_the_same_in_both_languages_and_makes_no_other_request() -> None:
    english, french = (
        re.findall(r"(\w+): \"", PAGE.partition(f"  {lang}: {{")[2].partition("},")[0])
        for lang in ("en", "fr")
    )
    assert english == french
    assert len(english) > 15
    assert set(re.findall(r"words\.(\w+)", PAGE)) <= set(english)
    assert "http" not in PAGE.replace("http-", "")
    assert "innerHTML" not in PAGE


def test_the_log_of_the_server_is_silent(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(place: Place) -> None:
        guest = place.open()[0]
        waiting = asyncio.ensure_future(guest.look())
        await asyncio.sleep(0.05)
        waiting.cancel()

    with caplog.at_level(logging.DEBUG, "asyncio"):
        run(path, scene)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_table_that_cannot_be_opened_is_refused_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ["--database", str(tmp_path / "tables.db")]
    monkeypatch.setattr(sys, "argv", ["table_server.py", *database, "open", "gin", "OnlyOne"])
    with pytest.raises(SystemExit):
        server.main()
    assert capsys.readouterr().err.rstrip().endswith("error: 1 player: this variant is for 2")
