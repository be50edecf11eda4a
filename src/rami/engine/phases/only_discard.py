"""A turn that is one discard, as the starter's first turn may be."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import Action
from ..._kernel.state import Known
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import Discard, Move
from ..discarding import discard_actions, judge_discard
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """Every discard."""
    return discard_actions(rules, known.turn)


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """Why a move is refused: nothing is laid in such a turn."""
    if isinstance(move, Discard):
        return judge_discard(rules, known.turn, move)
    return Judgement.against(rules.fault(Reason.WRONG_PHASE, phase="discard"))
