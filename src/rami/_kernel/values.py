"""Values that the kernel makes for users: what they hold, and how they are made.

Users see subclasses, which are interpreted, frozen, and say everything else.  Machine code sets the fields past the
guard of a frozen class.  Python cannot: there a *draft*, an object of a subclass without a guard, gets the fields, and
then becomes one of the class that users see.
"""

from __future__ import annotations

from typing import Any, Final, Self, final

from ._rt import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Multiset:
    """Cards by their numbers, in ascending order."""

    __slots__ = ("ids",)

    ids: bytes

    def __new__(cls, cards: Any = ()) -> Self:
        """An object whose fields are still to be set, whatever a subclass is to be made of."""
        return object.__new__(cls)


@mypyc_attr(allow_interpreted_subclasses=True)
class Arranged:
    """Melds, the cards in none of them, and what both are worth."""

    __slots__ = ("deadwood", "left", "melds", "points")

    melds: tuple[Any, ...]
    left: Any
    points: int
    deadwood: int

    def __new__(
        cls, melds: object = None, left: object = None, points: object = None, deadwood: object = None
    ) -> Self:
        """An object whose fields are still to be set, whatever a subclass is to be made of."""
        return object.__new__(cls)


# mypyc leaves them out, but attrs asks which fields a base has
setattr(Multiset, "__slots__", ("ids",))  # noqa: B010
setattr(Arranged, "__slots__", ("deadwood", "left", "melds", "points"))  # noqa: B010


@final
class CardsMaker:
    """Makes objects of the class that users see, by way of drafts if they have a class of their own."""

    __slots__ = ("_draft", "_kind")

    def __init__(self, kind: type[Multiset], draft: type[Multiset]) -> None:
        self._kind: Final = kind
        self._draft: Final = draft

    def of_sorted(self, ids: bytes) -> Any:
        """The multiset of valid ids in ascending order, which are not looked at."""
        made = Multiset.__new__(self._draft)
        made.ids = ids
        if self._draft is not self._kind:
            made.__class__ = self._kind
        return made


@final
class ArrangementMaker:
    """The same for arrangements."""

    __slots__ = ("_draft", "_kind")

    def __init__(self, kind: type[Arranged], draft: type[Arranged]) -> None:
        self._kind: Final = kind
        self._draft: Final = draft

    def of(self, melds: tuple[Any, ...], left: object, points: int, deadwood: int) -> Any:
        """An arrangement of parts that are not looked at."""
        made = Arranged.__new__(self._draft)
        made.melds = melds
        made.left = left
        made.points = points
        made.deadwood = deadwood
        if self._draft is not self._kind:
            made.__class__ = self._kind
        return made
