"""Headless Chromium that opens the page for trying rami, without access to other hosts."""

from __future__ import annotations

import base64
import json
import os
import runpy
import shutil
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "_build" / "pages"
BUILD = runpy.run_path(str(Path(__file__).parents[3] / "docs" / "_try_it" / "build.py"))
AXE = ("4.11.0", "39bed7d72308f6d620789c169d699bfd7e8da80f65b545821a6b2215c3e83107")
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
    """A quiet file server."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is given
        """Log nothing."""


@contextmanager
def served() -> Generator[str]:
    """Run a server, and yield the address of the page."""
    assert (PAGE / "try-it" / "built.json").exists(), "build the page first: nox -s tryit"
    with ThreadingHTTPServer(("localhost", 0), partial(Handler, directory=str(PAGE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/try-it/index.html"
        server.shutdown()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served() as found:
        yield found


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the accessibility checks as a script."""
    found: dict[str, bytes] = BUILD["from_npm"]("axe-core", *AXE, ("axe.min.js",))
    return found["axe.min.js"].decode()


def chromium(folder: Path, *arguments: str, preferences: dict[str, str] | None = None) -> Any:
    """Return a headless Chromium with a profile in a folder."""
    webdriver: Any = import_module("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in (*QUIET, f"--user-data-dir={folder}", *arguments):
        options.add_argument(argument)
    options.add_experimental_option("prefs", preferences or {})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))


def check_access(driver: Any, axe: str) -> None:
    """Check that a user who cannot see, or has no mouse, can use the page."""
    driver.execute_script(axe)
    found = driver.execute_async_script(
        "const done = arguments[0]; axe.run().then((each) => done(each.violations))"
    )
    problems = [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]
    assert not problems, problems


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("profile")
    log = folder / "net.json"
    driver = chromium(folder, "--force-prefers-reduced-motion", f"--log-net-log={log}")
    driver.set_script_timeout(SLOWEST)
    yield driver
    driver.quit()
    asked = requests(log)
    assert any(target.endswith("pyodide.asm.wasm.gz") for target in asked)
    assert {urlsplit(target).hostname for target in asked} == {"localhost"}


def requests(log: Path) -> set[str]:
    """Return the requests of the page and its worker; the log also contains the browser's own requests."""
    events = json.loads(log.read_text(encoding="utf-8"))["events"]
    facts = (event.get("params") or {} for event in events)
    return {each["url"] for each in facts if "url" in each and "//localhost:" in each.get("initiator", "")}


class Page:
    """The page as a user works with it."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser = browser
        self.address = address
        self.origin = address.removesuffix("/try-it/index.html")
        self.kept: dict[str, str] = {}

    def keep(self, values: dict[str, str]) -> None:
        """Leave these values of an earlier visit for the page to find when it opens."""
        self.kept = values

    def forget(self) -> None:
        """Delete the values of earlier visits, except for files."""
        facts = {"origin": self.origin, "storageTypes": "local_storage"}
        self.browser.execute_cdp_cmd("Storage.clearDataForOrigin", facts)

    def open(self, wide: int = 1200, high: int = 1000, dark: bool = False, **facts: str) -> None:
        """Load the page with these facts in its address."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.size(wide, high)
        self.browser.get("about:blank")
        self.forget()
        before = json.dumps(self.kept)
        source = f"try {{ Object.assign(localStorage, {{...{before}, ...localStorage}}) }} catch {{}}"
        added = self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
        address = self.address
        if facts.pop("page", "play") == "check":
            address = address.replace("index.html", "check.html")
        fragment = "&".join(f"{name}={quote(value)}" for name, value in facts.items())
        self.browser.get(f"{address}#{fragment}")
        self.settle("'shown' in document.body.dataset")
        self.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    def size(self, wide: int, high: int) -> None:
        """Show the page on a screen of this size."""
        size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def touch(self, *, enabled: bool = True) -> None:
        """Use the page with fingers, or else with a mouse."""
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": enabled})

    def settle(self, condition: str = "true") -> None:
        """Wait until every question is answered."""
        script = f"""
            const done = arguments[arguments.length - 1];
            const waits = () => ['asking', 'busy', 'turning'].some((each) => each in document.body.dataset);
            const look = () => ({condition}) && !waits() ? done(true) : setTimeout(look, 20);
            look();
        """
        assert self.browser.execute_async_script(script)

    def run(self, script: str, *values: object) -> Any:
        """Return the value of a script."""
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
        self.run(script, selector, value)
        self.settle()

    def type(self, words: str) -> None:
        """Type cards."""
        field = self.browser.find_element("css selector", "#typed")
        field.send_keys(words + "\n")
        self.settle()

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return str(self.browser.find_element("css selector", selector).text)

    def count(self, selector: str) -> int:
        """Return the number of such elements."""
        return len(self.browser.find_elements("css selector", selector))

    def check(self, axe: str) -> None:
        """Check that a user who cannot see, or has no mouse, can use the page."""
        check_access(self.browser, axe)

    def shot(self, name: str) -> None:
        """Keep a picture of the whole page, if pictures are requested."""
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
    problems = [entry["message"] for entry in browser.get_log("browser") if entry["level"] != "INFO"]
    assert not problems, problems
