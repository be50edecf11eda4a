"""A whole turn as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast, final

import attrs

from rami._values import Value

from .errors import RamiError, Reason, Violation, listed, reject
from .moves import MOVE_TYPES, Move

__all__ = ["Turn"]


def _moves(value: Iterable[Move]) -> tuple[Move, ...]:
    given = listed(value)
    wrong = (each for each in given if not isinstance(each, MOVE_TYPES))
    reject(RamiError, (Violation(Reason.NOT_A_MOVE, None, {"type": type(each)}) for each in wrong))
    return cast("tuple[Move, ...]", given)


@final
@attrs.frozen
class Turn(Value):
    """The moves of one player's turn, in order.

    Parameters:
        moves: from the first move to the one that ends the turn; or a single `DrawStock`, after which the
            player knows more than before.

    Raises:
        RamiError: something among them is not a move.

    >>> from rami import Discard, TakeDiscard, LayOff
    >>> str(Turn([TakeDiscard(), LayOff("7♠", 0), Discard("K♥")]))
    'take; off 7♠ > 0; drop K♥'
    """

    moves: tuple[Move, ...] = attrs.field(converter=_moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return "; ".join(map(str, self.moves))
