"""A player who plays as the hints suggest, in a browser of any kind."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.project.browser.pages import SHOTS, SLOWEST, check_access

PATIENCE = 60.0


def until(condition: Any) -> Any:
    """Wait for something and return it."""
    end = monotonic() + PATIENCE
    while not (found := condition()):
        assert monotonic() < end
        sleep(0.05)
    return found


class Friend:
    """A person with a browser who plays as the hints suggest."""

    def __init__(self, driver: Any, address: str) -> None:
        self.driver = driver
        driver.set_script_timeout(SLOWEST)
        driver.set_window_size(1200, 900)
        driver.get(address)

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

    def press(self, selector: str) -> None:
        """Press a button."""
        self.run("document.querySelector(arguments[0]).click()", selector)

    def choose(self, list_: str, value: str) -> None:
        """Choose from a list of the settings."""
        script = "const e = document.getElementById(arguments[0]); e.value = arguments[1]; e.onchange({ target: e })"
        self.run(script, list_, value)

    def in_arabic_and_dark(self) -> None:
        """Read from right to left, in dark colours."""
        self.choose("set-theme", "dark")
        self.choose("set-lang", "ar")
        until(lambda: self.run("return document.dir === 'rtl' && !('turning' in document.body.dataset)"))

    def shot(self, name: str) -> None:
        """Keep a picture, if pictures are requested."""
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(f"{SHOTS}/{name}.png")

    def text(self, selector: str) -> str:
        """Return the text of an element; "" if there is none."""
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def check(self, axe: str) -> None:
        """Check that a user who cannot see, or has no mouse, can use the page."""
        check_access(self.driver, axe)

    @property
    def over(self) -> bool:
        """Whether the panel at the end of the round is visible."""
        return bool(self.run("return !document.getElementById('result').hidden"))

    def play_round(self) -> None:
        """Play until the round is over."""
        end = monotonic() + 4 * PATIENCE
        while not self.over:
            assert monotonic() < end
            self.play()
