"""Nothing more to do: the round is over."""

from __future__ import annotations

from ..._kernel.state import Known
from ...errors import Reason
from ...moves import MOVE_TYPES
from ..judgement import Judgement
from ..rules import Rules

NAME = "over"


def judge(rules: Rules, known: Known, move: object) -> Judgement | None:
    """No move is legal any more; None for what is no move."""
    return Judgement.against(rules.fault(Reason.ROUND_OVER)) if isinstance(move, MOVE_TYPES) else None
