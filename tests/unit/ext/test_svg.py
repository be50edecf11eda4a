"""Pictures: they are valid SVG with descriptions in words, and show nothing that a view hides."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.support.custom import ThreeMelds
from tests.support.hidden_cards import positions, some_positions
from tests.support.playing import end_of, matches, round_played
from tests.support.turn_facts import built

from rami import (
    Card,
    Cards,
    DrawStock,
    Group,
    LayDown,
    Match,
    RamiError,
    Round,
    Run,
    simulate,
    tournament,
    variants,
)
from rami._base.values import Value
from rami._kernel.cards.shuffle import Stream
from rami.bots import GreedyBot
from rami.ext import svg
from rami.ext.svg import Picture, Style, _displays
from rami.ext.svg._shapes import GLYPHS
from rami.ext.svg.style import COLOURS
from rami.locales import text
from rami.policies import Outcome
from rami.policies.declaring.options import SLOTS
from rami.policies.results.scores import RoundScore, ScoreLine, ScoreReason
from rami.rounds.events import MeldsLaid
from rami.rounds.setup import Phase, TableMeld
from rami.testing._secrecy import lookalike

pytestmark = pytest.mark.slow(every=2)

NS = "{http://www.w3.org/2000/svg}"
ALL_CARDS = [Card.from_id(number) for number in range(54)]


def played(slug: str, moves: int, seed: int = 3, players: int | None = None) -> Match:
    return end_of(matches(Match.start(variants.get(slug), players, seed)), moves)


FRUSTRATION = played("frustration", 150, players=5)
GIN = played("gin", 150)
SCORE = RoundScore(False, 0, (ScoreLine(0, 0), ScoreLine(1, 100, (ScoreReason("flat", 100),))))

PICTURES: dict[str, Callable[[Style], Picture]] = {
    "card": lambda style: svg.card("Q♥", style),
    "hand": lambda style: svg.hand("A♣ T♦ J♥ * ? 7♠", style),
    "no hand": lambda style: svg.hand("", style),
    "meld": lambda style: svg.meld("7♠ * 9♠", style),
    "melds": lambda style: svg.melds(["7♠ 8♠ 9♠", "A♦ A♣ *"], style, left="K♥ 2♣"),
    "no melds": lambda style: svg.melds([], style),
    "table": lambda style: svg.table(FRUSTRATION.view(None), style),
    "own table": lambda style: svg.table(GIN.view(0), style, names=["Ana", "Bo"]),
    "round": lambda style: svg.table(FRUSTRATION.round, style, seat=2),
    "match": lambda style: svg.score_sheet(FRUSTRATION, style),
    "score": lambda style: svg.score_sheet(SCORE, style),
    "scores": lambda style: svg.score_sheet(GIN.scores, style),
}


def tree(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)


def texts(picture: Picture) -> str:
    return "\n".join(tree(picture).itertext())


@pytest.mark.parametrize(
    "style", [Style(), Style(theme="dark", lang="fr", faces="simple", four_colours=True)]
)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_sound(name: str, style: Style) -> None:
    picture = PICTURES[name](style)
    assert picture == PICTURES[name](style)
    root = tree(picture)
    assert root.tag == f"{NS}svg"
    assert root.get("role") == "img"
    assert root.get("lang") == style.lang
    assert root.get("aria-label") == picture.title == root.findtext(f"{NS}title") != ""
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert (root.get("width"), root.get("height")) == (str(picture.width), str(picture.height))
    assert width / height == pytest.approx(picture.width / picture.height, rel=0.02)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(set(ids)) == len(ids)
    assert all(re.match(r"r[0-9a-f]{8}-", each or "") for each in ids)
    used = {each.get("href") for each in root.iter(f"{NS}use")}
    assert used <= {f"#{each}" for each in ids}
    described = root.get("aria-describedby")
    assert described is None or described in ids
    assert "{" not in re.sub(r"<style>.*?</style>", "", picture.svg)
    assert not re.search(r"url\(|@import|<script|<image|<foreignObject", picture.svg)
    assert picture.svg.count("http") == 1  # the name space


def test_cards_have_no_text_of_a_font() -> None:
    for name in ("card", "hand", "meld", "melds"):
        assert "<text" not in PICTURES[name](Style()).svg
    drawings = {svg.card(card, Style(prefix="x")).svg for card in ALL_CARDS}
    assert len(drawings) == len(ALL_CARDS)


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_on_one_page_do_not_touch_each_other(name: str) -> None:
    picture = PICTURES[name](Style())
    (prefix,) = {
        match[1] for match in re.finditer(r'(?:id="|class="|href="#)(r[0-9a-f]{8}-)', picture.svg)
    } or {""}
    (style,) = re.findall(r"<style>(.*?)</style>", picture.svg)
    assert style.startswith("@media(prefers-color-scheme:dark){")
    rules = set(re.findall(r"\.([\w-]+)\{", style))
    assert all(each.startswith(prefix) for each in rules)
    classes = {each for found in re.findall(r'class="([^"]+)"', picture.svg) for each in found.split()}
    # those that every picture has are for the page, and no picture says how they look
    assert rules == {each for each in classes if not each.startswith("rami-")}
    other = PICTURES[name](Style(four_colours=True, prefix="mine"))
    assert prefix not in other.svg


def test_themes_choose_between_the_same_roles() -> None:
    light, dark = (svg.hand("Q♥ *", Style(theme=theme, prefix="x")).svg for theme in ("light", "dark"))
    assert "<style>" not in light + dark
    for role in ("paper", "red", "skin", "gold"):
        assert COLOURS[role][0] in light
        assert COLOURS[role][1] in dark


def test_four_colours_and_french_letters() -> None:
    green, blue = COLOURS["green"][0], COLOURS["blue"][0]
    assert green not in svg.hand("2♣ 2♦").svg
    assert green in svg.hand("2♣", Style(four_colours=True)).svg
    assert blue in svg.hand("2♦", Style(four_colours=True)).svg
    french = svg.hand("J♠ Q♠ K♠", Style(letters="french")).svg
    for letter, other in zip("VDR", "JQK", strict=True):
        assert GLYPHS[letter][1] in french
        assert GLYPHS[other][1] not in french


def test_titles_name_the_cards() -> None:
    french = Style(lang="fr")
    assert svg.card("Q♥").title == "queen of hearts"
    assert svg.card("Q♥", french).title == "dame de cœur"
    assert svg.card("?", french).title == "carte cachée"
    assert svg.hand("? * ?", french).title == "Main : joker, 2 cartes cachées"
    assert svg.hand([]).title == "Hand: no cards"
    title = svg.melds([Group("7♠ 7♥ *")], left="2♣").title
    assert title == "Group: seven of hearts, seven of spades, joker as seven; left: two of clubs"
    assert "joker as eight of spades" in texts(svg.meld(Run("7♠ * 9♠")))
    assert "two of clubs as nine of spades" in texts(svg.meld(Run("7♠ 8♠ 2♣")))
    assert svg.meld("7♠ * 9♠").title == "seven of spades, joker, nine of spades"
    assert " as " not in texts(svg.meld("A♠ 2♠ 3♠"))


WATCHED = [
    *some_positions(11, 29, variants.CLASSIC_51),
    *some_positions(5, 31, variants.FRUSTRATION),
    *islice(positions(variants.GIN, 4, players=2), 0, 60, 9),
]


def tips(picture: Picture) -> set[str]:
    """Return the names of the cards that a picture shows."""
    root = tree(picture)
    found = {each.findtext(f"{NS}title") or "" for each in root.iter(f"{NS}g")}
    return {tip.split(" as ")[0] for tip in found} - {"", "dealer"}


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_a_table_shows_exactly_the_cards_that_the_viewer_knows(viewer: int | None) -> None:
    words = Style().words
    for position in WATCHED:
        view = position.view(viewer)
        other = lookalike(position, viewer, Stream(5, "pictures")).view(viewer)
        picture = svg.table(view)
        assert other == view
        assert svg.table(other) == picture
        seen = [*view.hand, *view.discards, *(card for hand in view.hands for card in hand)]
        seen += [card for each in view.table for card in each.meld.cards]
        allowed = {words.card(card) for card in seen} | {f"stock: {view.stock_size}"}
        assert tips(picture) <= allowed | {"face-down card"}
        assert {words.card(card) for card in view.hand} <= tips(picture)


def test_a_game_with_tiles_is_drawn_with_tiles() -> None:
    position = Round.deal(variants.OKEY, players=3, seed=17, dealer=0).play("discard 13r")
    view = position.view(2)
    tiles = Style(faces="tiles")
    picture = svg.table(view)
    assert picture == svg.table(view, tiles)
    assert view.turned is not None
    named = {tiles.words.card(card) for card in (*view.hand, *view.discards)}
    turned = f"turned up: {tiles.words.card(view.turned)}"
    assert tips(picture) == named | {turned, f"stock: {view.stock_size}", "face-down tile"}
    assert turned in texts(picture)
    assert svg.card("12k", tiles).title == "black 12"
    assert svg.card("12k", Style(faces="tiles", lang="fr")).title == "12 noir"
    assert svg.card("*", tiles).title == "okey"
    shapes = {svg.card(card, tiles).svg for card in ALL_CARDS}
    assert len(shapes) == len(ALL_CARDS)
    meld = svg.meld(variants.OKEY.meld("9k * 11k"), tiles)
    assert "okey as black 10" in texts(meld)


def test_a_round_shows_every_hand_and_no_stock() -> None:
    position = built(variant=variants.CLASSIC_51, hands=["7♠ 8♠", "K♥ K♦"], discards="2♣")
    named = {"seven of spades", "eight of spades", "king of hearts", "king of diamonds", "two of clubs"}
    assert tips(svg.table(position)) == named | {f"stock: {len(position.stock)}"}


def test_a_card_discarded_face_down_is_drawn_face_down() -> None:
    *_, shown = positions(variants.GIN, 10, players=2)
    assert shown.knock is not None
    knocker = shown.knock.player
    name = Style().words.card(shown.discards[-1])
    assert name in tips(svg.table(shown.view(knocker)))
    assert name not in texts(svg.table(shown.view(1 - knocker)))
    assert name not in texts(svg.table(shown.view(None)))


def test_seats_and_names() -> None:
    view = Round.deal(variants.CLASSIC_51, players=4, seed=7).view(1)
    names = ['<b>Zoé</b> & "co"', "{red}", "a\x00b\ud800\n", "x" * 300]
    picture = svg.table(view, names=names)
    shown = texts(picture)
    for name in ('<b>Zoé</b> & "co"', "{red}", "a\ufffdb\ufffd ", "x" * 300):
        assert name in shown
    assert picture.svg.encode()
    sheet = svg.score_sheet(Match.start(variants.CLASSIC_51, players=4, seed=7), names=names)
    assert "<b>Zoé</b>" in texts(sheet)
    for wrong in (["Ana"], "four", ["a", "b", "c", 4]):
        with pytest.raises(RamiError, match="names"):
            svg.table(view, names=wrong)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(RamiError, match="player 4 is not in this round"):
        svg.table(view, seat=4)


def test_a_score_sheet_has_the_points() -> None:
    assert texts(svg.score_sheet(SCORE, names=["Ana", "Bo"])).count("not opened 100") == 2
    french = texts(svg.score_sheet(SCORE, Style(lang="fr")))
    assert "pas ouvert" in french
    assert "Feuille de marque" in french
    described = tree(svg.score_sheet(GIN, names=["Ana", "Bo"])).findtext(f"{NS}desc") or ""
    lines = described.split(". ")
    assert len(lines) == len(GIN.scores) + 1
    assert lines[0] == f"Round 1: Ana {GIN.scores[0].points(0)}, Bo {GIN.scores[0].points(1)}"
    assert lines[-1] == f"Total: Ana {GIN.totals[0]}, Bo {GIN.totals[1]}"
    void = RoundScore(True, None, (ScoreLine(0, 0), ScoreLine(1, 0)))
    assert "void" in texts(svg.score_sheet([SCORE, void]))
    half = RoundScore(False, 0, (ScoreLine(0, Fraction(-1, 2)),))
    assert "−1/2" in texts(svg.score_sheet([half, half]))
    assert "−1" in texts(svg.score_sheet([half, half]))
    with pytest.raises(RamiError, match="scores must be of type Match or RoundScore"):
        svg.score_sheet([])


def test_columns_and_bonuses_have_rows() -> None:
    hollywood = variants.GIN.with_(match={"columns": 3, "target": 40, "game_bonus": 100})
    match = end_of(matches(Match.start(hollywood, 2, seed=3)))
    shown = texts(svg.score_sheet(match))
    for words in ("Column 1", "Column 3", "Bonus", "Total"):
        assert words in shown


def test_styles_are_checked() -> None:
    words = {"theme": "blue", "faces": "half", "letters": "dutch", "lang": "tlh", "four_colours": 1}
    others = [("card_width", 7), ("card_width", 80.5), ("prefix", "1x"), ("prefix", '"')]
    for name, wrong in (*words.items(), *others):
        refused: dict[str, Any] = {name: wrong}
        with pytest.raises(RamiError):
            Style(**refused)


def test_sizes_and_files(tmp_path: Path) -> None:
    small = svg.hand("7♠ 8♠", Style(card_width=20))
    assert (small.width, small.height) == (27, 28)
    path = tmp_path / "hand.svg"
    small.save(path)
    assert path.read_text(encoding="utf-8") == small.svg == str(small)
    assert repr(small) == "<Picture 27x28: Hand: seven of spades, eight of spades>"


def test_a_notebook_shows_pictures_of_values() -> None:
    classic = variants.CLASSIC_51
    shown: list[tuple[Value, Picture]] = [
        (Card("Q♥"), svg.card("Q♥")),
        (Cards("Q♥ 2♣"), svg.hand("2♣ Q♥")),
        (classic.meld("7♠ 8♠ 9♠"), svg.meld(Run("7♠ 8♠ 9♠"))),
        (classic.meld("7♠ 7♥ 7♦"), svg.meld(Group("7♠ 7♥ 7♦"))),
        (LayDown(["7♠ 8♠ 9♠"]), svg.melds(["7♠ 8♠ 9♠"])),
        (classic.best_melds("7♠ 8♠ 9♠ 2♣"), svg.melds([Run("7♠ 8♠ 9♠")], left="2♣")),
        (FRUSTRATION, svg.table(FRUSTRATION.round)),
        (GIN.round, svg.table(GIN.round)),
        (GIN.view(0), svg.table(GIN.view(0))),
        (SCORE, svg.score_sheet(SCORE)),
        (svg.card("Q♥"), svg.card("Q♥")),
    ]
    for value, picture in shown:
        assert value._repr_mimebundle_() == {"image/svg+xml": picture.svg, "text/html": picture.svg}
    assert Outcome()._repr_mimebundle_() == {}


def test_a_notebook_shows_a_game_and_a_verdict() -> None:
    head, *rows = rows_of(variants.GIN)
    assert head == ["part", "rules"]
    assert rows[0] == ["Players", "2"]
    found = {row[0]: row[1] for row in rows}
    assert list(found)[-10:] == list(SLOTS)
    assert found["closing"] == "knock_limit = 10, void_at = 2"
    assert found["conduct"] == "no further rules"
    house = variants.CLASSIC_51.with_(opening=ThreeMelds())
    assert ["opening", "ThreeMelds(least=3)"] in rows_of(house)
    wrong = variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠"])
    shown = wrong._repr_mimebundle_()["text/html"]
    (reason,) = wrong.violations
    assert [each.text for each in ET.fromstring(f"<div>{shown}</div>").iter("li")] == [str(reason)]
    allowed = variants.CLASSIC_51.check_opening(["7♠ 8♠ 9♠", "A♣ A♥ A♦"])
    assert "allowed, 57 points" in allowed._repr_mimebundle_()["text/html"]


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


INKS = {
    "plate": "chalk gold faint",
    "felt": "chalk faint",
    "paper": "red black green blue yellow",
    "sheet": "text dim yellow",
    "stripe": "text dim",
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("ground", INKS)
def test_texts_can_be_read_on_their_ground(ground: str, dark: bool) -> None:
    """WCAG 2 asks for a contrast of 4.5 between a text and what is behind it."""
    for ink in INKS[ground].split():
        lighter, darker = sorted((_luminance(COLOURS[each][dark]) for each in (ink, ground)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, ink


def test_hands_at_a_showdown_are_sorted_into_melds() -> None:
    match, bot = Match.start(variants.GIN, seed=3), GreedyBot()
    before = match.round
    while not match.round.over:
        before = match.round
        match = match.play(bot.choose(match.view(match.player)))
    assert before.knock is None
    outcome = match.round.outcome
    assert outcome is not None
    (knocker, loser) = (outcome.winner or 0, 1 - (outcome.winner or 0))
    left, hand = outcome.deadwood[loser], match.round.hands[loser]
    seats = svg.table(match.view(loser)).svg.split('<g class="rami-seat"')
    shown = next(seat for seat in seats if seat.startswith(f' data-seat="{loser}"'))
    order = [Card(each) for each in re.findall(r'data-card="(..)"', shown)]
    assert Cards(order) == hand
    assert Cards(order[-len(left) :]) == left
    best = variants.GIN.best_melds(hand - left, "cards")
    assert order[: len(best.melds[0])] == list(best.melds[0].cards)
    assert f"deadwood {variants.GIN.deadwood(left)}" in shown
    # Before the showdown the hand of the same seat is in suits, and nobody counts its deadwood.
    assert "deadwood" not in svg.table(before.view(loser)).svg
    assert match.round.knock is not None
    assert match.round.knock.player == knocker


def test_the_picture_of_a_finished_match_is_its_score_sheet() -> None:
    match = played("gin", 1000)
    assert match.over
    assert match._repr_mimebundle_()["text/html"] == svg.score_sheet(match).svg


def rows_of(value: Value) -> list[list[str]]:
    shown = value._repr_mimebundle_()
    assert list(shown) == ["text/html"]
    lines = ET.fromstring(shown["text/html"]).iter("tr")
    return [[cell.text or "" for cell in line] for line in lines]


def test_a_notebook_shows_tables_of_moves_and_statistics() -> None:
    moves = Round.deal(variants.GIN, players=2, seed=7, dealer=0).view(1).legal_moves
    assert isinstance(moves, Value)
    assert rows_of(moves) == [["move", "in words"], *([str(move), text(move, "en")] for move in moves)]
    games = simulate(variants.GIN, 20, seed=7, players=2)
    head, *seats = rows_of(games)
    assert head == ["player", "rounds", "won", "opened", "mean points"]
    assert [seat[:4] for seat in seats] == [
        [str(seat), "20", str(games.wins[seat]), str(games.openings[seat])] for seat in range(2)
    ]
    assert rows_of(games.tally) == rows_of(games.tally.statistics) == [head, *seats]
    found = tournament(variants.GIN, [GreedyBot(), GreedyBot()], 1, seed=7)
    won = [[str(bot), "1", str(found.wins[bot])] for bot in range(2)]
    assert rows_of(found) == [["bot", "matches", "won"], *won]


def test_a_discard_for_sale_is_taken_out_of_turn() -> None:
    bot = GreedyBot()
    at = Round.deal(variants.LIVERPOOL, players=3, seed=3, dealer=0)
    while at.setup.drawer is None:
        at = at.play(DrawStock() if at.phase is Phase.DRAW else bot.choose(at.view(at.player)))
    assert at.phase is Phase.OFFER
    for position in (at, at.view(at.player)):
        assert svg.table(position).title.endswith(f"player {at.player} may take the discard out of turn")
        french = svg.table(position, Style(lang="fr")).title
        assert french.endswith("peut prendre la carte de la défausse hors de son tour")


def test_a_table_lists_the_first_moves_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_displays, "_LISTED", 2)
    position = Round.deal(variants.GIN, players=2, seed=7, dealer=0)
    moves = position.play("pass").play("pass").play("draw").legal_moves
    assert len(moves) > 2
    first = [[str(move), text(move, "en")] for move in islice(moves, 2)]
    assert rows_of(moves) == [["move", "in words"], *first, ["…", ""]]


def test_values_that_cannot_be_drawn_are_refused() -> None:
    with pytest.raises(RamiError, match="position must be of type PlayerView or Round, not Match"):
        svg.table(GIN)  # type: ignore[arg-type]  # what is refused
    with pytest.raises(RamiError, match="scores must be of type Match or RoundScore, not int"):
        svg.score_sheet(5)  # type: ignore[arg-type]  # what is refused


def test_a_page_finds_cards_melds_and_piles() -> None:
    table = [(0, "5♣ 6♣ 7♣ 8♣"), (1, "J♥ Q♥ *")]
    hands = ["8♦ 8♥ 8♦ 2♠ K♣", "9♣ 3♦ 4♦ 5♦ *"]
    round_ = built(variant=variants.CLASSIC_51, hands=hands, table=table, phase="play")
    view = round_.view(0)
    drawn = svg.table(view).svg
    assert sorted(re.findall(r'data-meld="(\d+)"', drawn)) == ["0", "1"]
    assert re.findall(r'data-pile="(\w+)"', drawn) == ["stock", "discards"]
    assert sorted(re.findall(r'data-seat="(\d+)"', drawn)) == ["0", "1"]
    cards = re.findall(r'data-card="([^"]+)"', drawn)
    assert set(view.hand) <= set(map(Card, cards))
    assert "3♦" not in cards
    assert "rami-chosen" not in drawn


def test_chosen_cards_and_the_last_move_are_framed() -> None:
    assert svg.hand("7♠ 7♠ 8♠", chosen="7♠").svg.count("rami-chosen") == 1
    assert svg.hand("7♠ 7♠ 8♠", chosen="7♠ 7♠").svg.count("rami-chosen") == 2
    match = Match.start(variants.CLASSIC_51, players=2, seed=7)
    after = match.play("discard J♥")
    last = after.events(0, since=match.mark)
    framed = svg.table(after.view(0), last=last).svg
    assert re.findall(r'class="rami-card rami-chosen" data-card="([^"]+)"', framed) == ["J♥"]
    laid = MeldsLaid(0, (TableMeld(1, 0, "7♠ 8♠ 9♠"),))
    table = [(1, "J♥ Q♥ K♥"), (0, "7♠ 8♠ 9♠")]
    position = built(variant=variants.CLASSIC_51, hands=["2♠ K♣", "9♣ 3♦"], table=table, phase="play")
    changed = svg.table(position, last=[laid], chosen="2♠")
    assert re.findall(r'class="rami-meld rami-changed" data-meld="(\d)"', changed.svg) == ["1"]
    assert changed.svg.count("rami-chosen") == 1


def test_a_narrow_table_and_a_knock() -> None:
    view = Round.deal(variants.CLASSIC_51, players=4, seed=7).view(0)
    narrow, wide = svg.table(view, narrow=True), svg.table(view)
    assert narrow.width < wide.width / 2
    assert narrow.height > wide.height
    assert narrow.title == wide.title
    match = round_played(Match.start(variants.GIN, players=2, seed=7))
    assert "opened" not in svg.table(match.view(0)).svg
