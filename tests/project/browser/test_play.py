"""Matches against bots on the page, by keyboard, touch and mouse, in all games, languages and sizes."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from tests.project.browser.pages import Page, served
from tests.support.limits import at_the_limit
from tests.support.presets import SLUGS

from rami import Card, LayDown, variants
from rami.bots import GreedyBot
from rami.cards.moves import Knock, Move, Rearrange
from rami.sessions.session import Session

CHOICES = import_module("docs._try_it.choices")
FACE = import_module("docs._try_it.words").face
MOST_KEYS = 200
PHONE: dict[str, Any] = {"wide": 360, "high": 740}
# A press in the overlap of two cards must hit the left one.
EDGE = 8


class Player:
    """A user of the page who plays as a bot would."""

    def __init__(
        self,
        page: Page,
        wide: int = 1280,
        high: int = 800,
        dark: bool = False,
        kept: Session | None = None,
        **facts: Any,
    ) -> None:
        self.page = page
        matches = {} if kept is None else {"rami: match": json.dumps(kept.rows())}
        page.keep({"rami: settings": json.dumps({"pace": 0}), **matches})
        page.open(wide, high, dark, **facts)
        page.settle()

    def session(self) -> Session:
        """Return the session that the page has saved."""
        return Session.from_rows(json.loads(self.page.run("return localStorage.getItem('rami: match')")))

    def round(self, press: Callable[[str], None]) -> int:
        """Play until the round is over; return how many moves that took."""
        moves = 0
        while not (session := self.session()).match.round.over:
            assert session.waiting_for == (0,)
            move = GreedyBot().choose(session.match.view(0))
            if isinstance(move, Knock):
                move = Knock(move.discard)
            self.make(move, press)
            made = self.session().match.log[-1][len(session.match.log[-1])].move
            assert str(made).startswith(str(move))
            moves += 1
        return moves

    def make(self, move: Move, press: Callable[[str], None]) -> None:
        """Choose the cards of a move, then the move."""
        self.page.settle()
        if isinstance(move, Rearrange):
            self.arrange(move, press)
        else:
            for place in self._places(move):
                press(f"[data-id='{place}']")
        press(f"#moves [data-move='{move}'], #piles [data-move='{move}']")

    def arrange(self, move: Rearrange, press: Callable[[str], None]) -> None:
        """Put the groups of a table together, one by one, from other groups and the hand."""
        groups = self.groups()
        wanted = [[FACE(card) for card in meld] for meld in move.melds]
        for group in list(groups):
            faces = [face for _, face in group]
            if faces in wanted:
                wanted.remove(faces)
                groups.remove(group)
        pool = [*(card for group in groups for card in group), *self.held()]
        for faces in wanted:
            for face in faces:
                piece = next(each for each in pool if each[1] == face)
                pool.remove(piece)
                press(f"main [data-id='{piece[0]}']")
            press("#moves [data-kind='new']")

    def held(self) -> list[tuple[str, str]]:
        """Return the id and the face of each card in the hand."""
        script = "return [...document.querySelectorAll('#hand [data-id]')].map((e) => [e.dataset.id, e.dataset.face])"
        return [(key, face) for key, face in self.page.run(script)]

    def groups(self) -> list[list[tuple[str, str]]]:
        """Return the id and the face of each card, for each group on the table."""
        script = (
            "return [...document.querySelectorAll('.loose .row')].map((row) =>"
            " [...row.querySelectorAll('[data-id]')].map((e) => [e.dataset.id, e.dataset.face]))"
        )
        return [[(key, face) for key, face in group] for group in self.page.run(script)]

    def _places(self, move: Move) -> list[str]:
        held = self.held()
        chosen: list[str] = []
        for card in CHOICES.spent(move).elements():
            chosen.append(next(key for key, face in held if face == FACE(Card(card)) and key not in chosen))
        for source in move.sources if isinstance(move, LayDown) else ():
            script = (
                "const cards = document.querySelectorAll(`[data-meld='${arguments[0]}'] [data-id]`);"
                "return [...cards].map((e) => [e.dataset.id, e.dataset.face])"
            )
            laid: list[tuple[str, str]] = self.page.run(script, source.meld)
            chosen.append(next(key for key, face in laid if face == FACE(source.card) and key not in chosen))
        return chosen

    def press_key(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        chain = import_module("selenium.webdriver").ActionChains(self.page.browser)
        chain.send_keys(*keys).perform()
        self.page.settle()

    def at(self, selector: str) -> bool:
        """Return whether the focus is on such an element."""
        return bool(self.page.run("return document.activeElement.matches(arguments[0])", selector))

    def with_keys(self, selector: str) -> None:
        """Reach an element with the keyboard alone, and press it."""
        keys: Any = import_module("selenium.webdriver.common.keys").Keys
        self.page.settle()
        for _ in range(MOST_KEYS):
            if self.at(selector):
                break
            inside = self.page.run(
                "const group = document.activeElement.closest('#hand, #melds');"
                "return Boolean(group?.querySelector(arguments[0])?.matches('.card'))",
                selector,
            )
            if inside:
                self.press_key(keys.HOME)
                while not self.at(selector):
                    before = self.page.run("return document.activeElement.dataset.id")
                    self.press_key(keys.ARROW_RIGHT)
                    assert self.page.run("return document.activeElement.dataset.id") != before
                break
            self.press_key(keys.TAB)
        else:
            raise AssertionError(f"the keyboard does not reach {selector}")
        # Enter would play the chosen card, but the space bar only picks it.
        self.press_key(keys.SPACE)

    def with_finger(self, selector: str) -> None:
        """Touch an element near its left edge."""
        self.page.settle()
        x, y = self._point(selector)
        point = {"x": x, "y": y}
        touch = "Input.dispatchTouchEvent"
        self.page.browser.execute_cdp_cmd(touch, {"type": "touchStart", "touchPoints": [point]})
        self.page.browser.execute_cdp_cmd(touch, {"type": "touchEnd", "touchPoints": []})
        self.page.browser.execute_async_script("setTimeout(arguments[0], 30)")
        self.page.settle()

    def drag(self, start: str, goal: str) -> None:
        """Drag an element to another with the mouse."""
        x, y = self._point(start)
        to_x, to_y = self._point(goal)
        self._mouse("mousePressed", x, y)
        for step in range(1, 7):
            self._mouse("mouseMoved", x + (to_x - x) * step / 6, y + (to_y - y) * step / 6)
        self._mouse("mouseReleased", to_x, to_y)
        self.page.browser.execute_async_script("setTimeout(arguments[0], 60)")
        self.page.settle()

    def drag_with_finger(self, start: str, goal: str) -> None:
        """Drag an element to another with a finger."""
        x, y = self._point(start)
        to_x, to_y = self._point(goal)
        touch = "Input.dispatchTouchEvent"
        for step in range(7):
            point = {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6}
            kind = "touchMove" if step else "touchStart"
            self.page.browser.execute_cdp_cmd(touch, {"type": kind, "touchPoints": [point]})
        self.page.browser.execute_cdp_cmd(touch, {"type": "touchEnd", "touchPoints": []})
        self.page.browser.execute_async_script("setTimeout(arguments[0], 60)")
        self.page.settle()

    def play_as_hinted(self) -> None:
        """Ask for a hint, and follow it."""
        self.with_finger("#hint")
        self.page.settle("document.querySelector('#why .do') !== null")
        self.with_finger("#why .do")

    def drag_together(self, move: Rearrange) -> None:
        """Drag the new groups of a table together with a finger, tile by tile, and end the turn."""
        wanted = [[FACE(card) for card in meld] for meld in move.melds]
        pool = list[tuple[str, str]]()
        for group in self.groups():
            faces = [face for _, face in group]
            if faces in wanted:
                wanted.remove(faces)
            else:
                pool += group
        pool += self.held()
        for faces in wanted:
            before: str | None = None
            for face in faces:
                piece = next(each for each in pool if each[1] == face)
                pool.remove(piece)
                self._join(f"main [data-id='{piece[0]}']", before)
                before = f".loose [data-id='{piece[0]}']"
                self.fits()
        self.with_finger("#moves [data-move]")

    def _join(self, piece: str, before: str | None) -> None:
        """Put a tile next to another, or into a new group; choose the tile if a drag would have to scroll."""
        felt = "const felt = document.getElementById('felt'), box = felt.getBoundingClientRect();"
        see = f"{felt} const e = document.querySelector(arguments[0]), y = e.getBoundingClientRect().y;"
        seen = f"{see} return Boolean(e.closest('#hand')) || (y > box.top && y + e.offsetHeight < box.bottom)"
        goal = before or "#seats"
        self.page.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", goal)
        if all(self.page.run(seen, each) for each in (piece, goal)):
            self.drag_with_finger(piece, goal)
            return
        self.with_finger(piece)
        self.with_finger(f".row:has({before}) .put" if before else "#moves [data-kind='new']")

    def bring(self, start: str, goal: str, button: str, way: str) -> None:
        """Drag a card to a place, or choose the card and the button of the place with the keyboard."""
        if way == "keyboard":
            self.with_keys(start)
            self.with_keys(button)
        else:
            (self.drag if way == "mouse" else self.drag_with_finger)(start, goal)

    def _point(self, selector: str) -> tuple[float, float]:
        script = (
            "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});"
            "const r = e.getBoundingClientRect();"
            "return [r.x + Math.min(arguments[1], r.width / 2), r.y + r.height / 2]"
        )
        x, y = self.page.run(script, selector, EDGE)
        return x, y

    def _mouse(self, kind: str, x: float, y: float) -> None:
        facts = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        self.page.browser.execute_cdp_cmd("Input.dispatchMouseEvent", facts)

    def fits(self) -> None:
        """Check that nothing scrolls by mistake, and that the hand and its buttons are visible."""
        assert self.page.run(
            "const box = (id) => document.getElementById(id).getBoundingClientRect();"
            "const root = document.documentElement;"
            "const wide = (each) => each.scrollWidth > each.clientWidth;"
            "return root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight"
            " && ![...document.querySelectorAll('#felt, #result, .sheet')].some(wide)"
            " && box('mine').bottom <= innerHeight + 1 && box('mine').right <= innerWidth + 1"
        )


def played(session: Session, done: Callable[[Session], bool]) -> Session:
    """Return the session after greedy players have played until the condition holds."""
    while not done(session):
        seat = session.waiting_for[0]
        if session.match.round.over:
            session = session.ready(seat)
        else:
            session = session.play(GreedyBot().choose(session.match.view(seat)), seat)
    return session


def nearly_won() -> Session:
    """Return a match of gin that two more rounds end."""
    session = Session.start(variants.GIN, ["you", "bruno"], 3)
    return played(session, lambda now: now.match.number == 9 and not now.match.round.over)


@pytest.mark.parametrize("touched", [False, True], ids=["by keyboard", "by touch"])
def test_the_end_of_a_match_of_gin(page: Page, touched: bool) -> None:
    page.touch(enabled=touched)
    before = nearly_won()
    player = Player(page, kept=before)
    use = player.with_finger if touched else player.with_keys
    rounds = len(before.match.scores)
    while True:
        player.round(use)
        rounds += 1
        page.shot(f"gin {'touched ' * touched}{rounds}")
        assert page.count("#result .side") == 2
        assert page.count("#result tbody tr") == rounds
        if player.session().over:
            break
        assert player.at("#next")
        use("#next")
    assert "match" in page.text("#result h2")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_round_of_every_game_with_a_finger(page: Page, slug: str, axe: str) -> None:
    page.touch()
    number = SLUGS.index(slug)
    lang = import_module("rami.locales").languages()[number % 3]
    players = str(variants.get(slug).usual_players)
    player = Player(page, **PHONE, dark=bool(number % 2), game=slug, seed="5", lang=lang, players=players)
    page.check(axe)
    page.shot(f"begin {slug}")
    player.fits()
    player.round(player.with_finger)
    player.fits()
    page.check(axe)
    page.shot(f"end {slug}")


def test_drag_key_and_tap_make_the_same_moves(page: Page) -> None:
    logs = []
    keys: Any = import_module("selenium.webdriver.common.keys").Keys
    for way in ("drag", "key", "tap"):
        page.touch(enabled=way == "tap")
        player = Player(page, game="basic-rummy", seed="3", lang="en", players="2")
        last = "#hand li:last-child button"
        if way == "drag":
            player.drag("[data-pile='draw']", "#hand ul")
            player.drag(last, "[data-drop='discards'] .stack")
        elif way == "key":
            player.press_key("d")
            page.run("document.querySelector(arguments[0]).focus()", last)
            player.press_key(keys.ENTER)
            player.press_key(keys.ENTER)
        else:
            player.with_finger("[data-pile='draw']")
            player.with_finger(last)
            player.with_finger("#moves [data-kind='discard']")
        logs.append([str(step.move) for step in player.session().match.log[-1]][:2])
    assert logs[0] == logs[1] == logs[2]
    assert len(logs[0]) == 2


def a_table_of_rummikub() -> Session:
    """Return a match in which the person has opened and seven melds are on the table."""
    session = Session.start(variants.RUMMIKUB, ["you", "bruno", "chloé", "driss"], 6)
    return played(session, lambda now: now.waiting_for == (0,) and len(now.match.round.table) >= 7)


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_tiles_are_moved_freely_and_the_table_is_judged(page: Page, axe: str, way: str) -> None:
    page.touch(enabled=way == "touch")
    before = a_table_of_rummikub()
    player = Player(page, **(PHONE if way == "touch" else {}), kept=before)
    run, row = "#hand [data-face='AS']", ".loose .row:has([data-face='2S']):has([data-face='6S'])"
    player.bring(run, f"{row} [data-face='2S']", f"{row} .put", way)
    assert page.count(f"{row} [data-face='AS']") == 1
    assert page.count("#moves [data-move]") == 1
    page.check(axe)
    # A single tile of the table is not a meld.
    player.bring("#melds [data-face='4C']", "#seats", "#moves [data-kind='new']", way)
    assert page.count(".loose .wrong") == 1
    assert page.count("#moves [data-move]") == 0
    assert "Not yet" in page.text("#why")
    page.check(axe)
    page.shot(f"arranging by {way}")
    player.press_key("u")
    assert page.count(".loose .wrong") == 0
    if way != "keyboard":
        player.bring("#melds [data-face='4C']", "#hand ul", "", way)
        assert page.text("#toast")
    player.bring("#melds [data-face='AS']", "#hand ul", "#moves [data-kind='back']", way)
    assert page.count("#moves [data-kind='draw']") == 1
    assert player.session() == before
    player.bring(run, f"{row} [data-face='2S']", f"{row} .put", way)
    page.click("#moves [data-move]")
    laid = next(step.move for step in player.session().match.log[-1][len(before.match.log[-1]) :])
    assert isinstance(laid, Rearrange)
    assert any(str(meld).startswith("A♠ 2♠") for meld in laid.melds)


def test_tiles_are_dragged_into_a_group_that_has_just_begun(page: Page) -> None:
    """The tap that ends the turn counts, although the finger was still moving when it released the last tile."""
    page.touch()
    player = Player(page, **PHONE, game="rummikub", seed="11", lang="en", players="4")
    move = GreedyBot().choose(player.session().match.view(0))
    assert isinstance(move, Rearrange)
    player.drag_together(move)
    assert player.session().match.log[-1][0].move == move


def before_the_last_round() -> Session:
    """Return a match of Rummikub between four players, of which three rounds have been played."""
    session = Session.start(variants.RUMMIKUB, ["you", "bruno", "chloé", "driss"], 11)
    return played(session, lambda now: now.match.number == 4 and now.waiting_for == (0,))


@pytest.mark.parametrize(("lang", "dark"), [("en", False), ("ar", True)])
def test_the_last_round_of_a_match_of_rummikub(page: Page, axe: str, lang: str, dark: bool) -> None:
    page.touch()
    before = before_the_last_round()
    player = Player(page, **PHONE, dark=dark, kept=before, lang=lang)
    turn = 0
    while not (session := player.session()).over:
        move, turn = GreedyBot().choose(session.match.view(0)), turn + 1
        if isinstance(move, Rearrange) and turn % 3:
            player.drag_together(move)
        elif turn % 2:
            player.make(move, player.with_finger)
        else:
            player.play_as_hinted()
        player.fits()
        page.shot(f"rummikub {lang} {turn}")
    winners = session.match.winners
    page.check(axe)
    page.shot(f"rummikub {lang} end")
    assert page.count(".scores tbody tr") == 4
    assert page.count(".scores tfoot .won") == len(winners)
    # The sheet of the match is above the hands of its last round.
    sheet, side = (
        page.run(f"return document.querySelector('{each}').getBoundingClientRect().top")
        for each in (".scores", ".side")
    )
    assert sheet < side
    page.choose("#set-lang", "en")
    names = [session.names[seat].capitalize() if seat else "You" for seat in winners]
    expected = "You win the match" if winners == (0,) else f"The match is won by {', '.join(names)}"
    assert page.text("#result-title") == expected


def test_somebody_at_the_limit_buys_back_in_or_watches(page: Page, axe: str) -> None:
    page.touch()
    kept = at_the_limit()
    total = str(kept.match.buy_in().totals[0])
    for lang, dark in (("fr", False), ("ar", True), ("en", False)):
        player = Player(page, **PHONE, dark=dark, kept=kept, lang=lang)
        assert player.at("#next")
        assert total in page.text("#next small")
        player.fits()
        page.check(axe)
        page.shot(f"limit {lang}")
    assert page.text("#prompt") == "You have reached the limit: buy back in, or leave the match"
    # The rules are those of the house.
    player.with_finger("#rules")
    page.settle("document.getElementById('sheet').open")
    assert "you may buy back in at once, but only once" in page.text("#sheet")
    page.run("document.getElementById('sheet').close()")
    player.with_finger("#next")
    assert player.session().match.totals == kept.match.buy_in().totals
    assert page.text(".scores tbody tr:last-child th") == "back in"
    assert page.text(".scores tfoot td") == total
    page.check(axe)
    page.shot("limit bought")
    player.with_finger("#next")
    page.settle("document.getElementById('result').hidden")
    assert page.count("#hand [data-id]") == 13
    player = Player(page, **PHONE, kept=kept, lang="en")
    player.with_finger("#moves button:not(#next)")
    # The other players continue when the person says so.
    assert page.text("#next") == "Next round"
    player.with_finger("#next")
    page.settle("!document.getElementById('result').hidden")
    player.fits()
    page.check(axe)
    page.shot("limit left")
    assert page.text(".scores tbody tr:last-child td") == "–"


def test_an_order_of_ones_own_survives(page: Page) -> None:
    page.touch(enabled=False)
    player = Player(page, game="gin", seed="7", lang="en")

    def order() -> list[str]:
        found: list[str] = page.run(
            "return [...document.querySelectorAll('#hand [data-id]')].map((e) => e.dataset.id)"
        )
        return found

    before = order()
    player.drag(f"[data-id='{before[0]}']", f"[data-id='{before[5]}']")
    moved = order()
    assert sorted(moved) == sorted(before)
    assert moved != before
    keys: Any = import_module("selenium.webdriver.common.keys").Keys
    page.run("document.querySelector('#hand button').focus()")
    chain = import_module("selenium.webdriver").ActionChains(page.browser)
    chain.key_down(keys.SHIFT).send_keys(keys.ARROW_RIGHT).key_up(keys.SHIFT).perform()
    shifted = order()
    assert shifted[:2] == moved[1::-1]
    assert player.at(f"[data-id='{moved[0]}']")
    player.press_key("t")
    assert order()[: len(shifted)] == shifted
    player.press_key("u")
    assert order() == shifted


def test_refusals_hints_and_undoing(page: Page, axe: str) -> None:
    page.touch()
    player = Player(page, game="gin", seed="7", lang="en")
    player.with_finger("#hand button")
    assert "Not yet" in page.text("#why")
    before = player.session().match
    player.with_finger("#hint")
    assert page.count("#why .hinted") == 1
    page.shot("hint")
    page.check(axe)
    player.with_finger("#why .do")
    assert player.session().match != before
    player.with_finger("#undo")
    again = player.session().match
    assert (again.round, len(again.log)) == (before.round, len(before.log))


def test_dropping_out_asks_first(page: Page, axe: str) -> None:
    player = Player(page, game="indian-13", seed="2", lang="en", players="3")
    while not page.count("#moves [data-kind='fold']"):
        player.press_key("d")
    before = player.session()
    page.click("#moves [data-kind='fold']")
    assert player.at("#stay")
    page.check(axe)
    keys: Any = import_module("selenium.webdriver.common.keys").Keys
    player.press_key(keys.ESCAPE)
    assert player.session() == before
    page.click("#moves [data-kind='fold']")
    page.click("#go")
    assert player.session() != before


def test_a_language_leaves_nothing_of_another(page: Page, axe: str) -> None:
    player = Player(page, game="classic-51", seed="7", lang="en", players="4")
    for lang in import_module("rami.locales").languages():
        page.choose("#set-lang", lang)
        page.settle()
        words = json.loads(
            import_module("docs._try_it.words").script().partition("WORDS = ")[2].partition(";\nexport")[0]
        )[lang]
        assert page.run("return document.documentElement.lang") == lang
        assert page.text("#rules") == words["words"]["rules"]
        assert words["games"]["classic-51"] in page.run("return document.title")
        assert words["words"]["bruno"] in page.text("#seats")
        page.click("#rules")
        page.check(axe)
        page.run("document.getElementById('sheet').close()")
        page.click("#gear")
        page.check(axe)
        page.run("document.getElementById('settings').close()")
        page.check(axe)
        page.shot(f"classic {lang}")
    assert player.session().waiting_for == (0,)


def test_a_link_carries_the_match(page: Page) -> None:
    player = Player(page, game="gin", seed="7", lang="en")
    player.press_key("t")
    script = (
        "const done = arguments[0];"
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: (text) => done(text)}, configurable: true});"
        "document.getElementById('copy').click();"
    )
    link = str(page.browser.execute_async_script(script))
    before = player.session()
    page.browser.get("about:blank")
    page.forget()
    page.browser.get(link)
    page.settle("'shown' in document.body.dataset")
    assert player.session() == before


@pytest.mark.parametrize("variant", ["gin", "no such game"])
def test_a_match_that_cannot_be_read_gives_way_to_a_new_one(page: Page, variant: str) -> None:
    rows = [{"variant": {"slug": variant}, "names": ["you", "bruno"], "seed": "7", "written": "long ago"}]
    page.keep({"rami: match": json.dumps(rows)})
    page.open(lang="en")
    page.settle("document.querySelectorAll('#hand [data-id]').length >= 10")


def test_a_second_visit_needs_no_network(browser: Any) -> None:
    hand = "return [...document.querySelectorAll('#hand [data-id]')].map((e) => e.dataset.face)"
    with served() as address:
        page = Page(browser, address)
        page.open(game="classic-51", seed="7", lang="en")
        page.settle()
        assert page.run("return Boolean(navigator.serviceWorker.controller)")
        seen = page.run(hand)
    browser.get("about:blank")
    browser.get(address.removesuffix("index.html"))
    page.settle("'shown' in document.body.dataset")
    assert seen == page.run(hand)
