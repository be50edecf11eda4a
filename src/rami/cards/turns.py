"""A whole turn as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast, final

import attrs

from rami._base.values import Value
from rami.cards._cursor import Cursor, readable
from rami.cards._move_text import LONGEST_TURN, read_moves
from rami.cards.moves import MOVE_TYPES, Move
from rami.errors import IllegalMove, RamiError, Reason, Violation, reject
from rami.errors.checks import listed
from rami.errors.texts import Part

__all__ = ["Turn", "parse_turn"]


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
        moves: the moves up to the end of the turn; or a single `DrawStock`, because the player must see the
            card drawn before choosing further moves.

    Raises:
        RamiError: an element of `moves` is not a move.

    >>> from rami import Discard, TakeDiscard, LayOff
    >>> str(Turn([TakeDiscard(), LayOff("7♠", 0), Discard("K♥")]))
    'take; off 7♠ > 0; discard K♥'
    """

    moves: tuple[Move, ...] = attrs.field(converter=_moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __str__(self) -> str:
        return "; ".join(map(str, self.moves))


def parse_turn(text: str) -> Turn:
    """Parse the moves of a turn, which are separated by semicolons.

    Parameters:
        text: the moves, at most 10,000 characters; an empty text is a turn without moves.

    Raises:
        InvalidText: the text is too long, or part of it is not a move.

    >>> parse_turn("take; off 7♠ > 0; discard K♥").moves[1]
    LayOff(card=Card('7♠'), meld=0, at=None)
    """
    cursor = Cursor(readable(text, Part.TURN, LONGEST_TURN))
    return Turn(()) if cursor.done else Turn(read_moves(cursor))


def turn_of(turn: str | Turn) -> Turn:
    """Return a turn unchanged, or parse the text of a turn.

    Raises:
        IllegalMove: the argument is neither a turn nor text, or the text cannot be parsed.
    """
    try:
        found = parse_turn(turn) if isinstance(turn, str) else turn
    except RamiError as error:
        # Callers that play a turn catch `IllegalMove`, whatever is wrong with the argument.
        raise IllegalMove(turn, *error.violations) from None
    if not isinstance(found, Turn):
        raise IllegalMove(turn, Violation(Reason.NOT_A_TURN, None, {"type": type(turn)}))
    return found
