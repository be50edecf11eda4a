"""Groups and runs; every card in them represents a natural card.

Here a meld is only a value: cards in the shape of a group or a run. `Variant.meld` and rounds apply the rules of
the game: which cards make a meld, which cards are wild, how many wild cards a meld may contain, and how many points it
scores.

Until a variant or a round has *read* a meld, it is a plain tuple of `Card` in the order given. Moves and
table melds may contain such tuples.

The *code* of a meld is its form in the kernel, a tuple of ints: first a head, which encodes the kind of meld and the
rank of a group or the suit and lowest place of a run, then the ids of the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, TypeGuard, TypeVar, cast, final, get_args

import attrs

from rami._base.values import Value
from rami._kernel.melds.meld import FREE_GROUP, FULL_RUN, GROUP, NAMED_GROUP, PAIR
from rami.cards._cursor import Cursor, readable
from rami.cards.faces import Card, CardsLike, Rank, Suit, cards_of, parse_cards
from rami.errors import InvalidMeld, InvalidText, Reason, Violation, reject
from rami.errors.checks import flag, instance, integer, one_of
from rami.errors.texts import Part

__all__ = [
    "Group",
    "GroupSuits",
    "Meld",
    "MeldLike",
    "MeldOrCards",
    "Placed",
    "Run",
    "is_unread",
    "meld_or_cards",
    "meld_text",
]

GroupSuits: TypeAlias = Literal["distinct", "any", "same"]
"""The suits of a group: all different, any, or all the same, which makes it a pair."""

_LARGEST = 999
_PAIR = 2
_CLEAR = 2
"""With this many ranks in their natural places, the places of a run are certain."""
_LONGEST_TEXT = 10_000
_HEADS = {"distinct": GROUP, "any": FREE_GROUP, "same": PAIR}
_RANKS = {rank.symbol: rank for rank in Rank} | {"10": Rank.TEN}
# Brackets around a word contain the name of a meld; brackets around cards only separate them.
_NAME = re.compile(r"\( *(?!joker\b)[a-z]{3,}", re.IGNORECASE)
_ENDS_OF_CARDS = frozenset({"by", "", "from", "(", "+", ";", "/", "|"})


@attrs.frozen
class Placed(Value):
    """A card in a meld, and the card that it represents.

    Parameters:
        card: the card itself.
        stands_for: the natural card that it is or replaces; only a rank if the suit of a wild card is still
            open.

    >>> Run("7♠ * 9♠").placed[1]
    Placed(card=Card('*'), stands_for=Card('8♠'))
    """

    card: Card
    stands_for: Card | Rank


class _Laid(Value):
    """The common base class of groups and runs."""

    __slots__ = ()

    cards: tuple[Card, ...]
    code: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, (Card, str)) and Card(card) in self.cards

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, _Laid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __reduce__(self) -> tuple[object, tuple[tuple[int, ...]]]:
        # The code contains the whole meld and needs no check on unpickling.
        return meld_of_code, (self.code,)


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Group(_Laid):
    """Cards of one rank (a set, a brelan or a carré).

    Parameters:
        cards: the cards, in any order.
        rank: the rank; by default the most frequent rank, or the first of several equally frequent ranks. It is
            required if all cards are jokers, except in a pair.
        suits: "distinct" if the cards of this rank must have different suits; "same" for a pair, that is, two
            copies of a card or a card with a joker (OKE-PAIR-01); otherwise "any".
        joker_suit: the suit that the wild card of a group of three represents, if the player has named it
            (SCA-JOK-05); None if the wild card may represent either missing suit.

    Attributes:
        cards: the cards of the rank, then the wild cards of other ranks and the jokers; both parts in the order of ids.
        rank: the rank.
        suits: "distinct", "same" or "any", as given.
        joker_suit: the suit named for the wild card, as given.
        code: the meld as a tuple of ints: a head, then the card ids.

    Raises:
        InvalidMeld: the cards cannot be such a group. At least one card must have the rank, unless all are jokers.
            Cards of other ranks count as wild, so all of them except jokers must have the same rank. A "distinct" group
            has at most four cards, and never the same suit twice; a "same" group is a pair. If `joker_suit` is given,
            the group must have three cards, one of them wild, and no natural card of that suit. No card may be unknown,
            and no group may have more than 999 cards.

    >>> group = Group("7♥ * 7♠ 7♦")
    >>> group, group.rank
    (Group('7♦ 7♥ 7♠ *'), Rank.SEVEN)
    >>> group.placed[3].stands_for
    Card('7♣')
    >>> Group("7♥ 7♠ *").placed[2].stands_for
    Rank.SEVEN
    >>> Group("7♥ 7♠ *", joker_suit=Suit.CLUBS).placed[2].stands_for
    Card('7♣')
    >>> Group("7♥ *", suits="same").placed[1].stands_for
    Card('7♥')
    >>> Group("7♥ 7♥ 7♠")
    Traceback (most recent call last):
    rami.errors.violations.InvalidMeld: the cards of a group must be of different suits: 7♥ 7♥ 7♠
    """

    cards: tuple[Card, ...]
    rank: Rank
    suits: GroupSuits
    joker_suit: Suit | None
    code: tuple[int, ...] = attrs.field(init=False)

    def __init__(
        self,
        cards: CardsLike,
        rank: Rank | int | None = None,
        suits: GroupSuits = "distinct",
        joker_suit: Suit | int | None = None,
    ) -> None:
        self.__attrs_pre_init__()
        given = parse_cards(cards)
        wrong = (
            *_between("rank", rank, 1, 13),
            *one_of("suits", suits, get_args(GroupSuits)),
            *_between("joker_suit", joker_suit, 0, 3),
        )
        reject(InvalidMeld, wrong)
        # Check the size first: `_usual_rank` takes quadratic time, which is hours for a million cards.
        _check_cards(given, _LARGEST)
        if rank is None and suits == "same" and all(card.is_joker for card in given):
            rank = Rank.ACE  # OKE-PAIR-01: two okeys are a pair, and a pair has a rank
        of_rank = Rank(_usual_rank(given) if rank is None else rank)
        of_suit = None if joker_suit is None else Suit(joker_suit)
        reject(InvalidMeld, _group_faults(given, of_rank, suits, of_suit))
        # The cards of a group have no order, but equal groups must have equal codes, so sort them.
        placed = tuple(sorted(given, key=lambda card: (card.rank != of_rank, card)))
        head = of_rank + (_HEADS[suits] if of_suit is None else NAMED_GROUP + 16 * of_suit)
        code = (head, *(card.id for card in placed))
        _fill(self, placed, code, rank=of_rank, suits=suits, joker_suit=of_suit)

    @property
    def kind(self) -> Literal["group"]:
        """The kind of meld, always "group"."""
        return "group"

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Every card, together with the card that it represents.

        A wild card represents the rank of the group. It also represents a suit if that suit has been named, or if it is
        the only suit missing from a group of distinct suits.
        """
        # D-27: in a group of three a wild represents either missing suit, in a group of four the only missing
        # suit.
        goal = self._missing or self.rank
        return tuple(Placed(card, card if card.rank == self.rank else goal) for card in self.cards)

    @property
    def _missing(self) -> Card | None:
        if self.joker_suit is not None:
            return Card.of(self.rank, self.joker_suit)
        # OKE-PAIR-01: the wild of a pair represents the other card, and two wilds represent no particular
        # card.
        if self.suits == "same":
            return next((card for card in self.cards if not card.is_joker), None)
        held = {card.suit for card in self.cards if card.rank == self.rank}
        open_suits = [suit for suit in Suit if suit not in held]
        if self.suits == "distinct" and len(open_suits) == 1:
            return Card.of(self.rank, open_suits[0])
        return None

    def __repr__(self) -> str:
        jokers = all(card.is_joker for card in self.cards)
        usual = Rank.ACE if jokers else _usual_rank(self.cards)
        given = self.rank is not usual or (jokers and self.suits != "same")
        rank = f", rank=Rank.{self.rank.name}" if given else ""
        suits = "" if self.suits == "distinct" else f", suits={self.suits!r}"
        named = "" if self.joker_suit is None else f", joker_suit=Suit.{self.joker_suit.name}"
        return f"Group({str(self)!r}{rank}{suits}{named})"


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Run(_Laid):
    """Consecutive cards of one suit (a sequence or a tierce).

    Places count upwards: 1 is the low ace, 13 the king, 14 the high ace. If a run wraps around, the places
    continue: 15 is the 2.

    Parameters:
        cards: the cards from low to high, with wild cards in their places.
        low: the place of the first card, 1 to 13; by default the one that puts the most cards in their natural places.
            In a tie, the first natural card decides.
        suit: the suit; by default the suit of the cards that decide the default of `low`.

    Attributes:
        cards: the cards from low to high.
        low: the place of the first card.
        suit: the suit.
        code: the meld as a tuple of ints: a head, then the card ids.

    Raises:
        InvalidMeld: the cards cannot be such a run. At least one card must be in its natural place. A card outside its
            place counts as wild, so all such cards except jokers must have the same rank. No card may be unknown, and
            no run may have more than 14 cards.

    >>> run = Run("7♠ 8♠ *")
    >>> run.low, run.high, run.suit
    (7, 9, Suit.SPADES)
    >>> run.placed[2].stands_for
    Card('9♠')
    >>> Run("Q♥ K♥ A♥").high
    14
    >>> Run("3♦ 4♦ 2♦").placed[2].stands_for
    Card('5♦')
    >>> Run("5♥ 3♠ 7♥").placed[1].stands_for
    Card('6♥')
    >>> Run("7♠ 9♠ J♠")
    Traceback (most recent call last):
    rami.errors.violations.InvalidMeld: the cards of a run must follow one another without a gap: 7♠ 9♠ J♠
    """

    cards: tuple[Card, ...]
    low: int
    suit: Suit
    code: tuple[int, ...] = attrs.field(init=False)

    def __init__(self, cards: CardsLike, low: int | None = None, suit: Suit | int | None = None) -> None:
        self.__attrs_pre_init__()
        given = parse_cards(cards)
        reject(InvalidMeld, [*_between("low", low, 1, 13), *_between("suit", suit, 0, 3)])
        _check_cards(given, FULL_RUN)
        # Only a natural card can show the place and suit of the run, so look for one unless both are given.
        if low is None or suit is None:
            of_suit, first = _usual_place(given)
            suit, low = of_suit if suit is None else suit, first if low is None else low
        of_suit = Suit(suit)
        reject(InvalidMeld, _run_faults(given, of_suit, low))
        _fill(self, given, (16 * of_suit + low, *(card.id for card in given)), low=low, suit=of_suit)

    @property
    def kind(self) -> Literal["run"]:
        """The kind of meld, always "run"."""
        return "run"

    @property
    def high(self) -> int:
        """The place of the last card; above 14 for a run that wraps around."""
        return self.low + len(self.cards) - 1

    @property
    def placed(self) -> tuple[Placed, ...]:
        """Every card, together with the card that it represents."""
        return tuple(map(Placed, self.cards, _row(self.low, self.suit)))

    def __repr__(self) -> str:
        suit, low = _usual_place(self.cards)
        options = "" if low == self.low else f", low={self.low}"
        options += "" if suit is self.suit else f", suit=Suit.{self.suit.name}"
        return f"Run({str(self)!r}{options})"


Meld: TypeAlias = Group | Run
"""A group or a run; you can use it with `isinstance`."""

MeldLike: TypeAlias = Group | Run | CardsLike
"""A meld, its text as `meld_text` writes it, or its cards."""

MeldOrCards: TypeAlias = Annotated[Group | Run, "or its cards, a tuple of Card, until they are read"]
"""A meld in a move or on the table: a `Group` or `Run` once a variant or round has read it, until then its cards."""


def meld_or_cards(value: MeldLike) -> MeldOrCards:
    """Return the meld, or its cards in the order given if no name such as "(run 7♠)" follows them.

    Parameters:
        value: a meld, the text of a meld with its name, or cards.

    Raises:
        InvalidCards: the value is neither a meld nor cards.
        InvalidText: the name is not the name of a meld, or the cards do not fit it.

    >>> meld_or_cards("7♥ * 7♠")
    (Card('7♥'), Card('*'), Card('7♠'))
    >>> meld_or_cards("7♠ * * (run 7♠)")
    Run('7♠ * *')
    """
    if isinstance(value, (Group, Run)):
        return value
    if isinstance(value, str) and _NAME.search(value):
        cursor = Cursor(readable(value, Part.MELD, _LONGEST_TEXT))
        meld = read_meld(cursor)
        cursor.ends(Part.END_OF_MELD)
        return meld
    return cast("MeldOrCards", parse_cards(value))


def is_unread(value: object) -> TypeGuard[tuple[Card, ...]]:
    """Return whether a meld is still a tuple of cards instead of a `Group` or `Run`."""
    return type(value) is tuple


def text_of(value: MeldOrCards) -> str:
    """Return a meld as text, even if it is still a tuple of cards instead of a `Group` or `Run`."""
    return " ".join(map(str, value)) if is_unread(value) else meld_text(value)


def meld_text(meld: Meld, *, named: bool = False) -> str:
    """Return the cards of a meld as text, followed by its name if some game could read the cards as another meld.

    A run needs no name if cards of two ranks are in their natural places, unless one of its wild cards could
    be a natural card at an end of the run. A group needs a name if only one of its three or more cards has
    its rank, or if the suit of its wild card is named.

    Parameters:
        meld: the meld.
        named: True to always write the name.

    >>> meld_text(Run("7♠ 8♠ 9♠")), meld_text(Run("7♠ * *"))
    ('7♠ 8♠ 9♠', '7♠ * * (run 7♠)')
    >>> meld_text(Run("2♠ * 4♠")), meld_text(Run("T♠ J♠ 9♠"))
    ('2♠ * 4♠', 'T♠ J♠ 9♠ (run T♠)')
    >>> meld_text(Group("3♠ 2♠ *")), meld_text(Group("3♠ 3♥ *"))
    ('3♠ 2♠ * (group 3)', '3♥ 3♠ *')
    >>> meld_text(Group("3♠ 3♥ *", joker_suit=Suit.CLUBS))
    '3♥ 3♠ * (group 3♣)'
    """
    reject(InvalidMeld, (*instance("meld", meld, Group, Run), *flag("named", named)))
    cards = str(meld)
    if isinstance(meld, Run):
        clear = not named and _is_clear(meld)
        name = f"run {_row(meld.low, meld.suit)[0]}"
    else:
        of_rank = sum(card.rank is meld.rank for card in meld.cards)
        clear = of_rank > 1 or meld.suits == "same" or all(card.is_joker for card in meld.cards)
        name = f"group {meld.rank.symbol}{'' if meld.suits == 'distinct' else f' {meld.suits}'}"
        if meld.joker_suit is not None:
            clear, name = False, f"group {Card.of(meld.rank, meld.joker_suit)}"
    return f"{cards} ({name})" if named or not clear else cards


def _is_clear(run: Run) -> bool:
    """Return whether every game that allows this run recognises it from its cards alone."""
    row = _row(run.low, run.suit)
    own = [place for place, card in enumerate(run.cards) if card is row[place]]
    if len({run.cards[place].rank for place in own}) < _CLEAR:
        return False
    # A wild 2 in the middle of a run could also be a natural 2 at its end, if the game allows that.
    reach = range(own[-1] - len(run) + 1, own[0] + len(run))
    near = {place for place in reach if place not in own}
    naturals = {row[place] for place in own}
    others = {card for card in run.cards if card.suit is run.suit and card not in naturals}
    return not any(Card.of((run.low + place - 1) % 13 + 1, run.suit) in others for place in near)


def read_meld(cursor: Cursor) -> MeldOrCards:
    """Read the next meld of longer text; a meld without a name remains plain cards.

    Parameters:
        cursor: a cursor at the first card of the meld.

    Raises:
        InvalidText: the text is not a meld, or the cards do not fit their name.
    """
    start = cursor.column
    cards = cursor.cards()
    while cursor.parts_cards() or not cursor.comes(_ENDS_OF_CARDS):
        cards += cursor.cards()
    if not cursor.accepts("("):
        return cast("MeldOrCards", tuple(cards))
    try:
        return _named(cursor, cards)
    except InvalidMeld as error:
        raise InvalidText(*(violation.at(column=start) for violation in error.violations)) from None


def _named(cursor: Cursor, cards: list[Card]) -> Meld:
    if cursor.one_of(("run", "group")) == "run":
        low, of_suit = _natural(cursor)
        return Run(cards, low=int(low), suit=of_suit)
    if cursor.word()[:-1].upper() in _RANKS:
        rank, named = _natural(cursor)
        return Group(cards, rank=rank, joker_suit=named)
    rank = _RANKS[cursor.one_of(_RANKS)]
    suits: GroupSuits = "any" if cursor.accepts("any") else "same" if cursor.accepts("same") else "distinct"
    cursor.needs(")")
    return Group(cards, rank=rank, suits=suits)


def _natural(cursor: Cursor) -> tuple[Rank, Suit]:
    """Read the natural card at the end of a meld's name."""
    start = cursor.at
    card = cursor.card(Part.FIRST_CARD)
    if card.rank is None or card.suit is None:
        raise cursor.wrong(Part.FIRST_CARD, start)
    cursor.needs(")")
    return card.rank, card.suit


@lru_cache(maxsize=1 << 16)
def meld_of_code(code: tuple[int, ...]) -> Meld:
    """Return the meld that a kernel code encodes, unchecked; equal codes usually give the same cached object."""
    head = code[0]
    cards = cards_of(code[1:])
    # The heads of runs are 16 * suit + place. Above them come GROUP, FREE_GROUP, NAMED_GROUP and PAIR, in
    # this order.
    if head < GROUP:
        return _fill(object.__new__(Run), cards, code, low=head % 16, suit=Suit(head // 16))
    rank, named = Rank(head % 16), Suit((head - NAMED_GROUP) // 16) if NAMED_GROUP <= head < PAIR else None
    suits: GroupSuits = "same" if head >= PAIR else "any" if FREE_GROUP <= head < NAMED_GROUP else "distinct"
    return _fill(object.__new__(Group), cards, code, rank=rank, suits=suits, joker_suit=named)


M = TypeVar("M", Group, Run)


def _fill(meld: M, cards: tuple[Card, ...], code: tuple[int, ...], **others: object) -> M:
    for name, value in {"cards": cards, "code": code, **others}.items():
        object.__setattr__(meld, name, value)
    return meld


def _row(low: int, suit: Suit) -> tuple[Card, ...]:
    """Return the natural cards of the longest run that begins at place `low`."""
    return _ROWS[suit][low - 1]


# One row for each place and suit, because every run that is read looks up its natural cards here.
_ROWS: tuple[tuple[tuple[Card, ...], ...], ...] = tuple(
    tuple(
        tuple(Card.from_id(13 * suit + (low - 1 + index) % 13) for index in range(FULL_RUN))
        for low in range(1, 14)
    )
    for suit in Suit
)


def _usual_rank(cards: Sequence[Card]) -> Rank:
    """Return the most frequent rank of a group's cards; in a tie, the first of the tied ranks."""
    ranks = [card.rank for card in cards if card.rank is not None]
    if not ranks:
        raise InvalidMeld(_few_naturals())
    return max(ranks, key=ranks.count)


def _usual_place(cards: Sequence[Card]) -> tuple[Suit, int]:
    """Return the suit and first place that fit the most cards; in a tie, those that fit the earliest card."""
    places = [
        (card.suit, (card.rank - 1 - index) % 13 + 1)
        for index, card in enumerate(cards)
        if card.rank is not None and card.suit is not None
    ]
    if not places:
        raise InvalidMeld(_few_naturals())
    return max(places, key=places.count)


def _group_faults(
    cards: tuple[Card, ...], rank: Rank, suits: GroupSuits, joker_suit: Suit | None
) -> Iterator[Violation]:
    naturals = [card for card in cards if card.rank == rank]
    others = [card for card in cards if card.rank != rank]
    # A group of jokers alone is accepted, because some games allow it.
    if not naturals and (_ranks(others) or not others):
        yield _few_naturals()
    if _ranks(others) > 1:
        yield _shape(Reason.GROUP_RANKS, cards)
    if suits == "distinct":
        if len({card.suit for card in naturals}) < len(naturals):
            yield _shape(Reason.GROUP_SUITS, cards)
        if len(cards) > len(Suit):
            yield Violation(Reason.GROUP_TOO_LARGE, None, {"size": len(cards), "most": len(Suit)})
    if suits == "same" and (len(cards) != _PAIR or len({card for card in cards if not card.is_joker}) > 1):
        yield _shape(Reason.NOT_A_PAIR, cards)
    # SCA-JOK-05: only the joker of a group of three leaves two suits to choose from.
    if joker_suit is not None and (
        suits != "distinct" or (len(naturals), len(others)) != (2, 1) or Card.of(rank, joker_suit) in naturals
    ):
        yield Violation(Reason.SUIT_NOT_OPEN, None, {"card": Card.of(rank, joker_suit)})


def _run_faults(cards: tuple[Card, ...], suit: Suit, low: int) -> Iterator[Violation]:
    # A card outside its natural place must be wild: a joker, or a card of the wild rank.
    astray = [card for card, place in zip(cards, _row(low, suit), strict=False) if card is not place]
    if _ranks(astray) > 1:
        yield _shape(Reason.RUN_GAP, cards)
    if len(astray) == len(cards):
        yield _few_naturals()


def _ranks(cards: Sequence[Card]) -> int:
    """Return the number of different ranks among these cards, ignoring jokers."""
    return len({card.rank for card in cards if card.rank is not None})


def _check_cards(cards: tuple[Card, ...], limit: int) -> None:
    wrong: list[Violation] = []
    if len(cards) > limit:
        wrong.append(Violation(Reason.TOO_MANY_CARDS, None, {"count": len(cards), "limit": limit}))
    if any(card.is_unknown for card in cards):
        wrong.append(_shape(Reason.NOT_A_MELD, cards))
    reject(InvalidMeld, wrong)


def _between(field: str, value: object, least: int, most: int) -> tuple[Violation, ...]:
    """Check that a value is None, or a number, rank or suit from `least` to `most`."""
    # `integer` accepts nothing but an `int`, so True does not pass for 1.
    given = int(value) if isinstance(value, (Rank, Suit)) else value
    return () if value is None else integer(field, given, least, most)


def _shape(reason: Reason, cards: tuple[Card, ...]) -> Violation:
    return Violation(reason, params={"cards": " ".join(map(str, cards))})


def _few_naturals() -> Violation:
    return Violation(Reason.FEW_NATURALS, params={"needed": 1, "naturals": 0})
