"""What melds laid down as one act consist of.

Users see a subclass, which is interpreted, checks what it is given and says everything else.  It is no frozen attrs
class, since the fields are set here, in compiled code.
"""

from __future__ import annotations

from typing import Any, Self

from ._rt import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Laid:
    """New melds, where their cards come from other than the hand, and what they are worth, if that is known.

    `Laid.__new__` makes an object of a subclass and takes the fields as they are.
    """

    __slots__ = ("_melds", "_points", "_sources")

    _melds: Any
    _sources: Any
    _points: Any

    def __new__(cls, melds: object = (), sources: object = (), points: object = None) -> Self:
        """The fields as given."""
        made = object.__new__(cls)
        made._melds = melds
        made._sources = sources
        made._points = points
        return made

    @property
    def melds(self) -> tuple[Any, ...]:
        """The new melds."""
        melds: tuple[Any, ...] = self._melds
        return melds

    @property
    def sources(self) -> tuple[Any, ...]:
        """Where cards come from other than the hand."""
        sources: tuple[Any, ...] = self._sources
        return sources

    @property
    def points(self) -> int | None:
        """What the melds are worth, if that is known."""
        points: int | None = self._points
        return points
