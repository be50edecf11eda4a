"""The moves of a turn.

A move does not name the player, because the round says whose turn it is. `Move` is a closed union, so type checkers can
tell whether a ``match`` covers all its classes.

``str()`` of a move is a compact text, which `Round.parse` reads. You may also write the words of the class names:

=====================================  ===================  =======================================================
text                                   or                   move
=====================================  ===================  =======================================================
``draw``                               ``draw stock``       `DrawStock`
``take``                               ``take discard``     `TakeDiscard`
``take 3``                             ``take discard 3``   `TakeDiscard` of three cards
``touch``                              ``touch discard``    `TouchDiscard`
``pass``                               ``pass upcard``      `PassUpcard`
``fold``                                                    `Fold`
``show turned``                                             `ShowTurned`
``lay 7♠ 8♠ 9♠ + A♦ A♥ *``             ``lay down …``       `LayDown` of two melds
``lay 7♥ 8♥ 9♥ from 3:8♥, 4:9♥@2``     ``lay down …``       `LayDown` with the 8♥ of table meld 3 and the 9♥ at
                                                            index 2 of table meld 4; a source follows the meld that
                                                            it goes into
``arrange 4♦ 5♦ 6♦ | 7♣ 7♥ 7♠``                              `Rearrange` to a table of two melds
``off Q♣ > 2``                         ``lay off …``        `LayOff` on table meld 2
``off A♠ > 2 low``                     ``lay off …``        the same, at the named end (``low`` or ``high``)
``swap 4♠ > 1``                        ``swap wild …``      `SwapWild` in table meld 1
``swap 4♠ > 1@3``                      ``swap wild …``      the same, for the wild card at index 3
``swap 4♦ 4♠ > 1``                     ``swap wild …``      the same with both cards that a group lacks
``discard K♥``                         ``drop K♥``          `Discard`
``discard K♥ carte``                   ``drop …``           the same with the announcement; ``discard K♥ silent``
                                                            is a `Discard` without an announcement
``knock K♥ with 7♠ 8♠ 9♠ + A♦ A♥ A♠``                       `Knock` with two melds; ``with nothing`` for no meld
``knock K♥``                                                `Knock` with the melds that leave the least deadwood
``big gin with 7♠ 8♠ 9♠ + …``                               `BigGin` with these melds
``end lay-offs``                       ``end layoffs``      `EndLayoffs`
``end round``                                               `EndRound`
=====================================  ===================  =======================================================

In games where players rearrange the whole table, you can name just the cards to lay: for ``lay 4♦ 7♥`` the round finds
the melds of the new table. If the cards of a meld are ambiguous, its name follows them: ``7♠ * * (run 7♠)`` is the run
that begins at 7♠, ``3♠ 2♠ * (group 3)`` is a group of threes, and ``3♠ 2♠ * (group 3 any)`` is a group of threes of any
suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast, final, get_args

import attrs

from rami._base.values import Value, maker
from rami._kernel.results import Laid, laid
from rami.cards.faces import Card
from rami.cards.melds import Group, Meld, MeldLike, MeldOrCards, Run, is_unread, meld_or_cards, text_of
from rami.cards.multisets import Cards
from rami.errors import RamiError, Violation, reject
from rami.errors.checks import flag, integer, items, listed, one_of

__all__ = [
    "MOVE_TYPES",
    "BigGin",
    "Discard",
    "DrawStock",
    "End",
    "EndLayoffs",
    "EndRound",
    "Fold",
    "Knock",
    "LayDown",
    "LayOff",
    "Move",
    "PassUpcard",
    "Rearrange",
    "ShowTurned",
    "Source",
    "SwapWild",
    "TakeDiscard",
    "TouchDiscard",
]

End: TypeAlias = Literal["low", "high"]
"""The end of a run at which a card is laid off."""


_optional = attrs.validators.optional


def _from_zero(_: object, field: attrs.Attribute[int], value: int) -> None:
    reject(RamiError, integer(field.name, value, 0))


def _from_one(_: object, field: attrs.Attribute[int], value: int) -> None:
    reject(RamiError, integer(field.name, value, 1))


def _points(value: int | None) -> int | None:
    # Check before storing, because the compiled base class accepts only a number in this field.
    if value is not None:
        reject(RamiError, integer("points", value, 0))
    return value


def _end(_: object, field: attrs.Attribute[End], value: End) -> None:
    reject(RamiError, one_of(field.name, value, get_args(End)))


def _flag(_: object, field: attrs.Attribute[bool], value: bool) -> None:
    reject(RamiError, flag(field.name, value))


@final
@attrs.frozen
class Source(Value):
    """A card that a new meld takes from a meld on the table.

    Parameters:
        card: the card taken, or its text.
        meld: the id of the table meld.
        at: the index of the card in the table meld; needed only if that meld contains the card more than once.
        into: the number of the new meld that receives the card, counted from 0.

    Raises:
        InvalidCards: `card` is not a card.
        RamiError: a number is negative or not an integer.

    >>> str(Source("8♥", 3))
    '3:8♥'
    """

    card: Card = attrs.field(converter=Card)
    meld: int = attrs.field(validator=_from_zero)
    at: int | None = attrs.field(default=None, validator=_optional(_from_zero))
    into: int = attrs.field(default=0, validator=_from_zero)

    def __str__(self) -> str:
        return f"{self.meld}:{self.card}" + ("" if self.at is None else f"@{self.at}")


class _Plain(Value):
    """The base class of moves without a card, which have a fixed text."""

    __slots__ = ()
    _text: ClassVar[str]

    def __str__(self) -> str:
        return self._text


@final
@attrs.frozen
class DrawStock(_Plain):
    """Draw the top card of the stock."""

    _text: ClassVar[str] = "draw"


@final
@attrs.frozen
class TakeDiscard(Value):
    """Take one or more cards from the top of the discard pile.

    Parameters:
        count: the number of cards.

    Raises:
        RamiError: `count` is not a positive integer.

    >>> str(TakeDiscard()), str(TakeDiscard(3))
    ('take', 'take 3')
    """

    count: int = attrs.field(default=1, validator=_from_one)

    def __str__(self) -> str:
        return "take" if self.count == 1 else f"take {self.count}"


@final
@attrs.frozen
class TouchDiscard(_Plain):
    """Touch the top discard and leave it; the player must then draw from the stock (LEB-OBL-02)."""

    _text: ClassVar[str] = "touch"


@final
@attrs.frozen
class Fold(_Plain):
    """Drop out of the round for a fixed price instead of taking a turn (IND-FOLD-01)."""

    _text: ClassVar[str] = "fold"


@final
@attrs.frozen
class ShowTurned(_Plain):
    """Show and keep the other copy of the card that the deal turned up; the other players pay for it (OKE-IND-01)."""

    _text: ClassVar[str] = "show turned"


def _melds(value: MeldLike | Iterable[MeldLike]) -> tuple[MeldOrCards, ...]:
    if isinstance(value, (Group, Run, str, Card)):
        return (meld_or_cards(value),)
    # Each text in a list is a meld, but a list of `Card` values is a single meld.
    parts = items(RamiError, "melds", value)
    if parts and all(isinstance(part, Card) for part in parts):
        return (cast("MeldOrCards", parts),)
    wrong: list[Violation] = []
    melds: list[MeldOrCards] = []
    error_type: type[RamiError] = RamiError
    for part in parts:
        try:
            melds.append(meld_or_cards(part))
        except RamiError as error:
            # Raise one error with the faults of all melds; the first fault decides the class of the error.
            error_type = error_type if wrong else type(error)
            wrong += error.violations
    if wrong:
        raise error_type(*wrong)
    return tuple(melds)


def in_order(melds: tuple[MeldOrCards, ...]) -> tuple[MeldOrCards, ...]:
    """Return melds in the order of their codes, or unchanged if any of them is still a collection of cards."""
    # Plain cards have no code yet, because a variant must first read them as a meld.
    return melds if any(map(is_unread, melds)) else tuple(sorted(melds, key=lambda meld: meld.code))


def _sources(value: Source | Iterable[Source]) -> tuple[Source, ...]:
    # Sort the sources, so that lay-downs with the same sources in another order are equal.
    return tuple(sorted(items(RamiError, "sources", listed(value), Source), key=_source_order))


def _source_order(source: Source) -> tuple[int, int, int, int]:
    return source.into, source.meld, source.card.id, -1 if source.at is None else source.at


@final
@attrs.frozen
class LayDown(Value, Laid):
    """Lay down new melds together; all of them count towards an opening.

    Parameters:
        melds: the new melds; each is a `Group`, a `Run`, or cards that the round reads as `Variant.meld`
            does. A single meld needs no list, whether it is a `Group`, a `Run`, a string or a collection of `Card`
            values.
        sources: the cards that the new melds take from melds on the table.
        points: the points of the melds, set by the variant or round that lists this move; ignored by ``==`` and not
            printed.

    Attributes:
        melds: the new melds, sorted by their codes. If a meld is still plain cards, or if there are sources, which
            refer to melds by number, the melds keep the order given.
        sources: the sources in the order of the new melds.

    Raises:
        InvalidCards: a string does not name cards.
        InvalidText: the cards of a string do not fit the name that follows them.
        RamiError: a source is not a `Source`, or names a new meld that does not exist.

    >>> move = LayDown(["7s 8s 9s", "A♦ A♥ *"])
    >>> str(move)
    'lay 7♠ 8♠ 9♠ + A♦ A♥ *'
    >>> move.melds[1]
    (Card('A♦'), Card('A♥'), Card('*'))
    >>> str(LayDown("7♥ 8♥ 9♥", Source("8♥", 3)))
    'lay 7♥ 8♥ 9♥ from 3:8♥'
    """

    melds: tuple[MeldOrCards, ...] = attrs.field(converter=_melds)
    sources: tuple[Source, ...] = attrs.field(default=(), converter=_sources)
    points: int | None = attrs.field(default=None, converter=_points, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        # A source names its new meld by number, so melds that have sources keep the order given.
        if not self.sources:
            object.__setattr__(self, "melds", in_order(self.melds))
        most = len(self.melds) - 1
        reject(
            RamiError, (wrong for source in self.sources for wrong in integer("into", source.into, 0, most))
        )

    def __str__(self) -> str:
        melds = " + ".join(self._meld_text(number, meld) for number, meld in enumerate(self.melds))
        return f"lay {melds}".rstrip()

    def _meld_text(self, number: int, meld: MeldOrCards) -> str:
        taken = ", ".join(str(source) for source in self.sources if source.into == number)
        return text_of(meld) + (f" from {taken}" if taken else "")


def new_lay_down(melds: tuple[Meld, ...], points: int, sources: Iterable[Source] = ()) -> LayDown:
    """Return an unchecked lay-down; the caller gives the melds in the order in which a `LayDown` would store them."""
    # Hot path: a list of moves may contain thousands of lay-downs, with melds that the kernel has already
    # checked.
    made: LayDown = laid(LayDown, melds, tuple(sorted(sources, key=_source_order)) if sources else (), points)
    return made


def _ordered_melds(value: MeldLike | Iterable[MeldLike]) -> tuple[MeldOrCards, ...]:
    return in_order(_melds(value))


@final
@attrs.frozen
class Rearrange(Value):
    """Lay hand cards and rearrange the whole table, which ends the turn (RKB-TAB-01).

    Parameters:
        melds: the melds of the new table, as in `LayDown`; they are stored in the order of their codes.
        laid: the hand cards among them, set by the round that lists or reads this move; ignored by ``==`` and
            not printed.

    Raises:
        InvalidCards: a string does not name cards.

    >>> str(Rearrange(["7s 7c 7h", "4♦ 5♦ 6♦"]))
    'arrange 7♠ 7♣ 7♥ | 4♦ 5♦ 6♦'
    """

    melds: tuple[MeldOrCards, ...] = attrs.field(converter=_ordered_melds)
    laid: Cards | None = attrs.field(
        default=None, converter=attrs.converters.optional(Cards), eq=False, repr=False
    )
    # The melds of a listed move are found only on first use, because a turn may have a thousand such moves.
    _find: Callable[[], tuple[MeldOrCards, ...]] | None = attrs.field(
        default=None, init=False, eq=False, repr=False
    )

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            # Python calls this method only for attributes that are not set.
            if name != "melds":
                raise AttributeError(name)
            find = self._find
            if find is not None:
                object.__setattr__(self, "melds", find())
                object.__setattr__(self, "_find", None)
            # Another thread may have found the melds in the meantime.
            return object.__getattribute__(self, "melds")

    def __str__(self) -> str:
        return f"arrange {' | '.join(map(text_of, self.melds))}".rstrip()


new_rearrangement: Callable[[tuple[MeldOrCards, ...], Cards], Rearrange] = maker(Rearrange, "melds", "laid")
"""Return an unchecked rearrangement with melds in the order of their codes, and the cards that it lays."""


def listed_rearrangement(laid: Cards, find: Callable[[], tuple[MeldOrCards, ...]]) -> Rearrange:
    """Return an unchecked rearrangement that computes its melds only when they are first needed."""
    made = object.__new__(Rearrange)
    object.__setattr__(made, "laid", laid)
    object.__setattr__(made, "_find", find)
    return made


@final
@attrs.frozen
class LayOff(Value):
    """Add a card from the hand to a meld on the table.

    Parameters:
        card: the card, or its text.
        meld: the id of the table meld.
        at: the end of a run, "low" or "high"; needed only if the card fits both ends.

    Raises:
        InvalidCards: `card` is not a card.
        RamiError: `meld` is negative or not an integer, or `at` is not an end.

    >>> str(LayOff("Qc", 2)), str(LayOff("*", 2, "low"))
    ('off Q♣ > 2', 'off * > 2 low')
    """

    card: Card = attrs.field(converter=Card)
    meld: int = attrs.field(validator=_from_zero)
    at: End | None = attrs.field(default=None, validator=_optional(_end))

    def __str__(self) -> str:
        return f"off {self.card} > {self.meld}" + (f" {self.at}" if self.at else "")


@final
@attrs.frozen
class SwapWild(Value):
    """Replace a wild card on the table with a card from the hand, and take the wild card.

    Some games require both cards that a group of three lacks (KAL-JSWAP-03).

    Parameters:
        meld: the id of the table meld.
        at: the index of the wild card in `placed` of the table meld; None if the meld has only one wild card,
            or only one that this card can replace.
        card: the card that replaces the wild card, or its text.
        other: the second card, or its text; None if one is enough.

    Raises:
        InvalidCards: `card` or `other` is not a card.
        RamiError: a number is negative or not an integer.

    >>> (
    ...     str(SwapWild(1, None, "4♠")),
    ...     str(SwapWild(1, 3, "4♠")),
    ...     str(SwapWild(1, None, "4♦", "4♠")),
    ... )
    ('swap 4♠ > 1', 'swap 4♠ > 1@3', 'swap 4♦ 4♠ > 1')
    """

    meld: int = attrs.field(validator=_from_zero)
    at: int | None = attrs.field(validator=_optional(_from_zero))
    card: Card = attrs.field(converter=Card)
    other: Card | None = attrs.field(default=None, converter=attrs.converters.optional(Card))

    def __str__(self) -> str:
        cards = str(self.card) if self.other is None else f"{self.card} {self.other}"
        return f"swap {cards} > {self.meld}" + ("" if self.at is None else f"@{self.at}")


@final
@attrs.frozen
class Discard(Value):
    """Put a card on the discard pile, which ends the turn.

    Parameters:
        card: the card, or its text.
        announce: in games where players announce their last card themselves (explicit conduct), True to say
            "carte" and False to stay silent; None in other games.

    Raises:
        InvalidCards: `card` is not a card.
        RamiError: `announce` is not True, False or None.

    >>> str(Discard("Kh")), str(Discard("Kh", announce=True))
    ('discard K♥', 'discard K♥ carte')
    """

    card: Card = attrs.field(converter=Card)
    announce: bool | None = attrs.field(default=None, validator=_optional(_flag))

    def __str__(self) -> str:
        word = {None: "", True: " carte", False: " silent"}[self.announce]
        return f"discard {self.card}{word}"


@final
@attrs.frozen
class PassUpcard(_Plain):
    """Decline the discard on offer.

    In games where you either draw or lay cards in a turn, this move ends a turn in which you do neither; it is legal
    only once the stock is empty.
    """

    _text: ClassVar[str] = "pass"


def _shown_melds(value: MeldLike | Iterable[MeldLike] | None) -> tuple[MeldOrCards, ...] | None:
    return None if value is None else in_order(_melds(value))


def _with_melds(melds: tuple[MeldOrCards, ...] | None) -> str:
    if melds is None:
        return ""
    # A wrong declaration may show no melds at all, which differs from letting the game find the melds (None).
    return " with " + (" + ".join(map(text_of, melds)) or "nothing")


@final
@attrs.frozen
class Knock(Value):
    """Discard a card, usually face down, and end the play by showing the hand.

    A knock that leaves no card unmatched is gin. In games with a price for wrong declarations, all wrong
    declarations lead to the same position, so only one is listed, without melds (IND-WRONG-01).

    Parameters:
        discard: the card, or its text.
        melds: the melds shown, as in `LayDown`; None to show the melds that leave the least deadwood. If several
            choices leave equally little, rami takes the one on which unseen cards could lay off the fewest points, then
            the first in a fixed order. A hand that can be declared either in pairs or in melds is shown in pairs, for
            which the other players pay more.
        declares: True if the game calls this move a declaration, set by the round that lists or reads it;
            ignored by ``==`` and not printed.

    Raises:
        InvalidCards: `discard` is not a card, or the text of a meld does not name cards.

    >>> str(Knock("Kh", ["7s 8s 9s", "A♦ A♥ A♠"])), str(Knock("Kh"))
    ('knock K♥ with 7♠ 8♠ 9♠ + A♦ A♥ A♠', 'knock K♥')
    """

    discard: Card = attrs.field(converter=Card)
    melds: tuple[MeldOrCards, ...] | None = attrs.field(default=None, converter=_shown_melds)
    declares: bool = attrs.field(default=False, validator=_flag, eq=False, repr=False)

    def __str__(self) -> str:
        return f"knock {self.discard}{_with_melds(self.melds)}"


new_knock: Callable[[Card, tuple[Meld, ...], bool], Knock] = maker(Knock, "discard", "melds", "declares")
"""Return an unchecked knock with melds in the order of their codes; the last argument marks a declaration."""


@final
@attrs.frozen
class BigGin(Value):
    """End the play without a discard by showing a hand in which every card is melded.

    Parameters:
        melds: the melds shown, as in `LayDown`; None to let rami choose them.

    Raises:
        InvalidCards: a string does not name cards.

    >>> str(BigGin())
    'big gin'
    """

    melds: tuple[MeldOrCards, ...] | None = attrs.field(default=None, converter=_shown_melds)

    def __str__(self) -> str:
        return f"big gin{_with_melds(self.melds)}"


@final
@attrs.frozen
class EndLayoffs(_Plain):
    """Stop laying off on the knocker's melds; both hands are then counted."""

    _text: ClassVar[str] = "end lay-offs"


@final
@attrs.frozen
class EndRound(_Plain):
    """End the round because the stock is empty; the hands are then counted as they are."""

    _text: ClassVar[str] = "end round"


Move: TypeAlias = (
    PassUpcard
    | DrawStock
    | TakeDiscard
    | TouchDiscard
    | Fold
    | ShowTurned
    | LayDown
    | Rearrange
    | LayOff
    | SwapWild
    | Discard
    | Knock
    | BigGin
    | EndLayoffs
    | EndRound
)
"""Any move; you can use it with `isinstance`."""

MOVE_TYPES: tuple[type[Move], ...] = get_args(Move)
"""The classes of `Move`, in the order of a turn."""
