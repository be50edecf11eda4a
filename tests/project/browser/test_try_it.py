"""The page for trying rami checks melds and moves, in headless Chromium."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from tests.project.browser.pages import Page
from tests.support.presets import SLUGS


def test_cards_are_picked_and_judged(page: Page) -> None:
    page.open(page="check", lang="en")
    page.shot("start")
    assert page.count("#picker .card") == 53
    assert page.count("#hand .card") == 10
    for at in (6, 7, 8):
        page.click("#hand .card", at)
    assert "These cards form 2 melds" in page.text("#verdict")
    page.shot("picked")
    page.click("#verdict button.main", 1)
    assert page.count("#proposed svg") == 1
    assert "You cannot open with this." in page.text("#opening")
    assert "of the 51 points needed" in page.text("#opening")
    assert "[R51-OPEN-01]" in page.text("#opening")
    page.click("#openings button")
    assert "You can open with this: 68 points." in page.text("#opening")
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
    assert "This is not a meld." in page.text("#verdict")
    page.click("#remove")
    assert page.count("#hand .card") == 0
    page.type("7s 8s 9h 10h 1x")
    assert page.count("#hand .card") == 4
    assert "Not understood: 1x" in page.text("#status")
    page.click("#deal")
    assert page.count("#hand .card") == 14


def test_it_speaks_french(page: Page) -> None:
    page.open(page="check", lang="fr", cards="5c 6c Qc *")
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
    assert "the cards of a run must follow one another without a gap: 5♣ 6♣ Q♣" in page.text("#verdict")
    assert page.run("return document.documentElement.lang") == "en"


def test_every_game_answers(page: Page) -> None:
    page.open(page="check", lang="en", cards="5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d")
    games = page.run("return [...document.querySelector('#variant').options].map(e => e.value)")
    assert tuple(games) == SLUGS
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
    page.open(wide=375, high=844, dark=True, page="check", lang="fr")
    page.click("#hand .card", 6)
    wide = page.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], "the page is wider than the phone"
    small = page.run(
        "return [...document.querySelectorAll('button, select, input')].filter(e => e.offsetParent)"
        ".map(e => e.getBoundingClientRect()).filter(r => Math.min(r.width, r.height) < 18).length"
    )
    assert small == 0
    page.shot("phone-dark")
    page.open(wide=375, high=844, page="check", lang="en")
    page.shot("phone")
    page.open(dark=True, page="check", lang="en")
    page.shot("dark")


def test_the_keyboard_is_enough(page: Page) -> None:
    page.open(page="check", lang="en", cards="7s")
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


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_is_in_the_way(page: Page, axe: str, dark: bool) -> None:
    for wide in (1200, 375):
        page.open(wide=wide, dark=dark, page="check", lang="fr")
        page.click("#hand .card", 0)
        page.check(axe)
