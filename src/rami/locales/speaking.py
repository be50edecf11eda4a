"""Languages: their catalogues, their writing conventions, and their names for cards.

A catalogue translates messages, which are found by their context and English text. Other facts about the language, such
as the direction of the script, contractions, and the words for tile games, are in the context "language".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from itertools import accumulate
from pathlib import PurePath
from typing import Any, Literal, TypeAlias, cast
from unicodedata import combining, normalize

import attrs

from rami._base.values import Value
from rami.cards import Card, Cards, Rank, Suit
from rami.cards._move_text import FIRST_WORDS
from rami.cards.melds import Group, Run
from rami.errors import RamiError, Reason, Violation, reject
from rami.errors.checks import flag, instance, integer, suggested, text
from rami.errors.texts import (
    FACES,
    JOKER_TILE_WORDS,
    JOKER_TILES,
    NAMED,
    TILE_WORDS,
    VALUES,
    are_tiles,
    for_people,
    rewording,
)
from rami.errors.violations import filled as fill
from rami.policies.slots.contracts import Contract

__all__ = ["Language", "LanguageLike", "language", "languages", "name"]

# In Arabic a card between two words would be displayed from right to left, so Unicode isolates keep it together.
FIRST_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

# gettext returns the English text for a missing message, but a translation may be equal to it.
_ABSENT = "\0"
_NO_BREAK = "\u00a0"
# Plural rules count only whole numbers, so a fraction takes the plural form of two.
_SEVERAL = 2
# Plural rules look at the last two digits, so a thousand numbers reach every form of a rule.
_LARGEST_TRIED = 1000

# Text that is already isolated is returned unchanged.
_CARD = re.compile(rf"(?<!{FIRST_ISOLATE})([A2-9JQK]|10)([♣♦♥♠])")
_TILE = re.compile(rf"(?<!{FIRST_ISOLATE})\b(\d+)([byrk])\b")
_JOKER = re.compile(r"(?<!\S)\*(?!\S)")
COLOURS = ("blue", "yellow", "red", "black")
"""The colours of tiles, in the order of the suits."""
_NEGATIVE = re.compile(r"-\d[\d.,/]*")
# NFD separates accents from letters but leaves ligatures whole, and "coeur" must find "cœur".
_LIGATURES = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae"}
_PO_LINE = re.compile(r'^(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) )?"(.*)"$', re.MULTILINE)
_PO_ESCAPE = re.compile(r"\\(.)")
_PLACEHOLDER = re.compile(r"\{(\w+)")
_PART = re.compile(r"(group|run) (\d+)")

OF_MOVES = frozenset({"move", "words", "readings"})
"""Parameters that hold moves, or words of moves."""

_SAME_FOR_TILES = frozenset({"language", "number", "contract", "move.word", "typed", "rulebook.name"})
"""The contexts, in addition to those of cards, whose messages do not change in a game with tiles."""

MOVE_WORDS = (
    *FIRST_WORDS,
    *("from", "with", "nothing", "low", "high", "carte", "silent", "run", "group", "any", "same", ">"),
)
"""The words of moves; for each, a catalogue lists what people say in its language, the usual word first."""

_MOVE_WORD = re.compile(rf"\b({'|'.join(sorted(MOVE_WORDS, key=len, reverse=True))})\b")


class _Nothing(NullTranslations):
    """The fallback that gettext asks for messages that the catalogue lacks."""

    def pgettext(self, context: str, message: str) -> str:
        return _ABSENT

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return _ABSENT


@attrs.frozen(repr=False)
class Language(Value):
    """A language into which rami's messages are translated.

    The header of the catalogue contains the rule for plural forms (`Plural-Forms`). The messages in its context
    "language" describe how the language is written:

    - "direction" is "rtl" for a language written from right to left; names of cards are then isolated from the words
      around them.
    - "contractions", such as "de le = du, à le = au", are pairs of words that merge into one if the second begins the
      text of a blank.
    - "elisions", such as "de = d'", are words that are shortened before a player's name that begins with one of the
      "vowels".
    - "no break before" lists signs that must not begin a line; the space before them never breaks.
    - "tiles" lists words that change in games played with tiles, such as "carte = tuile, le joker = l'okey".

    Parameters:
        code: the code of the language, such as "fr" or "pt-br".
        catalogue: the compiled catalogue: the content of a `.mo` file, which msgfmt and Babel make from a `.po` file.
        tiles: True for a game played with tiles: messages say "tile" instead of "card", and name tiles by number and
            colour.
        jokers: True for tiles whose jokers are called jokers, not okeys.

    Raises:
        RamiError: the catalogue cannot be read.

    >>> french = language("fr")
    >>> french, french.right_to_left
    (Language('fr'), False)
    >>> french.message("card.suit", "spades")
    'pique'
    """

    code: str
    catalogue: bytes
    tiles: bool = False
    jokers: bool = False
    _texts: GNUTranslations = attrs.field(init=False, eq=False, repr=False)
    _spaces: re.Pattern[str] | None = attrs.field(init=False, eq=False, repr=False, default=None)
    _reworded: Callable[[str], str] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        wrong = [*instance("code", self.code, str), *instance("catalogue", self.catalogue, bytes)]
        reject(RamiError, [*wrong, *flag("tiles", self.tiles), *flag("jokers", self.jokers)])
        try:
            texts = GNUTranslations(BytesIO(self.catalogue))
            texts.add_fallback(_Nothing())
            object.__setattr__(self, "_texts", texts)
            # The plural rule of a custom catalogue may divide by zero, and its messages in "language" may be any text.
            for number in range(_LARGEST_TRIED):
                self.form(number)
            _ = self.contractions, self.elisions
            object.__setattr__(self, "_reworded", cache(rewording(self.words_of_tiles)))
        except (ArithmeticError, LookupError, OSError, ValueError, struct.error):
            raise RamiError(Violation(Reason.CATALOGUE_UNREADABLE)) from None
        signs = self._convention("no break before")
        if signs:
            spaces = re.compile(f" (?=[{re.escape(signs)}](?:[^\\w]|$))|(?<=«) ")
            object.__setattr__(self, "_spaces", spaces)

    def _convention(self, name: str) -> str:
        """Return the message with this name in the context "language", or ""."""
        found = self._texts.pgettext("language", name)
        return "" if found == _ABSENT else found

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self._convention("direction") == "rtl"

    def message(self, context: str, english: str, number: int | None = None) -> str:
        """Return the translation of a message, or the English text if there is none.

        Parameters:
            context: the context of the message, such as "reason.group_suits" or "opening.minimum".
            english: its English text.
            number: the number that decides the plural form, if the message has plural forms.
        """
        wrong = text("context", context) + text("english", english)
        reject(RamiError, wrong + (() if number is None else integer("number", number)))
        # French and English count -1 point like 1.
        many = abs(number) if type(number) is int else _SEVERAL
        # A catalogue keeps messages with plural forms apart from the others, and only a look-up shows to which kind
        # this message belongs.
        counted = self._texts.npgettext(context, english, english, many)
        found = self._texts.pgettext(context, english) if counted == _ABSENT else counted
        sentence = english if found == _ABSENT else found
        # The names of tiles are separate messages, so replacing words would change them twice.
        if self.tiles and context not in _SAME_FOR_TILES and not context.startswith("card."):
            sentence = self._reworded(sentence)
        # An English text among translated ones keeps its own spacing.
        return sentence if self._spaces is None or found == _ABSENT else self._spaces.sub(_NO_BREAK, sentence)

    def form(self, number: object) -> int:
        """Return the index of the plural form for a number.

        Parameters:
            number: the number; a fraction takes the form of 2.
        """
        chosen: Callable[[int], int] = getattr(self._texts, "plural")  # noqa: B009 - typeshed does not know it
        return chosen(abs(number) if type(number) is int else _SEVERAL)

    @property
    def plural(self) -> str:
        """The rule for plural forms: an expression in `n`, valid in C and JavaScript, for the index of the form."""
        rule = self._texts.info().get("plural-forms", "plural=n != 1")
        return rule.partition("plural=")[2].strip(" ;") or "n != 1"

    @property
    def contractions(self) -> tuple[tuple[str, str, str], ...]:
        """Pairs of words that merge if one follows the other, each with the merged word."""
        listed = self._convention("contractions").split(",")
        found = (each.replace("=", " ").split() for each in listed if each)
        return tuple((first, second, both) for first, second, both in found)

    @property
    def elisions(self) -> tuple[tuple[str, str], ...]:
        """Words that are shortened before a name that begins with a vowel, each with its short form."""
        found = (each.replace("=", " ").split() for each in self._convention("elisions").split(",") if each)
        return tuple((word, short) for word, short in found)

    @property
    def words_of_tiles(self) -> Mapping[str, str]:
        """The words that change in games with tiles, each with its replacement."""
        listed = self._convention("tiles")
        if not listed:
            return JOKER_TILE_WORDS if self.jokers else TILE_WORDS
        found = (each.split("=") for each in listed.split(","))
        words = {word.strip(): other.strip() for word, other in found}
        okey = self.message("card.name", "okey")
        return {word: other for word, other in words.items() if not (self.jokers and okey in other)}

    @property
    def vowels(self) -> str:
        """The letters, without accents, before which a word is shortened."""
        return self._convention("vowels")

    def knows(self, context: str, english: str) -> bool:
        """Return whether the catalogue has this message, with or without plural forms.

        Parameters:
            context: the context of the message.
            english: its English text.
        """
        reject(RamiError, text("context", context) + text("english", english))
        found = (self._texts.pgettext(context, english), self._texts.npgettext(context, english, english, 1))
        return found != (_ABSENT, _ABSENT)

    def isolated(self, text: str) -> str:
        """Return text between Unicode isolates if the language is written from right to left, otherwise unchanged.

        Parameters:
            text: a name that is written from left to right, such as that of a card.
        """
        return f"{FIRST_ISOLATE}{text}{END_OF_ISOLATE}" if self.right_to_left else text

    # The compiled plural rule cannot be pickled; the catalogue can be read again.
    def __reduce__(self) -> tuple[Any, ...]:
        return Language, (self.code, self.catalogue, self.tiles, self.jokers)

    def __repr__(self) -> str:
        return f"Language({self.code!r}{', tiles=True' if self.tiles else ''}{', jokers=True' if self.jokers else ''})"


LanguageLike: TypeAlias = str | Language
"""A language, given by a code such as "fr" or "fr_FR" or as a `Language`."""


@cache
def languages() -> tuple[str, ...]:
    """List the codes of the languages that come with rami.

    >>> languages()
    ('ar', 'en', 'fr')
    """
    found = [PurePath(each.name) for each in files("rami.locales").iterdir()]
    return tuple(sorted({path.stem for path in found if path.suffix in (".mo", ".po")}))


def language(name: LanguageLike, faces: Literal["cards", "tiles", "joker_tiles"] | None = None) -> Language:
    """Return the language with this code; "fr_FR" and "fr-CA" are French unless they have their own catalogue.

    Parameters:
        name: the code, or a `Language`.
        faces: the value of a game's `equipment.faces`; with "tiles" or "joker_tiles" the sentences say "tile" instead
            of "card". With None a `Language` keeps its faces, and a code means cards.

    Raises:
        RamiError: there is no such language.

    >>> language("fr_FR.UTF-8") is language("fr")
    True
    >>> name("Q♠", language("fr", "tiles"))
    '12 noir'
    >>> language("tlh")
    Traceback (most recent call last):
    rami.errors.violations.RamiError: there is no language 'tlh'; available: ar, en, fr
    """
    if faces is not None:
        return _with_faces(language(name), are_tiles(faces), faces == JOKER_TILES)
    if isinstance(name, Language):
        return name
    known = languages()
    text = name if isinstance(name, str) else type(name).__name__
    wanted = text.partition(".")[0].replace("_", "-").lower()
    # A code such as "pt-br" may have its own catalogue; "fr-ca" has none.
    for code in (wanted, wanted.partition("-")[0]):
        if code in known:
            return _loaded(code)
    # Names of languages come from browsers and environment variables, so the error quotes at most a part of them.
    params = {"language": text[:80], "available": ", ".join(known), **suggested(wanted, known)}
    raise RamiError(Violation(Reason.UNKNOWN_LANGUAGE, None, params))


@cache
def _with_faces(spoken: Language, tiles: bool, jokers: bool) -> Language:
    same = spoken.tiles is tiles and spoken.jokers is jokers
    return spoken if same else Language(spoken.code, spoken.catalogue, tiles=tiles, jokers=jokers)


@cache
def _loaded(code: str) -> Language:
    """Load a catalogue: the compiled file in a wheel, or the translators' `.po` file in a source tree."""
    here = files("rami.locales")
    source = here / f"{code}.po"
    # A source tree may hold a compiled catalogue that is older than its source.
    if source.is_file():
        return Language(code, compiled(source.read_text(encoding="utf-8")))
    return Language(code, (here / f"{code}.mo").read_bytes())


def compiled(po: str) -> bytes:
    """Compile the text of one of rami's `.po` files, with the same result as a build with Babel."""
    # A source tree compiles its catalogues in every process; Babel takes longer and may not be installed.
    entries: list[dict[str, str]] = [{}]
    keyword = ""
    for word, line in _PO_LINE.findall(po):
        if word in entries[-1] or (word == "msgctxt" and entries[-1]):
            entries.append({})
        keyword = word or keyword
        plain = _PO_ESCAPE.sub(lambda found: "\n" if found[1] == "n" else found[1], line)
        entries[-1][keyword] = entries[-1].get(keyword, "") + plain
    messages: dict[bytes, bytes] = {}
    for entry in entries:
        context = f"{entry['msgctxt']}\4" if "msgctxt" in entry else ""
        plural = f"\0{entry['msgid_plural']}" if "msgid_plural" in entry else ""
        forms = [form for word, form in entry.items() if word.startswith("msgstr")]
        if any(forms):
            messages[f"{context}{entry['msgid']}{plural}".encode()] = "\0".join(forms).encode()
    if b"charset=" not in messages.get(b"", b""):
        messages[b""] = messages.get(b"", b"") + b"Content-Type: text/plain; charset=utf-8\n"
    # The format of gettext: the lengths and places of the English strings and of the translations, then all the
    # strings.
    texts = [*messages, *messages.values()]
    size = 28 + 8 * len(texts)
    places = accumulate([len(each) + 1 for each in texts], initial=size)
    table = [struct.pack("<2I", len(each), place) for each, place in zip(texts, places, strict=False)]
    head = struct.pack("<7I", 0x950412DE, 0, len(messages), 28, 28 + 4 * len(texts), 0, size)
    return b"".join([head, *table, b"\0".join(texts), b"\0"])


def name(card: Card | Rank | Suit | str, lang: LanguageLike = "en") -> str:
    """Return the full name of a card, rank or suit; with a `Language` for tiles, the number and colour of the tile.

    Parameters:
        card: a card, its text, a rank or a suit.
        lang: the language.

    Raises:
        InvalidCards: the text does not name exactly one card.
        RamiError: there is no such language.

    >>> name("A♠"), name("A♠", "fr"), name("*", "fr"), name(Rank.QUEEN, "fr")
    ('ace of spades', 'as de pique', 'joker', 'dame')
    """
    spoken = language(lang)
    if isinstance(card, Rank):
        return str(int(card)) if spoken.tiles else spoken.message("card.rank", card.name.lower())
    if isinstance(card, Suit):
        if spoken.tiles:
            return spoken.message("card.colour", COLOURS[card])
        return spoken.message("card.suit", card.name.lower())
    found = Card(card)
    if spoken.tiles:
        if found.rank is not None and found.suit is not None:
            params = {"colour": name(found.suit, spoken), "number": int(found.rank)}
            return spoken.message("card.name", "{colour} {number}").format(**params)
        if found.is_joker and spoken.jokers:
            return spoken.message("card.name", "joker")
        return spoken.message("card.name", "okey" if found.is_joker else "unknown tile")
    if found.rank is None or found.suit is None:
        return spoken.message("card.name", "joker" if found.is_joker else "unknown card")
    names = {"rank": name(found.rank, spoken), "suit": name(found.suit, spoken)}
    return spoken.message("card.name", "{rank} of {suit}").format(**names)


def filled(spoken: Language, context: str, template: str, params: Mapping[str, Any]) -> str:
    """Return a message with its blanks filled; the first integer among `params` chooses the plural form."""
    # Look for the integer in the order of the English template, so that a translation with another word order gets the
    # same plural form.
    wanted = (params.get(name) for name in _PLACEHOLDER.findall(template))
    # Exclude True, which is also an int.
    number = next((each for each in wanted if type(each) is int), None)
    sentence = spoken.message(context, template, number)
    kept = dict(params)
    for name, value in params.items():
        if spoken.right_to_left and _NEGATIVE.fullmatch(str(value)):
            # Without an isolate, the sign would appear behind the number. Within quotes the isolate itself would be
            # printed.
            sentence = sentence.replace(f"{{{name}!r}}", spoken.isolated(f"{{{name}!r}}"))
            kept[name] = value if f"{{{name}!r}}" in sentence else spoken.isolated(str(value))
        if not isinstance(value, str):
            continue
        # French: "de" before "le joueur 2" makes "du joueur 2".
        for first, second, both in spoken.contractions:
            if value.startswith(f"{second} "):
                # The article is part of the value, so remove it once it has merged with the word before.
                joined = re.sub(rf"\b{first} {{{name}}}", f"{both} {{{name}}}", sentence)
                if joined != sentence:
                    sentence, kept[name] = joined, value.removeprefix(f"{second} ")
        # French: "de" before "Ana" makes "d'Ana".
        if name in NAMED and normalize("NFD", value[:1].lower())[:1] in (*spoken.vowels,):
            for word_, short in spoken.elisions:
                sentence = re.sub(rf"\b{word_} {{{name}}}", f"{short}{{{name}}}", sentence)
    return fill(sentence, kept, spoken.form, spoken.message("joint", ", "))


def written(spoken: Language, name: str, value: object) -> Any:
    """Return a parameter of a message as the language writes it; numbers stay numbers."""
    match value:
        case Card() | Cards() | Group() | Run():
            return _letters(spoken, str(value))
        case Contract():
            return _contract(spoken, str(value))
        case Fraction():
            return _decimal(spoken, value)
        case str() if name in VALUES:
            return word(spoken, name, value)
        case tuple():
            return tuple(written(spoken, name, each) for each in cast("tuple[object, ...]", value))
        case str() if name in OF_MOVES:
            return _letters(spoken, _MOVE_WORD.sub(lambda found: typed_words(spoken, found[0])[0], value))
        case str() if name in FACES:
            return _letters(spoken, value)
        case str() if name == "suits" and not spoken.tiles:
            return spoken.message("card.suit", value)
        case str() if name == "contract":
            return _contract(spoken, value)
        case _:
            return value


def word(spoken: Language, name: str, code: str) -> str:
    """Return the word for a code that is the value of a parameter; if there is no word, return the code itself.

    >>> word(language("fr"), "phase", "draw")
    'pioche'
    """
    known = VALUES.get(name, {})
    return spoken.message(f"value.{name}", known[code]) if code in known else code


def typed_words(spoken: Language, word: str, context: str = "move.word") -> list[str]:
    """Return what people type for one of rami's words, by default a word of a move; the usual word comes first."""
    return [typed.strip() for typed in spoken.message(context, word).split(",")]


def unaccented(text: str) -> str:
    """Return text without accents, as typed on a keyboard that lacks them.

    >>> unaccented("défausse"), unaccented("cœur")
    ('defausse', 'coeur')
    """
    return "".join(_LIGATURES.get(sign, sign) for sign in normalize("NFD", text) if not combining(sign))


def _letters(spoken: Language, text: str) -> str:
    """Return text with its cards in a language's letters; in a language written right to left, cards are isolated."""

    def put(card: re.Match[str]) -> str:
        kind, mark = ("card.colour letter", 1) if spoken.tiles else ("card.letter", 0)
        letters = [card[1], card[2]]
        letters[mark] = spoken.message(kind, letters[mark])
        return spoken.isolated("".join(letters))

    found = (_TILE if spoken.tiles else _CARD).sub(put, for_people(text, tiles=spoken.tiles))
    return _JOKER.sub(lambda joker: spoken.isolated(joker[0]), found) if spoken.right_to_left else found


def _contract(spoken: Language, contract: str) -> str:
    return _PART.sub(lambda part: _part(spoken, part), contract)


def _part(spoken: Language, part: re.Match[str]) -> str:
    """Return the language's name for a meld of this size in a contract, or a general name with the size."""
    # French says "brelan" and "carré" for groups of three and four, and has no such words for larger ones.
    if spoken.knows("contract", part[0]):
        return spoken.message("contract", part[0])
    return filled(spoken, "contract", f"{part[1]} {{size}}", {"size": int(part[2])})


def _decimal(spoken: Language, value: Fraction) -> str:
    """Return a fraction as people write it: as a finite decimal if possible, otherwise as a quotient."""
    thousandths = value * 1000
    # A third has endless decimals; beyond three decimals, a fraction is easier to read.
    if thousandths.denominator > 1:
        return str(value)
    return f"{float(value):g}".replace(".", spoken.message("number", "."))
