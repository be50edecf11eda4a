"""The calls of the page in the browser to Python, and the page's own words; `tests/project/browser` uses the page."""

from __future__ import annotations

import json
import re
import runpy
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.support.presets import SLUGS

from rami import LayDown, variants
from rami.bots import GreedyBot
from rami.locales import languages

pytestmark = pytest.mark.slow(every=2)

FOLDER = Path(__file__).parents[3] / "docs" / "_try_it"
DESK = import_module("docs._try_it.desk")
TABLE = import_module("docs._try_it.table")
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


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("slug", SLUGS)
def test_every_move_is_offered_for_its_cards(slug: str) -> None:
    """A person at the page can do whatever a bot in the same seat would, until a round is over."""
    ask("begin", slug=slug, players=variants.get(slug).equipment.players[0], seed=11)
    for _ in range(60):
        shown = ask("show", lang="en", four_colours=False)
        if shown["shown"]:
            assert shown["ready"] or shown["over"]
            break
        if shown["bot"]:
            assert ask("step", kind="bot", lang="en") == {"against": []}
            continue
        move = GreedyBot().choose(TABLE.the_table().view)
        sources = move.sources if isinstance(move, LayDown) else ()
        melds = [(source.meld, str(source.card)) for source in sources]
        found = ask("meant", hand=list(TABLE.spent(move).elements()), melds=melds, lang="fr")
        assert str(move) in [each["move"] for each in found["offered"]]
        assert ask("hint", lang="fr")["move"] == str(move)
        assert ask("step", kind="play", lang="en", move=str(move)) == {"against": []}


def test_a_match_is_undone_refused_and_resumed() -> None:
    ask("begin", slug="gin", players=2, seed=7)
    begun = ask("show", lang="en", four_colours=False)
    rows = begun["rows"]
    assert (begun["mine"], begun["undo"]) == (True, False)
    refused = ask("step", kind="play", lang="fr", move="discard 5♣")["against"]
    assert refused[0]["text"]
    cannot = ask("meant", hand=["5♣"], melds=[], lang="en")
    assert not cannot["offered"]
    assert cannot["against"]
    ask("step", kind="play", lang="en", move="pass")
    ask("step", kind="bot", lang="en")
    later = ask("show", lang="en", four_colours=False)
    rows += later["rows"]
    assert later["undo"]
    ask("step", kind="undo", lang="en")
    undone = ask("show", lang="en", four_colours=False)
    rows += undone["rows"]
    kept = ("hand", "discards", "stock", "mine", "status")
    assert [undone[name] for name in kept] == [begun[name] for name in kept]
    ask("begin", slug="classic-51", players=3, seed=1)
    assert ask("resume", rows=rows) == {"slug": "gin", "players": 2}
    resumed = ask("show", lang="en", four_colours=False)
    assert (resumed["log"], resumed["rows"]) == (undone["log"], [])


def test_the_page_has_all_its_words() -> None:
    asked = set(re.findall(r'data-(?:say|label)="([\w -]+)"', TEXTS["index.html"]))
    asked |= {"loading", "starting", "failed"}
    for script in ("check.js", "play.js", "shared.js"):
        asked |= set(re.findall(r'(?:say|button)\("([\w -]+)"', TEXTS[script]))
    spoken = import_module("docs._try_it.words")
    assert asked <= spoken.WORDS.keys()
    found = json.loads(spoken.script().removeprefix("export const WORDS = ").removesuffix(";\n"))
    assert tuple(found) == languages()
    assert found["fr"]["name"] == "Français"
    assert found["fr"]["words"]["again"] == "Nouvelle partie"
    assert found["fr"]["forms"][:3] == [0, 0, 1]


def test_the_page_makes_no_other_request() -> None:
    built = runpy.run_path(str(FOLDER / "build.py"))
    assert {*built["PAGE"], built["SERVICE"], "build.py", "words.py"} == TEXTS.keys()
    assert not [name for name in built["PAGE"] if re.search(r"https?:|[\"'(]//", TEXTS[name])]
    assert "default-src 'none'" in TEXTS["index.html"]
