"""Rulebooks describe the policies of a game in both languages, and each sentence has its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.support.flat import with_options
from tests.support.messages import options
from tests.support.presets import SLUGS
from tests.support.tracing import INFORMATIVE

from rami import Variant, rulebook, variants
from rami.errors import InvalidVariant
from rami.locales import Language, languages
from rami.locales.rulebooks import Rulebook, writing
from rami.locales.rulebooks._sections import CHOICES, FIXED, OFTEN_CHANGED, SECTIONS, TITLES, is_variation
from rami.locales.speaking import compiled
from rami.policies import Closing, Opening, Scoring
from rami.policies.declaring.conflicts import meanings
from rami.policies.declaring.fields import Option
from rami.policies.declaring.options import SLOTS, settings_of
from rami.policies.declaring.values import shares
from rami.policies.slots.opening import OpeningVerdict

CLASSIC = variants.CLASSIC_51
SAMPLES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, 3, 5, 13, 14, 71, -10, "upcard", "double", "random", "represented", "all"),
    *(
        (1, 2, 3),
        (10, 10, 10),
        (1,),
        (2,),
        (2, 1.5, 1),
        (2, 2),
        (3, 5),
        (1,) * 13,
        frozenset(),
        *(frozenset({rank}) for rank in range(1, 14)),
    ),
    *(frozenset({"meld"}), ("group 3", "run 4"), 1.5, (3, 3)),
    *(frozenset(uses) for uses in (("meld", "layoff"), ("meld", "swap"), ("layoff", "swap"))),
)


def built_values(option: Option) -> Iterator[Any]:
    """Yield values that work, at least one for each sentence."""
    words = re.findall(r"[a-z_]+", " ".join(map(str, option.values.allowed)))
    by_hand = {"dealing.hand_size": [3, 4]}
    for value in (*SAMPLES, *words, (), by_hand, {"Q♠": 40}):
        meant = option.values.convert(value)
        if option.values.accepts(meant):
            yield meant


@cache
def book_of(slug: str, lang: str = "en") -> Rulebook:
    return rulebook(variants.get(slug), lang)


def placed(book: Rulebook) -> set[tuple[str, str]]:
    """Return the sentences of a book, each with its section."""
    return {(section.code, each.text) for section in book.sections for each in section.sentences}


def test_agreed_variations_have_sentences_of_their_own() -> None:
    """A rule that leaves a choice is listed with the other choices, not with the rules that hold."""
    agreed = {field for field, option in options() if option.agreed}
    for slug in SLUGS:
        for rule, places in variants.get(slug).ledger.rules:
            assert not is_variation(rule) or not agreed.isdisjoint(places.split())
            assert rule not in CHOICES or CHOICES[rule] in places.split()
    behind = {**CHOICES, **OFTEN_CHANGED}
    lead, *agreed_on = rulebook(CLASSIC).section("variations").sentences
    assert lead.rules == lead.sources == ()
    for sentence in agreed_on:
        assert all(is_variation(rule) or behind[rule] in sentence.sources for rule in sentence.rules)
        assert sentence.rules
    offered = {rule: set[object]() for rule in behind}
    for variant in (CLASSIC, variants.RAMI_500):
        for sentence in rulebook(variant).section("variations").sentences:
            for rule in sentence.rules:
                offered.get(rule, set()).update(sentence.sources)
    assert offered["R51-OPEN-06"] == {"opening.counts_layoffs"}
    assert offered["R500-JOK-02"] == {"melding.max_wild"}
    assert [str(each) for each in rulebook(variants.GAMEVELVET).section("variations").sentences] == [
        "The limit is 201 or 501 points. [VELVET-MATCH-01]",
    ]


def test_every_option_has_its_place() -> None:
    listed = [name for names in SECTIONS.values() for name in names if name not in FIXED]
    assert len(set(listed)) == len(listed)
    assert set(listed) == {field for field, _ in options()}
    assert {name for names in SECTIONS.values() for name in names} >= set(FIXED)
    assert set(TITLES) == set(SECTIONS)


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
def test_every_written_rule_is_stated(slug: str) -> None:
    due = {rule for rule, _ in variants.get(slug).ledger.rules} - INFORMATIVE
    for lang in languages():
        assert due - book_of(slug, lang).rules == set()
        assert book_of(slug, lang).rules <= {rule for rule, _ in variants.get(slug).ledger.rules}


@pytest.mark.parametrize("slug", SLUGS)
def test_languages_have_equal_sentences(slug: str) -> None:
    english, french = book_of(slug), book_of(slug, "fr")
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
def test_plain_text_and_markdown(slug: str) -> None:
    for lang in languages():
        book = book_of(slug, lang)
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


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["classic-51", "gin", "frustration"])
def test_a_changed_policy_changes_its_sentence(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "examples", lambda *_: ())
    variant = variants.get(slug)
    said = placed(book_of(slug))
    spoken = meanings(settings_of(variant))
    changed = 0
    for field, option in options():
        tried: set[str] = set()
        for value in built_values(option):
            if value == variant.settings()[field] or option.template(value) in tried:
                continue
            tried.add(option.template(value))
            try:
                house = with_options(variant, {field: value})
            except InvalidVariant:
                continue
            if option.share and isinstance(value, tuple) and len(shares(value, *house.players)) == 1:
                continue
            if spoken[field] is None and meanings(settings_of(house))[field] is None:
                changed += 1
                assert placed(rulebook(house)) != said, (field, value)
    assert changed > 20


def test_a_house_variant_has_its_own_book() -> None:
    house = CLASSIC.with_(name="Café", slug="cafe", opening={"minimum": 71}, scoring={"joker_hand_value": 50})
    book = rulebook(house, "fr")
    assert book.title == "Règles du jeu\u00a0: Café"
    assert book.variant == "cafe"
    assert "au moins 71 points" in book.about("opening.minimum")[0].text
    assert book.about("scoring.joker_hand_value")[0].rules == ("VARIATION-JOKER-02",)
    assert book.about("closing.final_discard")[0].rules == ("R51-GO-01", "R51-RSEC-04")
    agreed = {each.text for each in book.section("variations").sentences}
    assert "La dernière carte se pose ou se défausse." in agreed
    assert not any("71 points" in each for each in agreed)
    assert any("81 points" in each for each in agreed)
    assert "l'ouverture vaut 57 points, il en faut 71" in str(book)


@pytest.mark.search(cases=3)
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
    house = with_options(CLASSIC, {option: value, "set_joker": "never"})
    assert rulebook(CLASSIC).about(option)[0].rules
    assert [each.rules for each in rulebook(house).about(option)[:1]] == [rules]
    own = house.with_(ledger=attrs.evolve(CLASSIC.ledger, rules={"HOUSE-01": option}))
    assert rulebook(own).about(option)[0].rules == ("HOUSE-01",)
    rules_of_house = {**dict(CLASSIC.ledger.rules), "HOUSE-01": option}
    added = house.with_(ledger=attrs.evolve(CLASSIC.ledger, rules=rules_of_house))
    assert rulebook(added).about(option)[0].rules == ("HOUSE-01", *rules)


def test_a_changed_option_has_a_sentence_even_where_presets_omit_it() -> None:
    house = CLASSIC.with_(table={"take": "off"})
    assert [str(each) for each in rulebook(house).about("table.take")] == [
        "Cards laid on the table stay in their melds: nobody takes them out for a new meld."
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
    uses = rulebook(house).about("drawing.discard_use")[0].text
    assert uses.endswith("in a new meld or in exchange for a wild card.")
    french = rulebook(house, "fr").about("drawing.discard_use")[0].text
    assert french.endswith("dans une nouvelle combinaison ou en échange d'un joker.")
    factors = rulebook(variants.LEBANESE_14, "fr").about("scoring.all_at_once_factors")[0].text
    assert "par 1,5 s'il en a posé un" in factors
    house = variants.LEBANESE_14.with_(scoring={"all_at_once_factors": (2, 1.5, 1.25, 1)})
    factors = rulebook(house, "fr").about("scoring.all_at_once_factors")[0].text
    assert "2\N{NO-BREAK SPACE}; 1,5\N{NO-BREAK SPACE}; 1,25\N{NO-BREAK SPACE}; 1." in factors


def test_contracts_are_listed_with_their_rules() -> None:
    listed = rulebook(variants.FRUSTRATION, "fr").section("contracts").sentences
    assert len(listed) == 14
    assert str(listed[1]) == "Contrat 2\u00a0: brelan + suite de 4 (7 cartes). [FRU-C02]"
    assert "\n| 2 | brelan + suite de 4 | 7 |\n" in rulebook(variants.FRUSTRATION, "fr").markdown()
    house = with_options(variants.FRUSTRATION, {"opening.contracts": ["group 4"]})
    assert [each.rules for each in rulebook(house).section("contracts").sentences] == [()]
    same = with_options(variants.FRUSTRATION, {"opening.contracts": ["group 4", "group 3 + run 4"]})
    assert [each.rules for each in rulebook(same).section("contracts").sentences] == [(), ("FRU-C02",)]


@pytest.mark.parametrize(
    ("rounds", "contracts", "most", "last"),
    (
        (1, 1, "10 cards", "Round 1:"),
        (5, 5, "12 in the last", "Round 5:"),
        (9, 7, "12 in the last", "Rounds 7 to 9:"),
    ),
)
def test_contracts_and_rounds_end_with_the_match(rounds: int, contracts: int, most: str, last: str) -> None:
    house = variants.LIVERPOOL.with_(match={"hands": rounds})
    book = rulebook(house)
    assert len(book.section("contracts").sentences) == contracts
    assert book.section("hands").sentences[-1].text.startswith(last)
    assert dict(book.box)["You get"].endswith(most)
    repeated = "all further rounds have that contract again"
    assert (repeated in said(house)) == (rounds > contracts)


def test_the_last_rules_apply_to_all_later_rounds() -> None:
    house = variants.LIVERPOOL.with_(match={"end": "until", "target": 500, "hands": None})
    last = rulebook(house).section("hands").sentences[-1].text
    assert last.startswith("From round 7 on: Each player is dealt 12 cards.")


def examples_of(variant: Variant, section: str, lang: str = "en") -> list[str]:
    book = rulebook(variant, lang)
    return [f"{each.sign} {book.shown(each.cards)}: {each.text}" for each in book.section(section).examples]


def test_examples_agree_with_rami() -> None:
    melds = examples_of(CLASSIC, "melds", "fr")
    assert "✓ D♠ R♠ A♠: une suite qui vaut 31 points" in melds
    assert "✗ 5♣ 5♦ 5♦: les cartes d'un groupe sont de couleurs différentes" in melds
    openings = examples_of(CLASSIC, "opening")
    assert "✓ 7♠ 8♠ 9♠ | A♦ A♣ A♥: 24 + 33 = 57: allowed" in openings
    assert "✗ 7♠ 8♠ 9♠ | 7♦ 7♣ 7♥: 24 + 21 = 45: the opening is worth 45 of the 51 points needed" in openings
    assert any("with A♥ from the discard pile" in one for one in examples_of(variants.LEBANESE_14, "opening"))
    won = examples_of(variants.LEBANESE_14, "scoring")
    assert any("150 (" in one and "1 wild card:" in one for one in won)
    assert any("200 (no earlier melds 200)" in each for each in examples_of(variants.GAMEVELVET, "scoring"))
    assert any("when you go big gin: you score 66 (" in each for each in examples_of(variants.GIN, "scoring"))
    assert examples_of(variants.GIN, "knock")[0].endswith("if you discard 7♥, you have 10 points of deadwood")
    upcard = variants.GIN.with_(closing={"knock_limit": "upcard"})
    assert len(examples_of(upcard, "knock")) == 1
    contracts = examples_of(variants.FRUSTRATION, "opening")
    assert [each[0] for each in contracts] == ["✓", "✗", "✗"]
    refused = next(each for each in rulebook(CLASSIC).section("melds").examples if each.allowed is False)
    assert refused.rules == ("R51-ACE-01",)


def said(variant: Variant, lang: str = "en") -> str:
    """Return the sentences of a book, without its variations."""
    sections = rulebook(variant, lang).sections
    return "\n".join(each.text for part in sections if part.code != "variations" for each in part.sentences)


FALSE: tuple[tuple[str, dict[str, Any], str, str], ...] = (
    ("gin", {"match.columns": 3}, "The first player to reach the target", "sum of the three columns wins"),
    ("classic-51", {"drawing.max_recycles": 0}, "shuffled to make a new stock", "stock is never replaced."),
    ("classic-51", {"melding.max_wild_scope": "run"}, "next to each other", "applies to runs only."),
    (
        "classic-51",
        {"scoring.all_at_once_factors": (1,)},
        "in place of the other",
        "opening and getting rid of",
    ),
    ("classic-51", {"equipment.jokers": 0}, "wild card", "opening must contain a run; its points count too."),
    ("classic-51", {"equipment.jokers": 0}, "wild card;", "in a new meld or on a meld already there."),
    ("gamevelvet", {"equipment.jokers": 0}, "clean", "must be worth at least 51 points"),
    ("lebanese-14", {"equipment.jokers": 0}, "burnt", "There are no jokers."),
    ("classic-51", {"melding.set_min": 4}, "group of three", "A group is 4 or more cards of the same rank."),
    ("classic-51", {"melding.min_natural": 3}, "joker in a group of three", "the card of the missing suit"),
    ("classic-51", {"melding.set_max": 3, "table.set_joker": "never"}, "at most 4", "A group has at most 3"),
    ("classic-51", {"melding.max_run": 13}, "from ace to ace", "J Q K A; a run may hold"),
    ("classic-51", {"melding.max_run": 5}, "from ace to ace", "J Q K A; a run has at most 5"),
    ("classic-51", {"melding.run_wrap": True}, "from ace to ace", "A 2 3 4 5 6 7 8 9 10 J Q K A."),
    ("frustration", {}, "Only jokers are wild", "even in a run or group where it could stand for itself"),
    ("frustration", {}, "nobody scores", "contracts laid in it do not count"),
    ("frustration", {}, "get rid of", "first to complete all contracts."),
    ("frustration", {}, "recover only jokers", "but not a wild card that stands for a card of a wild rank"),
    (
        "classic-51",
        {"table.layoff_requires_open": False, "opening.post_open": "next_turn"},
        "from the turn after the opening on",
        "you may only lay more new melds",
    ),
    (
        "classic-51",
        {"closing.final_discard": "forbidden", "scoring.joker_finish": None},
        "Finishing with a joker",
        "Discard one card, face up, unless you have none left.",
    ),
    (
        "classic-51",
        {"scoring.rounding": "floor", "scoring.all_at_once_factors": ("3/2",)},
        "round down",
        "counts 20",
    ),
    ("lebanese-14", {}, "To recover a wild card from a run, use", "halves are rounded up."),
    ("romme", {}, "rami sec", "applies even if others have opened."),
    ("classic-51", {}, "clean meld", "when nobody else has opened is called rami sec."),
    ("rami-500", {}, "clean meld", "you need neither the points nor a clean run."),
    ("basic-rummy", {}, "multiplies the points of the others", "that you score are multiplied by 2."),
    ("liverpool", {}, "A meld is worth", "An ace left in your hand counts 15."),
    ("okey-101", {}, "clean", "You pay for such discards even if you have not opened."),
    ("gamevelvet", {}, "each of them scores 200.", "each of them scores 200 instead."),
    ("gamevelvet", {}, "Players with equal totals", "Going out all at once means opening"),
    ("gin", {}, "penalty", "end it with less deadwood than the other player"),
    ("gin", {}, "completes the turn by discarding", "as usual, by discarding or by ending the round"),
    ("gin", {}, "put it back", "After gin or big gin the other player does not lay off cards."),
    ("gin", {"scoring.big_gin_bonus": None}, "big gin", "After gin the other player does not lay off cards."),
    (
        "gin",
        {"scoring.big_gin_bonus": None, "closing.layoff_on_gin": True},
        "big gin",
        "The other player may lay off cards even after gin.",
    ),
    ("gin", {"closing.knock_limit": 0}, "worth 0 points", "If your discard leaves you with no deadwood"),
    ("classic-51", {"equipment.players": (3, 3)}, "3 to 3", "The game is for 3 players."),
    ("classic-51", {"opening.counts_layoffs": True}, "Only the melds", "those points before your turn ends"),
    ("classic-51", {"match.first_dealer": 2}, "Player 2", "Player 3 is the first dealer."),
)


@pytest.mark.search(cases=5)
@pytest.mark.parametrize(("slug", "options", "no_longer", "instead"), FALSE)
def test_sentences_agree(slug: str, options: dict[str, Any], no_longer: str, instead: str) -> None:
    house = with_options(variants.get(slug), options)
    assert no_longer not in said(house)
    assert instead in said(house)
    assert len(said(house, "fr").splitlines()) == len(said(house).splitlines())


@pytest.mark.parametrize(
    ("opening", "says"),
    (
        ({}, "You may rearrange them as you like"),
        ({"minimum": 30}, "Once you have opened, you may rearrange them as you like"),
        ({"post_open": "next_turn"}, "Once you have opened, you may rearrange them as you like"),
    ),
)
def test_without_an_opening_everybody_rearranges_the_table(opening: dict[str, Any], says: str) -> None:
    free = variants.RUMMIKUB.with_(opening={"minimum": 0, "post_open": "same_turn"})
    house = with_options(free, {f"opening.{name}": value for name, value in opening.items()})
    assert f"are shared. {says}" in said(house)
    opened = "on the table, and you have opened." in rulebook(house).plain().replace("\n ", "")
    assert opened is bool(opening)
    assert ("Une fois qu'on a ouvert" in said(house, "fr")) is bool(opening)
    assert ("وبعد أن تنزل" in said(house, "ar")) is bool(opening)


def test_definitions_cite_no_rule_that_says_something_else() -> None:
    defined = [each for each in rulebook(CLASSIC).sentences if "Going out all at once means" in each.text]
    assert [each.rules for each in defined] == [()]


def test_another_rule_may_settle_a_choice() -> None:
    help_forfeits = {"scoring.all_at_once_help": False}
    settled = [rulebook(with_options(each, help_forfeits)) for each in (CLASSIC, variants.LEBANESE_14)]
    found = [each.about("scoring.all_at_once_help")[0].rules for each in settled]
    assert found == [("R51-RSEC-03",), ()]
    assert not any("forfeits" in sentence.text for sentence in rulebook(variants.LEBANESE_14).sentences)
    house = variants.LEBANESE_14.with_(opening={"all_at_once_requires": "nothing"})
    assert rulebook(house).about("opening.all_at_once_requires")[0].rules == ()


def test_alternatives_of_things_that_are_not_there() -> None:
    agreed = rulebook(CLASSIC.with_(equipment={"jokers": 0})).section("variations").sentences
    assert not any("joker" in each.text for each in agreed)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_aim_comes_first(slug: str) -> None:
    book = book_of(slug)
    aim = {rule for rule, _ in variants.get(slug).ledger.rules if rule.endswith("-OBJ-01")}
    assert set(book.sentences[0].rules) == aim
    assert aim or not slug.startswith(("classic", "frustration", "game", "gin", "lebanese", "rami"))
    assert all(aim.isdisjoint(sentence.rules) for sentence in book.sentences[1:])
    knocking = variants.GIN.with_(ledger=CLASSIC.ledger)
    assert rulebook(knocking).sentences[0].rules == ()


@pytest.mark.parametrize(
    "options",
    [
        {"melding.set_min": 4},
        {"melding.min_natural": 3},
        {"melding.run_min": 5},
        {"melding.set_max": 3, "table.set_joker": "never"},
        {"opening.minimum": 40, "opening.clean": None},
        {"opening.minimum": 90},
    ],
)
def test_examples_show_allowed_and_forbidden_cases(options: dict[str, Any]) -> None:
    book = rulebook(with_options(CLASSIC, options))
    for code in ("melds", "opening"):
        assert {each.allowed for each in book.section(code).examples} == {True, False}
    melds = book.section("melds").examples
    allowed = [each for each in melds if each.allowed]
    assert any("*" in book.shown(each.cards) for each in allowed)
    assert any(each.text.startswith("a group") for each in allowed)
    assert any(each.text.startswith("a run") for each in allowed)


def test_an_opening_without_a_clean_meld_is_an_example() -> None:
    house = variants.GAMEVELVET.with_(opening={"minimum": 0})
    assert {each.allowed for each in rulebook(house).section("opening").examples} == {True, False}


def test_people_in_examples_have_no_numbers() -> None:
    for lang, word in (("en", "of player"), ("fr", "du joueur 0")):
        examples = [each.text for each in rulebook(variants.GIN, lang).section("scoring").examples]
        assert not any(word in each for each in examples)
    assert "the knocker's deadwood 9" in examples_of(variants.GIN, "scoring")[1]


def test_a_joker_that_finishes_has_its_example() -> None:
    house = CLASSIC.with_(scoring={"all_at_once_factors": (1,)})
    assert any("400" in each for each in examples_of(house, "scoring"))
    without = CLASSIC.with_(equipment={"jokers": 0}, scoring={"all_at_once_factors": (2, 1.5, 1)})
    assert not any("wild card" in each for each in examples_of(without, "scoring"))


def test_french_typography() -> None:
    book = rulebook(variants.GAMEVELVET, "fr")
    assert "\nExemples (* est un joker)\u00a0:\n" in str(book)
    assert any("= 57\u00a0: permis" in each.text for each in book.section("opening").examples)
    assert any("\u00a0; " in each.text for each in book.section("melds").examples)
    gin = rulebook(variants.GIN, "fr")
    for text in (str(gin), gin.markdown()):
        assert not re.search(r" [;:!?]", text.removeprefix("# ").removeprefix(gin.title))


def test_small_and_odd_games_have_books() -> None:
    odd = variants.FRUSTRATION.with_(opening={"contracts": ["run 12 + group 3"]}, dealing={"hand_size": 16})
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


@attrs.frozen
class Duck:
    """A policy that shares one option with the built-in class of its slot."""

    minimum: int = 30

    def verdict(self, facts: object) -> OpeningVerdict:
        return OpeningVerdict()

    def describe(self, lang: str) -> tuple[str, ...]:
        return ("Ask the duck.",)


@attrs.frozen
class Mute:
    def verdict(self, facts: object) -> OpeningVerdict:
        return OpeningVerdict()


def test_policies_of_users_describe_themselves() -> None:
    duck: Any = Duck()
    book = rulebook(CLASSIC.with_(opening=duck))
    assert book.section("opening").sentences[0].text == "Ask the duck."
    assert book.section("opening").sentences[0].sources == ("opening",)
    assert "at least 30 points" in book.about("opening.minimum")[0].text
    assert book.about("opening.clean") == ()
    mute: Any = Mute()
    silent = rulebook(CLASSIC.with_(opening=mute), "fr").section("opening").sentences[0].text
    assert silent == "Cette partie du jeu suit des règles particulières\u00a0: Mute."


def test_subclasses_of_built_in_policies_describe_themselves() -> None:
    variant = CLASSIC.with_(opening=Silent(), closing=Talking(), scoring=Listing())
    book = rulebook(variant, "fr")
    assert "On finit quand on veut." in {each.text for each in book.section("closing").sentences}
    assert [each.text for each in book.section("scoring").sentences[:2]] == ["One.", "Two."]
    assert "Silent" in book.section("opening").sentences[0].text
    assert book.about("opening.minimum")


def test_a_pseudo_language() -> None:
    text = (
        'msgid ""\nmsgstr "Language: ja\\nPlural-Forms: nplurals=1; plural=0;\\n"\n\n'
        'msgctxt "language"\nmsgid "direction"\nmsgstr "rtl"\n\n'
        'msgctxt "equipment.jokers"\nmsgid "There are {value} jokers. A joker may stand for any '
        'card in a meld, within the limits below."\nmsgid_plural "x"\nmsgstr[0] "JOKERS {value}"\n'
    )
    book = rulebook(CLASSIC, Language("qq", compiled(text)))
    assert book.language == "qq"
    assert book.about("equipment.jokers")[0].text == "JOKERS 4"
    assert "\u2068Q♠\u2069" in str(book)


def test_readings_are_those_of_rules_that_decide_the_option() -> None:
    for slug in SLUGS:
        found = variants.get(slug).ledger
        decided = dict(found.rules)
        for rule, read in found.readings:
            assert set(read.split()) <= set(decided[rule].split())
    assert dict(CLASSIC.ledger.readings)["R51-RUN-01"] == "melding.max_run"
    inherited = dict(variants.LEBANESE_14.ledger.readings)
    assert inherited["R51-RUN-01"] == "melding.max_run"
    assert inherited["LEB-DRAW-01"] == "opening.pickup_scope"


def test_interpretations_are_marked() -> None:
    for lang in languages():
        book = rulebook(CLASSIC, lang)
        assert book.about("closing.final_discard")[0].citation.startswith("cf.\u00a0R51-GO-01")
        assert str(book.about("equipment.players")[0]).endswith("[cf.\u00a0R51-MAT-01]")
        assert "<small>R51-OBJ-01, cf.\u00a0R51-MAT-01, " in book.markdown(ids=True)
        assert "cf. R51-MAT-01]" in book.plain(ids=True).replace("\u00a0", " ")
    assert rulebook(CLASSIC).about("scoring.joker_hand_value")[0].readings == ()
    assert "cf." not in str(rulebook(CLASSIC)) + rulebook(CLASSIC).markdown()


@pytest.mark.parametrize("slug", SLUGS)
def test_the_box_has_the_game_at_a_glance(slug: str) -> None:
    for lang in languages():
        book = book_of(slug, lang)
        assert len(book.box) == 5
        assert not any("{" in words or not words for row in book.box for words in row)
        assert book.markdown().startswith(f"# {book.title}\n\n| | |\n|---|---|\n| {book.box[0][0]} | ")
    assert not {*book_of(slug).box} & {*book_of(slug, "fr").box}


def test_the_box_follows_the_options() -> None:
    house = variants.RAMI_500.with_(equipment={"players": (3, 3), "jokers": 0}, match={"target": 250})
    assert [words for _, words in rulebook(house).box] == [
        "3",
        "2 packs of 52 cards, no jokers",
        "13 cards",
        "be the first to get rid of all your cards by melding them",
        "until a player has 250 points; the lowest total wins",
    ]
    short = with_options(variants.GIN, {"equipment.ranks": [*range(1, 11)], "closing.knock_limit": 5})
    assert rulebook(short).box[1] == ("Cards", "40 cards")
    mute: Any = Mute()
    assert len(rulebook(CLASSIC.with_(opening=mute)).box) == 5


def test_the_box_is_not_repeated_in_the_text() -> None:
    book = rulebook(variants.GIN)
    assert book.about("equipment.players")[0].boxed
    assert "The game is for two players" not in str(book) + book.markdown()
    assert "The game is for two players. [GIN-MAT-01]" in book.plain(ids=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_has_its_steps_in_order(slug: str) -> None:
    if variants.get(slug).drawing.turn == "draw_or_play":
        # One sentence says it all: there are no steps.
        assert book_of(slug).about("drawing.turn")
        return
    steps = [each for each in book_of(slug).section("draw").sentences if each.step]
    assert [each.step for each in steps] == [*range(1, len(steps) + 1)]
    assert [each.text.split()[0] for each in steps] in (["Draw", "Discard"], ["Draw", "Lay", "Discard"])
    plain = str(book_of(slug))
    assert "\n1. Draw " in plain
    assert f"\n{len(steps)}. Discard one " in plain


@pytest.mark.parametrize("slug", SLUGS)
def test_a_turn_is_worked_out(slug: str) -> None:
    table, *rest = book_of(slug).section("example").examples
    variant = variants.get(slug)
    drawn = variant.drawing.turn == "draw_then_play"
    # Where a turn is a draw or a play, the table comes first.
    held = table if drawn else rest[0]
    assert ("You have drawn " if drawn else "You hold ") in held.text
    assert ("beside the stock" in held.text) == (variant.dealing.turned_card is not None and drawn)
    size = variant.for_round(variant.players[0], number=1).dealing.cards_each(variant.players[0])
    assert sum(map(len, held.cards)) == size + drawn


def test_the_worked_turn_of_gin_is_scored_by_the_engine() -> None:
    def example(variant: Variant) -> str:
        return " ".join(each.text for each in rulebook(variant).section("example").examples)

    assert "6 points of deadwood" in example(variants.GIN)
    assert "lays off 6♥ 7♥ 9♥ on your melds" in example(variants.GIN)
    assert example(variants.GIN).endswith("32 points. You score 26 points.")
    strict = variants.GIN.with_(closing={"knock_limit": 5})
    assert "example" not in {each.code for each in rulebook(strict).sections}


ENGINE_WORDS = (
    r"positions?|listed|legal|illegal|moves?|phases?|dut(?:y|ies)|program|engine|options?|seats?|canonical"
)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_rulebook_speaks_of_the_engine(slug: str) -> None:
    for lang, words in (("en", ENGINE_WORDS), ("fr", "logiciel|programme|coups? légal|moteur|options?")):
        assert re.findall(rf"(?i)\b(?:{words})\b", book_of(slug, lang).plain(ids=True)) == []


def test_no_sentence_of_an_option_speaks_of_the_engine() -> None:
    engine = re.compile(rf"(?i)\b(?:{ENGINE_WORDS})\b")
    found = [(field, each) for field, option in options() for each in option.templates if engine.search(each)]
    assert found == []


def readings() -> str:
    """Return the pages about interpretations of the rules."""
    pages = (Path(__file__).parents[4] / "docs" / "explanation").glob("readings-of-*.md")
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def test_the_pages_of_readings_name_every_option() -> None:
    assert {field for field, _ in options()} <= set(re.findall(r"`([a-z]+\.[a-z_]+)`", readings()))


def test_the_pages_of_readings_name_every_rule_that_rulebooks_mark() -> None:
    text = readings()
    marked = {rule for slug in SLUGS for rule, _ in variants.get(slug).ledger.readings}
    assert {rule for rule in marked if rule not in text} == set()
