"""Two friends use the page with a server: one creates a table, the other opens the link, and both play a round."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.project.browser.pages import PAGE, QUIET
from tests.project.test_server_example import server

PATIENCE = 60.0


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


def until(condition: Any) -> Any:
    """Wait for something and return it."""
    end = monotonic() + PATIENCE
    while not (found := condition()):
        assert monotonic() < end
        sleep(0.05)
    return found


class Friend:
    """Somebody with a browser, who plays what the hints say."""

    def __init__(self, address: str, folder: Path) -> None:
        webdriver: Any = import_module("selenium.webdriver")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
        for argument in (*QUIET, "--force-prefers-reduced-motion", f"--user-data-dir={folder}"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_window_size(1200, 900)
        self.driver.get(address)

    def run(self, script: str, *values: object) -> Any:
        """Return the value of a script."""
        return self.driver.execute_script(script, *values)

    def sit(self, name: str) -> None:
        """Sit down under a name."""
        until(lambda: self.run("return document.getElementById('sit').open"))
        self.driver.find_element("css selector", "#name").send_keys(name)
        self.driver.find_element("css selector", "#sit button").click()

    def play(self) -> None:
        """Make one move, if it is this player's turn."""
        if self.run("return document.getElementById('hint').disabled || 'busy' in document.body.dataset"):
            return
        self.run("document.getElementById('hint').click()")
        until(lambda: self.run("return document.querySelector('#why .do') !== null"))
        self.run("document.querySelector('#why .do').click()")

    @property
    def over(self) -> bool:
        """Whether the panel at the end of the round is there."""
        return bool(self.run("return !document.getElementById('result').hidden"))


def test_a_friend_opens_a_link_and_sits_down(place: str, tmp_path: Path) -> None:
    made = json.loads(posted(f"{place}/tables", {"game": "gin", "seats": 2, "bots": 0}))
    friends = []
    try:
        for name, lang in (("Ana", "en"), ("Bruno", "fr")):
            friend = Friend(f"{place}{made['link']}", tmp_path / name)
            friends.append(friend)
            until(lambda friend=friend: "/page/" in friend.driver.current_url)
            friend.sit(name)
            friend.run(
                "const e = document.getElementById('set-lang'); e.value = arguments[0]; e.onchange({ target: e })",
                lang,
            )
        for friend in friends:
            until(
                lambda friend=friend: (
                    friend.run("return document.querySelectorAll('#hand [data-id]').length") >= 10
                )
            )
        end = monotonic() + 4 * PATIENCE
        while not all(friend.over for friend in friends):
            assert monotonic() < end
            for friend in friends:
                if not friend.over:
                    friend.play()
        titles = [
            friend.run("return document.getElementById('result-title').textContent") for friend in friends
        ]
        assert titles[0] != titles[1]
        names = [friend.run("return document.getElementById('seats').textContent") for friend in friends]
        assert "Bruno" in names[0]
        assert "Ana" in names[1]
    finally:
        for friend in friends:
            friend.driver.quit()


def posted(address: str, facts: dict[str, object]) -> bytes:
    """Return the answer to a request with JSON."""
    headers = {"Content-Type": "application/json"}
    with urlopen(Request(address, json.dumps(facts).encode(), headers)) as answer:
        found: bytes = answer.read()
    return found
