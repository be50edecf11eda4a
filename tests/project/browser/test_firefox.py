"""The page in Firefox: it loads, a player finishes a round, and the page is accessible."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from tests.project.browser.friend import Friend, until


@pytest.fixture
def player(address: str) -> Iterator[Friend]:
    webdriver: Any = import_module("selenium.webdriver")
    options = webdriver.FirefoxOptions()
    options.binary_location = shutil.which("firefox-esr") or shutil.which("firefox") or ""
    options.add_argument("-headless")
    options.set_preference("ui.prefersReducedMotion", 1)
    driver = webdriver.Firefox(options, webdriver.FirefoxService(shutil.which("geckodriver")))
    yield Friend(driver, f"{address}#game=gin&seed=7&lang=en")
    driver.quit()


def test_a_round_of_gin(player: Friend, axe: str) -> None:
    until(lambda: player.run("return document.querySelectorAll('#hand [data-id]').length") == 10)
    player.run("const e = document.getElementById('set-pace'); e.value = 0; e.onchange({ target: e })")
    player.check(axe)
    player.play_round()
    assert player.text("#result-title")
    player.check(axe)
