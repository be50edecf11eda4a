"""Base classes of values that the kernel makes for users, and functions that make them without checks.

Users see interpreted, frozen subclasses, which define everything else. Compiled code can set the fields of a
frozen class; pure Python has to bypass the check that freezes it.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final, Self

from ._rt import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Multiset:
    """A multiset of cards, as card numbers in ascending order."""

    __slots__ = ("ids",)

    ids: bytes

    def __new__(cls, cards: Any = ()) -> Self:
        """Return an empty object, whose fields are set later; the arguments are ignored."""
        return object.__new__(cls)


@mypyc_attr(allow_interpreted_subclasses=True)
class Arranged:
    """Melds, the cards outside them, and the points of both."""

    __slots__ = ("deadwood", "left", "melds", "points")

    melds: tuple[Any, ...]
    left: Any
    points: int
    deadwood: int

    def __new__(cls, melds: Any = None, left: Any = None, points: Any = None, deadwood: Any = None) -> Self:
        """Return an empty object, whose fields are set later; the arguments are ignored."""
        return object.__new__(cls)


@mypyc_attr(allow_interpreted_subclasses=True)
class Laid:
    """Melds laid down in one action, the cards that they take from the table, and their points, if known."""

    __slots__ = ("melds", "points", "sources")

    melds: tuple[Any, ...]
    sources: tuple[Any, ...]
    points: int | None

    def __new__(cls, melds: Any = None, sources: Any = None, points: Any = None) -> Self:
        """Return an empty object, whose fields are set later; the arguments are ignored."""
        return object.__new__(cls)


# mypyc drops `__slots__`, but attrs reads it to learn which fields a base class has.
setattr(Multiset, "__slots__", ("ids",))  # noqa: B010
setattr(Arranged, "__slots__", ("deadwood", "left", "melds", "points"))  # noqa: B010
setattr(Laid, "__slots__", ("melds", "points", "sources"))  # noqa: B010


# In pure Python, bypass the check that freezes the subclass, and the `__new__` of the base classes.
_new: Final[Any] = object.__new__
_set: Final[Any] = object.__setattr__


def multiset(kind: type[Multiset], ids: bytes) -> Any:
    """Return a multiset of valid card numbers in ascending order."""
    if COMPILED:
        made = Multiset.__new__(kind)
        made.ids = ids
        return made
    made = _new(kind)
    _set(made, "ids", ids)
    return made


def arranged(kind: type[Arranged], melds: tuple[Any, ...], left: object, points: int, deadwood: int) -> Any:
    """Return an arrangement with these fields."""
    if COMPILED:
        made = Arranged.__new__(kind)
        made.melds = melds
        made.left = left
        made.points = points
        made.deadwood = deadwood
        return made
    made = _new(kind)
    _set(made, "melds", melds)
    _set(made, "left", left)
    _set(made, "points", points)
    _set(made, "deadwood", deadwood)
    return made


def laid(kind: type[Laid], melds: tuple[Any, ...], sources: tuple[Any, ...], points: int | None) -> Any:
    """Return a lay-down; its melds come in the order of their codes, or in the order of `sources`."""
    if COMPILED:
        made = Laid.__new__(kind)
        made.melds = melds
        made.sources = sources
        made.points = points
        return made
    made = _new(kind)
    _set(made, "melds", melds)
    _set(made, "sources", sources)
    _set(made, "points", points)
    return made


COMPILED: Final[bool] = not isinstance(laid, FunctionType)
"""Whether the kernel runs as machine code."""
