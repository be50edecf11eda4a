"""A language: its messages, its plural forms, and the way it writes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import Any, TypeAlias

import attrs

from rami.errors import RamiError, Reason, Violation
from rami.locales._files import catalogue, names, translations
from rami.locales._po import compiled

__all__ = ["Language", "LanguageLike", "language", "languages"]

SOURCE = "en"
"""The language of the texts in the code; its catalogue adds plural forms."""

FIRST_ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

_ABSENT = "\0"
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

    The catalogue's header says how numbers choose plural forms (`Plural-Forms`), and `X-Direction: rtl` that the
    language is written from right to left: names of cards are then isolated from the words around them.
    `X-Contractions: de le = du, à le = au` lists two words that become one where a blank begins with the second, and
    `X-No-Break: :;!?»` the signs before which a space does not end a line.

    Parameters:
        code: the name of the language, as "fr" or "pt-br".
        catalogue: the compiled catalogue, as gettext reads it.

    >>> french = language("fr")
    >>> french, french.right_to_left
    (Language('fr'), False)
    >>> french.message("card.suit", "spades")
    'pique'
    """

    code: str
    catalogue: bytes
    _texts: GNUTranslations = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        texts = translations(self.catalogue)
        texts.add_fallback(_Nothing())
        object.__setattr__(self, "_texts", texts)

    @classmethod
    def from_po(cls, code: str, text: str) -> Language:
        r"""The language of a `.po` file.

        Parameters:
            code: the name of the language.
            text: what stands in the file.

        Raises:
            ValueError: the text is no catalogue.

        >>> pirate = Language.from_po("x", 'msgctxt "card.suit"\nmsgid "spades"\nmsgstr "cutlasses"\n')
        >>> pirate.message("card.suit", "spades"), pirate.message("card.suit", "hearts")
        ('cutlasses', 'hearts')
        """
        return cls(code, compiled(text))

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self._texts.info().get("x-direction", "") == "rtl"

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
        return english if found == _ABSENT else found

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
        listed = self._texts.info().get("x-contractions", "").split(",")
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


def languages() -> tuple[str, ...]:
    """The names of the languages that come with rami.

    >>> languages()
    ('en', 'fr')
    """
    return names()


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
    return Language(code, catalogue(code))
