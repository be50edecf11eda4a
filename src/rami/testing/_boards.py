"""Events: they say everything that a viewer sees."""

from __future__ import annotations

import attrs

from rami.board import Board
from rami.testing._walks import Step
from rami.testing.failure import CheckFailed, Property

__all__ = ["check_board"]


def check_board(step: Step) -> None:
    """A board that follows the events of a move has what each viewer sees after it.

    Parameters:
        step: a position, with the move that led to it.

    Raises:
        CheckFailed: events.
    """
    before, move = step.before, step.move
    if before is None or move is None:
        return
    after, events = before.step(move)
    for viewer in (None, *range(before.context.seats)):
        board = Board.of_view(before.view(viewer))
        for event in events:
            board = board.after(event)
        seen = Board.of_view(after.view(viewer))
        # neither is part of a view, if the stock may be made again without a limit
        score = after.score() if after.over else None
        expected = attrs.evolve(seen, score=score, recycles=board.recycles)
        if board != expected:
            wrong = [name for name, value in _facts(board) if value != getattr(expected, name)]
            who = "a spectator" if viewer is None else f"player {viewer}"
            found = f"the events do not give {who}: {', '.join(wrong)}"
            raise CheckFailed(Property.EVENTS, found, before.setup, move)


def _facts(board: Board) -> list[tuple[str, object]]:
    return [(each.name, getattr(board, each.name)) for each in attrs.fields(Board)]
