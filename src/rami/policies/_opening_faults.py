"""What is wrong with an opening: judged by a custom policy, and put into violations."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TYPE_CHECKING

from rami.cards import Card
from rami.errors import Violation
from rami.melds import meld_of_code
from rami.policies.contracts import contract_of
from rami.policies.opening import Opening, OpeningFacts, OpeningVerdict, contract_violations, fault_violations

from .._kernel.judge import CUSTOM, CUSTOM_UNLESS_OUT
from .._kernel.melds import Melds
from .._kernel.rules import CLEAN_NONE
from .._kernel.turn import Game, Turn
from ._faults import with_rule
from ._slots import Slots

if TYPE_CHECKING:
    from .protocols import OpeningPolicy


class CustomJudge:
    """A custom opening policy, which is asked about each set of melds."""

    __slots__ = (
        "_clean_without_taken",
        "_policy",
        "_wilds",
        "clean",
        "floor",
        "lifted",
        "usual_floor",
    )

    def __init__(
        self,
        policy: OpeningPolicy,
        clean_without_taken: bool,
        wilds: Iterable[int],
    ) -> None:
        self._policy = policy
        self._clean_without_taken = clean_without_taken
        self._wilds = frozenset(wilds)
        self.floor: int = 0
        self.usual_floor: int = 0
        self.clean: int = CLEAN_NONE
        self.lifted: int = CUSTOM_UNLESS_OUT

    def judge(
        self,
        codes: Melds,
        worth: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
    ) -> tuple[int, int, int]:
        """See `rami._kernel.judge.Judge`."""
        verdict = self.verdict(codes, worth, taken, highest, first, spare, contract)
        faults = 0
        if verdict.violations:
            faults = CUSTOM if verdict.if_out else CUSTOM_UNLESS_OUT
        return faults, index(verdict.missing), index(verdict.missing_if_out)

    def verdict(
        self, codes: Melds, worth: int, taken: int, highest: int, first: bool, spare: bool, contract: int
    ) -> OpeningVerdict:
        """Return what the policy says of a set of melds."""
        facts = OpeningFacts(
            melds=tuple(map(meld_of_code, codes)),
            points=worth,
            taken=Card.from_id(taken) if taken >= 0 else None,
            highest_before=highest,
            first_turn=first,
            clean_without_taken=self._clean_without_taken and not spare,
            contract=contract_of(self._policy, contract),
            wilds=tuple(
                tuple(place for place, card in enumerate(code[1:]) if card in self._wilds) for code in codes
            ),
        )
        return self._policy.verdict(facts)


def opening_violations(
    variant: Slots, game: Game, turn: Turn, faults: int, codes: Melds, worth: int, spare: bool = False
) -> list[Violation]:
    """Return the violations, with their ledger IDs, for the faults that were found in an opening of this turn."""
    opening, judge = variant.opening, game.judge
    due = contract_of(opening, turn.contract)
    if isinstance(judge, CustomJudge):
        verdict = judge.verdict(codes, worth, turn.taken, turn.highest, turn.first, spare, turn.contract)
        found = list(verdict.violations)
        named = {each.code for each in found}
        found.extend(each for each in contract_violations(faults, due) if each.code not in named)
    else:
        assert isinstance(opening, Opening)
        found = list(fault_violations(opening, faults, worth, turn.highest, due))
    return [with_rule(variant, each) for each in found]
