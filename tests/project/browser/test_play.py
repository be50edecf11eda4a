"""Matches against bots on the page to try rami, by keyboard alone and by touch alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from tests.project.browser.pages import Page, served
from tests.support.presets import SLUGS

from rami import LayDown
from rami.bots import GreedyBot
from rami.cards.moves import Move
from rami.sessions.session import Session

TABLE = import_module("docs._try_it.table")
MOST_KEYS = 200


class Player:
    """A user of the page who plays as a bot would."""

    def __init__(self, page: Page, **facts: Any) -> None:
        self.page = page
        page.open(page="play", **facts)
        page.settle()

    def session(self) -> Session:
        """The session that the page keeps."""
        kept = json.loads(self.page.run("return localStorage.getItem('rami: match')"))
        return Session.from_rows(kept["rows"])

    def round(self, press: Callable[[str], None]) -> int:
        """Play until the round is over; returns how many moves that took."""
        moves = 0
        while not (session := self.session()).match.round.over:
            assert session.waiting_for == (0,)
            move = GreedyBot().choose(session.match.view(0))
            self.make(move, press)
            after = self.session()
            assert after.match.log[-1][len(session.match.log[-1])].move == move
            moves += 1
        return moves

    def make(self, move: Move, press: Callable[[str], None]) -> None:
        """Choose the cards of a move, then the move."""
        self.page.settle()
        for place in self._places(move):
            press(f"[data-key='{place}']")
        press(f"#offered [data-move='{move}']")

    def _places(self, move: Move) -> list[str]:
        keys = [f"hand {card} {at}" for card, count in TABLE.spent(move).items() for at in range(count)]
        for source in move.sources if isinstance(move, LayDown) else ():
            script = (
                "const cards = document.querySelectorAll(`[data-meld='${arguments[0]}'] .card`);"
                "return [...cards].map((each) => each.dataset.key)"
            )
            found = self.page.run(script, source.meld)
            keys.append(next(key for key in found if key.endswith(f" {source.card}")))
        return keys

    def press_key(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        chain = import_module("selenium.webdriver").ActionChains(self.page.browser)
        chain.send_keys(*keys).perform()

    def at(self, selector: str) -> bool:
        """Whether the focus is on such an element."""
        return bool(self.page.run("return document.activeElement.matches(arguments[0])", selector))

    def with_keys(self, selector: str) -> None:
        """Go to an element with the keyboard alone, and press it."""
        keys: Any = import_module("selenium.webdriver.common.keys").Keys
        self.page.settle()
        for _ in range(MOST_KEYS):
            if self.at(selector):
                break
            inside = self.page.run(
                "const group = document.activeElement.closest('#cards, .meld');"
                "return Boolean(group?.querySelector(arguments[0]))",
                selector,
            )
            if inside:
                self.press_key(keys.HOME)
                while not self.at(selector):
                    before = self.page.run("return document.activeElement.dataset.key")
                    self.press_key(keys.ARROW_RIGHT)
                    assert self.page.run("return document.activeElement.dataset.key") != before
                break
            self.press_key(keys.TAB)
        else:
            raise AssertionError(f"the keyboard does not reach {selector}")
        self.press_key(keys.ENTER)
        self.page.settle()

    def with_finger(self, selector: str) -> None:
        """Touch an element, once it has been scrolled to."""
        self.page.settle()
        script = (
            "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center'});"
            "const r = e.getBoundingClientRect(); return [r.x + Math.min(10, r.width / 2), r.y + r.height / 2]"
        )
        x, y = self.page.run(script, selector)
        point = {"x": x, "y": y}
        touch = "Input.dispatchTouchEvent"
        self.page.browser.execute_cdp_cmd(touch, {"type": "touchStart", "touchPoints": [point]})
        self.page.browser.execute_cdp_cmd(touch, {"type": "touchEnd", "touchPoints": []})
        self.page.browser.execute_async_script("setTimeout(arguments[0], 30)")
        self.page.settle()


@pytest.mark.parametrize("touched", [False, True], ids=["by keyboard", "by touch"])
def test_a_match_of_gin(page: Page, touched: bool) -> None:
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touched})
    player = Player(page, game="gin", seed="7", lang="en")
    use = player.with_finger if touched else player.with_keys
    rounds = 0
    while True:
        player.round(use)
        rounds += 1
        page.shot(f"gin {'touched ' * touched}{rounds}")
        if player.session().over:
            break
        assert "the round" in page.text("#state").lower()
        use("#offered button.main")
    assert rounds > 1
    assert "won by" in page.text("#state")
    assert page.count("#seats .card") > 0


def test_a_round_of_classic_rami_with_the_keyboard(page: Page) -> None:
    player = Player(page, game="classic-51", seed="7", players="3", lang="fr")
    assert player.round(player.with_keys) > 5
    page.shot("classic")
    assert "a terminé" in page.text("#log") or "gagne" in page.text("#log")


@pytest.mark.parametrize(
    ("game", "lang"), [("gin", "fr"), ("classic-51", "fr"), ("rummy-500", "fr"), ("lebanese-14", "ar")]
)
def test_a_round_with_a_finger(page: Page, game: str, lang: str, axe: str) -> None:
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    player = Player(page, game=game, seed="5", lang=lang)
    page.size(375, 800)
    assert player.round(player.with_finger) > 3
    wide = page.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], "the page is wider than the phone"
    page.check(axe)
    page.shot(f"finger {game}")


def test_refusals_hints_and_undoing(page: Page, axe: str) -> None:
    player = Player(page, game="gin", seed="7", lang="en")
    player.with_finger("[data-key='stock']")
    assert "upcard" in page.text("#refused") or "phase" in page.text("#refused")
    before = player.session().match
    player.with_finger("#hint")
    assert page.text("#hinted")
    page.shot("hint")
    page.check(axe)
    player.with_finger("#hinted button")
    assert player.session().match != before
    player.with_finger("#undo")
    again = player.session().match
    assert (again.round, len(again.log)) == (before.round, len(before.log))
    page.choose("#order", "melds")
    page.choose("#lang", "fr")
    assert "doit" in page.text("#state") or "peut" in page.text("#state")
    page.shot("french table")


def test_every_game_can_be_begun(page: Page, axe: str) -> None:
    page.open(page="play", lang="en", dark=True)
    for slug in SLUGS:
        page.choose("#variant", slug)
        assert page.count("#cards .card") >= 3
        assert f"game={slug}" in page.run("return location.hash")
        page.check(axe)
        page.shot(f"begin {slug}")


def test_a_second_visit_needs_no_network(browser: Any) -> None:
    with served() as address:
        page = Page(browser, address)
        page.open(page="play", game="classic-51", seed="7", lang="en")
        page.settle()
        assert page.run("return Boolean(navigator.serviceWorker.controller)")
        hand = page.run("return [...document.querySelectorAll('#cards .card')].map((e) => e.dataset.card)")
    browser.get("about:blank")
    browser.get(address.removesuffix("index.html"))
    page.settle("'shown' in document.body.dataset")
    assert hand == page.run(
        "return [...document.querySelectorAll('#cards .card')].map((e) => e.dataset.card)"
    )
