"""A turn that is one discard, as the starter's first turn may be."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.state import Known
from ...moves import Discard, Move
from ..discarding import discard_moves, judge_discard
from ..judgement import Judgement
from ..rules import Rules

NAME = "discard"


def moves(rules: Rules, known: Known) -> Iterator[Move]:
    """Every discard."""
    return discard_moves(rules, known.turn)


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a discard is refused; None for any other move: nothing is laid in such a turn."""
    return judge_discard(rules, known.turn, move) if isinstance(move, Discard) else None
