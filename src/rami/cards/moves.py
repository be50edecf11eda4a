"""The moves of a turn.

A move carries no player: the round knows whose move it is. `Move` is a closed union, so type checkers see whether a
``match`` covers all its classes.

``str()`` of a move is a compact text, which a round reads (`Round.parse`). You may also write the words of the class
names:

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
``lay 7♥ 8♥ 9♥ from 3:8♥, 4:9♥@2``     ``lay down …``       `LayDown` with an 8♥ out of table meld 3 and the 9♥ at
                                                            index 2 of table meld 4; a source follows the meld that
                                                            it goes into
``arrange 4♦ 5♦ 6♦ | 7♣ 7♥ 7♠``                              `Rearrange` to a table of two melds
``off Q♣ > 2``                         ``lay off …``        `LayOff` on table meld 2
``off A♠ > 2 low``                     ``lay off …``        the same, at the end named (``low`` or ``high``)
``swap 4♠ > 1``                        ``swap wild …``      `SwapWild` in table meld 1
``swap 4♠ > 1@3``                      ``swap wild …``      the same, for the wild card at index 3
``swap 4♦ 4♠ > 1``                     ``swap wild …``      the same with both cards that a group lacks
``discard K♥``                         ``drop K♥``          `Discard`
``discard K♥ carte``                   ``drop …``           the same with the announcement; ``discard K♥ silent``
                                                            expressly without
``knock K♥ with 7♠ 8♠ 9♠ + A♦ A♥ A♠``                       `Knock` with two melds; ``with nothing`` for no meld
``knock K♥``                                                `Knock` with whatever melds leave least
``big gin with 7♠ 8♠ 9♠ + …``                               `BigGin`, likewise
``end lay-offs``                       ``end layoffs``      `EndLayoffs`
``end round``                                               `EndRound`
=====================================  ===================  =======================================================

Where players rearrange the whole table, ``lay 4♦ 7♥`` names cards of the hand alone, and the round finds the melds.

Where the cards of a meld have several readings, its name follows them: ``7♠ * * (run 7♠)`` is the run that
begins at 7♠, ``3♠ 2♠ * (group 3)`` a group of threes, ``3♠ 2♠ * (group 3 any)`` a group of threes of any suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast, final, get_args

import attrs

from rami._base.values import Value
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
    # Check before storing: the compiled base's field accepts nothing but a number.
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
    """A card that a new meld takes out of a meld on the table.

    Parameters:
        card: the card taken, or its text.
        meld: the id of the table meld.
        at: the index of the card in that meld, needed only if the meld holds that face more than once.
        into: the number of the new meld that receives it, from 0.

    Raises:
        InvalidCards: `card` is not a card.
        RamiError: a number is not a non-negative integer.

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
    """Base of moves that need no card, and so have a fixed text."""

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
    """Take the top card of the discard pile, or several from the top.

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
    """Touch the top card of the discard pile and leave it; then only the stock may be drawn (LEB-OBL-02)."""

    _text: ClassVar[str] = "touch"


@final
@attrs.frozen
class Fold(_Plain):
    """Drop out of the round at a fixed price instead of taking a turn (IND-FOLD-01)."""

    _text: ClassVar[str] = "fold"


@final
@attrs.frozen
class ShowTurned(_Plain):
    """Show and keep the other copy of the card turned up by the deal: the others pay for it (OKE-IND-01)."""

    _text: ClassVar[str] = "show turned"


def _melds(value: MeldLike | Iterable[MeldLike]) -> tuple[MeldOrCards, ...]:
    if isinstance(value, (Group, Run, str, Card)):
        return (meld_or_cards(value),)
    # Texts in a list are a meld each, but `Card` values are the cards of a single one.
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
            # Raise one error with the faults of all melds; the first fault decides its class.
            error_type = error_type if wrong else type(error)
            wrong += error.violations
    if wrong:
        raise error_type(*wrong)
    return tuple(melds)


def in_order(melds: tuple[MeldOrCards, ...]) -> tuple[MeldOrCards, ...]:
    """Return melds in the order of their codes, or unchanged if one of them is still plain cards."""
    # Plain cards have no code yet: the variant decides which meld they are.
    return melds if any(map(is_unread, melds)) else tuple(sorted(melds, key=lambda meld: meld.code))


def _sources(value: Source | Iterable[Source]) -> tuple[Source, ...]:
    # Sort the sources, so that lay-downs are equal whichever source is named first.
    return tuple(sorted(items(RamiError, "sources", listed(value), Source), key=_source_order))


def _source_order(source: Source) -> tuple[int, int, int, int]:
    return source.into, source.meld, source.card.id, -1 if source.at is None else source.at


@final
@attrs.frozen
class LayDown(Value, Laid):
    """Lay down new melds together; all of them count towards the points of an opening.

    Parameters:
        melds: the new melds; each is a `Group`, a `Run`, or cards, which the round reads as `Variant.meld` does.
            A single meld or text needs no list, nor does a collection of `Card` values, which is one meld.
        sources: the cards that the new melds take out of melds on the table.
        points: the points of the melds under the variant that listed this move; ignored by ``==`` and not
            printed.

    Attributes:
        melds: in the order of their codes; in the order given if there are sources, which number them, or if one
            of them is still a tuple of `Card`.
        sources: in the order of the new melds.

    Raises:
        InvalidCards: a text is not of cards.
        RamiError: a source is not a `Source`, or names a new meld that is not there.

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
    """Return an unchecked lay-down, its melds in the order of their codes or as its sources refer to them."""
    # Hot path: lists of moves make thousands of these, from melds that the kernel has found valid.
    made: LayDown = laid(LayDown, melds, tuple(sorted(sources, key=_source_order)) if sources else (), points)
    return made


def _ordered_melds(value: MeldLike | Iterable[MeldLike]) -> tuple[MeldOrCards, ...]:
    return in_order(_melds(value))


@final
@attrs.frozen
class Rearrange(Value):
    """Lay cards of the hand and arrange the whole table anew, which ends the turn (RKB-TAB-01).

    Parameters:
        melds: the table that results, as in `LayDown`; in the order of their codes.
        laid: the cards of the hand among them, set by the round that lists or reads this move; ignored by ``==`` and
            not printed.

    Raises:
        InvalidCards: a text is not of cards.

    >>> str(Rearrange(["7s 7c 7h", "4♦ 5♦ 6♦"]))
    'arrange 7♠ 7♣ 7♥ | 4♦ 5♦ 6♦'
    """

    melds: tuple[MeldOrCards, ...] = attrs.field(converter=_ordered_melds)
    laid: Cards | None = attrs.field(
        default=None, converter=attrs.converters.optional(Cards), eq=False, repr=False
    )
    # How a listed move finds its melds when they are first used: a turn may have a thousand such moves.
    _find: Callable[[], tuple[MeldOrCards, ...]] | None = attrs.field(
        default=None, init=False, eq=False, repr=False
    )

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            # Python asks only for attributes that are not set.
            if name != "melds" or (find := self._find) is None:
                raise AttributeError(name)
            object.__setattr__(self, "melds", find())
            object.__setattr__(self, "_find", None)
            return self.melds

    def __str__(self) -> str:
        return f"arrange {' | '.join(map(text_of, self.melds))}".rstrip()


def new_rearrangement(melds: tuple[MeldOrCards, ...], laid: Cards) -> Rearrange:
    """Return an unchecked rearrangement, its melds in the order of their codes."""
    made = object.__new__(Rearrange)
    object.__setattr__(made, "melds", melds)
    object.__setattr__(made, "laid", laid)
    object.__setattr__(made, "_find", None)
    return made


def listed_rearrangement(laid: Cards, find: Callable[[], tuple[MeldOrCards, ...]]) -> Rearrange:
    """Return an unchecked rearrangement whose melds are found when they are first used."""
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
        at: the end of a run, "low" or "high"; needed only if the card fits both.

    Raises:
        InvalidCards: `card` is not a card.
        RamiError: `meld` is not a non-negative integer, or `at` is not an end.

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
    """Replace a wild card on the table by a card from the hand, and take the wild card.

    Some games require both cards missing from a group of three, together (KAL-JSWAP-03).

    Parameters:
        meld: the id of the table meld.
        at: the index of the wild card in the `placed` of that meld; None if the meld has one wild card, or if only
            one of them can be exchanged for this card.
        card: the card that goes there, or its text.
        other: the second card, or its text; None if one is enough.

    Raises:
        InvalidCards: `card` or `other` is not a card.
        RamiError: a number is not a non-negative integer.

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
        announce: in explicit conduct, True to announce ("carte") the last card kept, False to stay silent; None if
            nothing is announced.

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
    """Decline the discard offered; if a turn is either a draw or a play, lay nothing once the stock is empty."""

    _text: ClassVar[str] = "pass"


def _shown_melds(value: MeldLike | Iterable[MeldLike] | None) -> tuple[MeldOrCards, ...] | None:
    return None if value is None else in_order(_melds(value))


def _with_melds(melds: tuple[MeldOrCards, ...] | None) -> str:
    if melds is None:
        return ""
    # Distinguish showing no melds, as a wrong declaration may, from leaving the melds to the game (None).
    return " with " + (" + ".join(map(text_of, melds)) or "nothing")


@final
@attrs.frozen
class Knock(Value):
    """Discard a card, face down unless the game says otherwise, and end the play by showing the hand.

    A knock that leaves no card unmatched is gin. In games with a price for wrong declarations, all wrong ones lead to
    one position, so they are listed without melds (IND-WRONG-01).

    Parameters:
        discard: the card, or its text.
        melds: the melds shown, as in `LayDown`; None for the melds that leave the least deadwood. If several sets do,
            the player shows the set that lets the unseen cards lay off the fewest points; if nobody lays off, or these
            points are equal too, the first set in canonical order. A declaration that could be of pairs or of melds
            shows the pairs, for which the others pay more.
        declares: True if the game calls this move a declaration, set by the round that lists or reads it; ignored by
            ``==`` and not printed.

    Raises:
        InvalidCards: `discard` is not a card, or a meld is a text but not of cards.

    >>> str(Knock("Kh", ["7s 8s 9s", "A♦ A♥ A♠"])), str(Knock("Kh"))
    ('knock K♥ with 7♠ 8♠ 9♠ + A♦ A♥ A♠', 'knock K♥')
    """

    discard: Card = attrs.field(converter=Card)
    melds: tuple[MeldOrCards, ...] | None = attrs.field(default=None, converter=_shown_melds)
    declares: bool = attrs.field(default=False, validator=_flag, eq=False, repr=False)

    def __str__(self) -> str:
        return f"knock {self.discard}{_with_melds(self.melds)}"


def new_knock(discard: Card, melds: tuple[Meld, ...], declares: bool) -> Knock:
    """Return an unchecked knock, its melds in the order of their codes."""
    made = object.__new__(Knock)
    object.__setattr__(made, "discard", discard)
    object.__setattr__(made, "melds", melds)
    object.__setattr__(made, "declares", declares)
    return made


@final
@attrs.frozen
class BigGin(Value):
    """End the play without a discard by showing a hand that is all melds.

    Parameters:
        melds: the melds shown, as in `LayDown`; None for the first set in canonical order.

    Raises:
        InvalidCards: a text is not of cards.

    >>> str(BigGin())
    'big gin'
    """

    melds: tuple[MeldOrCards, ...] | None = attrs.field(default=None, converter=_shown_melds)

    def __str__(self) -> str:
        return f"big gin{_with_melds(self.melds)}"


@final
@attrs.frozen
class EndLayoffs(_Plain):
    """Finish the reply to a knock, after which both hands are counted."""

    _text: ClassVar[str] = "end lay-offs"


@final
@attrs.frozen
class EndRound(_Plain):
    """End the round instead of drawing from an empty stock; the hands are counted as they are."""

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
"""Any move; usable with `isinstance`."""

MOVE_TYPES: tuple[type[Move], ...] = get_args(Move)
"""The classes of `Move`, in the order of a turn."""
