"""Ranks, suits and cards, and the text of cards.

Card text is the same in every language: ranks ``A 2 3 4 5 6 7 8 9 T J Q K``, suits ``♣ ♦ ♥ ♠``, ``*`` for a
joker and ``?`` for an unknown card. Printing always uses this form; `parse_cards` reads many other spellings.

There is one object per *face*: with two packs, both aces of spades are the same `Card`, and `Cards` counts the copies.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import TypeAlias, cast, final

import attrs

from rami._base.values import FrozenEnum, Value
from rami._kernel.budget import Meter
from rami._kernel.cards.codes import JOKER as _JOKER_ID
from rami._kernel.cards.codes import UNKNOWN as _UNKNOWN_ID
from rami.errors import InvalidCards, Reason, Violation, reject
from rami.errors.checks import flag, integer
from rami.errors.texts import Part
from rami.errors.violations import bounded

__all__ = ["JOKER", "UNKNOWN", "Card", "CardsLike", "Rank", "Suit", "parse_cards"]

_RANK_SYMBOLS = "A23456789TJQK"
_SUIT_SYMBOLS = "♣♦♥♠"
_SUIT_LETTERS = "cdhs"
# Okey: the English and French letters of the tile colours blue, yellow, red and black, in the order of the
# suits.
_COLOURS = {False: "byrk", True: "bjrn"}
FACES = _UNKNOWN_ID + 1
"""The number of faces: 52 naturals, the joker and the unknown card."""


class Suit(FrozenEnum, IntEnum):
    """A suit, in the order of card ids. `str` returns its number, so print `symbol` or `letter` instead.

    >>> str(Suit.SPADES), Suit.SPADES.symbol, Suit.SPADES.letter
    ('3', '♠', 's')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """The symbol in card text."""
        return _SUIT_SYMBOLS[self]

    @property
    def letter(self) -> str:
        """The letter that you can write instead of the symbol."""
        return _SUIT_LETTERS[self]


class Rank(FrozenEnum, IntEnum):
    """A rank, from the ace (1) to the king (13).

    >>> Rank.TEN.symbol, int(Rank.TEN)
    ('T', 10)
    """

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def symbol(self) -> str:
        """The symbol in card text."""
        return _RANK_SYMBOLS[self - 1]


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Card(Value):
    """One face: a natural card, the joker, or an unknown card.

    There is exactly one object per face, so you can compare cards with ``is``. All copies of a card are this
    one object, and `Cards` counts them. Cards are ordered by id.

    Parameters:
        card: the text of one card (as in `parse_cards`), or a card, which is returned unchanged.

    Attributes:
        id: ``13 * suit + rank - 1`` for the natural cards, 52 for the joker, 53 for the unknown card.
        rank: the rank, or None for the joker and the unknown card.
        suit: the suit, or None for the joker and the unknown card.

    Raises:
        InvalidCards: the text does not name exactly one card.

    >>> Card("7♠") is Card("7s")
    True
    >>> Card("10h")
    Card('T♥')
    >>> Card("*").is_joker, Card("*").rank
    (True, None)
    """

    id: int
    rank: Rank | None
    suit: Suit | None
    _text: str

    def __new__(cls, card: str | Card) -> Card:
        """Return the one object that stands for this card."""
        return cls.parse(card)

    @classmethod
    def parse(cls, card: str | Card, *, french: bool = False) -> Card:
        """Read the text of one card; a card is returned unchanged.

        Parameters:
            card: the text of one card, or a card.
            french: True to read French letters, as in `parse_cards`.

        Raises:
            InvalidCards: the text does not name exactly one card.

        >>> Card.parse("Vk", french=True)
        Card('J♦')
        """
        if isinstance(card, Card):
            return card
        reject(InvalidCards, flag("french", french))
        return _read_one(card, french)

    @classmethod
    def of(cls, rank: Rank | int, suit: Suit | int) -> Card:
        """Return the natural card of a rank (1 to 13) and a suit (0 to 3).

        Raises:
            InvalidCards: there is no such rank or suit.

        >>> Card.of(Rank.QUEEN, Suit.HEARTS)
        Card('Q♥')
        """
        wrong: list[Violation] = []
        if rank not in _RANKS:
            wrong += integer("rank", rank, 1, 13)
        if suit not in _SUITS:
            wrong += integer("suit", suit, 0, 3)
        reject(InvalidCards, wrong)
        return _CARDS[13 * suit + rank - 1]

    @classmethod
    def from_id(cls, number: int) -> Card:
        """Return the card with this id.

        Raises:
            InvalidCards: the id is not an integer from 0 to 53.

        >>> Card.from_id(0), Card.from_id(52)
        (Card('A♣'), Card('*'))
        """
        return _CARDS[valid_id(number)]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.id == _JOKER_ID

    @property
    def is_unknown(self) -> bool:
        """Whether this is an unknown card."""
        return self.id == _UNKNOWN_ID

    @property
    def is_natural(self) -> bool:
        """Whether this is one of the 52 cards with a rank and a suit."""
        return self.id < _JOKER_ID

    @property
    def tile(self) -> str:
        """The card as a tile: its number and the letter of its colour, which `Card` also reads.

        >>> Card("Q♠").tile, Card("A♥").tile, Card("*").tile
        ('12k', '1r', '*')
        """
        if self.rank is None or self.suit is None:
            return self._text
        return f"{self.rank:d}{_COLOURS[False][self.suit]}"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self._text!r})"

    def __hash__(self) -> int:
        # No `__eq__` is needed: there is one object for each face, so equal cards are identical.
        return self.id

    # Python evaluates `>` and `>=` with the reflected method of the other card.

    def __lt__(self, other: Card) -> bool:
        if type(other) is not Card:
            return NotImplemented
        return self.id < other.id

    def __le__(self, other: Card) -> bool:
        if type(other) is not Card:
            return NotImplemented
        return self.id <= other.id

    def __reduce__(self) -> tuple[object, tuple[int]]:
        # Pickle the id, so that loading returns the single object of the face.
        return Card.from_id, (self.id,)


CardsLike: TypeAlias = str | Card | Iterable[Card | str]
"""Cards as a value that `parse_cards` reads: text, one card, or an iterable of cards and strings."""


def _new_card(number: int) -> Card:
    natural = number < _JOKER_ID
    rank = Rank(number % 13 + 1) if natural else None
    suit = Suit(number // 13) if natural else None
    text = "*" if number == _JOKER_ID else "?" if rank is None or suit is None else rank.symbol + suit.symbol
    # `Card(...)` cannot be called here, because it parses text with tables that are built from these cards.
    card = object.__new__(Card)
    for name, value in (("id", number), ("rank", rank), ("suit", suit), ("_text", text)):
        object.__setattr__(card, name, value)
    return card


_CARDS: tuple[Card, ...] = tuple(_new_card(number) for number in range(FACES))
_BY_TEXT: Mapping[str, Card] = {str(card): card for card in _CARDS}
_RANKS: frozenset[int] = frozenset(Rank)
_SUITS: frozenset[int] = frozenset(Suit)

JOKER: Card = _CARDS[_JOKER_ID]
"""The joker; all jokers of a pack share this face."""

UNKNOWN: Card = _CARDS[_UNKNOWN_ID]
"""An unknown card, such as a card in another player's hand."""


LONGEST_CARDS = 1_000_000
"""The maximum length of card text, in characters."""
# The characters that count as one step of a budget, measured with the slowest kind of text: text without any card.
_CHARACTERS_A_STEP = 50

_WHITE_SYMBOLS = "♧♢♡♤"
# Presentation selectors, and the direction marks that are copied along with a card from a web page.
_UNSEEN = re.compile("[\ufe0e\ufe0f\u200e\u200f\u2066-\u2069]")
DASHES = "\\-\u2010-\u2015\u2212"
"""The dashes that may separate cards, written for a character class of a regular expression."""
_SEPARATORS = re.compile(rf"[\s,;\u060c\u061b{DASHES}()\[\]{{}}]+")
# Clubs, diamonds, hearts, spades. Unicode has a knight between the jack and the queen: skip it.
_PICTURES = (0x1F0D0, 0x1F0C0, 0x1F0B0, 0x1F0A0)
_PICTURE_JOKERS = "\U0001f0bf\U0001f0cf\U0001f0df"
_PICTURE_BACK = "\U0001f0a0"


def _pictures() -> Mapping[str, Card]:
    """Map each Unicode playing-card character to its card."""
    found = {
        chr(base + rank + (rank >= Rank.QUEEN)): Card.of(rank, suit)
        for suit, base in enumerate(_PICTURES)
        for rank in Rank
    }
    return found | dict.fromkeys(_PICTURE_JOKERS, JOKER) | {_PICTURE_BACK: UNKNOWN}


class Alphabet:
    """Reads cards written with one language's letters for ranks and suits.

    Parameters:
        ranks: the rank, 1 to 13, that each letter or number stands for.
        suits: the letters of the suits, in the order of `Suit`.
        colours: the letters of the tile colours, in the order of the suits that they stand for.
    """

    def __init__(self, ranks: Mapping[str, int], suits: Sequence[str], colours: Sequence[str]) -> None:
        marks: dict[str, int] = {}
        for each in (suits, _SUIT_SYMBOLS, _WHITE_SYMBOLS):
            marks |= {mark.upper(): suit for suit, mark in enumerate(each)}
        names = {"JOKER": JOKER, "JK": JOKER, "*": JOKER, "?": UNKNOWN, **_pictures()}
        by_rank = {
            rank.upper() + mark: Card.of(place, suit)
            for rank, place in ranks.items()
            for mark, suit in marks.items()
        }
        by_rank |= {
            f"{number}{colour.upper()}": Card.of(number, suit)
            for number in Rank
            for suit, colour in enumerate(colours)
        }
        # The French T means both trèfle and ten. A letter with two meanings is a rank only before the suit.
        by_suit = {
            mark + rank.upper(): Card.of(place, suit)
            for rank, place in ranks.items()
            if rank.upper() not in marks
            for mark, suit in marks.items()
        }
        self._cards: Mapping[str, Card] = by_suit | by_rank | names
        self._forms = [_pattern([*names, *form]) for form in (by_rank, by_suit)]

    def read(self, chunk: str) -> list[Card] | None:
        """Read cards written without separators; return None if the text is not readable.

        Either the rank comes first in every card, or the suit does.
        """
        for form in self._forms:
            texts = form.findall(chunk)
            if texts and "".join(texts) == chunk:
                return [self._cards[text.upper()] for text in texts]
        return None


def _pattern(texts: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these strings, ignoring case."""
    longest = sorted(texts, key=len, reverse=True)  # "10" before "1"
    return re.compile("|".join(map(re.escape, longest)), re.IGNORECASE | re.ASCII)


@cache
def _alphabet(french: bool) -> Alphabet:
    """Return the reader of English or French letters."""
    symbols, letters = ("A23456789TVDR", "TKCP") if french else (_RANK_SYMBOLS, "CDHS")
    ranks = (
        {symbol: place for place, symbol in enumerate(symbols, 1)} | {"10": 10} | ({"1": 1} if french else {})
    )
    return Alphabet(ranks, letters, _COLOURS[french])


def _read(text: str, french: bool) -> tuple[list[Card], list[Violation]]:
    if len(text) > LONGEST_CARDS:
        size = {"part": Part.CARDS, "size": len(text), "limit": LONGEST_CARDS}
        return [], [Violation(Reason.TEXT_TOO_LONG, None, size)]
    Meter(_CHARACTERS_A_STEP).count(len(text))
    letters = _alphabet(french)
    found: list[Card] = []
    wrong: list[Violation] = []
    for chunk in _SEPARATORS.split(_UNSEEN.sub("", text)):
        if not chunk:
            continue
        cards = letters.read(chunk)
        if cards is None:
            # Violations beyond the limit are only counted, so do not build them.
            wrong.append(_not_a_card(chunk) if len(wrong) <= _MOST_PROBLEMS else wrong[-1])
        else:
            found += cards
    return found, wrong


def _read_one(text: object, french: bool) -> Card:
    if not isinstance(text, str):
        raise InvalidCards(_not_cards(text))
    # Hot path: most text was printed by rami. `Q♥` is not a French card, so French text is always parsed.
    if not french and text in _BY_TEXT:
        return _BY_TEXT[text]
    found, wrong = _read(text, french)
    if len(found) + len(wrong) != 1:
        wrong = [_not_a_card(text)]
    reject(InvalidCards, wrong)
    return found[0]


_MOST_PROBLEMS = 40
_LONGEST_EXCERPT = 80


def _not_a_card(text: str) -> Violation:
    excerpt = text if len(text) <= _LONGEST_EXCERPT else f"{text[:_LONGEST_EXCERPT]}…"
    return Violation(Reason.UNKNOWN_CARD, params={"text": excerpt})


def _not_cards(value: object) -> Violation:
    return Violation(Reason.NOT_CARDS, params={"type": type(value).__name__})


def valid_id(number: int) -> int:
    if type(number) is not int or not 0 <= number < FACES:
        reject(InvalidCards, integer("number", number, 0, FACES - 1))
    return number


def parse_cards(cards: CardsLike, *, french: bool = False) -> tuple[Card, ...]:
    """Read cards and return them in the order in which they were written.

    The text may contain:

    - upper or lower case; ``10`` for ``T``;
    - suits as letters ``c d h s`` or as symbols, black or white, with or without a presentation selector
      (U+FE0E, U+FE0F), after the rank or before it (``♠J``, ``H10``);
    - the playing cards of Unicode, ``🂡`` to ``🃞`` and the jokers ``🃏 🂿 🃟``;
    - between cards: white space, commas, semicolons, dashes, brackets, or nothing (``7s8s9s``);
    - ``*``, ``Joker`` or ``JK`` for a joker; ``?`` for an unknown card;
    - tiles, as a number from 1 to 13 and a letter: ``r y b k`` (red, yellow, blue, black) are hearts, diamonds, clubs
      and spades, so ``12k`` is ``Q♠``.

    A dash only separates cards: ``7s-9s`` means two cards, not a range.

    Parameters:
        cards: text, a card, or an iterable of cards and of strings with one card each.
        french: True to read the ranks ``A`` or ``1``, ``2`` to ``10``, ``V D R`` (valet, dame, roi), the suits
            ``P C K T`` (pique, cœur, carreau, trèfle) and the colours of tiles ``n r j b`` (noir, rouge, jaune, bleu);
            suit symbols, jokers, and ``T`` for ten are read in either language.

    Raises:
        InvalidCards: part of the text is not a card (one violation for each part, at most forty), or the text is
            longer than a million characters.

    >>> parse_cards("9s, 7♠ joker")
    (Card('9♠'), Card('7♠'), Card('*'))
    >>> parse_cards("♠J, H10 – 🂭🃏")
    (Card('J♠'), Card('T♥'), Card('Q♠'), Card('*'))
    >>> parse_cards("RC 10P 1T", french=True)
    (Card('K♥'), Card('T♠'), Card('A♣'))
    >>> parse_cards("7s 1x 8s 99")
    Traceback (most recent call last):
    rami.errors.violations.InvalidCards: '1x' is not a card; '99' is not a card
    """
    if isinstance(cards, Card):
        return (cards,)
    if type(french) is not bool:
        raise InvalidCards(*flag("french", french))
    found, wrong = _read(cards, french) if isinstance(cards, str) else _read_items(cards, french)
    if len(wrong) > _MOST_PROBLEMS:
        more = Violation(Reason.TEXT_MORE, params={"count": len(wrong) - _MOST_PROBLEMS})
        raise InvalidCards(*wrong[:_MOST_PROBLEMS], more)
    reject(InvalidCards, wrong)
    return tuple(found)


def _read_items(items: object, french: bool) -> tuple[list[Card], list[Violation]]:
    given = items
    if isinstance(given, (bytes, bytearray, memoryview, Mapping)) or not isinstance(given, Iterable):
        return [], [_not_cards(items)]
    found: list[Card] = []
    wrong: list[Violation] = []
    for item in bounded(cast("Iterable[object]", items)):
        try:
            found.append(item if isinstance(item, Card) else _read_one(item, french))
        except InvalidCards as error:
            wrong += error.violations
    return found, wrong


def cards_of(ids: Iterable[int]) -> tuple[Card, ...]:
    """Return the cards with these ids, which must be valid, in the same order."""
    return tuple(map(_CARDS.__getitem__, ids))
