"""Adapters that let the kernel consult custom policies.

In the kernel, melds are codes and cards are numbers. `CustomJudge` and `CustomCloser` turn them into the
`Meld` and `Card` values that the author of a policy works with. They cache no verdicts, because a verdict
depends on the facts of the turn.
"""

from __future__ import annotations

from operator import index
from typing import Any, NamedTuple

import attrs

from .._kernel import rules
from .._kernel.cards import hands
from .._kernel.melds.meld import Melds, is_wild_at
from .._kernel.openings.judge import CUSTOM, CUSTOM_UNLESS_OUT, highest_pairs, highest_points
from .._kernel.turns.turn import NO_CARD, Turn
from ..cards import Card, Cards
from ..cards.melds import meld_of_code
from ..errors import InvalidVariant, Violation
from ..errors.checks import instance, items
from .declaring.protocols import ClosingPolicy, OpeningPolicy
from .slots.closing import ClosingFacts
from .slots.contracts import contract_of
from .slots.opening import OpeningFacts, OpeningVerdict


def owned_melds(turn: Turn) -> tuple[tuple[int, Any], ...]:
    """Return (owner, meld) for each meld on the table, in an order that does not depend on meld ids."""
    return tuple((owner, meld_of_code(code)) for owner, code in sorted([each[1:] for each in turn.table]))


class Situation(NamedTuple):
    """The facts of the turn that affect the verdict on an opening; `Judge.judge` of the kernel describes them."""

    taken: int
    highest: int
    first: bool
    spare: bool = False
    contract: int = 0
    turn: object = None


@attrs.define(eq=False)
class CustomJudge:
    """A judge that calls a custom opening policy for each combination of melds."""

    _policy: OpeningPolicy
    _clean_without_taken: bool
    _melds: rules.MeldRules
    # A custom policy may accept any combination of melds, so the search for openings must not skip one.
    floor: int = attrs.field(default=0, init=False)
    usual_floor: int = attrs.field(default=0, init=False)
    clean: rules.Clean | None = attrs.field(default=None, init=False)
    lifted: int = attrs.field(default=CUSTOM_UNLESS_OUT, init=False)

    def judge(
        self,
        codes: Melds,
        points: int,
        taken: int,
        highest: int,
        first: bool,
        spare: bool = False,
        contract: int = 0,
        turn: object = None,
    ) -> tuple[int, int, int]:
        """Judge an opening; see `rami._kernel.openings.judge.Judge`."""
        verdict = self.verdict(codes, points, Situation(taken, highest, first, spare, contract, turn))
        faults = 0
        if verdict.violations:
            faults = CUSTOM if verdict.if_out else CUSTOM_UNLESS_OUT
        return faults, index(verdict.missing), index(verdict.missing_if_out)

    def verdict(self, codes: Melds, points: int, situation: Situation) -> OpeningVerdict:
        """Return the policy's verdict on a combination of melds."""
        taken, highest, first, spare, contract, turn = situation
        laid: dict[str, Any] = {}
        if isinstance(turn, Turn):
            laid = {"player": turn.player, "table": owned_melds(turn), "totals": turn.terms.totals}
        facts = OpeningFacts(
            melds=tuple(map(meld_of_code, codes)),
            # The melding slot counts the points, so that a custom opening need not know the value of an ace.
            points=points,
            taken=Card.from_id(taken) if taken >= 0 else None,
            highest_before=highest_points(highest),
            pairs_before=highest_pairs(highest),
            first_turn=first,
            clean_without_taken=self._clean_without_taken and not spare,
            contract=contract_of(self._policy, contract),
            wilds=tuple(
                tuple(at for at in range(len(code) - 1) if is_wild_at(self._melds, code, at + 1))
                for code in codes
            ),
            **laid,
        )
        verdict: object = self._policy.verdict(facts)
        if not isinstance(verdict, OpeningVerdict):
            raise InvalidVariant(*instance("opening.verdict", verdict, OpeningVerdict))
        return verdict


@attrs.frozen(eq=False)
class CustomCloser:
    """Calls a custom closing policy whenever a hand could become empty or be shown."""

    _policy: ClosingPolicy

    def allows(self, turn: Turn, card: int) -> bool:
        """Return whether the player may go out; see `rami._kernel.turns.turn.Closer`."""
        return not closing_violations(self._policy, turn, card)


def closing_violations(policy: ClosingPolicy, turn: Turn, card: int = NO_CARD) -> tuple[Violation, ...]:
    """Return the objections of a closing policy, built-in or custom, to the way in which a player goes out.

    `card` is the last discard. `NO_CARD` means that the player discards nothing, because the hand is empty or is shown
    as big gin. Any cards left after the last discard are shown, to knock or to declare.
    """
    tracked, discard = turn.tracked, None if card == NO_CARD else Card.from_id(card)
    totals: Any = turn.terms.totals
    facts = ClosingFacts(
        discard=discard,
        shown=Cards.from_ids(hands.cards_of(turn.hand if discard is None else hands.remove(turn.hand, card))),
        player=turn.player,
        cards_placed=Cards.from_ids(tracked.placed),
        melds_laid=tracked.laid,
        opened_now=turn.fresh_open,
        taken=Card.from_id(turn.duties.taken) if turn.duties.taken >= 0 else None,
        table=owned_melds(turn),
        totals=totals,
    )
    return items(InvalidVariant, "closing.finish", policy.finish(facts), Violation)
