"""Moves that are typed in the words of a language, as rami reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

import attrs

from rami import errors as checks
from rami._cursor import Cursor, short
from rami._texts import RANKS
from rami.cards import Card
from rami.errors import InvalidText, RamiError, Violation, reject
from rami.locales.speaking import (
    END_OF_ISOLATE,
    FIRST_ISOLATE,
    MOVE_WORDS,
    Language,
    LanguageLike,
    language,
    languages,
    shown,
    typed_words,
    unaccented,
)

__all__ = ["neutral", "read", "worded"]

_RANKS = "A23456789TJQK"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_APART = r"\s+,;>@:|/-"

T = TypeVar("T")
Spelling: TypeAlias = tuple[str, Sequence[int]]
"""A text, and for each of its characters and its end the place of what was typed there."""


def neutral(text: str, lang: LanguageLike) -> str:
    """Return what was typed in a language with the words and letters that rami reads in moves.

    French cards may have French letters, `RC` for the king of hearts, and tiles French colours, `12n` for a black one.
    Rami's own words are unchanged.  The words of all languages are read in each, those of the language itself before
    others.  The French words are:

    ==================================  ===================================================
    ``draw``, ``take``, ``touch``       ``pioche``, ``prends``, ``touche``
    ``pass``, ``discard``, ``lay``      ``passe``, ``défausse`` or ``jette``, ``pose``
    ``off``, ``swap``                   ``ajoute`` or ``complète``, ``échange``
    ``>``                               ``à`` or ``sur``
    ``knock``, ``big gin``              ``frappe``, ``grand gin``
    ``fold``                            ``retire`` or ``se retirer``
    ``end lay-offs``, ``end round``     ``fin``, ``fin de manche``
    ``from``, ``with``, ``nothing``     ``de``, ``avec``, ``rien``
    ``low``, ``high``                   ``début``, ``fin de suite``
    ``silent``                          ``muet``
    ``run``, ``group``                  ``suite``, ``groupe``
    ==================================  ===================================================

    and the infinitives, with or without accents.

    Parameters:
        text: a move or a turn.
        lang: the language, as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> neutral("pose 7P 8P 9P + AC AK AT; défausse RC", "fr")
    'lay 7♠ 8♠ 9♠ + A♥ A♦ A♣; discard K♥'
    >>> from rami import Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=7, dealer=0)
    >>> neutral("défausser RC", "fr") in start.legal_moves
    True
    """
    spoken = language(lang)
    return _words(_cards((text, range(len(text) + 1)), spoken), spoken)[0]


def neutral_cards(text: str, lang: LanguageLike) -> str:
    """Return a text with rami's own letters of cards."""
    return _cards((text, range(len(text) + 1)), language(lang))[0]


def read(parse: Callable[[str], T], typed: str, lang: LanguageLike, *, cards: bool = True) -> T:
    """Return what a function makes of what was typed in a language; its errors show the text and places of that.

    Parameters:
        parse: the reader of rami's own text, such as `parse_turn`, `Round.parse` or `Variant.meld`.
        typed: a move, a turn, or a meld, as `neutral` takes it.
        lang: the language, as "fr", or a `Language`.
        cards: whether cards may have the letters of the language.

    Raises:
        RamiError: `parse` raises it, or there is no such language.

    >>> from rami.notation import parse_turn
    >>> str(read(parse_turn, "pioche; défausse RC", "fr"))
    'draw; discard K♥'
    >>> read(parse_turn, "pioche; défausse", "fr")
    Traceback (most recent call last):
    rami.errors.InvalidText: character 17: a card was expected, not the end
    """
    reject(RamiError, (*checks.text("typed", typed), *checks.flag("cards", cards)))
    spoken = language(lang)
    start: Spelling = (typed, range(len(typed) + 1))
    text, places = _words(_cards(start, spoken) if cards else start, spoken)
    try:
        return parse(text)
    except InvalidText as error:
        raise InvalidText(*(_as_typed(each, typed, places) for each in error.violations)) from None


def _as_typed(violation: Violation, typed: str, places: Sequence[int]) -> Violation:
    """The violation at the place of what was typed, with that as what was found."""
    params = dict(violation.params)
    column: int | None = params.get("column")
    if column is None:
        return violation
    at = places[column - 1]
    if params.get("found") is not None:
        params["found"] = short(Cursor(typed, at).word())
    return attrs.evolve(violation, params={**params, "column": at + 1})


def worded(move: object, lang: LanguageLike) -> str:
    """Return a move, a turn, or its text in rami's own words, as it is typed in a language; `neutral` reads it.

    Parameters:
        move: the move, the turn, or the text.
        lang: the language, as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> from rami import Discard
    >>> worded(Discard("K♥"), "fr"), worded("lay 7♠ 8♠ * (run 7♠)", "fr")
    ('défausse R♥', 'pose 7♠ 8♠ * (suite 7♠)')
    """
    found = str(shown(language(lang), "move", str(move)))
    return found.replace(FIRST_ISOLATE, "").replace(END_OF_ISOLATE, "")


def _cards(text: Spelling, spoken: Language) -> Spelling:
    if not spoken.knows("card.suit letter", "c"):
        return text
    known, pattern = _own_cards(spoken)
    return _replaced(pattern, lambda card: known[card[0].upper()], text)


@cache
def _own_cards(spoken: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """The cards and tiles of a language with rami's own text, and the pattern that finds them."""
    suits = {spoken.message("card.suit letter", letter): sign for letter, sign in _SUITS.items()}
    colours = {spoken.message("card.colour letter", letter): letter for letter in "byrk"}
    ranks = own_ranks(spoken)
    marks = suits | {sign: sign for sign in _SUITS.values()}
    known = {own + mark: rank + sign for own, rank in ranks.items() for mark, sign in marks.items()}
    known |= {
        f"{number}{own}": str(Card(f"{number}{letter}"))
        for number in range(1, 14)
        for own, letter in colours.items()
    }
    texts = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    pattern = re.compile(f"(?<![^{_APART}])(?:{texts})(?![^{_APART}])", re.IGNORECASE)
    return {text.upper(): card for text, card in known.items()}, pattern


def own_ranks(spoken: Language) -> dict[str, str]:
    """The letters of ranks in a language, the 1 of an ace, the 10 and the T, with rami's own letter for each."""
    return {"1": "A", "10": "T", "T": "T"} | {
        spoken.message("card.letter", RANKS.get(rank, rank)): rank for rank in _RANKS
    }


def _words(text: Spelling, spoken: Language) -> Spelling:
    known, pattern = _vocabulary(spoken)
    return _replaced(pattern, lambda found: known[found[0].lower()], text)


def _replaced(pattern: re.Pattern[str], put: Callable[[re.Match[str]], str], text: Spelling) -> Spelling:
    """A text with another text for each match; the places of a match are all those of its beginning."""
    old, before = text
    new, places, end = "", list[int](), 0
    for found in pattern.finditer(old):
        word = put(found)
        new += old[end : found.start()] + word
        places += [*before[end : found.start()], *[before[found.start()]] * len(word)]
        end = found.end()
    return new + old[end:], [*places, *before[end:]]


@cache
def _vocabulary(spoken: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """The words of all languages with rami's own, and the pattern that finds them; the language's own go first."""
    known: dict[str, str] = {}
    for each in (*map(language, languages()), language("en"), spoken):
        for word in MOVE_WORDS:
            for typed in typed_words(each, word):
                # one letter may be a card in another language, or without its accent
                if len(typed) > 1:
                    known[unaccented(typed)] = word
                if len(typed) > 1 or each == spoken:
                    known[typed] = word
    longest = sorted(known, key=len, reverse=True)
    return known, re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
