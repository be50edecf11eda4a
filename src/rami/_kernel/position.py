"""What a round and its legal moves are made of: the part of them that is asked at every move.

Users see subclasses, which are interpreted and say everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from ._rt import mypyc_attr
from .listing import Names, plain_count, plain_moves, played
from .state import OVER, Known, State
from .turn import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A position with the rules, which carry the `game`, and whatever is around it."""

    __slots__ = ("_context", "_rules", "_state")

    def __init__(self, context: object, rules: Any, state: State) -> None:
        self._context: Any = context
        self._rules: Any = rules
        self._state: State = state

    @property
    def over(self) -> bool:
        """Whether the round is over (R51-END-01)."""
        return self._state.phase == OVER

    def _after(self, move: object, names: Names[Any]) -> Self | None:
        """The position after a plain move given as its name; None for any other move and for an illegal one."""
        code = names.codes.get(id(move), -1)
        after = played(self._rules.game, self._state, code) if code >= 0 else None
        return None if after is None else type(self)(self._context, self._rules, after)


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed:
    """The names of legal moves, those of plain ones at once; where there are others, a subclass lists them."""

    __slots__ = ("_game", "_known", "_listed", "_names", "_rules")

    def __init__(self, rules: Any, known: Known, names: Names[Any]) -> None:
        self._rules: Any = rules
        self._game: Game = rules.game
        self._known: Known = known
        self._names: Names[Any] = names
        # what a subclass has listed and keeps
        self._listed: Any = None

    def __iter__(self) -> Iterator[Any]:
        plain = plain_moves(self._game, self._known, self._names)
        return self._every() if plain is None else iter(plain)

    def __len__(self) -> int:
        count = plain_count(self._game, self._known)
        return self._count() if count < 0 else count

    def _every(self) -> Iterator[Any]:
        """All moves."""
        raise NotImplementedError

    def _count(self) -> int:
        """How many there are."""
        raise NotImplementedError
