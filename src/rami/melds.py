"""Groups and runs: cards with a meaning.

A meld knows for every card what it stands for.  Construction checks only that the cards have the shape
of a group or a run at all; how many cards and wild cards a game allows, whether runs may pass the ace,
and what a meld is worth, is judged by a variant.

A card is *natural* in its meld when it stands for itself: in a run, when it has the suit and the rank
of its place; in a group, when it has the rank of the group.  Every other card is *wild* there.  Jokers
and twos can be wild; any other card out of place makes the meld invalid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, TypeGuard, final

import attrs

from rami.cards import JOKER, Card, CardsLike, Rank, Suit, parse_cards
from rami.errors import InvalidCards, InvalidMeld, Reason, Violation

__all__ = [
    "Group",
    "GroupSuits",
    "Meld",
    "MeldLike",
    "Placed",
    "Run",
    "RunTwos",
    "as_meld",
    "meld_from_code",
]

GroupSuits: TypeAlias = Literal["distinct", "any"]
"""Whether the suits of a group must differ."""

RunTwos: TypeAlias = Literal["natural", "wild"]
"""What a two is that stands in its own place."""

_LONGEST = 14
_LARGEST = 999
_DISTINCT_HEAD = 64
_ANY_HEAD = 80


@attrs.frozen
class Placed:
    """A card of a meld and what it stands for.

    Parameters:
        card: the card that lies there.
        stands_for: the natural card that it is or replaces; the rank alone for a wild card of a group
            whose suit is open.

    >>> Run("7♠ * 9♠").placed[1]
    Placed(card=Card('*'), stands_for=Card('8♠'))
    """

    card: Card
    stands_for: Card | Rank


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Group:
    """Cards of one rank (a set, a brelan or a carré).

    Parameters:
        cards: the cards, in any order.
        rank: the rank of the group; by default that of its cards, where twos count only if there is no
            other rank.
        suits: "distinct" if the suits of the naturals must differ, else "any".

    Attributes:
        cards: the naturals by id, then the wild cards by id.
        rank: the rank of the group.
        suits: as given.
        code: the meld as a tuple of ints: a head, then the card ids.

    Raises:
        InvalidMeld: no card has the rank; another card than a joker or a two differs in rank; suits
            that should differ do not, or there are more cards than suits; more than 999 cards.

    >>> group = Group("7♥ * 7♠ 7♦")
    >>> group, group.rank, group.wilds
    (Group('7♦ 7♥ 7♠ *'), Rank.SEVEN, (3,))
    >>> group.placed[3].stands_for
    Card('7♣')
    >>> Group("7♥ 7♠ *").placed[2].stands_for
    Rank.SEVEN
    >>> Group("7♥ 7♥ 7♠")
    Traceback (most recent call last):
    rami.errors.InvalidMeld: the suits of a group must differ: 7♥ 7♥ 7♠
    """

    cards: tuple[Card, ...]
    rank: Rank
    suits: GroupSuits
    code: tuple[int, ...] = attrs.field(init=False)

    def __init__(
        self, cards: CardsLike, rank: Rank | int | None = None, suits: GroupSuits = "distinct"
    ) -> None:
        given = parse_cards(cards)
        _check_values("group", (("rank", rank, 1, 13),))
        if suits not in ("distinct", "any"):
            raise InvalidMeld(_wrong_value("suits", "'distinct' or 'any'", suits))
        _check_cards(given, _LARGEST)
        of_rank = _group_rank(given) if rank is None else Rank(rank)
        naturals = sorted(card for card in given if card.rank == of_rank)
        wilds = sorted(card for card in given if card.rank != of_rank)
        wrong: list[Violation] = []
        if not naturals:
            wrong.append(_too_few_naturals())
        if not all(map(_may_be_wild, wilds)):
            wrong.append(_shape(Reason.GROUP_RANKS, given))
        if suits == "distinct":
            if len({card.suit for card in naturals}) < len(naturals):
                wrong.append(_shape(Reason.GROUP_SUITS, given))
            if len(given) > len(Suit):
                wrong.append(
                    Violation(Reason.GROUP_TOO_LARGE, params={"size": len(given), "most": len(Suit)})
                )
        if wrong:
            raise InvalidMeld(*wrong)
        placed = (*naturals, *wilds)
        head = (_DISTINCT_HEAD if suits == "distinct" else _ANY_HEAD) + of_rank
        object.__setattr__(self, "cards", placed)
        object.__setattr__(self, "rank", of_rank)
        object.__setattr__(self, "suits", suits)
        object.__setattr__(self, "code", (head, *(card.id for card in placed)))

    @property
    def kind(self) -> Literal["group"]:
        """The word "group"."""
        return "group"

    @property
    def wilds(self) -> tuple[int, ...]:
        """The indexes of the wild cards."""
        return tuple(index for index, card in enumerate(self.cards) if card.rank != self.rank)

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Every card with what it stands for.

        A wild card stands for the rank, and for the full card if exactly one suit is missing from a
        group of distinct suits.
        """
        wild_stands_for = self._missing or self.rank
        return tuple(Placed(card, card if card.rank == self.rank else wild_stands_for) for card in self.cards)

    @property
    def _missing(self) -> Card | None:
        naturals = [card for card in self.cards if card.rank == self.rank]
        open_suits = [suit for suit in Suit if all(card.suit is not suit for card in naturals)]
        if self.suits == "distinct" and len(open_suits) == 1:
            return Card.of(self.rank, open_suits[0])
        return None

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, (Card, str)) and Card(card) in self.cards

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, Group) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        suits = "" if self.suits == "distinct" else f", suits={self.suits!r}"
        return f"Group({str(self)!r}{suits})"

    def __reduce__(self) -> tuple[object, tuple[tuple[int, ...]]]:
        return meld_from_code, (self.code,)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Run:
    """Cards of one suit that follow one another (a sequence or a tierce).

    Places are numbered upwards: 1 is the low ace, 13 the king, 14 the high ace.  A run that goes round
    the corner passes 14: place 15 is the two again.

    Parameters:
        cards: the cards from low to high, wild cards in their places.
        low: the place of the first card; by default the one at which most cards are in their place,
            where jokers and twos give way to the others, and a lower place wins a tie.
        suit: the suit; by default that of the cards in their place.
        twos: whether a two in its own place is natural, or wild as in games whose twos are wild; it takes no part
            in equality.

    Attributes:
        cards: as given.
        low: the place of the first card, 1 to 13 (14 only for a single card).
        suit: the suit.
        twos: as given where a two stands in its own place, else "natural".
        code: the meld as a tuple of ints: a head, then the card ids.

    Raises:
        InvalidMeld: no card is in its place; another card than a joker or a two is out of its place;
            more than 14 cards.

    >>> run = Run("7♠ 8♠ *")
    >>> run.low, run.high, run.suit, run.wilds
    (7, 9, Suit.SPADES, (2,))
    >>> run.placed[2].stands_for
    Card('9♠')
    >>> Run("Q♥ K♥ A♥").high
    14
    >>> Run("A♠ 2♠ 3♠").wilds, Run("A♠ 2♠ 3♠", twos="wild").wilds
    ((), (1,))
    >>> Run("7♠ 9♠")
    Traceback (most recent call last):
    rami.errors.InvalidMeld: the cards do not follow one another: 7♠ 9♠
    """

    cards: tuple[Card, ...]
    low: int
    suit: Suit
    twos: RunTwos
    code: tuple[int, ...] = attrs.field(init=False)

    def __init__(
        self,
        cards: CardsLike,
        low: int | None = None,
        suit: Suit | int | None = None,
        twos: RunTwos = "natural",
    ) -> None:
        given = parse_cards(cards)
        _check_values("run", (("low", low, 1, 14), ("suit", suit, 0, 3)))
        if twos not in ("natural", "wild"):
            raise InvalidMeld(_wrong_value("twos", "'natural' or 'wild'", twos))
        _check_cards(given, _LONGEST)
        if low == 14 and len(given) > 1:
            low = 1
        place = _run_place(given, low, suit)
        if place is None:
            raise InvalidMeld(_too_few_naturals())
        of_suit, first = place
        wrong = tuple(_run_faults(given, of_suit, first))
        if wrong:
            raise InvalidMeld(*wrong)
        object.__setattr__(self, "cards", given)
        object.__setattr__(self, "low", first)
        object.__setattr__(self, "suit", of_suit)
        in_place = any(
            card is expected and card.rank is Rank.TWO
            for card, expected in zip(given, _row(first, of_suit), strict=False)
        )
        object.__setattr__(self, "twos", twos if in_place else "natural")
        object.__setattr__(self, "code", (16 * of_suit + first, *(card.id for card in given)))

    @property
    def kind(self) -> Literal["run"]:
        """The word "run"."""
        return "run"

    @property
    def high(self) -> int:
        """The place of the last card; above 14 for a run that goes round the corner."""
        return self.low + len(self.cards) - 1

    @property
    def wilds(self) -> tuple[int, ...]:
        """The indexes of the wild cards."""
        return tuple(
            index
            for index, (card, expected) in enumerate(zip(self.cards, _row(self.low, self.suit), strict=False))
            if card is not expected or (self.twos == "wild" and card.rank is Rank.TWO)
        )

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Every card with the card that it stands for."""
        return tuple(map(Placed, self.cards, _row(self.low, self.suit)))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, (Card, str)) and Card(card) in self.cards

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, Run) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        options = ""
        if _run_place(self.cards, None, None) != (self.suit, self.low):
            options = f", low={self.low}"
            if _run_place(self.cards, self.low, None) != (self.suit, self.low):
                options += f", suit=Suit.{self.suit.name}"
        if self.twos == "wild":
            options += ", twos='wild'"
        return f"Run({str(self)!r}{options})"

    def __reduce__(self) -> tuple[object, tuple[tuple[int, ...], RunTwos]]:
        return meld_from_code, (self.code, self.twos)


Meld: TypeAlias = Group | Run
"""A group or a run; usable with `isinstance`."""

MeldLike: TypeAlias = Group | Run | CardsLike
"""What is accepted where a meld is meant: a meld, or cards that `as_meld` reads."""


def as_meld(value: MeldLike) -> Meld:
    """Read a meld: a group if all its naturals share a rank, else a run.

    A run is listed from low to high; naturals may come in any order, and jokers stand where they are listed.

    What fails one way is tried the other way, so a two is wild only where it has to be.  The suits of a
    group are "any" if two are equal or if there are more cards than suits.  Use `Group` or `Run` where
    this is not what is meant.

    Parameters:
        value: a meld, which is returned, or cards.

    Raises:
        InvalidCards: this is neither a meld nor cards.
        InvalidMeld: the cards form neither a group nor a run.

    >>> as_meld("7♠ 7♥ *"), as_meld("2♠ 3♠ *")
    (Group('7♥ 7♠ *'), Run('2♠ 3♠ *'))
    >>> as_meld("9♠ 8♠ 7♠")
    Run('7♠ 8♠ 9♠')
    """
    if isinstance(value, (Group, Run)):
        return value
    cards = parse_cards(value)
    one_rank = len({card.rank for card in cards if card.is_natural}) == 1
    first, second = (_group_of, _run_of) if one_rank else (_run_of, _group_of)
    try:
        return first(cards)
    except InvalidMeld as error:
        try:
            return second(cards)
        except InvalidMeld:
            raise error from None


def meld_from_code(code: Sequence[int], twos: RunTwos = "natural") -> Meld:
    """The meld of a code, as in `Group.code` and `Run.code`; equal arguments give one object.

    Parameters:
        code: the code.
        twos: what a two is that stands in its own place of a run.

    Raises:
        InvalidMeld: no meld has that code.

    >>> meld_from_code((55, 45, 46, 52))
    Run('7♠ 8♠ *')
    """
    return known_meld(twos, tuple(code))


@lru_cache(maxsize=1 << 16)
def known_meld(twos: RunTwos, code: tuple[int, ...]) -> Meld:
    """The same for a code that is a tuple."""
    known = _in_place(twos, code)
    if known is not None:
        return known
    try:
        cards = tuple(map(Card.from_id, code[1:]))
    except InvalidCards as error:
        raise InvalidMeld(*error.violations) from None
    head = code[0] if code else None
    if not _is_between(head, 0, _ANY_HEAD + 13):
        raise InvalidMeld(_wrong_value("the head of a meld code", "an integer from 1 to 93", head))
    if head >= _ANY_HEAD:
        return Group(cards, rank=head - _ANY_HEAD, suits="any")
    if head >= _DISTINCT_HEAD:
        return Group(cards, rank=head - _DISTINCT_HEAD)
    return Run(cards, low=head % 16, suit=head // 16, twos=twos)


def _in_place(twos: RunTwos, code: tuple[int, ...]) -> Meld | None:
    """The meld of a code whose naturals are all in their places, with jokers alone for wilds; None for any other."""
    ids = code[1:]
    if not ids or not all(type(number) is int for number in code) or not 0 <= min(ids) < max(ids) <= JOKER.id:
        return None
    cards = tuple(map(Card.from_id, ids))
    suit, low = divmod(code[0], 16)
    rank = code[0] - _DISTINCT_HEAD
    if 0 <= suit < len(Suit) and 1 <= low <= 13 and len(ids) <= _LONGEST and twos in ("natural", "wild"):
        if any(
            card is not JOKER and card is not place
            for card, place in zip(cards, _row(low, Suit(suit)), strict=False)
        ):
            return None
        has_two = any(card.rank is Rank.TWO for card in cards)
        fields = {"low": low, "suit": Suit(suit), "twos": twos if has_two else "natural"}
        return _made(Run, cards, code, fields)
    if 1 <= rank <= 13 and len(ids) <= len(Suit) and list(ids) == sorted(ids):
        naturals = [card for card in cards if card is not JOKER]
        if all(card.rank == rank for card in naturals) and len(set(naturals)) == len(naturals):
            return _made(Group, cards, code, {"rank": Rank(rank), "suits": "distinct"})
    return None


def _made(
    cls: type[Group | Run], cards: tuple[Card, ...], code: tuple[int, ...], fields: Mapping[str, object]
) -> Meld:
    """A meld whose fields are known to be right."""
    meld = object.__new__(cls)
    for name, value in {"cards": cards, "code": code, **fields}.items():
        object.__setattr__(meld, name, value)
    return meld


def _run_of(cards: tuple[Card, ...]) -> Run:
    """The run of cards listed upwards, with naturals out of order, or downwards."""
    orders = (cards, _sorted(cards, 1), _sorted(cards, 14), cards[::-1])
    runs: list[Run] = []
    for order in orders:
        try:
            runs.append(Run(order))
        except InvalidMeld:
            continue
    return min(runs, key=lambda run: len(run.wilds)) if runs else Run(cards)


def _sorted(cards: tuple[Card, ...], ace: int) -> tuple[Card, ...]:
    """The cards with the naturals in ascending order and jokers where they were."""
    naturals = iter(
        sorted(
            (card for card in cards if card.rank is not None),
            key=lambda card: ace if card.rank is Rank.ACE else _rank_of(card),
        )
    )
    return tuple(card if card.rank is None else next(naturals) for card in cards)


def _rank_of(card: Card) -> int:
    return 0 if card.rank is None else int(card.rank)


def _group_of(cards: tuple[Card, ...]) -> Group:
    rank = _group_rank(cards)
    suits = [card.suit for card in cards if card.rank == rank]
    distinct = len(set(suits)) == len(suits) and len(cards) <= len(Suit)
    return Group(cards, suits="distinct" if distinct else "any")


def _group_rank(cards: Sequence[Card]) -> Rank:
    ranks = Counter(card.rank for card in cards if card.rank is not None)
    if not ranks:
        raise InvalidMeld(_too_few_naturals())
    return max(ranks, key=lambda rank: (rank is not Rank.TWO, ranks[rank], -rank))


def _row(low: int, suit: Suit) -> tuple[Card, ...]:
    """The natural cards of the places from `low` on, as many as a run can have."""
    return _ROWS[suit][low - 1]


_ROWS: tuple[tuple[tuple[Card, ...], ...], ...] = tuple(
    tuple(
        tuple(Card.from_id(13 * suit + (low - 1 + index) % 13) for index in range(_LONGEST))
        for low in range(1, _LONGEST + 1)
    )
    for suit in Suit
)


def _run_place(cards: Sequence[Card], low: int | None, suit: Suit | int | None) -> tuple[Suit, int] | None:
    """The suit and the place of the first card at which most cards are in their place."""
    best: tuple[Suit, int] | None = None
    best_key = (0, 0, 0, 0)
    for index, card in enumerate(cards):
        if card.rank is None or card.suit is None:
            continue
        of_suit = card.suit if suit is None else Suit(suit)
        first = (card.rank - 1 - index) % 13 + 1 if low is None else low
        fitting = [
            card for card, expected in zip(cards, _row(first, of_suit), strict=False) if card is expected
        ]
        steady = sum(card.rank is not Rank.TWO for card in fitting)
        key = (steady, len(fitting), -first, -of_suit)
        if best is None or key > best_key:
            best, best_key = (of_suit, first), key
    return best


def _run_faults(cards: tuple[Card, ...], suit: Suit, low: int) -> Iterator[Violation]:
    astray = [
        (card, expected)
        for card, expected in zip(cards, _row(low, suit), strict=False)
        if card is not expected
    ]
    fixed = [(card, expected) for card, expected in astray if not _may_be_wild(card)]
    if any(card.suit != expected.suit for card, expected in fixed):
        yield _shape(Reason.RUN_SUITS, cards)
    if any(card.rank != expected.rank for card, expected in fixed):
        yield _shape(Reason.RUN_GAP, cards)
    if len(astray) == len(cards):
        yield _too_few_naturals()


def _may_be_wild(card: Card) -> bool:
    return card.is_joker or card.rank is Rank.TWO


def _check_cards(cards: tuple[Card, ...], limit: int) -> None:
    wrong: list[Violation] = []
    if len(cards) > limit:
        wrong.append(Violation(Reason.TOO_MANY_CARDS, params={"count": len(cards), "limit": limit}))
    if any(card.is_unknown for card in cards):
        wrong.append(_shape(Reason.NOT_A_MELD, cards))
    if wrong:
        raise InvalidMeld(*wrong)


def _check_values(kind: str, values: tuple[tuple[str, object, int, int], ...]) -> None:
    wrong = [
        _wrong_value(f"the {name} of a {kind}", f"an integer from {least} to {most}", value)
        for name, value, least, most in values
        if value is not None and not _is_between(value, least, most)
    ]
    if wrong:
        raise InvalidMeld(*wrong)


def _is_between(value: object, least: int, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _wrong_value(what: str, expected: str, got: object) -> Violation:
    return Violation(Reason.WRONG_TYPE, params={"what": what, "expected": expected, "got": repr(got)})


def _shape(reason: Reason, cards: tuple[Card, ...]) -> Violation:
    return Violation(reason, params={"cards": " ".join(map(str, cards))})


def _too_few_naturals() -> Violation:
    return Violation(Reason.FEW_NATURALS, params={"needed": 1, "naturals": 0})
