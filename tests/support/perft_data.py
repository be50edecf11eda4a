"""The recorded counts in `tests/data/perft.json`, in which each position is a line of text that `rami perft` can read.

The rows of `moves` have the numbers of paths and of different positions after 1, 2, 3, ... moves; the rows of `turns`
have these numbers after 1, 2, 3, ... complete turns.
"""

from __future__ import annotations

import json
from pathlib import Path

import attrs

from rami import Round
from rami.notation import parse_position

FILE = Path(__file__).parent.parent / "data" / "perft.json"


@attrs.frozen
class Scene:
    """A position and its counts.

    Parameters:
        name: a short description.
        position: the text of the position.
        moves: the numbers of paths and positions after each number of moves.
        turns: the numbers of paths and positions after each number of turns.
    """

    name: str
    position: str
    moves: tuple[tuple[int, int], ...]
    turns: tuple[tuple[int, int], ...]

    @property
    def round(self) -> Round:
        return Round.from_setup(parse_position(self.position))


def read() -> tuple[Scene, ...]:
    """Return all scenes of the file."""
    given = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Scene(
            each["name"],
            each["position"],
            *(tuple((paths, positions) for paths, positions in each[unit]) for unit in ("moves", "turns")),
        )
        for each in given
    )


SCENES = read()
