"""The server in examples/: honest matches, and clients that cheat, disconnect, return and send rubbish."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from starlette.testclient import TestClient, WebSocketTestSession
from tests.support.programs import program

from rami import PlayerView
from rami.bots import GreedyBot
from rami.ext import json as rami_json
from rami.matches import Board
from rami.rounds.events import TakenBack

pytestmark = pytest.mark.slow(every=2)

FOLDER = Path(__file__).parents[2] / "examples" / "server"


server = program("server/app.py")
PAGE = (FOLDER / "page.html").read_text(encoding="utf-8")


class Guest:
    """A client with or without the key of a seat."""

    def __init__(self, line: WebSocketTestSession, key: str | None, mark: int | None = 0) -> None:
        self.line, self.received, self.state = line, "", dict[str, Any]()
        self.send(type="hello", key=key, mark=mark, lang="fr")
        self.board: Board | None = None
        self.look()

    def send(self, **message: Any) -> None:
        self.line.send_text(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """Return the next message; keep a state, and follow its events."""
        message = self.line.receive_text()
        self.received += message
        found: dict[str, Any] = json.loads(message)
        if found["type"] in ("table", "waiting", "refused") and "id" not in found:
            self.state = found
        if found["type"] == "table":
            self.follow(found)
        return found

    def look(self) -> dict[str, Any]:
        while "id" in self.hear():
            pass
        return self.state

    def follow(self, state: dict[str, Any]) -> None:
        """Follow the events from the last view, unless there is no such view or a move was taken back."""
        view = self.view()
        if self.board is not None and not any(isinstance(each, TakenBack) for each in view.events):
            for each in view.events:
                self.board = self.board.after(each)
            assert (self.board.hands, self.board.table) == (view.hands, view.table)
        self.board = Board.of_view(view)

    def view(self) -> PlayerView:
        document = {"rami": 1, "type": "PlayerView", "value": self.state["view"]}
        return rami_json.from_data(document, PlayerView)

    def ask(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Return the reply to a message, after the state that results from it has arrived."""
        self.send(type=kind, id=kind, **facts)
        while (reply := self.hear()).get("id") != kind:
            pass
        while reply["type"] == "done" and self.state["rows"] < reply["rows"]:
            self.look()
        return reply

    def play(self, move: str | None = None) -> dict[str, Any]:
        view = self.view()
        chosen = GreedyBot().choose(view) if move is None else None
        sent = move if chosen is None else rami_json.to_data(chosen)["value"]
        return self.ask("play", move=sent, mark=self.state["view"]["mark"])

    def refused(self, kind: str, **facts: Any) -> str:
        reply = self.ask(kind, **facts)
        assert reply["type"] == "refused"
        return str(reply["codes"][0])


class Place:
    """A server in this process, with the tables opened there."""

    def __init__(self, client: TestClient, server: Any) -> None:
        self.client, self.server = client, server

    def open(self, game: str = "gin", names: tuple[str, ...] = ("Ana", "Bruno")) -> tuple[str, list[str]]:
        table = self.client.post("/tables", json={"game": game, "seats": len(names)}).json()["table"]
        seats = [self.client.post(f"/tables/{table}/seats", json={"name": name}).json() for name in names]
        assert [seat["seat"] for seat in seats] == [*range(len(names))]
        return table, [seat["key"] for seat in seats]

    @contextmanager
    def guest(self, table: str, key: str | None, mark: int | None = 0) -> Generator[Guest]:
        with self.client.websocket_connect(f"/tables/{table}/socket") as line:
            yield Guest(line, key, mark)

    @contextmanager
    def pair(self, game: str = "gin") -> Generator[tuple[Guest, Guest, str]]:
        table, keys = self.open(game)
        with self.guest(table, keys[0]) as one, self.guest(table, keys[1]) as other:
            yield one, other, table


@contextmanager
def serving(path: Path) -> Generator[Place]:
    app = server.make_app(f"sqlite:///{path}")
    with TestClient(app) as client:
        place = Place(client, app.routes[-1].endpoint.__self__)
        yield place
    place.server.engine.dispose()


@contextmanager
def stored(path: Path, table: str) -> Generator[Any]:
    """Yield a table as the database stores it."""
    found = server.Table(server.Server(f"sqlite:///{path}"), table)
    found.load()
    yield found
    found.server.engine.dispose()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(server, "LOOK_AGAIN", 0.05)
    return tmp_path / "tables.db"


@pytest.fixture
def place(path: Path) -> Iterator[Place]:
    with serving(path) as place:
        yield place


def actor(one: Guest, other: Guest) -> tuple[Guest, Guest]:
    """Return the guest to act and the other guest, after both have received every state."""
    while one.state["rows"] != other.state["rows"]:
        min((one, other), key=lambda guest: guest.state["rows"]).look()
    return (one, other) if one.state["waiting_for"] == [one.state["seat"]] else (other, one)


def test_a_friend_opens_the_link_and_sits_down(place: Place) -> None:
    assert {"game": "gin", "seats": [2, 2]} in place.client.get("/games").json()
    opened = place.client.post("/tables", json={"game": "gin", "seats": 2})
    assert opened.status_code == 201
    table = opened.json()["table"]
    assert opened.json()["link"] == f"/t/{table}"
    first = place.client.post(f"/tables/{table}/seats", json={"name": "Ana"}).json()
    with place.guest(table, first["key"]) as ana:
        assert ana.state == {"type": "waiting", "names": ["Ana", None]}
        assert ana.refused("play", move="take", mark=0) == "not_dealt"
        second = place.client.post(f"/tables/{table}/seats", json={"name": "Bruno"})
        assert second.status_code == 201
        while ana.state["type"] == "waiting":
            ana.look()
        assert ana.state["names"] == ["Ana", "Bruno"]
        assert (ana.state["seat"], ana.state["view"]["hands"][1]) == (0, " ".join("?" * 10))
    full = place.client.post(f"/tables/{table}/seats", json={"name": "Chloé"})
    assert (full.status_code, full.json()["codes"]) == (409, ["no_free_seat"])


@pytest.mark.parametrize(
    ("address", "body", "status", "code"),
    [
        ("/tables", b'{"game": "gin", "seats": 3}', 409, "player_count"),
        ("/tables", b'{"game": "chess", "seats": 2}', 409, "unknown_variant"),
        ("/tables", b'{"game": "gin"}', 400, "not_understood"),
        ("/tables", b"[" * 10_000, 400, "not_understood"),
        ("/tables", b"x" * 20_000, 413, "too_long"),
        ("/tables/none/seats", b'{"name": "Ana"}', 404, "no_such_table"),
    ],
)
def test_a_request_that_cannot_be_met(
    place: Place, address: str, body: bytes, status: int, code: str
) -> None:
    answer = place.client.post(address, content=body)
    assert (answer.status_code, answer.json()["codes"][0]) == (status, code)


@pytest.mark.slow
def test_two_players_play_a_match(place: Place, path: Path) -> None:
    with place.pair() as (one, other, table):
        while not one.state["over"]:
            guest, _ = actor(one, other)
            if guest.state["view"]["phase"] == "over":
                for each in (one, other):
                    if each.state["seat"] in each.state["waiting_for"]:
                        assert each.ask("ready")["type"] == "done"
            else:
                assert guest.play()["type"] == "done"
            actor(one, other)
        with stored(path, table) as found:
            match = found.session.match
        assert one.state["winners"] == list(match.winners)
        assert one.state["totals"] == [str(total) for total in match.totals]


def test_a_killed_server_continues_where_it_was(path: Path) -> None:
    with serving(path) as place:
        table, keys = place.open("classic-51")
        with place.guest(table, keys[0]) as one, place.guest(table, keys[1]) as other:
            for _ in range(5):
                actor(one, other)[0].play()
            actor(one, other)
            mark, hand = one.state["view"]["mark"], one.state["view"]["hand"]
    with (
        serving(path) as place,
        place.guest(table, keys[0], mark) as one,
        place.guest(table, keys[1]) as other,
    ):
        view = one.state["view"]
        assert (one.state["since"], view["events"], view["hand"]) == (mark, [], hand)
        # A guest who joins late gets the events from the first deal on.
        assert other.state["view"]["events"][0]["type"] == "CardsDealt"
        assert actor(one, other)[0].play()["type"] == "done"


def test_two_servers_play_one_table(path: Path) -> None:
    """Each server sees the steps that the other has saved, and neither stops if the other is faster."""
    with serving(path) as here, serving(path) as there:
        table, keys = here.open()
        with here.guest(table, keys[0]) as one, there.guest(table, keys[1]) as other:
            for _ in range(6):
                assert actor(one, other)[0].play()["type"] == "done"
                assert one.ask("comment", text="fine")["type"] == "done"
            while other.state["comments"] == []:
                other.look()
            assert other.state["comments"][-1]["text"] == "fine"


def test_an_overtaken_server_continues(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that still fits follows the other's step, but a move for an earlier state is refused."""
    monkeypatch.setattr(server, "LOOK_AGAIN", 60.0)
    with serving(path) as here, serving(path) as there:
        table, keys = here.open()
        with here.guest(table, keys[0]) as one, there.guest(table, keys[1]) as other:
            assert one.ask("comment", text="first")["type"] == "done"
            assert other.ask("comment", text="second")["type"] == "done"
            guest, waiting = (one, other) if one.state["waiting_for"] == [0] else (other, one)
            stale = guest.state["view"]["mark"]
            assert guest.play("pass")["type"] == "done"
            assert waiting.refused("play", move="take", mark=stale) in ("stale", "not_your_turn")
            assert waiting.ask("comment", text="third")["type"] == "done"
            assert waiting.refused("play", move="take", mark=stale) == "stale"
        with stored(path, table) as found:
            log = found.session.log
        assert [entry.text for entry in log] == ["first", "second", "pass", "third"]


def test_a_full_disk_answers_with_a_status(path: Path) -> None:
    with serving(path) as place, place.pair() as (one, other, table), stored(path, table) as found:
        guest, _ = actor(one, other)
        size = found.server.run("PRAGMA page_count")[0][0]

        def narrow(made: Any, _: object) -> None:
            made.execute(f"PRAGMA max_page_count = {size}")

        engine = place.server.engine
        engine.dispose()
        event.listen(engine, "connect", narrow)
        reply: dict[str, Any] = {"type": "done"}
        while reply["type"] == "done":
            reply = one.ask("comment", text="x" * 900)
        assert (reply["status"], reply["codes"]) == (503, ["not_saved"])
        full = place.client.post("/tables", json={"game": "rummy-500", "seats": 4})
        assert full.status_code in (201, 503)
        found.load()
        kept = len(found.session.log)
        event.remove(engine, "connect", narrow)
        engine.dispose()
        assert guest.play()["type"] == "done"
        found.load()
        assert len(found.session.log) == kept + 1


def test_a_damaged_table_tells_a_player_nothing(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(path) as place:
        table, keys = place.open()
        with place.guest(table, keys[0]):
            pass
        place.server.run("UPDATE steps SET step = replace(step, '\"session\": 2', '\"session\": 7')")
        with place.guest(table, keys[0]) as guest:
            assert guest.state == {"type": "refused", "status": 500, "codes": ["damaged"], "reasons": []}
    assert any("cannot be read" in record.message for record in caplog.records)


def test_cheats_get_the_reason_and_change_nothing(place: Place, path: Path) -> None:
    with place.pair() as (one, other, table):
        guest, waiting = actor(one, other)
        mark = guest.state["view"]["mark"]
        assert waiting.refused("play", move="take", mark=mark) == "not_your_turn"
        for move, code in (("steal", "word_expected"), ("draw", "wrong_phase"), ("", "word_expected")):
            assert guest.refused("play", move=move, mark=mark) == code
        for wrong in (mark - 1, mark + 1, 0, -1, 1 << 70, "0", None):
            assert guest.refused("play", move="take", mark=wrong) == "stale"
        assert guest.refused("play", move="take") == "key_missing"
        assert guest.refused("play", move={"type": "Discard", "card": "1x"}, mark=mark) == "not_in_form"
        assert guest.refused("undo") == "undo_nothing"
        assert guest.refused("ready") == "round_not_over"
        assert guest.refused("from_rows") == "not_one_of"
        for rubbish in ("", "[]", "null", "[" * 5_000, '"hello"', "\ud800"[:0] + "{"):
            guest.line.send_text(rubbish)
            assert guest.hear()["codes"] == ["not_one_of"]
        with place.guest(table, None) as looker, place.guest(table, "no key") as stranger:
            assert looker.state["view"]["hand"] == ""
            assert looker.refused("play", move="take", mark=mark) == "only_looking"
            assert stranger.state["codes"] == ["wrong_key"]
        assert guest.play("take")["type"] == "done"
        with stored(path, table) as found:
            for each in (guest, waiting):
                assert str(found.session.match.seed) not in each.received
            # The database contains only digests of keys.
            assert len({row.secret for row in found.seats}) == 2


def test_a_takeback_by_consent(place: Place) -> None:
    with place.pair("classic-51") as (one, other, _):
        guest, waiting = actor(one, other)
        assert guest.play()["type"] == "done"
        guest, waiting = actor(one, other)
        assert guest.play("draw")["type"] == "done"
        actor(one, other)
        assert guest.refused("undo") == "undo_draw"
        assert guest.ask("propose", motion="undo")["type"] == "done"
        while waiting.state["ballot"] is None:
            waiting.look()
        seat = guest.state["seat"]
        assert waiting.state["ballot"] == {"motion": "undo", "by": seat, "agreed": [seat], "declined": []}
        assert waiting.ask("agree")["type"] == "done"
        while guest.state["view"]["phase"] != "draw":
            guest.look()
        assert guest.state["ballot"] is None
        assert guest.ask("hint")["says"]
        assert guest.ask("give_up")["type"] == "done"
        while not waiting.state["over"]:
            waiting.look()
        assert waiting.state["winners"] == [waiting.state["seat"]]


def test_a_player_who_stays_away_drops_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GRACE", "ABSENT"):
        monkeypatch.setattr(server, name, 0.05)
    with serving(path) as place:
        table, keys = place.open("classic-51")
        with place.guest(table, keys[0]) as stays:
            with place.guest(table, keys[1]):
                pass
            while not stays.state["over"]:
                if stays.state["waiting_for"] == [0]:
                    assert stays.play()["type"] == "done"
                else:
                    stays.look()
            assert stays.state["winners"] == [0]
            assert stays.state["missed"] == [0, 3]


def test_a_costly_request_holds_up_its_own_table_alone(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    search = rami_json.table_hint

    def costly(*facts: Any) -> Any:
        time.sleep(1.0)
        return search(*facts)

    monkeypatch.setattr(server.rami_json, "table_hint", costly)
    with place.pair() as (one, other, _), place.pair() as (others, more, _):
        guest, _waiting = actor(one, other)
        guest.send(type="hint", id="hint")
        start = time.monotonic()
        assert actor(others, more)[0].play()["type"] == "done"
        assert time.monotonic() - start < 0.9
        assert guest.hear()["type"] == "hint"


def test_notes_have_a_limit(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_NOTES", 3)
    with place.pair() as (one, other, _):
        for _ in range(3):
            assert one.ask("comment", text="hm")["type"] == "done"
        assert one.refused("comment", text="hm") == "too_large"
        assert actor(one, other)[0].play()["type"] == "done"


def test_the_page_reads_the_messages_of_the_server(place: Place) -> None:
    with place.pair() as (one, _, _):
        state = one.state
    assert set(re.findall(r"state\.(\w+)", PAGE)) - {"type"} <= set(state)
    assert set(re.findall(r"view\.(\w+)", PAGE)) <= set(state["view"])


def test_the_page_says_the_same_in_both_languages_and_loads_nothing_else() -> None:
    english, french = (
        re.findall(r"(\w+): \"", PAGE.partition(f"  {lang}: {{")[2].partition("},")[0])
        for lang in ("en", "fr")
    )
    assert english == french
    assert len(english) > 15
    assert set(re.findall(r"words\.(\w+)", PAGE)) <= set(english)
    assert not re.search(r"https?://|innerHTML|<script src|<link rel=.stylesheet", PAGE)
