"""The server in examples/: an honest match, and clients that cheat, break off and send rubbish."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Self

import pytest
from tests.hidden_cards import SECRET

from rami import Card, Match, variants
from rami._engine.positions import pack_of
from rami._kernel.cards.shuffle import Stream, shuffled
from rami.policies import Variant

FOLDER = Path(__file__).parents[1] / "examples" / "server"
GIN = variants.GIN
KEYS = ("key of seat 0", "key of seat 1")
PATIENCE = 30.0


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


server: Any = module("table_server")
client: Any = module("table_client")


class Place:
    """A table that is served, and how to come to it."""

    def __init__(self, match: Match) -> None:
        self.table: Any = server.Table(match, KEYS)
        self.port = 0
        self._guests: list[Guest] = []

    async def __aenter__(self) -> Self:
        self._server = await server.start(self.table)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for guest in self._guests:
            guest.writer.close()
            with suppress(OSError):
                await guest.writer.wait_closed()
        self._server.close()
        while self.table._strangers or self.table._writers:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)

    @property
    def match(self) -> Match:
        match: Match = self.table.match
        return match

    async def come(self) -> Guest:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        guest = Guest(reader, writer)
        self._guests.append(guest)
        return guest

    async def join(self, seat: int, **more: object) -> Guest:
        guest = await self.come()
        guest.say({"join": KEYS[seat], **more})
        await guest.hear()
        return guest

    async def both(self) -> list[Guest]:
        return [await self.join(0), await self.join(1)]


class Guest:
    """The other end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.last: dict[str, Any] = {}
        self.received = b""

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    def say(self, message: object) -> None:
        self.send(json.dumps(message).encode() + b"\n")

    def move(self, text: str, state: int | None = None) -> None:
        self.say({"move": text, "state": self.last["state"] if state is None else state})

    async def hear(self) -> dict[str, Any]:
        """The next message; {} once the server has closed the connection."""
        line = await asyncio.wait_for(self.reader.readline(), PATIENCE)
        self.received += line
        message: dict[str, Any] = json.loads(line) if line else {}
        if "hand" in message:
            self.last = message
        return message

    async def refused(self) -> str:
        message = await self.hear()
        assert set(message) == {"refused", "reason", "state"}
        assert message["reason"]
        return str(message["refused"])


def run(scene: Callable[[Place], Awaitable[None]], match: Match | None = None) -> None:
    """Play a scene at a table; whatever an end of the server raises is a failure."""
    raised: list[dict[str, Any]] = []

    async def played() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: raised.append(context))
        async with Place(match or Match.start(GIN, players=2, seed=SECRET)) as place:
            await asyncio.wait_for(scene(place), 4 * PATIENCE)

    asyncio.run(played())
    assert not raised


async def finish(place: Place) -> None:
    """Two honest players take the seats and play to the end."""
    views = await asyncio.gather(*(client.play(place.port, key) for key in KEYS))
    assert place.match.over
    for view in views:
        assert view["winners"] == list(place.match.winners)
        assert view["totals"] == [str(total) for total in place.match.totals]


def test_two_players_play_a_match() -> None:
    run(finish)


def test_cheats_are_told_why_and_change_nothing() -> None:
    async def scene(place: Place) -> None:
        guests = await place.both()
        seat = place.match.round.player
        actor, other = guests[seat], guests[1 - seat]
        before = place.match

        # out of turn
        for move in ("take", "pass", "draw", f"drop {other.last['hand'].split()[0]}"):
            other.move(move)
            assert await other.refused() == "not_your_turn"
        # a move that is none, or that the rules do not know then
        for move, code in (("steal", "word_expected"), ("draw", "wrong_phase"), ("", "word_expected")):
            actor.move(move)
            assert await actor.refused() == code
        # an older or a later state
        for state in (actor.last["state"] - 1, actor.last["state"] + 1, 0, -1, 1 << 70):
            actor.move("take", state)
            assert await actor.refused() == "stale_state"
        assert place.match is before

        # the same line twice
        actor.move("take")
        actor.move("take")
        assert (await actor.hear())["phase"] == "play"
        assert await actor.refused() == "stale_state"
        await other.hear()
        before = place.match

        # another's card, and a card of the stock
        theirs = place.match.round.hands[1 - seat]
        for card in (*theirs, place.match.round.stock[0]):
            actor.move(f"drop {card}")
            assert await actor.refused() == "card_not_held"
            actor.move(f"knock {card}")
            assert await actor.refused() == "card_not_held"
        # a seat in a message is not looked at
        other.say({"move": actor.last["moves"][0], "state": other.last["state"], "seat": seat, "by": seat})
        assert await other.refused() == "not_your_turn"
        assert place.match is before
        for guest in guests:
            guest.writer.close()
        await finish(place)

    run(scene)


def test_rounds_that_are_over_at_the_deal_are_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_DEALS", 5)
    void = variants.CLASSIC_51.with_(
        equipment={"packs": 1, "jokers": 0, "players": (2, 2)},
        dealing={"hand_size": 26, "min_stock": 0, "starter_extra": 0},
        drawing={"starter_turn": "normal"},
    )
    match = server.Table(Match.start(void, players=2, seed=3), KEYS).match
    assert len(match.log) == 6
    short = Match.start(GIN.with_(match={"turn_cap": 1}), players=2, seed=5)
    while not short.round.over:
        short = short.play(next(iter(short.round.legal_moves)))
    match = server.Table(short, KEYS).match
    assert len(match.log) == 2
    assert not match.round.over


def test_a_move_that_comes_twice_in_one_packet_is_played_once() -> None:
    async def scene(place: Place) -> None:
        guests = await place.both()
        seat = place.match.round.player
        actor, other = guests[seat], guests[1 - seat]
        before = place.match
        line = json.dumps({"move": "take", "state": actor.last["state"]}).encode() + b"\n"
        actor.send(line + line)
        assert (await actor.hear())["phase"] == "play"
        assert await actor.refused() == "stale_state"
        assert len(place.match.log[0]) == len(before.log[0]) + 1
        assert (await other.hear())["state"] == place.match.mark
        # nothing more has come to the other seat than the one view
        other.say({"since": place.match.mark})
        assert (await other.hear())["events"] == []

    run(scene)


RUBBISH: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"17",
    b'"take"',
    b"[]",
    b"\xff\xfe\x00",
    b"[" * 1900,
    b'{"move":' * 200,
    b'{"move": 5, "state": 1}',
    b'{"move": "take"}',
    b'{"move": "take", "state": "1"}',
    b'{"move": "take", "state": true}',
    b'{"move": "take", "state": NaN}',
    b'{"move": ["take"], "state": 1}',
    b'{"move": null, "state": 1e999}',
    b'{"join": "key of seat 0"}',
    b'{"move": "take", "state": ' + b"9" * 1900 + b"}",
)


def test_rubbish_is_refused_and_the_talk_goes_on() -> None:
    async def scene(place: Place) -> None:
        guests = await place.both()
        before = place.match
        for guest in guests:
            for line in RUBBISH:
                guest.send(line + b"\n")
                assert await guest.refused() in {"not_understood", "stale_state"}
            for since in (-1, guest.last["state"] + 1, True, "0", None, 1.0, [0]):
                guest.say({"since": since})
                assert await guest.refused() == "wrong_mark"
            for text in ("\ud800", "drop \udfff", "x" * 1900, "\0", "knock " + "7♠ " * 150, "(" * 1000):
                guest.move(text)
                assert await guest.refused() in {
                    "word_expected",
                    "text_expected",
                    "text_too_long",
                    "not_your_turn",
                }
        assert place.match is before
        for guest in guests:
            guest.writer.close()
        await finish(place)

    run(scene)


@pytest.mark.parametrize("seed", range(2))
def test_random_bytes_do_no_harm(seed: int) -> None:
    async def scene(place: Place) -> None:
        guest = await place.join(seed)
        before = place.match
        stream = Stream(seed, "bytes")
        honest = json.dumps({"move": "take", "state": 1}).encode()
        for _ in range(300):
            data = bytearray(honest)
            for _ in range(1 + stream.below(6)):
                data[stream.below(len(data))] = stream.below(256)
            line = bytes(data).replace(b"\n", b" ")
            if re.fullmatch(rb'\{"move": "(take|draw|pass)", "state": 1\}', line):
                continue
            guest.send(line + b"\n")
            if "refused" not in await guest.hear():
                assert place.match is before  # it has asked for its view
        assert place.match is before
        guest.writer.close()
        await finish(place)

    run(scene)


def test_who_sends_too_much_is_sent_away() -> None:
    async def scene(place: Place) -> None:
        for size in (server.LONGEST_LINE + 1, 1 << 20):
            for join in (True, False):
                guest = await (place.join(0) if join else place.come())
                guest.send(b"x" * size)
                assert await guest.refused() == "too_long"
                with suppress(ConnectionError):  # it may be closed with bytes that nobody has read
                    assert await guest.hear() == {}
        await finish(place)

    run(scene)


def test_strangers_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TIME_TO_JOIN", 0.2)

    async def scene(place: Place) -> None:
        for line, code in (
            ({"join": "key of seat 2"}, "wrong_key"),
            ({"join": ""}, "wrong_key"),
            ({"join": "\ud800"}, "wrong_key"),
            ({"join": 0}, "join_first"),
            ({"move": "take", "state": 1}, "join_first"),
            ([], "join_first"),
            ({"join": KEYS[0], "since": 99}, "wrong_mark"),
        ):
            guest = await place.come()
            guest.say(line)
            assert await guest.refused() == code
            assert await guest.hear() == {}
        silent = await place.come()
        assert await silent.refused() == "too_late"
        assert await silent.hear() == {}
        await finish(place)

    run(scene)


def test_there_is_room_for_so_many_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_STRANGERS", 3)

    async def scene(place: Place) -> None:
        waiting = []
        for _ in range(5):
            waiting.append(await place.come())
            await asyncio.sleep(0.05)
        for guest in waiting[:2]:
            assert await guest.refused() == "table_full"
            assert await guest.hear() == {}
        # those who stay may still join, and who has joined is not one of them
        await asyncio.sleep(0.05)
        waiting[2].say({"join": KEYS[0]})
        assert "hand" in await waiting[2].hear()
        waiting += [await place.come(), await place.come()]
        assert await waiting[3].refused() == "table_full"
        waiting[2].say({"since": 0})
        assert "hand" in await waiting[2].hear()
        for guest in waiting:
            guest.writer.close()
        await asyncio.sleep(0.1)
        await finish(place)

    run(scene)


def test_idle_strangers_lock_nobody_out() -> None:
    async def scene(place: Place) -> None:
        guests = await place.both()
        for _ in range(2 * server.MOST_STRANGERS):
            await place.come()
        guests[0].writer.close()
        guests[0] = await place.join(0, since=guests[0].last["state"])
        seat = place.match.round.player
        guests[seat].move("take")
        for guest in guests:
            assert "hand" in await guest.hear()

    run(scene)


def test_who_is_sent_away_and_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TIME_TO_LEAVE", 0.1)

    async def scene(place: Place) -> None:
        monkeypatch.setattr(server, "MOST_WAITING", 1 << 30)
        old = await place.join(0)
        transport: Any = old.writer.transport
        transport.pause_reading()
        writer = place.table._writers[0]
        writer.write(b" " * (1 << 25))
        await place.join(0)
        assert writer.is_closing()
        assert writer.transport.get_write_buffer_size() > 0
        await asyncio.sleep(0.3)
        assert writer.transport.get_write_buffer_size() == 0
        old.writer.transport.abort()

    run(scene)


def test_who_comes_back_has_missed_nothing() -> None:
    async def scene(place: Place) -> None:
        guests = await place.both()
        seat = place.match.round.player
        told = [list(guest.last["events"]) for guest in guests]
        for step in range(40):
            seat = place.match.round.player
            actor, other = guests[seat], guests[1 - seat]
            mark = other.last["state"]
            if step % 3 == 0:
                other.send(b'{"move": "dra')
                other.writer.close()
            actor.move(client.choose(actor.last))
            assert "hand" in await actor.hear()
            told[seat] += actor.last["events"]
            if step % 3 == 0:
                guests[1 - seat] = other = await place.join(1 - seat, since=mark)
            else:
                await other.hear()
            told[1 - seat] += other.last["events"]
        for own, guest in enumerate(guests):
            assert told[own] == [repr(event) for event in place.match.events(own)]
            guest.say({"since": 0})
            assert (await guest.hear())["events"] == told[own]
            guest.writer.close()
        await finish(place)

    run(scene)


def test_the_later_of_two_connections_has_the_seat() -> None:
    async def scene(place: Place) -> None:
        old = await place.join(0)
        new = await place.join(0)
        assert await old.refused() == "replaced"
        assert await old.hear() == {}
        before = place.match
        old.move("take")
        new.say({"since": 0})
        assert "hand" in await new.hear()
        assert place.match is before
        await finish(place)

    run(scene)


class Deaf:
    """The server's end of a connection whose client reads nothing."""

    def __init__(self) -> None:
        self.waiting = b""
        self.cut_off = False
        self.transport = self

    def write(self, data: bytes) -> None:
        self.waiting += data

    def get_write_buffer_size(self) -> int:
        return len(self.waiting)

    def is_closing(self) -> bool:
        return self.cut_off

    def abort(self) -> None:
        self.cut_off = True


def test_who_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WAITING", 10_000)
    table, deaf = server.Table(Match.start(GIN, players=2, seed=3), KEYS), Deaf()
    table._join({"join": KEYS[0]}, deaf)
    for _ in range(100):
        table._act(0, {"since": 0})
    assert deaf.cut_off
    assert 10_000 < len(deaf.waiting) < 20_000


def decks(variant: Variant, seed: int) -> tuple[list[Card], list[Card]]:
    """Two packs in order that differ in cards which the player dealt to second does not see for a while."""
    deck = [Card.from_id(card) for card in shuffled(pack_of(variant), seed, 1)]
    other = list(deck)
    # the first cards of the other hand change places with the last ones of the stock
    for number in range(3):
        other[2 * number], other[-1 - number] = other[-1 - number], other[2 * number]
    return deck, other


@pytest.mark.parametrize("seed", range(3))
def test_a_client_receives_nothing_of_what_it_may_not_see(seed: int) -> None:
    received: list[bytes] = []
    kept: list[Sequence[Card]] = []

    def scene(script: list[tuple[int, str]]) -> Callable[[Place], Awaitable[None]]:
        async def played(place: Place) -> None:
            guests = await place.both()
            first = place.match.round.player
            kept.append(tuple(place.match.round.hands[first]))
            for who, text in script:
                seat = (first + who) % 2
                if text.startswith("cheat "):
                    guests[seat].move(text.removeprefix("cheat "))
                    assert "refused" in await guests[seat].hear()
                    continue
                guests[seat].move(text)
                for guest in guests:
                    assert "hand" in await guest.hear()
            watcher = guests[1 - first]
            watcher.say({"since": 0})
            await watcher.hear()
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
        (1, f"cheat drop {common[1]}"),
        (0, f"drop {common[0]}"),
        (1, "take"),
        (1, f"cheat knock {common[2]}"),
        (1, f"drop {next(iter(own))}"),
        (0, "take"),
        (0, f"drop {common[1]}"),
        (1, "draw"),
    ]
    run(scene(script), one)
    run(scene(script), two)
    assert kept[0] != kept[1]
    assert received[0] == received[1]
    assert str(SECRET).encode() not in received[0]


def test_the_log_of_the_server_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "asyncio"):
        run(finish)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
