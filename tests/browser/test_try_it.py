"""The page to try rami in a browser, in headless Chromium that reaches no other host."""

from __future__ import annotations

import base64
import json
import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "_build" / "pages"
SHOTS = os.environ.get("RAMI_SCREENSHOTS")
SLOWEST = 90
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
)


class Handler(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is given
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert (PAGE / "try-it" / "built.json").exists(), "build the page first: nox -s tryit"
    with ThreadingHTTPServer(("localhost", 0), partial(Handler, directory=str(PAGE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/try-it/index.html"
        server.shutdown()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    webdriver: Any = import_module("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    folder = tmp_path_factory.mktemp("profile")
    log = folder / "net.json"
    for argument in (*QUIET, f"--user-data-dir={folder}", f"--log-net-log={log}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_script_timeout(SLOWEST)
    yield driver
    driver.quit()
    asked = requests(log)
    assert any(target.endswith("pyodide.asm.wasm") for target in asked)
    assert {urlsplit(target).hostname for target in asked} == {"localhost"}


def requests(log: Path) -> set[str]:
    """What the page and its worker have asked the network for; the log also has what the browser asks by itself."""
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    facts = (event.get("params") or {} for event in events)
    return {each["url"] for each in facts if "url" in each and "//localhost:" in each.get("initiator", "")}


class Page:
    """The page as somebody uses it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, wide: int = 1200, high: int = 1000, dark: bool = False, **facts: str) -> None:
        """Load the page with these facts in its address."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.browser.get("about:blank")
        fragment = "&".join(f"{name}={quote(value)}" for name, value in facts.items())
        self.browser.get(f"{self.address}#{fragment}")
        self.settle("'shown' in document.body.dataset")

    def settle(self, condition: str = "true") -> None:
        """Wait until everything asked has been answered."""
        script = f"""
            const done = arguments[arguments.length - 1];
            const look = () => ({condition}) && !('busy' in document.body.dataset) ? done(true) : setTimeout(look, 20);
            look();
        """
        assert self.browser.execute_async_script(script)

    def run(self, script: str, *values: object) -> Any:
        """The value of a script."""
        return self.browser.execute_script(script, *values)

    def click(self, selector: str, at: int = 0) -> None:
        """Click on one of the elements."""
        self.browser.find_elements("css selector", selector)[at].click()
        self.settle()

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list."""
        script = (
            "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.onchange({target: e});"
        )
        before = self.run("return document.documentElement.lang")
        self.run(script, selector, value)
        if selector == "#lang" and before != value:
            self.settle(
                f"document.querySelector('#hand .card, #hand span') && document.documentElement.lang == '{value}'"
            )
            self.browser.execute_async_script("setTimeout(arguments[0], 400)")
        self.settle()

    def type(self, words: str) -> None:
        """Type cards."""
        field = self.browser.find_element("css selector", "#typed")
        field.send_keys(words + "\n")
        self.settle()

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.browser.find_element("css selector", selector).text)

    def count(self, selector: str) -> int:
        """How many such elements there are."""
        return len(self.browser.find_elements("css selector", selector))

    def shot(self, name: str) -> None:
        """Keep a picture of the whole page, where that is asked for."""
        if SHOTS:
            size = self.run(
                "return [document.documentElement.clientWidth, document.documentElement.scrollHeight]"
            )
            clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
            facts = {"clip": clip, "captureBeyondViewport": True, "format": "png"}
            data = self.browser.execute_cdp_cmd("Page.captureScreenshot", facts)["data"]
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            (Path(SHOTS) / f"{name}.png").write_bytes(base64.b64decode(data))


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Page]:
    yield Page(browser, address)
    assert [entry for entry in browser.get_log("browser") if entry["level"] != "INFO"] == []


def test_cards_are_picked_and_judged(page: Page) -> None:
    page.open(lang="en")
    page.shot("start")
    assert page.count("#picker .card") == 53
    assert page.count("#hand .card") == 10
    for at in (6, 7, 8):
        page.click("#hand .card", at)
    assert "These cards form 2 melds" in page.text("#verdict")
    page.shot("picked")
    page.click("#verdict button.main", 1)
    assert page.count("#proposed svg") == 1
    assert "This does not open." in page.text("#opening")
    assert "51 are needed" in page.text("#opening")
    assert "[R51-OPEN-01]" in page.text("#opening")
    page.click("#openings button")
    assert "This opens" in page.text("#opening")
    page.shot("opened")
    page.click("#proposed button")
    page.click("#clear")
    assert page.count("#hand .card") == 0
    page.click("#picker .card[data-card='7♠']")
    page.click("#picker .card[data-card='7♠']")
    page.click("#picker .card[data-card='7♠']")
    assert page.count("#hand .card") == 2
    page.click("#hand .card", 0)
    page.click("#hand .card", 1)
    assert "This is no meld." in page.text("#verdict")
    page.click("#remove")
    assert page.count("#hand .card") == 0
    page.type("7s 8s 9h 10h 1x")
    assert page.count("#hand .card") == 4
    assert "Not read: 1x" in page.text("#status")
    page.click("#deal")
    assert page.count("#hand .card") == 14


def test_it_speaks_french(page: Page) -> None:
    page.open(lang="fr", cards="5c 6c Qc *")
    for at in (0, 1, 2):
        page.click("#hand .card", at)
    assert "Ce n'est pas une combinaison." in page.text("#verdict")
    assert "ces cartes ne se suivent pas : 5♣ 6♣ D♣" in page.text("#verdict")
    labels = page.run(
        "return [...document.querySelectorAll('#hand .card')].map(e => e.getAttribute('aria-label'))"
    )
    assert labels == ["cinq de trèfle", "six de trèfle", "dame de trèfle", "joker"]
    page.shot("french")
    page.choose("#lang", "en")
    assert "the cards do not follow one another: 5♣ 6♣ Q♣" in page.text("#verdict")
    assert page.run("return document.documentElement.lang") == "en"


def test_every_game_answers(page: Page) -> None:
    page.open(lang="en", cards="5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d")
    games = page.run("return [...document.querySelector('#variant').options].map(e => e.value)")
    assert games[0] == "classic-51"
    assert len(games) >= 6
    for game in games:
        page.choose("#variant", game)
        assert page.count("#best svg") == 1, game
        assert page.count("#hand .card") == 11
    page.choose("#variant", "gin")
    assert "deadwood: 16 points" in page.text("#best")
    assert "seven of hearts (deadwood: 10 points)" in page.text("#knock")
    assert not page.browser.find_element("css selector", "#openings-section").is_displayed()
    page.shot("gin")
    page.choose("#variant", "frustration")
    page.choose("#contract", "2")
    assert "group 3 + run 4" in page.text("#opening") or "run" in page.text("#opening")
    page.shot("frustration")


def test_a_phone_and_the_dark(page: Page) -> None:
    page.open(wide=390, high=844, dark=True, lang="fr")
    page.click("#hand .card", 6)
    wide = page.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], "the page is wider than the phone"
    small = page.run(
        "return [...document.querySelectorAll('button, select, input')].filter(e => e.offsetParent)"
        ".map(e => e.getBoundingClientRect()).filter(r => Math.min(r.width, r.height) < 18).length"
    )
    assert small == 0
    page.shot("phone-dark")
    page.open(wide=390, high=844, lang="en")
    page.shot("phone")
    page.open(dark=True, lang="en")
    page.shot("dark")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.open(lang="en", cards="7s")
    keys: Any = import_module("selenium.webdriver.common.keys").Keys
    page.run("document.querySelector('#picker [tabindex=\"0\"]').focus()")

    def active() -> Any:
        return page.browser.switch_to.active_element

    assert active().get_attribute("data-card") == "A♣"
    active().send_keys(keys.ARROW_RIGHT)
    active().send_keys(keys.ARROW_RIGHT)
    active().send_keys(keys.ENTER)
    page.settle()
    assert active().get_attribute("data-card") == "3♣"
    assert page.count("#hand .card") == 2
    active().send_keys(keys.ARROW_DOWN)
    assert active().get_attribute("data-card") == "3♦"
    active().send_keys(keys.ARROW_UP, keys.END, keys.ARROW_UP)
    assert active().get_attribute("data-card") == "A♠"
    page.run("document.querySelector('#hand .card').focus()")
    active().send_keys(keys.SPACE)
    page.settle()
    assert active().get_attribute("aria-pressed") == "true"


def test_everything_has_a_name(page: Page) -> None:
    page.open(lang="en")
    page.click("#hand .card", 0)
    nameless = page.run(
        "return [...document.querySelectorAll('button, select, input')].filter(e => !(e.getAttribute('aria-label')"
        " || e.textContent.trim() || e.labels?.length)).length"
    )
    assert nameless == 0
    pictures = page.run(
        "return [...document.querySelectorAll('svg')].filter(e => e.parentElement.closest('svg') === null"
        " && e.getAttribute('aria-hidden') !== 'true' && !e.getAttribute('aria-label')).length"
    )
    assert pictures == 0
    assert page.run("return document.querySelectorAll('h1').length") == 1
