"""A cursor that reads one line of text part by part."""

from __future__ import annotations

import re
from collections.abc import Collection

from rami.cards.faces import DASHES, Card, parse_cards
from rami.errors import InvalidText, RamiError, Reason, Violation, checks, reject
from rami.errors.texts import Part

# A separator such as ">" is a word by itself, so that an error can quote it.
_WORD = re.compile("[^ ;,:+>@/()|]+|.", re.DOTALL)
_SIGN = "[0-9A-Za-z♣♦♥♠♧♢♡♤*?\ufe0e\ufe0f\u200e\u200f\u2066-\u2069\U0001f0a0-\U0001f0df]+"
_CARD = re.compile(f"{_SIGN}(?:[{DASHES}]+{_SIGN})*")
_BETWEEN_CARDS = re.compile(f" *(?:[,\u060c{DASHES}] *)+")
# A number has no leading zeros, so that it has only one spelling. It has at most 80 digits, because longer ones are
# slow to read.
_NUMBER = re.compile("-?(?:0|[1-9][0-9]{0,79})(?![0-9])")
_EXCERPT = 30


def short(text: str, most: int = _EXCERPT) -> str:
    """Return the beginning of the text, short enough to quote in a violation.

    >>> short("7" * 100)
    '777777777777777777777777777777…'
    """
    return text if len(text) <= most else f"{text[:most]}…"


def expected(part: Part, found: str | None) -> Violation:
    """Return the violation that says which part was expected; `found` is the text in its place, None at the end."""
    return Violation(Reason.TEXT_EXPECTED, None, {"part": part, "found": found})


def expected_at(part: Part, found: str | None, at: int, line: int | None = None) -> InvalidText:
    """Return the error that says which part was expected at an index of a line."""
    return InvalidText(expected(part, short(found) if found else None).at(line=line, column=at + 1))


def too_long(part: Part, size: int, limit: int) -> Violation:
    """Return the violation for text of `size` characters, more than the limit."""
    return Violation(Reason.TEXT_TOO_LONG, None, {"part": part, "size": size, "limit": limit})


def readable(text: object, part: Part, limit: int) -> str:
    """Check that `text` is a string within the limit, and return it.

    Raises:
        InvalidText: the value is not a string, or it is too long.
    """
    reject(InvalidText, checks.text("text", text) + checks.integer("limit", limit))
    assert isinstance(text, str)
    if len(text) > limit:
        raise InvalidText(too_long(part, len(text), limit))
    return text


def readable_lines(text: object, part: Part, limit: int, longest: int) -> str:
    """Check that `text` is a string within the limit whose lines have at most `longest` characters, and return it.

    Raises:
        InvalidText: the value is not a string, or it or one of its lines is too long.
    """
    whole = readable(text, part, limit)
    for number, line in enumerate(whole.split("\n"), 1):
        if len(line) > longest:
            raise InvalidText(too_long(Part.LINE, len(line), longest).at(line=number))
    return whole


class Cursor:
    """Reads one line from left to right.

    Spaces may separate any two parts. Words are read in upper or lower case, because phones capitalise the
    first word of a line.
    """

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at: int = at
        self.skip()

    def skip(self) -> None:
        """Move past any spaces."""
        while self.text.startswith(" ", self.at):
            self.at += 1

    @property
    def done(self) -> bool:
        """Whether the whole line has been read."""
        return self.at >= len(self.text)

    @property
    def column(self) -> int:
        """The column, counted from 1."""
        return self.at + 1

    def word(self) -> str:
        """Return the next word or symbol, such as ";", without consuming it; "" at the end of the line."""
        return self._word_at(self.at)

    def _word_at(self, place: int) -> str:
        found = _WORD.match(self.text, place)
        return "" if found is None else found[0]

    def wrong(self, part: Part, at: int | None = None) -> InvalidText:
        """Return the error which says that `part` was expected here, or at the index `at` if it is given."""
        place = self.at if at is None else at
        return expected_at(part, self._word_at(place), place)

    def lacks(self, *words: str) -> InvalidText:
        """Return the error which says that one of these words was expected here."""
        params = {"words": words, "found": short(self.word()) or None}
        return InvalidText(Violation(Reason.WORD_EXPECTED, None, params).at(column=self.at + 1))

    def accepts(self, *words: str) -> bool:
        """Consume these words if they come next; return whether they did."""
        start = self.at
        for word in words:
            found = self.word()
            if found != word and found.lower() != word:
                # Consume all of the words or none, so that a failed attempt at "end lay-offs" leaves the
                # "end" of "end round".
                self.at = start
                return False
            self.at += len(found)
            self.skip()
        return True

    def needs(self, word: str) -> None:
        """Consume this word; raise InvalidText unless it comes next."""
        if not self.accepts(word):
            raise self.lacks(word)

    def one_of(self, words: Collection[str]) -> str:
        """Consume one of these words and return it; raise InvalidText unless one of them comes next."""
        meant = self._meant(words)
        if meant is None:
            raise self.lacks(*words)
        self.at += len(self.word())
        self.skip()
        return meant

    def comes(self, words: Collection[str]) -> bool:
        """Return whether one of these words comes next, without consuming it; "" stands for the end."""
        return self._meant(words) is not None

    def _meant(self, words: Collection[str]) -> str | None:
        """Return the next word if it is one of these, ignoring case; otherwise None."""
        found = self.word()
        # Words are in lower case and ranks in capitals, but a phone may have changed either.
        return next((each for each in (found, found.lower(), found.upper()) if each in words), None)

    def ends(self, end: Part) -> None:
        """Raise InvalidText unless the line ends here; the error says that `end` was expected."""
        if not self.done:
            raise self.wrong(end)

    def number(self, part: Part, *, negative: bool = False) -> int:
        """Consume an integer of at most 80 digits and return it."""
        found = _NUMBER.match(self.text, self.at)
        if found is None or (found[0].startswith("-") and not negative) or found[0] == "-0":
            raise self.wrong(part)
        self.at = found.end()
        self.skip()
        return int(found[0])

    def parts_cards(self) -> bool:
        """Consume the commas and dashes that may separate cards; return whether there were any."""
        found = _BETWEEN_CARDS.match(self.text, self.at)
        self.at = self.at if found is None else found.end()
        return found is not None

    def sees_card(self) -> bool:
        """Return whether the next part looks like a card."""
        return _CARD.match(self.text, self.at) is not None

    def cards(self) -> list[Card]:
        """Consume one or more cards written without separators, and return them."""
        found = _CARD.match(self.text, self.at)
        try:
            cards = list(parse_cards(found[0])) if found else []
        except RamiError:
            # The error below gives the column at which a card was expected; `parse_cards` does not know the
            # column.
            cards = []
        if found is None or not cards:
            raise self.wrong(Part.CARD)
        self.at = found.end()
        self.skip()
        return cards

    def card(self, part: Part = Part.CARD) -> Card:
        """Consume one card, in any spelling, and return it."""
        found = _CARD.match(self.text, self.at)
        if found is None:
            raise self.wrong(part)
        try:
            card = Card(found[0])
        except RamiError:
            raise self.wrong(part) from None
        self.at = found.end()
        self.skip()
        return card
