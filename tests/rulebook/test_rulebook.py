"""A rulebook says what the policies do, in both languages, with the rules behind each sentence."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from tests.locales.messages import options
from tests.tracing import INFORMATIVE

from rami import InvalidVariant, RamiError, Variant, rulebook, variants
from rami.errors import InvalidCards
from rami.locales import Language, languages
from rami.policies import Closing, Opening, Scoring
from rami.policies.fields import Option, options_of
from rami.policies.opening import OpeningVerdict
from rami.policies.options import SLOTS
from rami.rulebooks import Rulebook, writing
from rami.rulebooks.applying import QUIET, spoken_of
from rami.rulebooks.sections import AGREED, FIXED, SECTIONS, TITLES, is_variation

SLUGS = variants.available()
CLASSIC = variants.CLASSIC_51
SAMPLES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 13, 14, 71, -10, "upcard", "double", "random", "represented", "all"),
    *((1, 2, 3), (10, 10, 10), (1,), (2,), (2, 1.5, 1), (2, 2), (3, 5), frozenset(), frozenset({2})),
    *(frozenset({"meld"}), ("group 3", "run 4"), 1.5),
)


def built_values(option: Option) -> Iterator[Any]:
    """Values that work, at least one for each sentence."""
    words = option.values.expected.replace("'", " ").split()
    for value in (*SAMPLES, *words):
        meant = option.values.convert(value)
        if option.values.accepts(meant):
            yield meant


@pytest.fixture(scope="module")
def books() -> dict[tuple[str, str], Rulebook]:
    return {(slug, lang): rulebook(variants.get(slug), lang) for slug in SLUGS for lang in languages()}


def placed(book: Rulebook) -> set[tuple[str, str]]:
    """The sentences of a book, each with its section."""
    return {(section.code, each.text) for section in book.sections for each in section.sentences}


def test_what_may_be_agreed_is_said_apart() -> None:
    """A rule that leaves a choice stands beside the other choices, not beside what holds."""
    for slug in SLUGS:
        for rule, places in variants.get(slug).rules:
            assert not is_variation(rule) or any(place in AGREED for place in places.split())
    for sentence in rulebook(CLASSIC).section("variations").sentences:
        assert all(map(is_variation, sentence.rules))
        assert sentence.rules


def test_every_option_has_its_place() -> None:
    listed = [name for names in SECTIONS.values() for name in names if name not in FIXED]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {field for field, _ in options()}
    assert {name for names in SECTIONS.values() for name in names} >= set(FIXED)
    assert set(TITLES) == set(SECTIONS)
    assert set(QUIET) <= set(listed)


def test_every_value_of_every_option_has_its_sentence() -> None:
    for field, option in options():
        slot, _, name = field.partition(".")
        reached: set[str] = set()
        for value in built_values(option):
            template = option.template(value)
            reached.add(template)
            sentence = option.sentence(value)
            assert sentence[0].isupper() or sentence[0].isdigit(), field
            assert sentence.endswith("."), field
            assert "{" not in sentence, field
        assert reached == set(option.templates), field
        assert option.values.accepts(getattr(SLOTS[slot](), name))


@pytest.mark.parametrize("slug", SLUGS)
def test_every_written_rule_is_stated(slug: str, books: dict[tuple[str, str], Rulebook]) -> None:
    due = {rule for rule, _ in variants.get(slug).rules} - INFORMATIVE
    for lang in languages():
        assert due - books[slug, lang].rules == set()
        assert books[slug, lang].rules <= {rule for rule, _ in variants.get(slug).rules}


@pytest.mark.parametrize("slug", SLUGS)
def test_languages_say_the_same(slug: str, books: dict[tuple[str, str], Rulebook]) -> None:
    english, french = books[slug, "en"], books[slug, "fr"]
    assert [each.code for each in english.sections] == [each.code for each in french.sections]
    for one, other in zip(english.sections, french.sections, strict=True):
        assert [(each.rules, each.sources) for each in one.sentences] == [
            (each.rules, each.sources) for each in other.sentences
        ]
        assert [(each.cards, each.allowed) for each in one.examples] == [
            (each.cards, each.allowed) for each in other.examples
        ]
    assert not {each.text for each in english.sentences} & {each.text for each in french.sentences}


@pytest.mark.parametrize("slug", SLUGS)
def test_plain_text_and_markdown(slug: str, books: dict[tuple[str, str], Rulebook]) -> None:
    for lang in languages():
        book = books[slug, lang]
        plain, markdown = str(book), book.markdown()
        assert plain.startswith(f"{book.title}\n===")
        assert markdown.startswith(f"# {book.title}\n")
        assert max(map(len, plain.splitlines())) < 80
        assert "{" not in plain
        assert "…" not in plain
        for section in book.sections:
            assert f"\n## {section.title}\n" in markdown
            assert section.title in plain
        drawn = book.markdown(level=2, draw=lambda cards: "<CARDS>")
        assert drawn.startswith(f"## {book.title}\n")
        assert drawn.count("<CARDS>") == sum(len(section.examples) for section in book.sections)


@pytest.mark.parametrize("slug", ["classic-51", "gin", "frustration"])
def test_a_changed_policy_changes_its_sentence(
    slug: str, books: dict[tuple[str, str], Rulebook], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "examples", lambda *_: ())
    variant = variants.get(slug)
    said = placed(books[slug, "en"])
    spoken = spoken_of(variant.settings())
    changed = 0
    for field, option in options():
        tried: set[str] = set()
        for value in built_values(option):
            if value == variant.settings()[field] or option.template(value) in tried:
                continue
            tried.add(option.template(value))
            try:
                house = variant.with_options({field: value})
            except InvalidVariant:
                continue
            if spoken(field) and spoken_of(house.settings())(field):
                changed += 1
                assert placed(rulebook(house)) != said, (field, value)
    assert changed > 20


def test_a_house_variant_has_its_own_book() -> None:
    house = CLASSIC.with_(name="Café", slug="cafe", opening={"minimum": 71}, scoring={"joker_hand_value": 50})
    book = rulebook(house, "fr")
    assert book.title == "Règles du jeu : Café"
    assert book.variant == "cafe"
    assert "au moins 71 points" in book.about("opening.minimum")[0].text
    assert book.about("scoring.joker_hand_value")[0].rules == ("VARIATION-JOKER-02",)
    assert book.about("closing.final_discard")[0].rules == ("R51-GO-01", "R51-OBJ-01", "R51-RSEC-04")
    agreed = {each.text for each in book.section("variations").sentences}
    assert "La dernière carte se pose ou se défausse." in agreed
    assert not any("71 points" in each for each in agreed)
    assert any("81 points" in each for each in agreed)
    assert "l'ouverture vaut 57 points, il en faut 71" in str(book)


@pytest.mark.parametrize(
    ("option", "value", "rules"),
    [
        ("table.joker_on_foreign_clean_run", True, ()),
        ("table.take", "off", ()),
        ("melding.set_suits", "any", ()),
        ("opening.minimum", 57, ()),
        ("opening.minimum", 71, ("VARIATION-THRESH-01", "VARIATION-THRESH-02")),
        ("scoring.unopened_flat", None, ()),
        ("match.target", 500, ()),
        ("dealing.direction", "anticlockwise", ()),
        ("dealing.hand_size", 14, ("VARIATION-HAND-01",)),
        ("drawing.recycle", "never", ()),
    ],
)
def test_an_option_cites_no_rule_that_says_something_else(option: str, value: Any, rules: tuple[str]) -> None:
    house = CLASSIC.with_options({option: value, "set_joker": "never"})
    assert rulebook(CLASSIC).about(option)[0].rules
    assert [each.rules for each in rulebook(house).about(option)[:1]] == [rules]
    own = house.with_(rules={"HOUSE-01": option})
    assert rulebook(own).about(option)[0].rules == ("HOUSE-01",)


def test_a_changed_option_is_said_even_where_others_pass_over_it() -> None:
    house = CLASSIC.with_(table={"take": "off"})
    assert [str(each) for each in rulebook(house).about("table.take")] == [
        "Cards on the table stay in their melds."
    ]


def test_options_that_mean_nothing_are_passed_over() -> None:
    book = rulebook(CLASSIC.with_(equipment={"jokers": 0}, table={"take": "off"}))
    for source in ("table.run_joker", "table.take_from", "melding.max_wild", "scoring.joker_finish"):
        assert book.about(source) == ()
    assert book.about("equipment.jokers")[0].text == "There are no jokers."
    gin = rulebook(variants.GIN)
    assert [each.code for each in gin.sections if each.code in ("opening", "knock")] == ["knock"]
    with pytest.raises(KeyError):
        gin.section("opening")


def test_words_in_sentences_are_translated() -> None:
    house = CLASSIC.with_(drawing={"discard_use": ["swap", "meld"]})
    assert rulebook(house).about("drawing.discard_use")[0].text.endswith("by way of: meld, swap.")
    french = rulebook(house, "fr").about("drawing.discard_use")[0].text
    assert french.endswith("par : nouvelle combinaison, échange contre un joker.")
    assert (
        rulebook(variants.LEBANESE_14, "fr")
        .about("scoring.all_at_once_factors")[0]
        .text.endswith("2, 1,5, 1.")
    )


def test_contracts_are_listed_with_their_rules() -> None:
    listed = rulebook(variants.FRUSTRATION, "fr").section("contracts").sentences
    assert len(listed) == 14
    assert str(listed[1]) == "Contrat 2 : groupe de 3 + suite de 4, 7 cartes. [FRU-C02]"
    assert (
        "\n| 2 | groupe de 3 + suite de 4 | 7 | FRU-C02 |\n"
        in rulebook(variants.FRUSTRATION, "fr").markdown()
    )
    house = variants.FRUSTRATION.with_options({"opening.contracts": ["group 4"]})
    assert [each.rules for each in rulebook(house).section("contracts").sentences] == [()]
    same = variants.FRUSTRATION.with_options({"opening.contracts": ["group 4", "group 3 + run 4"]})
    assert [each.rules for each in rulebook(same).section("contracts").sentences] == [(), ("FRU-C02",)]


def examples_of(variant: Variant, section: str, lang: str = "en") -> list[str]:
    book = rulebook(variant, lang)
    return [f"{each.sign} {book.shown(each.cards)}: {each.text}" for each in book.section(section).examples]


def test_examples_are_what_rami_answers() -> None:
    melds = examples_of(CLASSIC, "melds", "fr")
    assert "✓ D♠ R♠ A♠: une suite qui vaut 31 points" in melds
    assert "✗ 5♣ 5♦ 5♦: les cartes d'un brelan ou d'un carré sont de couleurs différentes : 5♣ 5♦ 5♦" in melds
    openings = examples_of(CLASSIC, "opening")
    assert "✓ 7♠ 8♠ 9♠ | A♦ A♣ A♥: 24 + 33 = 57: allowed" in openings
    assert "✗ 7♠ 8♠ 9♠ | 7♦ 7♣ 7♥: 24 + 21 = 45: the opening is worth 45 points, 51 are needed" in openings
    assert any(
        "with A♥ from the discard pile" in each for each in examples_of(variants.LEBANESE_14, "opening")
    )
    assert any(
        "150 (" in each and "1 wild card:" in each for each in examples_of(variants.LEBANESE_14, "scoring")
    )
    assert any("200 (nobody had laid 200)" in each for each in examples_of(variants.GAMEVELVET, "scoring"))
    assert any("big gin: 66 (" in each for each in examples_of(variants.GIN, "scoring"))
    assert examples_of(variants.GIN, "knock")[0].endswith("discarding 7♥ leaves 10 unmatched points")
    upcard = variants.GIN.with_(closing={"knock_limit": "upcard"})
    assert len(examples_of(upcard, "knock")) == 1
    contracts = examples_of(variants.FRUSTRATION, "opening")
    assert [each[0] for each in contracts] == ["✓", "✗", "✗"]
    refused = next(each for each in rulebook(CLASSIC).section("melds").examples if each.allowed is False)
    assert refused.rules == ("R51-RUN-01",)


def test_small_and_odd_games_have_books() -> None:
    odd = variants.FRUSTRATION.with_options(
        {"opening.contracts": ["run 12 + group 3"], "dealing.hand_size": 16}
    )
    assert rulebook(odd).section("opening").examples
    one = CLASSIC.with_(equipment={"packs": 1, "players": (2, 3)}, scoring={"all_at_once_flat": 100})
    assert rulebook(one).about("scoring.all_at_once_flat")
    bare = CLASSIC.with_(opening={"minimum": 0, "clean": None}, drawing={"discard_in_clean_run": True})
    assert rulebook(bare).section("opening").examples == ()


class Silent(Opening):
    """A policy of a user that says nothing of itself."""


class Talking(Closing):
    """A policy of a user with a sentence of its own."""

    def describe(self, lang: str) -> str:
        return "On finit quand on veut." if lang == "fr" else "One ends at will."


class Listing(Scoring):
    def describe(self, lang: str) -> list[str]:
        return ["One.", "Two."]


class Duck:
    """A policy that shares one option with the built-in class of its slot."""

    minimum = 30

    def verdict(self, facts: object) -> OpeningVerdict:
        return OpeningVerdict()

    def __hash__(self) -> int:
        return 1

    def describe(self, lang: str) -> tuple[str, ...]:
        return ("Ask the duck.",)


class Mute:
    def verdict(self, facts: object) -> OpeningVerdict:
        return OpeningVerdict()

    def __hash__(self) -> int:
        return 2


def test_policies_of_users_describe_themselves() -> None:
    duck: Any = Duck()
    book = rulebook(CLASSIC.with_(opening=duck))
    assert book.section("opening").sentences[0].text == "Ask the duck."
    assert book.section("opening").sentences[0].sources == ("opening",)
    assert "at least 30 points" in book.about("opening.minimum")[0].text
    assert book.about("opening.clean") == ()
    mute: Any = Mute()
    assert rulebook(CLASSIC.with_(opening=mute), "fr").section("opening").sentences[0].text == (
        "Cette partie du jeu suit une règle propre : Mute."
    )


def test_subclasses_of_built_in_policies_describe_themselves() -> None:
    variant = CLASSIC.with_(opening=Silent(), closing=Talking(), scoring=Listing())
    book = rulebook(variant, "fr")
    assert "On finit quand on veut." in {each.text for each in book.section("closing").sentences}
    assert [each.text for each in book.section("scoring").sentences[:2]] == ["One.", "Two."]
    assert "Silent" in book.section("opening").sentences[0].text
    assert book.about("opening.minimum")


def test_a_pseudo_language() -> None:
    pseudo = Language.from_po(
        "qq",
        'msgid ""\nmsgstr "X-Direction: rtl\\nPlural-Forms: nplurals=1; plural=0;\\n"\n\n'
        'msgctxt "equipment.jokers"\nmsgid "There are {value} jokers; within the limits below a joker may stand for '
        'any card of a meld."\nmsgid_plural "x"\nmsgstr[0] "JOKERS {value}"\n',
    )
    book = rulebook(CLASSIC, pseudo)
    assert book.language == "qq"
    assert book.about("equipment.jokers")[0].text == "JOKERS 4"
    assert "\u2068Q♠\u2069" in str(book)


def test_bad_questions() -> None:
    with pytest.raises(InvalidVariant):
        rulebook("classic-51")  # type: ignore[arg-type]  # what a hasty user writes
    with pytest.raises(RamiError, match="there is no language"):
        rulebook(CLASSIC, "xx")
    assert issubclass(InvalidCards, RamiError)


def test_books_are_values() -> None:
    book = rulebook(CLASSIC)
    assert book == rulebook(CLASSIC)
    assert hash(book) == hash(rulebook(CLASSIC))
    assert pickle.loads(pickle.dumps(book)) == book
    assert options_of(Opening)["minimum"].sentence(71).startswith("The first lay-down")
