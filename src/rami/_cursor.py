"""A place in a text of one line, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Collection

from rami._texts import VALUES
from rami.cards import Card
from rami.errors import InvalidText, RamiError, Reason, Violation

__all__ = ["Cursor", "clipped", "expected", "readable", "short"]

_SPACES = re.compile(" *")
_WORD = re.compile("[^ ;,:+>@/()]+|.", re.DOTALL)
_CARD = re.compile("[0-9A-Za-z♣♦♥♠♧♢♡♤*?\ufe0e\ufe0f]+")
_NUMBER = re.compile("-?(?:0|[1-9][0-9]{0,79})(?![0-9])")
_SHOWN = 30


def clipped(text: str) -> str:
    """A part of a text as an error shows it: quoted, and not too long.

    >>> clipped("7x"), clipped("7" * 100)
    ("'7x'", "'777777777777777777777777777777'…")
    """
    return repr(text) if len(text) <= _SHOWN else f"{text[:_SHOWN]!r}…"


def short(text: str) -> str:
    """Return the beginning of a text, as a violation shows it.

    >>> short("7" * 100)
    '777777777777777777777777777777…'
    """
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def expected(what: str, found: str | None) -> Violation:
    """Return the violation for a text in the place of another one.

    Parameters:
        what: the part of a text that should be there.
        found: what is there; None at the end.
    """
    if what in VALUES["part"]:
        return Violation(Reason.TEXT_EXPECTED, None, {"part": what, "found": found})
    return Violation(Reason.TEXT_EXPECTED, None, {"expected": what, "found": found})


def readable(text: object, what: str, limit: int) -> str:
    """The text itself, if it is text and of bearable length.

    Parameters:
        text: what was given.
        what: what it should be, for the error.
        limit: how many characters it may have.

    Raises:
        InvalidText: it is not.
    """
    if not isinstance(text, str):
        raise InvalidText(Violation(Reason.NOT_A_TEXT, None, {"field": "text", "got": type(text)}))
    if len(text) > limit:
        part = "part" if what in VALUES["part"] else "what"
        shown = {part: what, "size": len(text), "limit": limit}
        raise InvalidText(Violation(Reason.TEXT_TOO_LONG, None, shown))
    return text


class Cursor:
    """Reads a text from left to right; spaces may stand between any two parts.

    Parameters:
        text: one line.
        at: where to begin, from 0.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at: int = at
        self.skip()

    def skip(self) -> None:
        """Pass over spaces."""
        found = _SPACES.match(self.text, self.at)
        self.at = self.at if found is None else found.end()

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def column(self) -> int:
        """The place as people count it, from 1."""
        return self.at + 1

    def word(self) -> str:
        """The next word or sign, without passing over it; "" at the end."""
        found = _WORD.match(self.text, self.at)
        return "" if found is None else found[0]

    def wrong(self, what: str, at: int | None = None) -> InvalidText:
        """The error that `what` should stand here, or at another place."""
        place = self.at if at is None else at
        found = self._found(place)
        if what not in VALUES["part"]:
            found = clipped(found) if found else "the end"
        return InvalidText(expected(what, found).at(column=place + 1))

    def lacks(self, *words: str) -> InvalidText:
        """Return the error that one of some words was expected here."""
        params = {"words": words, "found": self._found(self.at)}
        return InvalidText(Violation(Reason.WORD_EXPECTED, None, params).at(column=self.at + 1))

    def _found(self, place: int) -> str | None:
        found = _WORD.match(self.text, place)
        return None if found is None else short(found[0])

    def accepts(self, *words: str) -> bool:
        """Whether these words come next; they are passed over if so."""
        start = self.at
        for word in words:
            if self.word() != word:
                self.at = start
                return False
            self.at += len(word)
            self.skip()
        return True

    def needs(self, word: str, what: str | None = None) -> None:
        """Pass over a word that has to come next."""
        if not self.accepts(word):
            raise self.lacks(word) if what is None else self.wrong(what)

    def one_of(self, words: Collection[str], what: str | None = None) -> str:
        """Pass over one of these words, and return it."""
        found = self.word()
        if found not in words:
            raise self.lacks(*words) if what is None else self.wrong(what)
        self.at += len(found)
        self.skip()
        return found

    def ends(self, what: str) -> None:
        """Check that nothing is left; `what` is what has ended."""
        if not self.done:
            raise self.wrong(what if what in VALUES["part"] else f"the end of {what}")

    def number(self, what: str, *, negative: bool = False) -> int:
        """Pass over an integer of at most 80 digits, and return it."""
        found = _NUMBER.match(self.text, self.at)
        if found is None or (found[0].startswith("-") and not negative) or found[0] == "-0":
            raise self.wrong(what)
        self.at = found.end()
        self.skip()
        return int(found[0])

    def sees_card(self) -> bool:
        """Whether what comes next is written like a card."""
        return _CARD.match(self.text, self.at) is not None

    def card(self, what: str = "card") -> Card:
        """Pass over one card, however it is written, and return it."""
        found = _CARD.match(self.text, self.at)
        if found is None:
            raise self.wrong(what)
        try:
            card = Card(found[0])
        except RamiError:
            raise self.wrong(what) from None
        self.at = found.end()
        self.skip()
        return card
