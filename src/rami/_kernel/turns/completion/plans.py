"""Plans that completed a turn, kept to be tried on later turns."""

from __future__ import annotations

from typing import Final

from ..._rt import mypyc_attr
from ...cards import hands
from ...melds.finder import Taken
from ...melds.meld import Code
from ..actions import LAY_DOWN, LAY_OFF, SWAP_WILD, Action, Key
from ..duties import leaves_due
from ..faults import lay_off_faults, swap_faults
from ..melding import melded
from ..successors import lay_off, swap
from ..turn import Game, Turn
from .going_out import Shares

# how many plans a position keeps, and how many answers
PLANS: Final = 4
ANSWERS: Final = 1 << 12


@mypyc_attr(acyclic=True, free_list_len=1)
class Planned:
    """One action of a plan, in terms of cards and ids of melds, so that it can be found again on another table."""

    __slots__ = ("action", "leaving", "number")

    def __init__(self, turn: Turn, action: Action) -> None:
        self.action: Final = action
        self.number: Final = turn.table[action.place][0] if action.place >= 0 else -1
        taken: list[tuple[int, int]] = []
        for place, index in action.leaving[0] if action.leaving else ():
            number, _, code = turn.table[place]
            taken.append((number, code[index + 1]))
        self.leaving: Final = taken

    def after(self, game: Game, turn: Turn) -> Turn | None:
        """The turn after the same action, or None where it is not legal now."""
        action = self.action
        after: Turn | None = None
        if action.kind == LAY_DOWN:
            after = self._after_melding(game, turn, action.melds[0])
        elif hands.count(turn.hand, action.card) and (
            action.other < 0 or hands.count(turn.hand, action.other)
        ):
            place = turn.place_of(self.number)
            if place < 0:
                return None
            if action.kind == LAY_OFF and not lay_off_faults(game, turn, action.card, place):
                after = lay_off(game, turn, action.card, place, action.at)
            elif action.kind == SWAP_WILD and not swap_faults(
                game, turn, place, action.at, action.card, action.other
            ):
                after = swap(game, turn, place, action.at, action.card, action.other)
        return None if after is None or leaves_due(game.turn, turn, after) else after

    def _after_melding(self, game: Game, turn: Turn, code: Code) -> Turn | None:
        leaving: list[Taken] = []
        for number, card in self.leaving:
            place = turn.place_of(number)
            if place < 0 or card not in turn.table[place][2][1:]:
                return None
            leaving.append((place, turn.table[place][2][1:].index(card)))
        return melded(game, turn, code, tuple(leaving))


Plan = list[Planned]


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
        """Keep an answer; when there are too many, those before it are forgotten."""
        if len(self._answers) >= ANSWERS:
            self._answers.clear()
        self._answers[key] = answer

    def keep(self, plan: Plan) -> None:
        """Keep a plan, and no more than a few."""
        self.plans.insert(0, plan)
        del self.plans[PLANS:]
