"""What a round and its legal moves are made of: the part of them that is asked at every move.

Users see subclasses, which are interpreted and say everything else.  They are no attrs classes, since their fields
are set here, in compiled code; there `__new__` makes an object of a subclass without a detour, unlike a call of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final, Self, TypeVar

from ._rt import mypyc_attr
from .listing import Names, first_actions, only_plain, plain_codes, plain_moves, played, searched
from .state import OVER, Known, State
from .turn import Game

L = TypeVar("L", bound="Listed")

# how many moves are kept once their number has been asked for
KEPT: Final = 4096


@mypyc_attr(allow_interpreted_subclasses=True)
class GameRules:
    """The rules as far as the kernel reads them."""

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
        self = object.__new__(cls)
        self._context = context
        self._rules = rules
        self._state = state
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Listed:
    """The legal moves by name, listed when asked for."""

    __slots__ = ("_known", "_listed", "_names", "_rules")

    # subclasses have narrower types
    _rules: Any
    _known: Known
    _names: Names[Any]
    # what has been listed, where that is not too much to keep
    _listed: tuple[Any, ...] | None

    def __new__(cls, rules: GameRules, known: Known, names: Names[Any]) -> Self:
        self = object.__new__(cls)
        self._rules = rules
        self._known = known
        self._names = names
        self._listed = None
        return self

    def __iter__(self) -> Iterator[Any]:
        listed = _at_once(self)
        return chain.from_iterable(_parts(self)) if listed is None else iter(listed)

    def __len__(self) -> int:
        listed = _at_once(self)
        return _counted(self) if listed is None else len(listed)


# functions, because a method that a subclass might replace is looked up at each call


def _at_once(moves: Listed) -> tuple[Any, ...] | None:
    """All moves where they have been listed or are plain, which are then kept; else None."""
    listed = moves._listed
    if listed is None:
        rules: GameRules = moves._rules
        if only_plain(rules.game, moves._known):
            listed = plain_moves(rules.game, moves._known, moves._names)
            moves._listed = listed
    return listed


def _counted(moves: Listed) -> int:
    """How many moves there are; they are kept unless they are many."""
    rules: GameRules = moves._rules
    game, known, names = rules.game, moves._known, moves._names
    found = first_actions(game, known, KEPT + 1)
    if len(found) > KEPT:
        return sum(1 for _ in searched(game, known)) + len(plain_codes(game, known))
    others = tuple([names.other(rules, known.turn, action) for action in found])
    listed = others + plain_moves(game, known, names)
    moves._listed = listed
    return len(listed)


def _parts(moves: Listed) -> Iterator[Iterable[Any]]:
    """The moves in pieces, each found when it is asked for."""
    # `list` makes the iterator, then asks for the length, then iterates: nothing is to be listed twice
    if moves._listed is not None:
        yield moves._listed
        return
    yield _others(moves)
    rules: GameRules = moves._rules
    yield plain_moves(rules.game, moves._known, moves._names)


def _others(moves: Listed) -> Iterator[Any]:
    rules: GameRules = moves._rules
    name, turn = moves._names.other, moves._known.turn
    for action, _ in searched(rules.game, moves._known):
        yield name(rules, turn, action)
