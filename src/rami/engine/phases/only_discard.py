"""A turn that is one discard, as the starter's first turn may be."""

from __future__ import annotations

from ..._kernel.state import Known
from ...moves import Discard
from ..discarding import judge_discard
from ..judgement import Judgement
from ..rules import Rules

NAME = "discard"


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """Why a discard is refused; None for any other move: nothing is laid in such a turn."""
    return judge_discard(rules, known.turn, move) if isinstance(move, Discard) else None
