"""The Python functions and the texts of the browser page; `tests/project/browser` tests the page itself."""

from __future__ import annotations

import json
import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.support.limits import at_the_limit
from tests.support.presets import SLUGS

from rami import Card, Knock, LayDown, variants
from rami.bots import GreedyBot
from rami.cards.moves import Rearrange
from rami.locales import languages
from rami.sessions.agreements import Motion

pytestmark = pytest.mark.slow(every=2)

FOLDER = Path(__file__).parents[3] / "docs" / "_try_it"
DESK = import_module("docs._try_it.desk")
CHOICES = import_module("docs._try_it.choices")
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.is_file()}


def ask(question: str, **facts: object) -> Any:
    return json.loads(DESK.answer(question, json.dumps(facts)))


def look(hand: str, picked: str = "", **facts: object) -> Any:
    usual = {"slug": "classic-51", "lang": "en", "four_colours": False, "proposed": [], "contract": None}
    return ask("look", **{**usual, "hand": hand.split(), "picked": picked.split(), **facts})


def test_every_variant_is_offered() -> None:
    found = {each["slug"]: each for each in ask("start", lang="en")}
    assert tuple(found) == SLUGS
    assert sum(found["gin"]["copies"].values()) == 52
    assert sum(found["classic-51"]["copies"].values()) == 108
    assert (found["gin"]["knocks"], found["classic-51"]["knocks"]) == (True, False)
    assert found["frustration"]["contracts"] == 14
    for slug in found:
        contract = 1 if found[slug]["contracts"] else None
        hand = " ".join(ask("deal", slug=slug, seed=5))
        assert look(hand, hand[:8], slug=slug, contract=contract)["best"]["svg"].startswith("<svg")


def test_cards_to_pick_from() -> None:
    found = ask("cards", slug="gin", lang="fr", four_colours=True)
    assert len(found) == 54
    assert found[0]["name"] == "as de trèfle"
    assert len({each["svg"] for each in found}) == 54


def test_melds_and_reasons() -> None:
    twice = look("2♠ 3♠ * K♥", "2♠ 3♠ *")
    assert [each["points"] for each in twice["readings"]] == [6, 9]
    against = look("5♣ 6♣ Q♣", "5♣ 6♣ Q♣", lang="fr")["against"]
    assert against == [{"text": "ces cartes ne se suivent pas\u00a0: 5♣ 6♣ D♣", "rule": "R51-RUN-01"}]


def test_an_opening_is_proposed_and_judged() -> None:
    found = look("7♠ 8♠ 9♠ A♦ A♣ A♥ K♥")
    assert [each["points"] for each in found["openings"]] == [57]
    melds = found["openings"][0]["melds"]
    judged = look("K♥", proposed=melds)
    assert judged["opening"]["ok"]
    assert judged["best"]["points"] == 57
    assert [each["points"] for each in judged["proposed"]] == [24, 33]
    refused = look("K♥ A♦ A♣ A♥", proposed=melds[:1])
    assert refused["opening"]["against"][0]["rule"] == "R51-OPEN-01"


def test_a_knock_and_a_contract() -> None:
    gin = look("5s 5h 6s 5d 3s 6d 6c 6h 4h 7h 3d", slug="gin")
    assert gin["knock"] == [{"card": "7♥", "name": "seven of hearts", "deadwood": 10}]
    assert gin["best"]["deadwood"] == 16
    found = look("5s 5h 5d 3s 3d 3h 6d 6c 6h", slug="frustration", contract=1, lang="fr")
    assert found["contract"] == "brelan + brelan + brelan"
    assert found["count"] == 1
    assert look("5s " * 3 + "5h 5d " * 10)["best"] is None


class Person:
    """A person at the page, who gets frames and asks about them."""

    def __init__(self, slug: str, players: int, seed: int, lang: str = "en", bots: str = "solid") -> None:
        self.lang = lang
        names = ["you", "bruno", "chloé", "driss"][:players]
        self.take(ask("begin", slug=slug, names=names, seed=seed, bots=bots))

    def take(self, frame: Any) -> None:
        self.frame = json.loads(json.dumps(frame))
        self.shown = ask("see", frame=self.frame, lang=self.lang, played=[])

    def act(self, kind: str, move: str = "") -> None:
        frame = ask("step", kind=kind, move=move)
        assert "against" not in frame, frame
        self.take(frame)

    def wait(self) -> None:
        while self.frame["bot"]:
            self.act("bot")


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_is_offered_for_its_cards(slug: str) -> None:
    """A person at the page can do whatever a bot in the same seat would, until a round is over."""
    person = Person(slug, variants.get(slug).equipment.players[0], seed=11)
    for _ in range(60):
        person.wait()
        if person.shown["result"]:
            assert person.shown["ready"] or person.shown["over"]
            return
        move = GreedyBot().choose(DESK.sight.view)
        hand = list(CHOICES.spent(move).elements())
        if hand:
            sources = move.sources if isinstance(move, LayDown) else ()
            melds = [(source.meld, str(source.card)) for source in sources]
            offered = ask("meant", hand=hand, melds=melds)["offered"]
        else:
            offered = person.shown["standing"]
        if isinstance(move, Knock):
            move = Knock(move.discard)
        assert str(move) in [each["move"] for each in offered]
        assert ask("hint")["says"]
        person.act("play", str(move))


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("slug", ["gin", "classic-51", "okey-101"])
def test_a_screen_has_every_card_once(slug: str, lang: str) -> None:
    """The pieces of a screen are the cards of the position, and each has an id of its own."""
    person = Person(slug, variants.get(slug).usual_players, seed=3, lang=lang)
    for _ in range(30):
        person.wait()
        shown, view = person.shown, DESK.sight.view
        if shown["result"]:
            break
        pieces = [*shown["hand"]["cards"], *shown["discards"]]
        pieces += [each for meld in shown["melds"] for each in meld["cards"]]
        assert len({each["id"] for each in pieces}) == len(pieces)
        assert sorted(each["card"] for each in shown["hand"]["cards"]) == sorted(map(str, view.hand))
        hand = shown["hand"]
        by_melds = [*(each for meld in hand["melds"] for each in meld), *hand["left"]]
        ids = sorted(each["id"] for each in shown["hand"]["cards"])
        assert [sorted(order) for order in (hand["suit"], hand["rank"], by_melds)] == [ids] * 3
        person.act("play", ask("hint")["move"])


def test_a_knock_is_offered_with_its_count_before_a_card_is_chosen() -> None:
    person = Person("gin", 2, seed=7)
    while not (knocks := [each for each in person.shown["standing"] if each["kind"] == "knock"]):
        person.act("play", ask("hint")["move"])
        person.wait()
    view = DESK.sight.view
    least = min(view.variant.knock_discards(view.hand).values())
    assert knocks[0]["count"] == person.shown["deadwood"]["count"] == least
    person.act("play", knocks[0]["move"])
    sides = {side["seat"]: side for side in person.shown["result"]["sides"]}
    for side in sides.values():
        assert all(view.variant.meld([card["card"] for card in meld]) for meld in side["melds"])
    (row,) = person.shown["result"]["sheet"]["rows"]
    assert row["points"] == [sides[0]["points"], sides[1]["points"]]


def test_dropping_out_names_its_price() -> None:
    person = Person("indian-13", 3, seed=2)
    person.wait()
    fold = next(each for each in person.shown["standing"] if each["kind"] == "fold")
    assert "20 points" in fold["ask"]


def test_an_opening_has_a_meter() -> None:
    person = Person("classic-51", 2, seed=1)
    person.wait()
    while person.shown["phase"] != "play":
        card = person.shown["hand"]["cards"][0]["card"]
        person.act("play", "draw" if person.shown["phase"] == "draw" else f"discard {card}")
        person.wait()
    hand = DESK.sight.view.hand
    melds = DESK.sight.view.variant.best_melds(hand, "cards").melds
    if melds:
        meter = ask("meant", hand=[str(card) for card in melds[0]], melds=[])["meter"]
        assert meter == [DESK.sight.view.variant.points(melds[0]), 51]


def test_a_match_is_undone_refused_and_resumed() -> None:
    person = Person("gin", 2, seed=7)
    begun, rows = person.shown, person.frame["rows"]
    assert (begun["mine"], begun["undo"]) == (True, False)
    refused = ask("step", kind="play", move="discard 5♣")["against"]
    assert refused[0]["text"]
    cannot = ask("meant", hand=["5♣"], melds=[])
    assert not cannot["offered"]
    assert cannot["against"]
    person.act("play", "pass")
    rows += person.frame["rows"]
    person.act("bot")
    rows += person.frame["rows"]
    assert person.shown["undo"]
    person.act("undo")
    rows += person.frame["rows"]
    kept = ("hand", "discards", "stock", "mine", "prompt")
    assert [person.shown[name] for name in kept] == [begun[name] for name in kept]
    undone = person.shown
    Person("classic-51", 3, seed=1)
    person.take(ask("resume", rows=rows, bots="solid"))
    assert person.shown == undone
    assert person.frame["rows"] == []


def test_a_new_table_is_named_by_the_tiles_laid() -> None:
    person = Person("rummikub", 2, seed=11)
    while not isinstance(move := GreedyBot().choose(DESK.sight.view), Rearrange):
        person.act("play", str(move))
        person.wait()
    laid = list(CHOICES.spent(move).elements())
    tiles = " ".join(map(DESK.sight.text, map(Card, laid)))
    (offered,) = ask("meant", hand=laid, melds=[])["offered"]
    assert offered["label"] == f"Lay {tiles}"
    assert ask("hint")["says"].startswith(f"Lay {tiles}. ")
    assert offered["move"] == ask("hint")["move"] == str(move)


def test_a_player_at_the_limit_buys_back_in_or_watches() -> None:
    session = at_the_limit()
    rows = [dict(row) for row in session.rows()]
    person = Person("gin", 2, seed=1)
    person.take(ask("resume", rows=rows, bots="solid"))
    total = str(session.match.buy_in().totals[0])
    assert person.shown["prompt"] == "You have reached the limit: buy back in, or leave the match"
    state = ("deciding", "returning", "ready")
    assert [person.shown[name] for name in state] == [True, total, False]
    assert person.shown["house"]
    assert "you may buy back in at once" in str(ask("rules", lang="en"))
    person.act("buy_in")
    sheet = person.shown["result"]["sheet"]
    assert [person.shown[name] for name in state] == [False, "", True]
    assert sheet["totals"][0] == total
    assert (sheet["rows"][-1]["title"], sheet["rows"][-1]["points"][1:]) == ("back in", ["", ""])
    person.take(ask("resume", rows=rows, bots="solid"))
    person.act("stay_out")
    # bots do not begin a round by themselves, and the person does not play in it
    while not person.shown["over"]:
        assert (person.shown["ready"], person.frame["bot"]) == (True, False)
        person.act("ready")
        assert person.shown["seats"][0]["out"] == "match"
        person.wait()
        assert person.shown["result"]["sheet"]["rows"][-1]["points"][0] == "–"
    assert person.shown["result"]["sheet"]["winners"] == person.frame["winners"]


def test_melds_are_seen_before_a_hand_has_the_runs_that_it_needs() -> None:
    person = Person("indian-13", 2, seed=4)
    variant, hand = DESK.sight.view.variant, DESK.sight.view.hand
    assert not variant.best_melds(hand, "deadwood").melds
    assert len(person.shown["hand"]["melds"]) == len(variant.best_melds(hand, "cards").melds) > 0


@pytest.mark.parametrize("bots", import_module("docs._try_it.local").BOTS)
def test_bots_of_every_strength_play(bots: str) -> None:
    person = Person("gin", 2, seed=7, bots=bots)
    person.act("play", "pass")
    person.wait()
    assert person.shown["mine"]


def test_the_page_has_all_its_words() -> None:
    asked = {"loading Python", "starting Python"}
    for page in ("index.html", "check.html"):
        asked |= set(re.findall(r'data-(?:say|label)="([^"]+)"', TEXTS[page]))
    for script in (name for name in TEXTS if name.endswith(".js")):
        asked |= set(re.findall(r'\b(?:say|shift)\("([^"]+)"', TEXTS[script]))
    for module in ("choices.py", "ending.py", "screen.py", "sight.py"):
        asked |= set(re.findall(r'\.say\("([^"]+)"', TEXTS[module]))
    spoken = import_module("docs._try_it.words")
    assert asked <= spoken.WORDS.keys(), asked - spoken.WORDS.keys()
    parts = dict(re.findall(r"export const (\w+) = (.*);\n", spoken.script()))
    found = json.loads(parts["WORDS"])
    assert tuple(found) == languages()
    assert found["fr"]["name"] == "Français"
    assert found["fr"]["words"]["again"] == "Nouvelle partie"
    assert found["fr"]["forms"][:3] == [0, 0, 1]
    assert [each["slug"] for each in json.loads(parts["GAMES"])] == list(SLUGS)


def test_every_word_is_used() -> None:
    spoken = import_module("docs._try_it.words")
    texts = "".join(text for name, text in TEXTS.items() if name != "words.py")
    spoken_elsewhere = {
        *(f"motion {each}" for each in Motion),
        *spoken.PEOPLE,
        *("beginner", "solid", "strong", "strongest"),
        *("loading Python", "starting Python", "out of the round", "out of the match"),
    }
    unused = spoken.WORDS.keys() - spoken_elsewhere
    assert [key for key in unused if not re.search(rf"""["'` ]{re.escape(key)}["'`]""", texts)] == []


def test_the_sprite_has_every_card_and_every_shape_that_it_uses() -> None:
    sprite = import_module("docs._try_it.sprite").sprite()
    missing = [name for name in re.findall(r'href="#([^"]+)"', sprite) if f'id="{name}"' not in sprite]
    assert missing == []
    symbols = set(re.findall(r'<symbol id="([^"]+)"', sprite))
    faces = {import_module("docs._try_it.words").face(Card.from_id(number)) for number in range(53)}
    expected = {f"{deck}-{face}" for deck in ("full", "simple", "tiles") for face in faces}
    assert symbols >= expected | {"full-back", "tiles-joker-named"}


def test_the_rules_are_there_before_python() -> None:
    for lang in languages():
        books = json.loads(import_module("docs._try_it.rules").rules(lang))
        assert tuple(books) == SLUGS
        assert all(book["box"] and book["sections"] for book in books.values())


def test_the_page_makes_no_other_request() -> None:
    built = runpy.run_path(str(FOLDER / "build.py"))
    assert {*built["PAGE"], built["SERVICE"], *built["MAKERS"]} == TEXTS.keys()
    assert not [name for name in built["PAGE"] if re.search(r"https?:|[\"'(]//", TEXTS[name])]
    assert all("default-src 'none'" in TEXTS[page] for page in ("index.html", "check.html"))
