"""Deals in Portable Bridge Notation (PBN), in which each hand is sorted by suit.

The tag `Deal` names the first seat and lists the hands clockwise, with dots between spades, hearts, diamonds and clubs.
In `[Deal "N:AKQ.J.T98.2 -"]` the second hand, `-`, is unknown. Programmers of bots also use the notation in test files
for other games, with two packs and two to six players. It has no sign for a joker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from rami._base.values import Value
from rami.cards import UNKNOWN, Cards, CardsLike
from rami.cards._cursor import expected_at, readable
from rami.errors import InvalidText, Reason, Violation, checks, reject
from rami.errors.texts import Part
from rami.notation.records import LARGEST_RECORD

__all__ = ["PbnDeal", "deal_text", "parse_deal", "parse_deals"]

_RANKS = "AKQJT98765432"
_SYMBOLS: Final = "♠♥♦♣"
_TAG = re.compile(r'\[(\w+) +"((?:[^"\\]|\\.)*)"\] *')
_SIDES: Final[Mapping[int, tuple[str, ...]]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""For each number of players, the names of the seats around the table, clockwise."""


def _cards(value: Iterable[CardsLike]) -> tuple[Cards, ...]:
    return tuple(map(Cards, checks.items(InvalidText, "hands", value)))


@attrs.frozen
class PbnDeal(Value):
    """The hands of a deal by seat, starting with the seat that the notation names first.

    Parameters:
        sides: the names of the seats, clockwise.
        hands: the cards of each seat; an unknown hand has as many unknown cards as the largest known hand has cards.
        event: the text of the tag `Event` above the deal.

    Raises:
        InvalidText: the names are not those of the seats in a game for two to six players.
    """

    sides: tuple[str, ...] = attrs.field(converter=checks.tupled)
    hands: tuple[Cards, ...] = attrs.field(converter=_cards)
    event: str = ""

    def __attrs_post_init__(self) -> None:
        players = len(self.hands)
        wrong = checks.integer("hands", players, min(_SIDES), max(_SIDES))
        reject(InvalidText, wrong + checks.text("event", self.event))
        if self.sides not in _turned(players):
            raise InvalidText(*checks.one_of("sides", " ".join(self.sides), ()))


def _turned(players: int) -> Iterator[tuple[str, ...]]:
    """Yield the seats of a table in clockwise order, starting with each seat in turn."""
    around = _SIDES[players]
    for place in range(players):
        yield (*around[place:], *around[:place])


def parse_deal(text: str) -> PbnDeal:
    """Read a deal from text in PBN.

    Parameters:
        text: the first seat, a colon, and the hands with spaces between them. In each hand, dots separate the spades,
            hearts, diamonds and clubs; `-` is an unknown hand.

    Raises:
        InvalidText: the text is not a deal in PBN; the error names the first wrong character.

    >>> deal = parse_deal("S:AK2.T9.. -")
    >>> deal.sides, [str(hand) for hand in deal.hands]
    (('S', 'N'), ['9♥ T♥ A♠ 2♠ K♠', '? ? ? ? ?'])
    >>> from rami import PlayerView, Setup, variants
    >>> PlayerView.from_setup(Setup(variant=variants.GIN, hands=deal.hands)).stock_size
    42
    """
    return _deal(readable(text, Part.DEAL, LARGEST_RECORD), 0, None)


def _deal(text: str, at: int, line: int | None, event: str = "") -> PbnDeal:
    """Read a deal from text that starts at index `at` of its line."""
    side, colon, rest = text.partition(":")
    written = rest.split(" ")
    tables = [] if len(written) not in _SIDES else [*_turned(len(written))]
    sides = next((each for each in tables if each[0] == side.strip().upper()), None)
    if not colon or (len(written) in _SIDES and sides is None):
        raise expected_at(Part.SIDE, side, at, line)
    if sides is None:
        wrong = checks.integer("hands", len(written), min(_SIDES), max(_SIDES))
        reject(InvalidText, (each.at(line=line, column=at + 1) for each in wrong))
    hands: list[Cards | None] = []
    place = at + len(side) + 1
    for hand in written:
        hands.append(None if hand == "-" else _hand(hand, place, line))
        place += len(hand) + 1
    most = max((len(hand) for hand in hands if hand is not None), default=0)
    return PbnDeal(sides or (), [Cards([UNKNOWN] * most) if hand is None else hand for hand in hands], event)


def _hand(text: str, at: int, line: int | None) -> Cards:
    suits = text.split(".")
    if len(suits) != len(_SYMBOLS):
        raise expected_at(Part.HAND, text, at, line)
    cards: list[str] = []
    for suit, ranks in zip(_SYMBOLS, suits, strict=True):
        for rank in ranks:
            if rank.upper() not in _RANKS:
                raise expected_at(Part.RANK, rank, at, line)
            cards.append(f"{rank.upper()}{suit}")
            at += 1
        at += 1
    return Cards(cards)


def deal_text(deal: PbnDeal) -> str:
    """Write a deal in PBN; `parse_deal` reads it back.

    Raises:
        InvalidText: a hand has jokers or is only partly known, which PBN cannot express.

    >>> deal_text(PbnDeal(("S", "N"), ["A♠ 2♠ K♠ 9♥ T♥", "? ? ? ? ?"]))
    'S:AK2.T9.. -'
    """
    reject(InvalidText, checks.instance("deal", deal, PbnDeal))
    return f"{deal.sides[0]}:{' '.join(map(_hand_text, deal.hands))}"


def _hand_text(hand: Cards) -> str:
    if UNKNOWN in hand and hand.count(UNKNOWN) == len(hand):
        return "-"
    for card in hand:
        if not card.is_natural:
            raise InvalidText(Violation(Reason.CARD_UNKNOWN if card.is_unknown else Reason.NO_JOKERS))
    by_suit = ([str(card)[0] for card in hand if str(card)[1] == suit] for suit in _SYMBOLS)
    return ".".join("".join(sorted(ranks, key=_RANKS.index)) for ranks in by_suit)


def parse_deals(text: str) -> tuple[PbnDeal, ...]:
    r"""Return the deals in the text of a PBN file, each with the `Event` tag above it.

    Comments are skipped, and so are other tags with the lines below them, because they concern auctions and tricks.

    Parameters:
        text: the text of the file.

    Raises:
        InvalidText: a tag or a deal cannot be read; the error names the line and the character.

    >>> (deal,) = parse_deals('[Event "Leads"]\n[Deal "N:QT.Q.. -"]\n[Play "N"]\nSQ -')
    >>> deal.event, deal.sides, str(deal.hands[0])
    ('Leads', ('N', 'S'), 'Q♥ T♠ Q♠')
    """
    found: list[PbnDeal] = []
    event = ""
    for number, line in enumerate(readable(text, Part.DEAL, LARGEST_RECORD).split("\n"), 1):
        line = line.rstrip("\r")
        if not line.lstrip(" ").startswith("["):
            continue
        start = len(line) - len(line.lstrip(" "))
        tag = _TAG.fullmatch(line, start)
        if tag is None:
            raise expected_at(Part.TAG, line[start:], start, number)
        if tag[1] == "Event":
            event = tag[2].replace('\\"', '"').replace("\\\\", "\\")
        elif tag[1] == "Deal":
            found.append(_deal(tag[2], tag.start(2), number, event))
    return tuple(found)
