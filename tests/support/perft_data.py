"""The recorded counts: `tests/data/perft.json`, where every position is a line of text that `rami perft` reads.

Each row of `moves` has the paths and the different positions after 1, 2, 3, ... moves; each row of `turns` has the same
after so many complete turns.
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
        name: what it is about.
        position: its text.
        moves: paths and positions after so many moves.
        turns: paths and positions after so many turns.
    """

    name: str
    position: str
    moves: tuple[tuple[int, int], ...]
    turns: tuple[tuple[int, int], ...]

    @property
    def round(self) -> Round:
        return Round.from_setup(parse_position(self.position))


def read() -> tuple[Scene, ...]:
    """Every scene of the file."""
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
