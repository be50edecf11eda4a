"""What is kept about the turns that may follow from a position."""

from __future__ import annotations

from typing import Final

from ..._rt import mypyc_attr
from ..actions import Key
from ..turn import Game, Turn
from .going_out import Shares
from .plans import Plan
from .runs import keep

# how many plans a position keeps
PLANS: Final = 4


@mypyc_attr(acyclic=True, free_list_len=1)
class Memo:
    """Results for the turns that may follow from a position, and plans that completed some of them."""

    __slots__ = ("_answers", "plans", "shares")

    def __init__(self) -> None:
        self._answers: Final[dict[Key, bool]] = {}
        self.plans: Final[list[Plan]] = []
        self.shares: Final = Shares()

    def known(self, game: Game, turn: Turn) -> bool | None:
        """Whether a turn can be completed, where that is known."""
        return self._answers.get(turn.key(game))

    def note(self, key: Key, answer: bool) -> None:
        """Keep an answer."""
        keep(self._answers, key, answer)

    def keep(self, plan: Plan) -> None:
        """Keep a plan, and no more than a few."""
        self.plans.insert(0, plan)
        del self.plans[PLANS:]
