"""Nothing more to do: the round is over."""

from __future__ import annotations

from collections.abc import Iterator

from ..._kernel.actions import Action
from ..._kernel.state import Known
from ..._kernel.turn import Turn
from ...errors import Reason
from ...moves import Move
from ..judgement import Judgement
from ..rules import Rules


def actions(rules: Rules, known: Known) -> Iterator[tuple[Action, Turn | None]]:
    """Nothing."""
    return iter(())


def judge(rules: Rules, known: Known, move: Move) -> Judgement:
    """No move is legal any more."""
    return Judgement.against(rules.fault(Reason.ROUND_OVER))
