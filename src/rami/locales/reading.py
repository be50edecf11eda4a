"""Translate moves that people type in the words of a language into rami's notation.

The usual parsers then read the translated text. A *spelling* is this text together with the place of each of its
characters in the input, so that an error can quote the words that the player typed and give their place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

import attrs

from rami.cards import UNKNOWN, Card, Rank, Suit
from rami.cards._cursor import Cursor, short, too_long
from rami.cards.faces import DASHES, Alphabet
from rami.errors import InvalidCards, InvalidText, RamiError, Reason, Violation, checks, reject
from rami.errors.texts import RANKS, Part
from rami.locales.speaking import (
    END_OF_ISOLATE,
    FIRST_ISOLATE,
    MOVE_WORDS,
    Language,
    LanguageLike,
    language,
    languages,
    name,
    typed_words,
    unaccented,
    written,
)
from rami.policies.answers import Verdict

__all__ = ["neutral", "read", "worded"]

LONGEST_TYPED = 10_000
"""The maximum length of typed text, in characters."""

_RANKS = "A23456789TJQK"
_APART = rf"\s+,\u060c;>@:|/(){DASHES}"
_CHUNK = re.compile(f"[^{_APART}]+")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_WHITE = re.compile(r"\s+")
_LONGEST_QUOTE = 80
_NO_CARD = "\N{REPLACEMENT CHARACTER}"
"""A character that no parser takes for a card."""
# A person who copies a card out of an Arabic sentence also copies its isolates.
_UNSEEN = re.compile(f"[\u200e\u200f{FIRST_ISOLATE}{END_OF_ISOLATE}]")

T = TypeVar("T")
Spelling: TypeAlias = tuple[str, Sequence[int]]
"""Text, and the place in the input for each of its characters and its end."""


def neutral(text: str, lang: LanguageLike) -> str:
    """Translate text typed in a language into the words and letters that rami reads.

    Cards may be written with the letters of the language, such as `RC` for the king of hearts in French. Tiles may be
    written with its letters for colours, such as `12n` for a black 12. The names that `name` returns are understood
    too. Rami's own words remain as they are. The words of every language are understood, but those of `lang` take
    precedence. The French words are:

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

    Infinitives are understood too. Names, and words of more than one letter, may be typed without accents.

    Parameters:
        text: a move or a turn.
        lang: the code of the language, such as "fr", or a `Language`.

    Raises:
        InvalidText: the text is longer than 10,000 characters.
        RamiError: there is no such language.

    >>> neutral("pose 7P 8P 9P + AC AK AT; défausse RC", "fr")
    'lay 7♠ 8♠ 9♠ + A♥ A♦ A♣; discard K♥'
    >>> neutral("Défausse dame de cœur", "fr"), neutral("discard the queen of hearts", "en")
    ('discard Q♥', 'discard the Q♥')
    >>> from rami import Round, variants
    >>> start = Round.deal(variants.CLASSIC_51, players=2, seed=7, dealer=0)
    >>> neutral("défausser DK", "fr") in start.legal_moves
    True
    """
    spoken = language(lang)
    return _replace_words(_hide_lone_ranks(_replace_cards(_as_given(text), spoken), spoken), spoken)[0]


def neutral_cards(text: str, lang: LanguageLike) -> str:
    """Return text with its cards in rami's own letters."""
    return _replace_cards(_as_given(text), language(lang))[0]


def _as_given(text: str) -> Spelling:
    """Return typed text as a spelling, without the direction marks that copied text may contain."""
    if len(text) > LONGEST_TYPED:
        raise InvalidText(too_long(Part.TEXT, len(text), LONGEST_TYPED))
    return _replaced(_UNSEEN, lambda mark: "", (text, range(len(text) + 1)))


def read(parse: Callable[[str], T], typed: str, lang: LanguageLike, *, cards: bool = True) -> T:
    """Translate typed text and pass it to a function, whose errors then quote the text as typed.

    Parameters:
        parse: a function that reads rami's own text, such as `parse_turn`, `Round.parse` or `Variant.meld`, or one that
            returns a verdict or violations, such as `Round.explain`.
        typed: a move, a turn or a meld, in words that `neutral` understands.
        lang: the code of the language, such as "fr", or a `Language`.
        cards: True to read cards in the letters of the language as well as by their names, False to read only names.

    Raises:
        InvalidText: the text is longer than 10,000 characters.
        RamiError: `parse` raises it, or there is no such language.

    >>> from rami.notation import parse_turn
    >>> str(read(parse_turn, "pioche; défausse RC", "fr"))
    'draw; discard K♥'
    >>> read(parse_turn, "pioche; défausse", "fr")
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: character 17: a card was expected, not the end
    >>> from rami import variants
    >>> read(variants.GIN.meld, "dame de cœur, neuf de rien", "fr")
    Traceback (most recent call last):
    rami.errors.violations.InvalidCards: 'neuf' is not a card; 'de' is not a card; 'rien' is not a card
    """
    reject(RamiError, (*checks.text("typed", typed), *checks.flag("cards", cards)))
    spoken = language(lang)
    start = _as_given(typed)
    # Cards first: "AC" is an ace in French, and a card must not be searched for words of moves.
    named = (
        _hide_lone_ranks(_replace_cards(start, spoken), spoken) if cards else _replace_names(start, spoken)
    )
    spelt = _replace_words(named, spoken)
    try:
        return _answer(parse(spelt[0]), typed, spelt)
    except (InvalidCards, InvalidText) as error:
        raise type(error)(*_as_typed(error.violations, typed, spelt)) from None


def _answer(found: T, typed: str, spelt: Spelling) -> T:
    """Return the parser's result, with violations that quote the text as typed."""
    answer: object = found
    if isinstance(answer, Verdict):
        answer = attrs.evolve(answer, violations=tuple(_as_typed(answer.violations, typed, spelt)))
    elif isinstance(answer, tuple):
        listed = cast("tuple[object, ...]", answer)
        violations = [each for each in listed if isinstance(each, Violation)]
        if len(violations) == len(listed):
            answer = tuple(_as_typed(violations, typed, spelt))
    return cast("T", answer)


def _as_typed(violations: Iterable[Violation], typed: str, spelt: Spelling) -> Iterator[Violation]:
    """Yield the violations; each quotes the text as typed and gives its place in the input."""
    text, places = spelt
    at = 0
    for violation in violations:
        params: dict[str, Any] = dict(violation.params)
        quoted = str(params.get("text", "")).removesuffix("…")
        # Search on after the last card found, because a wrong card may be typed twice, with a violation for each.
        start = text.find(quoted, at) if violation.code == Reason.UNKNOWN_CARD else -1
        if start < 0:
            yield _placed(violation, typed, places)
            continue
        at = start + len(quoted)
        params["text"] = short(typed[places[start] : places[at]].strip(), _LONGEST_QUOTE)
        yield attrs.evolve(violation, params=params)


def _placed(violation: Violation, typed: str, places: Sequence[int]) -> Violation:
    """Return a violation that quotes the text as typed and gives its place in the input."""
    params = dict(violation.params)
    column: int | None = params.get("column")
    # A violation of the rules of the game has no place in the text.
    if column is None:
        return violation
    at = places[column - 1]
    if params.get("found") is not None:
        params["found"] = short(Cursor(typed, at).word())
    return attrs.evolve(violation, params={**params, "column": at + 1})


def worded(move: object, lang: LanguageLike) -> str:
    """Return a move or turn as people type it in a language; `neutral` reads it back.

    Parameters:
        move: a move, a turn, or the text of one.
        lang: the code of the language, such as "fr", or a `Language`.

    Raises:
        RamiError: there is no such language.

    >>> from rami import Discard
    >>> worded(Discard("K♥"), "fr"), worded("lay 7♠ 8♠ * (run 7♠)", "fr")
    ('défausse R♥', 'pose 7♠ 8♠ * (suite 7♠)')
    """
    found = str(written(language(lang), "move", str(move)))
    # Leave out isolates, because people cannot type them.
    return found.replace(FIRST_ISOLATE, "").replace(END_OF_ISOLATE, "")


def _replace_cards(text: Spelling, spoken: Language) -> Spelling:
    """Return text with all cards in rami's own letters instead of their names or the language's letters."""
    named = _replace_names(text, spoken)
    # If a catalogue lists no letters, the language uses rami's.
    if not spoken.knows("card.suit letter", "c"):
        return named
    letters = _own_letters(spoken)

    def put(chunk: re.Match[str]) -> str:
        # Return None for anything but a card, so that `_replace_words` reads the words later.
        cards = letters.read(chunk[0])
        return chunk[0] if cards is None else " ".join(map(str, cards))

    return _replaced(_CHUNK, put, named)


@cache
def _own_letters(spoken: Language) -> Alphabet:
    """Return a language's letters for cards and tiles."""
    # T is the ten of rami's notation in every language, whatever its letters are.
    ranks = {own: _RANKS.index(rank) + 1 for own, rank in (own_ranks(spoken) | {"T": "T"}).items()}
    # Tiles have colours and no suits: with a French letter of a suit, the black "9k" would be a yellow 9.
    suits = (
        list("byrk") if spoken.tiles else [spoken.message("card.suit letter", suit.letter) for suit in Suit]
    )
    return Alphabet(ranks, suits, [spoken.message("card.colour letter", letter) for letter in "byrk"])


def _hide_lone_ranks(text: Spelling, spoken: Language) -> Spelling:
    """Hide names of ranks without a suit, because they could be read as cards: French "As" (ace) is not A♠."""
    ranks = {unaccented(name(rank, spoken)) for rank in Rank}
    return _replaced(
        _CHUNK, lambda chunk: _NO_CARD if unaccented(chunk[0]).lower() in ranks else chunk[0], text
    )


def _replace_names(text: Spelling, spoken: Language) -> Spelling:
    """Replace the names of cards, in the language or in English, with the text of the cards."""
    # The language comes first, because a name may mean a different card in English. English names are always read,
    # because errors and examples use them.
    for each in dict.fromkeys((spoken.code, "en")):
        known, pattern = _card_names(spoken if each == spoken.code else language(each))
        old = text[0]
        # "cœur" becomes longer without its ligature, so `back` maps each character to its place in the original text.
        plain, back = _replaced(_BEYOND_ASCII, lambda sign: unaccented(sign[0]), (old, range(len(old) + 1)))
        spans = [
            (back[found.start()], back[found.end()], known[_WHITE.sub(" ", found[0].lower())])
            for found in pattern.finditer(plain)
        ]
        text = _spliced(text, spans)
    return text


@cache
def _card_names(spoken: Language) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Return the cards by their names in a language, in lower case without accents, and a pattern for the names."""
    cards = [Card.from_id(number) for number in range(UNKNOWN.id + 1)]
    known = {
        name(card, attrs.evolve(spoken, tiles=tiles)): str(card) for card in cards for tiles in (False, True)
    }
    template = spoken.message("card.name", "{rank} of {suit}")
    numbers = {str(rank): symbol for rank, symbol in enumerate(_RANKS[1:10], 2)}
    known |= {
        template.format(rank=own, suit=name(suit, spoken)): symbol + suit.symbol
        for own, symbol in (numbers | own_ranks(spoken)).items()
        for suit in Suit
    }
    plain = {unaccented(named).lower(): card for named, card in known.items()}
    # The longest names come first, so that "dame de cœur" is found before a shorter name that begins it.
    longest = sorted(plain, key=len, reverse=True)
    named = "|".join(re.escape(each).replace("\\ ", r"\s+") for each in longest)
    return plain, re.compile(rf"(?<!\w)(?:{named})(?!\w)", re.IGNORECASE)


def own_ranks(spoken: Language) -> dict[str, str]:
    """Map a language's letters for ranks, and the signs 1, 10 and T, to rami's own letters."""
    return {"1": "A", "10": "T", "T": "T"} | {
        spoken.message("card.letter", RANKS.get(rank, rank)): rank for rank in _RANKS
    }


def _replace_words(text: Spelling, spoken: Language) -> Spelling:
    known, pattern = _vocabulary(spoken)
    return _replaced(pattern, lambda found: known[found[0].lower()], text)


def _replaced(pattern: re.Pattern[str], put: Callable[[re.Match[str]], str], text: Spelling) -> Spelling:
    """Replace every match of a pattern in the text."""
    return _spliced(text, [(found.start(), found.end(), put(found)) for found in pattern.finditer(text[0])])


def _spliced(text: Spelling, spans: Iterable[tuple[int, int, str]]) -> Spelling:
    """Replace parts of the text; every character of a replacement has the place where the replaced part began."""
    old, before = text
    new, places, end = list[str](), list[int](), 0
    for start, stop, word in spans:
        new += (old[end:start], word)
        places += [*before[end:start], *[before[start]] * len(word)]
        end = stop
    return "".join([*new, old[end:]]), [*places, *before[end:]]


@cache
def _vocabulary(spoken: Language) -> tuple[dict[str, str], re.Pattern[str]]:
    """Map the words of all languages to rami's words, preferring this language; also return a pattern for them."""
    known: dict[str, str] = {}
    # Later words replace earlier ones, so English takes precedence over other languages, and this language over
    # English.
    for each in (*map(language, languages()), language("en"), spoken):
        for word in MOVE_WORDS:
            for typed in typed_words(each, word):
                # A single letter may be a card in another language, or may become one without its accent.
                if len(typed) > 1:
                    known[unaccented(typed)] = word
                if len(typed) > 1 or each == spoken:
                    known[typed] = word
    longest = sorted(known, key=len, reverse=True)
    return known, re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)
