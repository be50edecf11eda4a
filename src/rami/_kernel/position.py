"""What a round and its legal moves are made of: the part of them that is asked at every move.

Users see subclasses, which are interpreted and say everything else.  They are no attrs classes,
since their fields are set here, in compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from ._rt import mypyc_attr
from .actions import Action
from .listing import Names, first_actions, plain_count, plain_moves, plain_part, played
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
        # what has been listed, where that is not too much to keep
        self._listed: tuple[Any, ...] | None = None

    def __iter__(self) -> Iterator[Any]:
        plain = plain_moves(self._game, self._known, self._names)
        return self._every() if plain is None else iter(plain)

    def __len__(self) -> int:
        game, known = self._game, self._known
        count = plain_count(game, known)
        if count >= 0:
            return count
        if self._listed is None:
            most = self._most()
            found = first_actions(game, known, most + 1)
            if len(found) > most:
                return self._count()
            plain = plain_part(game, known, self._names)
            self._listed = (*[self._name(action) for action in found], *plain) if found else plain
        return len(self._listed)

    def _every(self) -> Iterator[Any]:
        """All moves."""
        raise NotImplementedError

    def _most(self) -> int:
        """How many are kept."""
        raise NotImplementedError

    def _count(self) -> int:
        """How many there are where they are too many to keep."""
        raise NotImplementedError

    def _name(self, action: Action) -> Any:
        """The name of an action that is not plain."""
        raise NotImplementedError
