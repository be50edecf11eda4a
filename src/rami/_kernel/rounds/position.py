"""The base of a round and of its legal moves: the part that is used at every move.

Users see interpreted, frozen subclasses, which define everything else.  They are not attrs classes, since their fields
are set here, in compiled code, past the guard; pure Python has to bypass it, so there an object belongs to a class
without the guard until it is made.  `__new__` makes an object of a subclass directly, unlike a call of the class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, Self, TypeVar

from .._rt import mypyc_attr
from ..results import COMPILED
from ..turns.turn import Game
from .listing import Names, only_plain, plain_moves, played, searched
from .state import OVER, Known, State

T = TypeVar("T")
L = TypeVar("L", bound="Listed")

# in Python: past the guard of subclasses
_unguarded: Final[dict[type, Any]] = {}

# how many moves are kept once their number has been asked for
KEPT: Final = 4096


def unguarded(cls: type[T]) -> type[T]:
    """A class whose objects may be written into, and become those of the other one."""
    own = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    made: Any = type(cls.__name__, (cls,), own)
    _unguarded[cls] = made
    unguarded_class: type[T] = made
    return unguarded_class


@mypyc_attr(allow_interpreted_subclasses=True)
class GameRules:
    """The part of the rules that the kernel reads."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game: Final = game


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A position with its rules and whatever is around it."""

    __slots__ = ("_context", "_rules", "_state")

    # subclasses have narrower types
    _context: Any
    _rules: Any
    _state: State

    def __new__(cls, context: object, rules: GameRules, state: State) -> Self:
        self: Self = (
            object.__new__(cls) if COMPILED else object.__new__(_unguarded.get(cls) or unguarded(cls))
        )
        self._context = context
        self._rules = rules
        self._state = state
        if not COMPILED:
            self.__class__ = cls
        return self

    @property
    def over(self) -> bool:
        """Whether the round is over (R51-END-01)."""
        return self._state.phase == OVER

    def _after(self, move: object, names: Names[Any]) -> Self | None:
        """The position after a plain move given as its name; None for any other move and for an illegal one."""
        code = names.codes.get(id(move), -1)
        if code < 0:
            return None
        rules: GameRules = self._rules
        state = played(rules.game, self._state, code)
        return None if state is None else Position.__new__(type(self), self._context, rules, state)

    def _moves(self, listed: type[L], names: Names[Any]) -> L:
        """The legal moves, as such a collection."""
        return Listed.__new__(listed, self._rules, self._state.known, names)


def inside(position: Position) -> tuple[Any, State]:
    """The rules and the state of a position."""
    return position._rules, position._state  # pyright: ignore[reportPrivateUsage]  # of this module


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed:
    """The legal moves by name, listed when asked for."""

    __slots__ = ("_known", "_listed", "_names", "_rules")

    # subclasses have narrower types
    _rules: Any
    _known: Known
    _names: Names[Any]
    # the moves listed so far, if they are few enough to keep
    _listed: tuple[Any, ...] | None

    def __new__(cls, rules: GameRules, known: Known, names: Names[Any]) -> Self:
        self: Self = (
            object.__new__(cls) if COMPILED else object.__new__(_unguarded.get(cls) or unguarded(cls))
        )
        self._rules = rules
        self._known = known
        self._names = names
        self._listed = None
        if not COMPILED:
            self.__class__ = cls
        return self

    def __iter__(self) -> Iterator[Any]:
        if self._listed is None:
            rules: GameRules = self._rules
            if not only_plain(rules.game, self._known):
                return chain.from_iterable(self._parts())
            self._keep(plain_moves(rules.game, self._known, self._names))
        return iter(self._listed or ())

    def _parts(self) -> Iterator[Iterable[Any]]:
        # `list` makes the iterator, then asks for the length, then iterates: nothing is to be listed twice
        if self._listed is not None:
            yield self._listed
            return
        rules: GameRules = self._rules
        yield _others(rules, self._known, self._names)
        yield plain_moves(rules.game, self._known, self._names)

    def __len__(self) -> int:
        if self._listed is None:
            rules: GameRules = self._rules
            known, names = self._known, self._names
            plain = plain_moves(rules.game, known, names)
            others: list[Any] = []
            if not only_plain(rules.game, known):
                count = 0
                for action, _ in searched(rules.game, known):
                    count += 1
                    if count <= KEPT:
                        others.append(names.other(rules, known.turn, action))
                if count > KEPT:
                    return count + len(plain)
            self._keep((*others, *plain))
        return len(self._listed or ())

    def _keep(self, moves: tuple[Any, ...]) -> None:
        if COMPILED:
            self._listed = moves
        else:
            _set_listed(self, moves)


_set_listed: Final[Any] = None if COMPILED else vars(Listed)["_listed"].__set__


def _others(rules: GameRules, known: Known, names: Names[Any]) -> Iterator[Any]:
    """The moves that are not plain, found lazily."""
    for action, _ in searched(rules.game, known):
        yield names.other(rules, known.turn, action)
