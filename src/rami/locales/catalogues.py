"""A language: its messages, its plural forms, and the way it writes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import PurePath
from typing import Any, TypeAlias

import attrs

from rami.errors import RamiError, Reason, Violation

__all__ = ["Language", "LanguageLike", "language", "languages"]

FIRST_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

_ABSENT = "\0"
_NO_BREAK = "\u00a0"
_SEVERAL = 2


class _Nothing(NullTranslations):
    """What gettext asks for a message that a catalogue does not hold."""

    def pgettext(self, context: str, message: str) -> str:
        return _ABSENT

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return _ABSENT


@attrs.frozen(repr=False)
class Language:
    """A language into which rami's messages are translated.

    The catalogue's header says how numbers choose plural forms (`Plural-Forms`).  Its messages in the context
    "language" say how the language is written: the direction is "rtl" for one that is written from right to left, where
    names of cards are isolated from the words around them; the contractions, "de le = du, à le = au", are two words
    that become one where a blank begins with the second; and no line is broken at the space before the signs of "no
    break before".

    Parameters:
        code: the name of the language, as "fr" or "pt-br".
        catalogue: the compiled catalogue, the content of a `.mo` file as msgfmt and Babel make it of a `.po` file.

    >>> french = language("fr")
    >>> french, french.right_to_left
    (Language('fr'), False)
    >>> french.message("card.suit", "spades")
    'pique'
    """

    code: str
    catalogue: bytes
    _texts: GNUTranslations = attrs.field(init=False, eq=False, repr=False)
    _spaces: re.Pattern[str] | None = attrs.field(init=False, eq=False, repr=False, default=None)

    def __attrs_post_init__(self) -> None:
        texts = GNUTranslations(BytesIO(self.catalogue))
        texts.add_fallback(_Nothing())
        object.__setattr__(self, "_texts", texts)
        signs = self._way("no break before")
        if signs:
            spaces = re.compile(f" (?=[{re.escape(signs)}](?:[^\\w]|$))|(?<=«) ")
            object.__setattr__(self, "_spaces", spaces)

    def _way(self, name: str) -> str:
        """How the language is written, as far as the catalogue says it."""
        found = self._texts.pgettext("language", name)
        return "" if found == _ABSENT else found

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self._way("direction") == "rtl"

    def message(self, context: str, english: str, number: int | None = None) -> str:
        """The translation of a message, or the English text if there is none.

        Parameters:
            context: where the message belongs, such as "reason.group_suits" or "opening.minimum".
            english: its English text.
            number: what chooses the plural form, if the message has any.
        """
        counted = self._texts.npgettext(
            context, english, english, _SEVERAL if number is None else abs(number)
        )
        found = self._texts.pgettext(context, english) if counted == _ABSENT else counted
        if found == _ABSENT:
            return english
        return found if self._spaces is None else self._spaces.sub(_NO_BREAK, found)

    def form(self, number: object) -> int:
        """Which plural form goes with a number.

        Parameters:
            number: the number; what is no whole number goes with that of two.
        """
        chosen: Callable[[int], int] = getattr(self._texts, "plural")  # noqa: B009 - typeshed does not know it
        return chosen(abs(number) if type(number) is int else _SEVERAL)

    @property
    def contractions(self) -> tuple[tuple[str, str, str], ...]:
        """Two words that meet, and what they become."""
        listed = self._way("contractions").split(",")
        found = (each.replace("=", " ").split() for each in listed if each)
        return tuple((first, second, both) for first, second, both in found)

    def knows(self, context: str, english: str) -> bool:
        """Whether the catalogue holds that message, in one form or in several.

        Parameters:
            context: where the message belongs.
            english: its English text.
        """
        found = (self._texts.pgettext(context, english), self._texts.npgettext(context, english, english, 1))
        return found != (_ABSENT, _ABSENT)

    def isolated(self, text: str) -> str:
        """A text kept apart from the words around it, where the language is written from right to left.

        Parameters:
            text: a name that is written from left to right, such as that of a card.
        """
        return f"{FIRST_ISOLATE}{text}{END_OF_ISOLATE}" if self.right_to_left else text

    def __reduce__(self) -> tuple[Any, ...]:
        return Language, (self.code, self.catalogue)

    def __repr__(self) -> str:
        return f"Language({self.code!r})"


LanguageLike: TypeAlias = str | Language
"""What is accepted where a language is meant: its name, as "fr" or "fr_FR", or a `Language`."""


@cache
def languages() -> tuple[str, ...]:
    """The names of the languages that come with rami.

    >>> languages()
    ('en', 'fr')
    """
    found = [PurePath(each.name) for each in files("rami.locales").iterdir()]
    return tuple(sorted({path.stem for path in found if path.suffix in (".mo", ".po")}))


def language(name: LanguageLike) -> Language:
    """The language of that name; of "fr_FR" or "fr-CA" that is French, unless there is one of that very name.

    Parameters:
        name: the name, or a `Language`, which is returned.

    Raises:
        RamiError: there is no such language.

    >>> language("fr_FR.UTF-8") is language("fr")
    True
    >>> language("tlh")
    Traceback (most recent call last):
    rami.errors.RamiError: there is no language 'tlh'; available: en, fr
    """
    if isinstance(name, Language):
        return name
    known = languages()
    asked = str(name).partition(".")[0].replace("_", "-").lower()
    for code in (asked, asked.partition("-")[0]):
        if code in known:
            return _loaded(code)
    params = {"language": str(name)[:80], "available": ", ".join(known)}
    raise RamiError(Violation(Reason.UNKNOWN_LANGUAGE, None, params))


@cache
def _loaded(code: str) -> Language:
    """The language of a catalogue beside this module: compiled in a wheel, that of the translators in a source tree."""
    here = files("rami.locales")
    source = here / f"{code}.po"
    # a source tree may hold a compiled catalogue that is older than its source
    if source.is_file() and find_spec("babel") is not None:
        return Language(code, compiled(source.read_text(encoding="utf-8")))
    return Language(code, (here / f"{code}.mo").read_bytes())


def compiled(po: str) -> bytes:
    """Return the compiled form of the text of a `.po` file, as a build makes it; needs Babel."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    mo = BytesIO()
    write_mo(mo, read_po(BytesIO(po.encode())))
    return mo.getvalue()
