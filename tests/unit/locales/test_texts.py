"""Violations, cards and scores in French and in a language that is written from right to left."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from tests.support.flat import with_options
from tests.support.refusals import refusal

from rami import Cards, Contract, InvalidMeld, RamiError, Rank, Round, Suit, variants
from rami.cards import moves
from rami.errors import InvalidVariant, Reason, Violation
from rami.ext import svg
from rami.locales import Language, languages, name, text
from rami.locales.reading import neutral, worded
from rami.locales.speaking import compiled
from rami.policies import Outcome, RoundFacts
from rami.policies.results.scores import STEPS, RoundScore, ScoreLine, ScoreReason
from rami.policies.results.seats import Seat

CLASSIC = variants.CLASSIC_51
SEVERAL = 7


@pytest.mark.parametrize(
    "asked,english,french",
    [
        (
            "7♥ 7♠ 7♠",
            "the cards of a group must be of different suits: 7♥ 7♠ 7♠",
            "de couleurs différentes\u00a0: ",
        ),
        ("K♠ A♠ 3♠", None, "ces cartes ne se suivent pas\u00a0: R♠ A♠ 3♠"),
        ("T♠ Q♠ K♠", None, "ces cartes ne se suivent pas\u00a0: 10♠ D♠ R♠"),
        ("X♠", "'X♠' is not a card", "«\u00a0X♠\u00a0» n'est pas une carte"),
        ("A♠ A♠ A♠", "A♠ appears 3 times: the pack holds 2", "A♠ figure 3 fois, le paquet en contient 2"),
    ],
)
def test_refused_melds(asked: str, english: str | None, french: str) -> None:
    error = refusal(RamiError, CLASSIC.meld, asked)
    assert french in text(error, "fr")
    if english is not None:
        assert text(error, "en") == text(error) == english


def test_every_reason_is_rendered_in_every_language() -> None:
    for code in Reason:
        params = dict.fromkeys(re.findall(r"\{(\w+)", code.template), "7")
        for lang in languages():
            rendered = text(Violation(code, None, params), lang)
            assert rendered
            assert "…" not in rendered
            assert "{" not in rendered


def test_errors_are_in_english() -> None:
    for code in Reason:
        params = dict.fromkeys(re.findall(r"\{(\w+)", code.template), SEVERAL)
        placed = Violation(code, "R51-SET-01", {**params, "nearest": "y"}).at(line=3, column=2, path="$.x")
        assert text(placed, "en") == placed.text


@pytest.mark.parametrize(
    ("lang", "missing", "said"),
    [
        ("en", 1, "the opening is still 1 point short"),
        ("en", 0, "the opening is still 0 points short"),
        ("fr", 1, "il manque encore 1 point à l'ouverture"),
        ("fr", 0, "il manque encore 0 point à l'ouverture"),
        ("fr", 2, "il manque encore 2 points à l'ouverture"),
    ],
)
def test_numbers_choose_forms(lang: str, missing: int, said: str) -> None:
    assert text(Violation("duty_points", None, {"missing": missing}), lang) == said


def test_codes_of_users() -> None:
    own = Violation("my_own", None, {"x": 3})
    assert text(own, "fr") == own.text == "my_own (x=3)"


def test_refused_options() -> None:
    assert text(
        refusal(InvalidVariant, CLASSIC.with_, opening={"minimum": -1}, equipment={"packs": 99}), "fr"
    ) == (
        "equipment.packs = 99 n'est pas permis\u00a0: il faut 1..16 ou [1..16, …]\u00a0; "
        "opening.minimum = -1 n'est pas permis\u00a0: il faut 0..1000000"
    )
    said = "il n'y a pas d'option 'opening.minmum'\u00a0; peut-être 'opening.minimum'\u00a0?"
    assert text(refusal(InvalidVariant, with_options, CLASSIC, {"opening.minmum": 3}), "fr") == said


def test_places() -> None:
    placed = Violation("round_over").at(line=3, column=5)
    assert text(placed, "fr") == "ligne 3, caractère 5\u00a0: la manche est terminée"


def test_names_of_cards() -> None:
    assert name("A♠", "fr") == "as de pique"
    assert name("Q♥", "fr") == "dame de cœur"
    assert name("T♦") == "ten of diamonds"
    assert (name("*", "fr"), name("?", "fr")) == ("joker", "carte inconnue")
    assert (name(Rank.KING, "fr"), name(Suit.CLUBS, "fr")) == ("roi", "trèfle")


def test_letters_of_cards() -> None:
    assert text(Cards("J♠ Q♦ K♥ A♣ T♣ *"), "fr") == "A♣ 10♣ D♦ R♥ V♠ *"
    assert text(CLASSIC.meld("Q♠ K♠ *"), "fr") == "D♠ R♠ *"
    assert text(Contract([3], [4]), "fr") == "brelan + suite de 4"
    assert text("anything else", "fr") == "anything else"


def test_scores() -> None:
    hands = (Cards(), Cards("A♠ * 9♦"), Cards("K♠ Q♠"))
    end = RoundFacts(
        outcome=Outcome(winner=0, all_at_once=True, opened_before=(False, True, False)),
        hands=hands,
        seats=[Seat(opened=True), Seat(opened=True), Seat()],
    )
    assert text(CLASSIC.scoring.score(end), "fr") == (
        "joueur 0\u00a0: 0 (a terminé 0)\n"
        "joueur 1\u00a0: 80 (9♦ 9, A♠ 11, * 20, d'un seul coup x2)\n"
        "joueur 2\u00a0: 200 (pas ouvert 100, d'un seul coup x2)"
    )
    assert text(RoundScore(True, None, ()), "fr") == "manche nulle"
    params = {"factor": Fraction(3, 2), "why": "rami_sec", "joker_finish": True}
    half = ScoreReason("factor", Fraction(1, 2), params)
    assert text(half, "fr") == "rami sec avec un joker x1,5"
    assert text(half, "en") == "all at once with a joker before anybody else melded x1.5"
    reasons = (ScoreReason("own", Fraction(1, 3)), ScoreReason("box_bonus", 1, {"hands": 2, "column": 1}))
    third = ScoreLine(1, Fraction(4, 3), reasons)
    assert text(third, "fr") == "joueur 1\u00a0: 4/3 (own 1/3, manches gagnées (2) 1 dans la colonne 1)"


def test_every_step_of_a_score_is_rendered() -> None:
    for code, (template, _) in STEPS.items():
        params = dict.fromkeys(re.findall(r"\{(\w+)", template), 2)
        for lang in languages():
            assert "…" not in text(ScoreReason(code, 1, params), lang)


PSEUDO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: ar\\n"
"Plural-Forms: nplurals=3; plural=(n==0 ? 0 : n==1 ? 1 : 2);\\n"

msgctxt "language"
msgid "direction"
msgstr "rtl"

msgctxt "reason.duty_points"
msgid "the opening is still {missing} points short"
msgid_plural "the opening is still {missing} points short"
msgstr[0] "zero"
msgstr[1] "one"
msgstr[2] "many: {missing}"

msgctxt "reason.group_suits"
msgid "the cards of a group must be of different suits: {cards}"
msgstr "suits! {cards}"

msgctxt "reason.duty_taken"
msgid "you took {card} from the discard pile and must place it this turn"
msgstr "duty! {card}"
"""


def test_a_language_is_one_catalogue() -> None:
    """Three plural forms as in Arabic, and cards kept apart from words that run the other way."""
    pseudo = Language("pseudo", compiled(PSEUDO))
    assert pseudo.right_to_left
    forms = [text(Violation("duty_points", None, {"missing": number}), pseudo) for number in (0, 1, 2, 9)]
    assert forms == ["zero", "one", "many: 2", "many: 9"]
    violation = Violation("group_suits", None, {"cards": ("7♠", "7♠")})
    assert text(violation, pseudo) == "suits! \u20687♠\u2069 \u20687♠\u2069"
    assert text(Violation("duty_taken", None, {"card": "*"}), pseudo) == "duty! \u2068*\u2069"
    assert text(Violation("round_over"), pseudo) == "the round is over"


def test_arabic_runs_from_right_to_left() -> None:
    violation = Violation("group_suits", None, {"cards": ("7♠", "7♠")})
    assert text(violation, "ar") == "يجب أن تختلف أشكال أوراق المجموعة: \u20687♠\u2069 \u20687♠\u2069"
    forms = [text(Violation("run_too_short", None, {"size": n, "least": 3}), "ar") for n in (1, 2, 3, 11)]
    cards = [" ".join(each.split()[2:4]) for each in forms]
    assert cards == ["ورقة واحدة", "ورقتين أقصر", "3 أوراق", "11 ورقة"]
    halves = ScoreReason("counted", Fraction(3, 2)), ScoreReason("counted", -2)
    assert [text(each, "ar") for each in halves] == ["أوراق باقية 1.5", "أوراق باقية \u2068-2\u2069"]
    assert name("K♠", "ar") == "ملك البستوني"
    move = moves.LayDown("7♠ 8♠ *")
    assert text(move, "ar") == "إنزال \u20687♠\u2069 \u20688♠\u2069 \u2068*\u2069"
    assert worded(move, "ar") == "أنزل 7♠ 8♠ *"
    assert neutral("انزل 7♠ 8♠ *; ارم Kh", "ar") == "lay 7♠ 8♠ *; discard K♥"
    drawn = svg.table(Round.deal(CLASSIC, seed=1), svg.Style(lang="ar")).svg
    assert re.search("<text[^>]*>\u2068[^<]*السحب[^<]*\u2069</text>", drawn)


def test_each_number_chooses_its_word() -> None:
    error = refusal(InvalidMeld, variants.FRUSTRATION.meld, "* * 5♦")
    assert "too many wild cards: 2 with only 1 natural card [" in str(error)
    assert text(error, "fr").endswith("trop de jokers\u00a0: 2 pour 1 carte naturelle")
    # "only 0 natural cards" is no English.
    with pytest.raises(
        InvalidMeld, match=r"natural cards, and this one has none.*wild cards: 3 and no natural card"
    ):
        variants.FRUSTRATION.meld("2♣ 2♦ 2♥")
    violation = Violation("player_count", None, {"players": 1, "lo": 2, "hi": 2})
    assert violation.text == "1 player: this game is for 2"
    assert text(violation, "fr") == "1 joueur\u00a0: cette variante se joue à 2"


def test_words_that_meet_become_one() -> None:
    for variant, version in (("le rami", "2 du rami"), ("gin", "2 de gin")):
        found = Violation("other_version", None, {"recorded": 2, "variant": variant, "found": 1})
        assert text(found, "fr") == f"ceci a été écrit pour la version {version}, et on a ici la version 1"
