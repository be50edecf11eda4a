"""Games with tiles: all texts name tiles by number and colour, and these names can be read back."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator, Mapping
from itertools import islice

import pytest
from tests.support.depth import shorter
from tests.support.messages import messages
from tests.support.refusals import refusal

from rami import Card, Cards, Discard, Match, RamiError, Rank, Round, Suit, Variant, variants
from rami.bots import GreedyBot, hint
from rami.ext import svg
from rami.locales import language, languages, name, read, text, worded
from rami.locales.rulebooks import rulebook
from rami.locales.speaking import written
from rami.policies import RoundScore, ScoreLine, ScoreReason
from rami.rounds.views import PlayerView

ENGLISH, FRENCH = language("en", "tiles"), language("fr", "tiles")
OKEYS = (variants.OKEY, variants.OKEY_101)
FACES = re.compile(r"[♠♥♦♣]")
CARDS: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(cards?|jokers?|wild cards?|aces?|kings?|queens?|jacks?|suits?|ranks?|packs?|hearts?|spades?)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(cartes?|jokers?|as|rois?|dames?|valets?|piques?|cœurs?|trèfles?|carreaux?|carreau)\b",
        re.IGNORECASE,
    ),
    "ar": re.compile("ورق|أوراق|جوكر|جواكر|آس|الولد|البنت|الملك|بستوني|كوبة|سباتي|ديناري"),
}
FALSE_JOKERS = re.compile(r"faux jokers?|false jokers?|جوكر مزيّف|جواكر مزيّفة|الجوكر المزيّف", re.IGNORECASE)
ELSEWHERE = frozenset(
    {
        *("card", "language", "number", "contract", "move.word", "typed", "rulebook.name", "page"),
        *("equipment", "reason.tiles_left_out", "melding", "rulebook.section"),
        *("score.spades", "scoring.spade_doubles"),
    }
)
"""Contexts of what is no sentence of a game, is said in another way in games with tiles, or needs an upcard."""


def speaks_of_tiles(said: str, lang: str) -> bool:
    """Return whether a text names no playing card and has no word for one."""
    without_blanks = re.sub(r"\{\w+", "", said)
    return not FACES.search(said) and not CARDS[lang].search(FALSE_JOKERS.sub("", without_blanks))


def test_names_and_letters() -> None:
    assert (name("Q♠", ENGLISH), name("Q♠", FRENCH)) == ("black 12", "12 noir")
    assert (name("*", ENGLISH), name("?", FRENCH)) == ("okey", "tuile inconnue")
    assert (name(Rank.QUEEN, FRENCH), name(Suit.SPADES, FRENCH)) == ("12", "noir")
    tiles = [text(Card(card), FRENCH) for card in ("A♦", "T♣", "J♥", "K♠", "*")]
    assert tiles == ["1j", "10b", "11r", "13n", "*"]
    assert text(Cards("A♦ 2♦ *"), ENGLISH) == "1y 2y *"
    assert text(Discard("*"), FRENCH) == "défausser un okey"
    assert text(Discard("Q♠"), "fr") == "défausser D♠"
    assert text(Discard("Q♠"), "fr", variant=variants.OKEY) == "défausser 12n"
    assert text(Discard("Q♠"), FRENCH, variant=variants.GIN) == "défausser D♠"
    assert language(FRENCH) is FRENCH
    assert language("fr") is not FRENCH
    assert language(FRENCH, "cards") == language("fr")
    again = pickle.loads(pickle.dumps(FRENCH))
    assert (again.code, again.tiles) == ("fr", True)


def test_a_score_names_tiles_for_a_variant_with_tiles() -> None:
    score = RoundScore(False, 0, (ScoreLine(1, 12, (ScoreReason("card", 12, {"card": "Q♠"}),)),))
    assert str(score) == "player 1: 12 (Q♠ 12)"
    assert text(score, variant=variants.OKEY) == "player 1: 12 (12k 12)"
    assert "12n" in text(score, "fr", variant=variants.OKEY)
    assert "Q♠" in text(score, variant=variants.GIN)


@pytest.mark.parametrize("spoken", [ENGLISH, FRENCH], ids=repr)
def test_written_values_are_read_back(spoken: object) -> None:
    position = Round.deal(variants.OKEY, players=3, seed=4)
    for move in position.legal_moves:
        typed = worded(move, spoken)  # type: ignore[arg-type]
        assert read(position.parse, typed, spoken) == move  # type: ignore[arg-type]
    for card in map(Card.from_id, range(53)):
        assert Card.parse(text(card, spoken), french=spoken is FRENCH) is card  # type: ignore[arg-type]


def test_a_story_and_a_refusal() -> None:
    match = Match.start(variants.OKEY, players=2, seed=1)
    story = text(match.events(0), "fr", names=("Ana", "Bo"), variant=match.variant)
    turned = match.round.setup.turned
    assert turned is not None
    beside = f"Manche 1\u00a0: Bo donne. L'indicateur est {text(turned, FRENCH)}\u00a0: l'okey est donc "
    assert story.startswith(beside)
    error = refusal(RamiError, variants.OKEY.meld, "12k 13k 1k 2k")
    assert str(error).startswith("the 1 is in the wrong place for a run: 12k 13k 1k 2k")
    assert text(error, "en") == "the 1 is in the wrong place for a run: 12k 13k 1k 2k"
    with pytest.raises(RamiError, match=r"these tiles can form more than one meld: write \* \* 5r 6r, "):
        variants.OKEY.meld("5r * * 6r")
    with pytest.raises(RamiError, match=r"these cards can form more than one meld: write \* \* 10♥ J♥, "):
        variants.KALOOKI_40.meld("T♥ * * J♥")


def test_a_position_in_lines_and_a_rulebook() -> None:
    view = Round.deal(variants.OKEY, players=2, seed=1).view(1)
    assert view.turned is not None
    assert f"Indicator: {view.turned.tile} (okey: " in str(view)
    assert "♥" in str(Round.deal(variants.GIN, seed=1).view(0))
    assert "12n 13n 1n" in str(rulebook(variants.OKEY, "fr"))
    cards = variants.OKEY.with_(equipment={"faces": "cards"})
    assert "D♠ R♠ A♠" in str(rulebook(cards, "fr"))
    assert "♠" in str(Round.deal(cards, players=2, seed=1).view(1))


@pytest.mark.parametrize("lang", languages())
def test_no_message_keeps_a_word_for_cards(lang: str) -> None:
    """Whatever a message says of cards, its form for tiles does not."""
    spoken = language(lang, "tiles")
    kept = [
        said
        for context, english in messages()
        if context.partition(".")[0] not in ELSEWHERE
        and context not in ELSEWHERE
        and not speaks_of_tiles(said := str(written(spoken, "cards", spoken.message(context, english))), lang)
    ]
    assert kept == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", OKEYS, ids=str)
def test_rulebooks_speak_of_tiles(variant: Variant, lang: str) -> None:
    book = rulebook(variant, lang)
    said = [book.title, *(each.text for each in book.sentences)]
    for section in book.sections:
        said.append(section.title)
        said += (f"{book.shown(each.cards)} {each.text}" for each in section.examples)
    assert [each for each in said if not speaks_of_tiles(each, lang)] == []


def said_of(match: Match, lang: str) -> Iterator[str]:
    """Yield all texts about a match that the player to act can see."""
    variant, seat = match.variant, match.round.player
    view = match.view(seat)

    def say(value: object) -> str:
        return text(value, lang, table=view.table, variant=variant)

    yield say(match.events(seat))
    yield from map(say, view.duties)
    if match.round.over:
        yield say(match.round.outcome)
        yield say(match.scores[-1])
        return
    yield say(hint(view))
    spoken = language(lang, "tiles")
    for move in islice(view.legal_moves, 20):
        yield say(move)
        yield worded(move, spoken)
    for refused in refusals(view):
        yield from map(say, view.explain(refused))
    for card in islice(view.hand, 3):
        yield from map(say, view.placements(card))
    picture = svg.table(view, svg.Style(lang=lang))
    yield from re.findall(r">([^<>]+)<", picture.svg)
    yield picture.title


def refusals(view: PlayerView) -> list[str]:
    """Return moves that are usually illegal, each for another reason."""
    one, *more = [str(card) for card in view.hand] or ["1k"]
    meld = " ".join([one, *more][:3])
    return ["draw", "take", "discard 13y", f"lay {meld}", f"off {one} > 0", f"swap {one} > 0", "show turned"]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", OKEYS, ids=str)
def test_no_text_of_a_round_speaks_of_cards(variant: Variant, lang: str) -> None:
    match = Match.start(variant.with_(match={"turn_cap": shorter(60)}), players=3, seed=2)
    wrong = set[str]()
    while not match.round.over:
        if match.round.turn % 5 == 0:
            wrong |= {said for said in said_of(match, lang) if not speaks_of_tiles(said, lang)}
        match = match.play(GreedyBot().choose(match.view(match.round.player)))
    wrong |= {said for said in said_of(match, lang) if not speaks_of_tiles(said, lang)}
    assert wrong == set()


@pytest.mark.parametrize("variant", OKEYS, ids=str)
def test_english_texts_know_the_game_by_themselves(variant: Variant) -> None:
    match = Match.start(variant.with_(match={"turn_cap": 30}), players=3, seed=3)
    wrong = set[str]()
    while not match.round.over:
        view = match.view(match.round.player)
        said = [*str(view).splitlines(), str(hint(view))]
        said += [str(each) for move in refusals(view) for each in view.explain(move)]
        wrong |= {each for each in said if not speaks_of_tiles(each, "en")}
        match = match.play(GreedyBot().choose(view))
    assert wrong == set()
