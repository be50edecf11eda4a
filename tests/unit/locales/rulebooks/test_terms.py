"""Every rulebook defines all terms that it uses, for all games and house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.support.flat import with_options
from tests.support.messages import options
from tests.support.presets import SLUGS
from tests.unit.locales.rulebooks.test_rulebook import book_of, built_values

from rami import Variant, rulebook, variants
from rami.errors import InvalidVariant
from rami.locales import languages
from rami.locales.rulebooks import Rulebook, writing

TERMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"groups?": r"A group is \d+ or (more|4) (cards|tiles) of the same (rank|number)",
        r"runs?": r"A run is \d+ or more consecutive (cards|tiles|numbers)",
        r"melds?": "A meld is a group or a run|two kinds of meld: groups and runs",
        r"wild": "is called wild",
        r"natural": "are natural",
        r"deadwood": "are called your deadwood",
        r"(un)?matched|match (all|every)": "cards in your melds are matched|tiles in your melds are matched",
        r"laid off|lay off|lay-offs?": r"Laying off means|lay off (cards|tiles)( \(|: )add",
        r"opened|opening|opens": r"(Your opening|To open) \((the first melds that you lay|lay your first melds)",
        r"clean": r"clean (run|meld)( \(|\. In this game, that is)",
        r"pure": r"pure \(without",
        r"upcard": "the upcard, is turned up",
        r"undercut": "that is an undercut",
        r"(?<!big )gin": r"called gin|[gG]in \((a knock|no deadwood)",
        r"big gin": r"This is big gin|big gin \(ending",
        r"contracts?": "A contract is a list of melds",
        r"pairs?": "[aA] pair is two",
        r"knock(s|ed|er)?": "you may knock, which ends the round",
        r"declar(e[sd]?|ation|ing)": "[yY]ou may declare(, which ends the round|: discard)",
        r"stock": "form the stock",
        r"discard pile": "starts? the discard pile",
        r"void": "void: nobody|is void|round is void",
        r"recover(ed)?": "recover (a wild card|a wild tile|an okey) from a meld by putting|Nobody may recover",
        r"rami sec": "called rami sec",
        r"all at once": "Going out all at once means",
        r"go(es|ing)? out": "no (cards|tiles) left: that player goes out",
        r"burnt": "is burnt once",
        r"buy|buys|bought|buyers?": "first buy the discard: that is, take it out of turn",
        r"(?<!false )jokers?": r"There (are|is) (\d+|one) jokers?|The game has .*jokers?",
        r"false jokers?": "A false joker is not|no false jokers",
        r"okeys?": "The okey is the tile|no okeys",
        r"indicator": "one tile, the indicator, is turned up",
        r"ordinary": "are ordinary",
        r"columns?": "scored in three columns",
        r"target": "The target is",
        r"brelan|carré": "no English word",
    },
    "fr": {
        r"groupes?": r"Un groupe (a au moins \d+|compte 3 ou 4)",
        r"suites?": r"Une suite a au moins \d+",
        r"combinaisons?": "Une combinaison est un groupe ou une suite|deux sortes de combinaisons",
        r"brelans?": "appelle brelan",
        r"carrés?": "quatre carré|appelle carré",
        r"naturelles?": "sont naturelles",
        r"bois mort": "forment le bois mort",
        r"ouvert|ouvre|ouverture|première pose": "La première pose d'un joueur|Pour ouvrir, un joueur pose",
        r"franches?": r"franches?, c'est-à-dire|tierce franche|franche \(sans|franche \(suite ou groupe sans",
        r"la retourne": "La (carte|tuile) suivante, la retourne",
        r"(?<!grand )gin": r"s'appelle un gin|gin \((une frappe|sans bois mort)",
        r"grand gin": r"c'est le grand gin|grand gin \(la manche",
        r"contrats?": "Un contrat est une liste",
        r"paires?": "[Uu]ne paire est",
        r"frapper?|frappe": "peut frapper, ce qui met fin",
        r"annonce[rsz]?": "peut annoncer, ce qui met fin|annonce",
        r"pioche": "forment la pioche",
        r"nulle": "est nulle",
        r"reprendre|reprise?|reprennent": "reprendre un (joker|okey) d'une combinaison|ne se reprennent pas",
        r"rami sec": "parle de rami sec|c'est le rami sec|qu'on appelle rami sec|rami sec",
        r"d'un seul coup": "Terminer d'un seul coup, c'est",
        r"termine[rz]?": "plus de (cartes|tuiles)\\s?: ce joueur termine",
        r"brûlée?s?": "est brûlée",
        r"acheter?|acheteur": "acheter la carte du dessus de la défausse, c'est-à-dire",
    },
    "ar": {
        r"مجموعة|مجموعات": r"في المجموعة (3 أو )?\d+ (أوراق|ورقة|قطع)",
        r"تسلسل|تسلسلات": r"في التسلسل \d+",
        r"تشكيلة|تشكيلات": "التشكيلة مجموعة أو تسلسل",
        r"ورق ميت|الورق الميت": "هو الورق الميت",
        r"نزوله?|النزول": "النزول، وهو|ينزل اللاعب، من دون إلزام|النزول",
        r"عقد|عقود": "العقد قائمة تشكيلات",
        r"كومة السحب": "كومة السحب، مقلوبة",
    },
}
"""For each language the terms, as patterns, each with a pattern of the words that define it."""

OTHER_WORDS: Mapping[str, str] = {"en": "There are no jokers", "fr": "$^", "ar": "$^"}


def body(book: Rulebook) -> str:
    """Return a rulebook in one line, without the words that deny a thing."""
    parts = [each.text for each in book.sentences]
    parts += [example.text for section in book.sections for example in section.examples]
    said = " ".join(parts).replace("\N{NO-BREAK SPACE}", " ")
    return re.sub(OTHER_WORDS[book.language], "", said)


def undefined(book: Rulebook) -> list[str]:
    """Return the terms that a rulebook uses and does not define."""
    said = body(book)
    return [
        term
        for term, meaning in TERMS[book.language].items()
        if re.search(rf"(?<!\w)(?:{term})(?!\w)", said, re.IGNORECASE) and not re.search(meaning, said)
    ]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("slug", SLUGS)
def test_every_term_is_defined(slug: str, lang: str) -> None:
    assert undefined(book_of(slug, lang)) == []


GLOSSES: Mapping[str, str] = {
    "melds?|groups?|runs?": r"melds?(: | \()groups and runs",
    "contracts?": "A contract is a list of melds",
    "deadwood": "left over are deadwood",
    "opened|opening|opens": r"you have opened \(laid your first melds\)",
    "go(es|ing)? out": "Going out all at once means .*getting rid of all your (cards|tiles)",
}
"""What a sentence says of a term that another one defines later."""


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_use_of_a_term_defines_it(slug: str) -> None:
    """It does, or the sentence after it does; what may be agreed instead is for people who know the game."""
    said = [each.text for each in rulebook(variants.get(slug), agreed=False).sentences]
    late: list[tuple[str, str]] = []
    for term, meaning in TERMS["en"].items():
        used = [each for each in said if re.search(rf"(?<!\w)(?:{term})(?!\w)", each, re.IGNORECASE)]
        if not used:
            continue
        first = said.index(used[0])
        glosses = (gloss for terms, gloss in GLOSSES.items() if term in terms)
        near = " ".join(said[: first + 2])
        if not any(re.search(each, near) for each in (OTHER_WORDS["en"], meaning, *glosses)):
            late.append((term, used[0]))
    assert late == []


def houses(variant: Variant) -> Iterator[tuple[dict[str, Any], Variant]]:
    """Yield the variants that differ from one in one option, one of them for each of its other sentences."""
    for field, option in options():
        tried = {option.template(variant.settings()[field])}
        for value in built_values(option):
            if option.template(value) in tried:
                continue
            try:
                yield {field: value}, with_options(variant, {field: value})
            except InvalidVariant:
                continue
            tried.add(option.template(value))


@pytest.mark.slow
@pytest.mark.search(cases=3)
@pytest.mark.parametrize("slug", ["classic-51", "gin", "indian-13", "basic-rummy", "okey-101"])
def test_every_term_is_defined_in_houses(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "examples", lambda *_: ())
    found = [
        (change, lang, missing)
        for change, house in houses(variants.get(slug))
        for lang in ("en", "fr")
        if (missing := undefined(rulebook(house, lang)))
    ]
    assert found == []
