"""Two friends use the page with a server: both open the link, play a round, vote, and one gives up."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.project.browser.friend import PATIENCE, Friend, until
from tests.project.browser.pages import PAGE, chromium
from tests.project.test_server_example import server


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the page with its base, as `build.py FOLDER /page/` makes it, and the tables of a new database."""
    uvicorn: Any = import_module("uvicorn")
    shutil.copytree(PAGE / "try-it", tmp_path / "page")
    index = tmp_path / "page" / "index.html"
    index.write_text(
        index.read_text(encoding="utf-8").replace("<head>", '<head><base href="/page/">'), "utf-8"
    )
    monkeypatch.setattr(server, "PAGE", tmp_path / "page")
    config = uvicorn.Config(server.make_app(f"sqlite:///{tmp_path}/tables.db"), port=0, log_level="warning")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    until(lambda: running.started)
    port = running.servers[0].sockets[0].getsockname()[1]
    yield f"http://localhost:{port}"
    running.should_exit = True
    thread.join()


@pytest.fixture
def friends(place: str, tmp_path: Path) -> Iterator[list[Friend]]:
    """Seat two friends, one of whom speaks French, at a table of gin."""
    made = json.loads(posted(f"{place}/tables", {"game": "gin", "seats": 2, "bots": 0}))
    seated = list[Friend]()
    try:
        for name, lang in (("Ana", "en"), ("Bruno", "fr")):
            friend = Friend(
                chromium(tmp_path / name, "--force-prefers-reduced-motion"), f"{place}{made['link']}"
            )
            seated.append(friend)
            until(lambda friend=friend: "/page/" in friend.driver.current_url)
            friend.sit(name)
            friend.choose("set-lang", lang)
        for friend in seated:
            cards = "return document.querySelectorAll('#hand [data-id]').length >= 10"
            until(lambda friend=friend, cards=cards: friend.run(cards))
        yield seated
    finally:
        for friend in seated:
            friend.driver.quit()


def test_friends_play_a_round_and_vote_to_stop(friends: list[Friend], axe: str) -> None:
    end = monotonic() + 4 * PATIENCE
    while not all(friend.over for friend in friends):
        assert monotonic() < end
        for friend in friends:
            if not friend.over:
                friend.play()
    ana, bruno = friends
    assert ana.text("#result-title") != bruno.text("#result-title")
    assert "Bruno" in ana.text("#seats")
    assert "Ana" in bruno.text("#seats")
    ana.press("#gear")
    ana.press("[data-motion='stop']")
    until(lambda: bruno.text("#ballot span"))
    assert bruno.text("#ballot span") == "Ana propose\u00a0: arrêter la partie maintenant."
    assert not ana.run("return document.querySelector('[data-vote]')")
    for friend in friends:
        friend.check(axe)
    bruno.in_arabic_and_dark()
    until(lambda: bruno.text("[data-vote='agree']") == "أوافق")
    bruno.check(axe)
    bruno.shot("vote ar dark")
    bruno.choose("set-lang", "fr")
    bruno.press("[data-vote='agree']")
    for friend in friends:
        until(lambda friend=friend: friend.run("return document.getElementById('ballot').hidden"))
    assert ana.text("#prompt") == "The match is over"
    assert bruno.text("#prompt") == "La partie est finie"


def test_a_friend_gives_up(friends: list[Friend], axe: str) -> None:
    ana, bruno = friends
    ana.in_arabic_and_dark()
    ana.press("#gear")
    ana.check(axe)
    ana.shot("settings ar dark")
    ana.press("#set-give-up")
    until(lambda: ana.run("return document.getElementById('confirm').open"))
    ana.check(axe)
    ana.shot("give up ar dark")
    ana.press("#go")
    for friend in friends:
        until(lambda friend=friend: friend.over)
    assert bruno.text("#result-title") == "Vous gagnez la partie"
    bruno.in_arabic_and_dark()
    for friend in friends:
        friend.check(axe)
        friend.shot(f"given up {friend.text('#result-title')}")


def posted(address: str, facts: dict[str, object]) -> bytes:
    """Return the answer to a request with JSON."""
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(address, json.dumps(facts).encode(), headers)) as answer:
        found: bytes = answer.read()
    return found
