"""A whole match on the page of `examples/server`, in two headless Chromium browsers that drag the cards."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.project.browser.friend import until
from tests.project.browser.pages import SHOTS, chromium
from tests.project.test_server_example import server

from rami import Card, Discard, DrawStock, Knock, LayDown, LayOff, PlayerView, SwapWild, TakeDiscard
from rami.bots import GreedyBot
from rami.cards.moves import Move
from rami.ext import json
from rami.sessions.session import Session

GAME = os.environ.get("RAMI_GAME", "classic-51")


class Place:
    """A server in a thread, and the database that it writes."""

    def __init__(self, path: Path) -> None:
        self.tables = server.Server(f"sqlite:///{path}")
        self.table = self.tables.open(GAME, 2)
        server.PAGE = path.with_name(
            "no such folder"
        )  # The server then uses page.html, whatever has been built.
        uvicorn = import_module("uvicorn")
        config = uvicorn.Config(server.make_app(f"sqlite:///{path}"), port=0, log_level="warning")
        self.server = uvicorn.Server(config)
        threading.Thread(target=self.server.run, daemon=True).start()
        until(lambda: self.server.started)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def session(self) -> Session:
        """Return the saved session."""
        found = server.Table(self.tables, self.table)
        found.load()
        session: Session = found.session
        return session


def card(face: Card, within: str = "#hand") -> str:
    """Return the selector of a card that is not picked yet."""
    return f"{within} .card[data-card='{face}']:not(.picked)"


class Player:
    """A player with a browser."""

    def __init__(self, place: Place, seat: int, folder: Path, lang: str) -> None:
        size, preferences = "--window-size=1100,1000", {"intl.accept_languages": lang}
        self.browser = chromium(folder, f"--lang={lang}", size, preferences=preferences)
        self._chains = import_module("selenium.webdriver").ActionChains
        self.seat = seat
        # A friend opens the link and sits down.
        self.browser.get(f"http://localhost:{place.port}/t/{place.table}")
        until(lambda: self.run("return Boolean(document.querySelector('#choose input'))"))
        self.find("#choose input").send_keys(("Ana", "Bruno")[seat])
        self.find("#choose button").click()
        until(lambda: self.run("return state && state.names && state.names[arguments[0]] !== null", seat))

    def run(self, script: str, *values: object) -> Any:
        """Return the value of a script."""
        return self.browser.execute_script(script, *values)

    def state(self, mark: int) -> dict[str, Any]:
        """Return the state that the page has received, once it reaches the mark."""
        until(lambda: self.run("return state?.type === 'table' ? state.view.mark : -1") == mark)
        state: dict[str, Any] = self.run("return state")
        return state

    def find(self, selector: str) -> Any:
        """Return an element."""
        return self.browser.find_element("css selector", selector)

    def drag(self, card: str, to: str, x: int | None = None, y: int | None = None) -> None:
        """Press on a card, move to the middle of a place or to one of its points, and release.

        If the page redraws itself in the meantime, the card is found and dragged again.

        The page may draw itself again in the meantime; then the card is looked for once more.
        """
        target = self.find(to)
        chain = self._chains(self.browser, duration=20).click_and_hold(self.find(card)).move_by_offset(9, 9)
        if x is None or y is None:
            chain.move_to_element(target)
        else:
            size = target.size
            chain.move_to_element_with_offset(target, x - size["width"] // 2, y - size["height"] // 2)
        try:
            chain.release().perform()
        except import_module("selenium.common").StaleElementReferenceException:
            self._chains(self.browser).release().perform()
            self.drag(card, to, x, y)

    def make(self, move: Move) -> None:
        """Make a move with the mouse."""
        match move:
            case DrawStock():
                self.drag("[data-from='draw']", "#hand")
            case TakeDiscard():
                self.drag("[data-from='take']", "#hand")
            case Discard():
                self.drag(card(move.card), "[data-to='discards']")
            case LayOff() | SwapWild():
                self.drag(card(move.card), f".meld[data-to='{move.meld}']")
            case LayDown():
                cards = [each for meld in move.melds for each in meld]
                for source in move.sources:
                    self.find(card(source.card, f".meld[data-to='{source.meld}']")).click()
                    cards.remove(source.card)
                for each in cards[1:]:
                    self.find(card(each)).click()
                self.drag(card(cards[0]), "#table", 5, self.find("#table").size["height"] - 4)
            case _:
                offered = self.run("return state.moves")
                self.press(next(each["says"] for each in offered if each["text"] == str(move)))

    def press(self, says: str) -> None:
        """Press a button in a single step, because the page may redraw itself at any time."""
        find = "[...document.querySelectorAll('#buttons button')].find((each) => each.textContent == arguments[0])"
        until(lambda: self.run(f"return Boolean({find})", says))
        self.run(f"{find}.click()", says)

    def offered(self) -> list[Any]:
        """Return the moves that the page offers if a drag is ambiguous."""
        found: list[Any] = self.browser.find_elements("css selector", "#choose button")
        return found

    def wait_for_refusal(self) -> None:
        """Wait until the page gives the reason for a refusal."""
        until(lambda: self.find("#refused").text)

    def shot(self, name: str) -> None:
        """Keep a picture, if pictures are requested."""
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(f"{SHOTS}/{name}.png")


@pytest.fixture
def players(tmp_path: Path) -> Iterator[tuple[Place, list[Player]]]:
    place = Place(tmp_path / "tables.db")
    langs = ("en", "fr")
    made = [Player(place, seat, tmp_path / f"profile {seat}", lang) for seat, lang in enumerate(langs)]
    yield place, made
    for player in made:
        player.browser.quit()
    place.server.should_exit = True


def check_page(player: Player, state: dict[str, Any], session: Session) -> None:
    """Check that the page shows the cards of its own hand, and of no other."""
    round_, seat = session.match.round, player.seat
    assert state["view"]["hand"] == str(round_.hands[seat])
    shown = player.run(
        "return [...document.querySelectorAll('#hand .card')].map((each) => each.dataset.card)"
    )
    assert sorted(shown) == sorted(str(card) for card in round_.hands[seat])
    if not round_.over and round_.knock is None:
        assert set(state["view"]["hands"][1 - seat].split()) <= {"?"}
    melds = player.run(
        "return [...document.querySelectorAll('.meld')].map((row) =>"
        " [...row.querySelectorAll('.card')].map((each) => each.dataset.card).join(' '))"
    )
    assert melds == [str(laid.meld) for laid in round_.table]


def test_two_browsers_play_a_match(players: tuple[Place, list[Player]]) -> None:
    place, both = players
    session, moves = place.session(), 0

    def moved() -> bool:
        return place.session().match.mark != session.match.mark

    while not session.over:
        states = [player.state(session.match.mark) for player in both]
        for player, state in zip(both, states, strict=True):
            check_page(player, state, session)
        if session.match.round.over:
            for player, ready in zip(both, ("Next round", "Manche suivante"), strict=True):
                player.press(ready)
            until(moved)
            session = place.session()
            continue
        seat = session.match.player
        if moves % 15 == 3:
            other = both[1 - seat]
            other.drag("#hand .card", "[data-to='discards']")
            other.wait_for_refusal()
            other.shot("refused")
        document = {"rami": 1, "type": "PlayerView", "value": states[seat]["view"]}
        view: PlayerView = json.from_data(document, PlayerView)
        move = GreedyBot().choose(view)
        actor = both[seat]
        actor.make(move)
        while not moved():
            for offered in actor.offered()[:1]:
                offered.click()
                until(moved)
        session = place.session()
        moves += 1
        if isinstance(move, (LayDown, Knock)):
            for player in both:
                player.state(session.match.mark)
                player.shot(f"{len(session.match.log)} {moves:03} {player.seat}")
    for player in both:
        player.state(session.match.mark)
        player.shot(f"end {player.seat}")
        winners = [session.names[seat] for seat in session.match.winners]
        assert player.find("#status").text.endswith(", ".join(winners))
    assert moves > 10
