"""The base classes of a round and of its legal moves, with the methods that every move uses.

Users see interpreted, frozen subclasses, which define everything else. They are not attrs classes, because
code in this module sets their fields. Compiled code can do so even though the class is frozen. Pure Python cannot, so
there a new object first belongs to a mutable class, and changes its class once it is complete. `__new__` makes an
object of a subclass directly, without the checks that calling the class performs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, Self, TypeVar

from .._rt import mypyc_attr
from ..results import COMPILED
from ..turns.turn import Game
from .listing import Names, only_plain, plain_moves, played, searched
from .plain_position import PlainPosition, as_plain, has_plain_positions
from .state import DRAW, OVER, Known, State

T = TypeVar("T")
L = TypeVar("L", bound="Listed")

# For pure Python: the mutable class of each frozen subclass.
_unguarded: Final[dict[type, Any]] = {}

# The maximum number of moves that `len` keeps in a cache.
MOST_REMEMBERED: Final = 4096


def unguarded(cls: type[T]) -> type[T]:
    """Return a mutable class whose objects later become objects of the frozen class."""
    own = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    made: Any = type(cls.__name__, (cls,), own)
    _unguarded[cls] = made
    unguarded_class: type[T] = made
    return unguarded_class


@mypyc_attr(allow_interpreted_subclasses=True)
class GameRules:
    """The part of the public rules that the kernel reads."""

    __slots__ = ("game",)

    def __init__(self, game: Game) -> None:
        self.game: Final = game


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A position with its rules and context; the full `_state` of a plain position is built on demand."""

    __slots__ = ("_at", "_context", "_rules")

    # Subclasses have narrower types.
    _context: Any
    _rules: Any
    _at: State | PlainPosition

    def __new__(cls, context: object, rules: GameRules, at: State | PlainPosition) -> Self:
        self: Self = (
            object.__new__(cls) if COMPILED else object.__new__(_unguarded.get(cls) or unguarded(cls))
        )
        self._context = context
        self._rules = rules
        self._at = at
        if not COMPILED:
            self.__class__ = cls
        return self

    @property
    def _state(self) -> State:
        at = self._at
        return at.state if isinstance(at, PlainPosition) else at

    @property
    def over(self) -> bool:
        """Whether the round is over (R51-END-01)."""
        at = self._at
        return not isinstance(at, PlainPosition) and at.known.phase == OVER

    @property
    def _acting(self) -> int:
        """The player to act."""
        at = self._at
        return int(at.player) if isinstance(at, PlainPosition) else at.known.turn.player

    def _plain_step(self, move: object, names: Names[Any]) -> tuple[PlainPosition, PlainPosition] | None:
        """Return this position and the position after a plain move, if both are plain; otherwise None."""
        at = self._at
        if not isinstance(at, PlainPosition):
            return None
        code = names.codes.get(id(move), -1)
        follows = at.after(code) if code >= 0 else None
        return None if follows is None else (at, follows)

    def _after(self, move: object, names: Names[Any]) -> Self | None:
        """Return the position after a plain move; None if the move is not plain or is illegal."""
        code = names.codes.get(id(move), -1)
        if code < 0:
            return None
        rules: GameRules = self._rules
        at = self._at
        if isinstance(at, PlainPosition):
            follows = at.after(code)
            if follows is not None:
                return Position.__new__(type(self), self._context, rules, follows)
            at = at.state
        state = played(rules.game, at, code)
        if state is None:
            return None
        return Position.__new__(type(self), self._context, rules, reduced(rules.game, state))

    def _moves(self, listed: type[L], names: Names[Any]) -> L:
        """Return the legal moves as a `Listed` collection."""
        at = self._at
        return Listed.__new__(listed, self._rules, at if isinstance(at, PlainPosition) else at.known, names)


def reduced(game: Game, state: State) -> State | PlainPosition:
    """Return a plain position if one describes the position completely; otherwise the position itself."""
    if state.known.phase != DRAW or not has_plain_positions(game):
        return state
    return as_plain(state, game) or state


def inside(position: Position) -> tuple[Any, State]:
    """Return the rules and the state of a position."""
    return position._rules, position._state  # pyright: ignore[reportPrivateUsage]  # of this module


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed:
    """The legal moves, listed on demand."""

    __slots__ = ("_at", "_listed", "_names", "_rules")

    # Subclasses have narrower types.
    _rules: Any
    _at: Known | PlainPosition
    _names: Names[Any]
    # The moves listed so far, if they are few enough to keep.
    _listed: tuple[Any, ...] | None

    def __new__(cls, rules: GameRules, at: Known | PlainPosition, names: Names[Any]) -> Self:
        self: Self = (
            object.__new__(cls) if COMPILED else object.__new__(_unguarded.get(cls) or unguarded(cls))
        )
        self._rules = rules
        self._at = at
        self._names = names
        self._listed = None
        if not COMPILED:
            self.__class__ = cls
        return self

    @property
    def _known(self) -> Known:
        at = self._at
        return at.state.known if isinstance(at, PlainPosition) else at

    @property
    def _is_plain(self) -> bool:
        """Whether the position is plain, and so always has a move."""
        return isinstance(self._at, PlainPosition)

    def __iter__(self) -> Iterator[Any]:
        if self._listed is None:
            at = self._at
            if isinstance(at, PlainPosition):
                moves = at.moves(self._names)
                if moves is not None:
                    self._remember(moves)
                    return iter(moves)
            rules: GameRules = self._rules
            if not only_plain(rules.game, self._known):
                return chain.from_iterable(self._parts())
            self._remember(plain_moves(rules.game, self._known, self._names))
        return iter(self._listed or ())

    def _parts(self) -> Iterator[Iterable[Any]]:
        # `list` makes the iterator, then calls `len`, then iterates. By then `len` may have listed the moves, so use
        # its result instead of listing them twice.
        if self._listed is not None:
            yield self._listed
            return
        rules: GameRules = self._rules
        yield _others(rules, self._known, self._names)
        yield plain_moves(rules.game, self._known, self._names)

    def __len__(self) -> int:
        if self._listed is None:
            rules: GameRules = self._rules
            at, names = self._at, self._names
            if isinstance(at, PlainPosition):
                moves = at.moves(names)
                if moves is not None:
                    self._remember(moves)
                    return len(moves)
            known = self._known
            plain = plain_moves(rules.game, known, names)
            others: list[Any] = []
            if not only_plain(rules.game, known):
                count = 0
                for action, _ in searched(rules.game, known):
                    count += 1
                    if count <= MOST_REMEMBERED:
                        others.append(names.other(rules, known.turn, action))
                if count > MOST_REMEMBERED:
                    return count + len(plain)
            self._remember((*others, *plain))
        return len(self._listed or ())

    def _remember(self, moves: tuple[Any, ...]) -> None:
        if COMPILED:
            self._listed = moves
        else:
            _set_listed(self, moves)


_set_listed: Final[Any] = None if COMPILED else vars(Listed)["_listed"].__set__


def _others(rules: GameRules, known: Known, names: Names[Any]) -> Iterator[Any]:
    """Yield the moves that are not plain, lazily."""
    for action, _ in searched(rules.game, known):
        yield names.other(rules, known.turn, action)
