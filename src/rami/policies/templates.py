"""The sentences of a rulebook: one for each option that a variant reads, with its ledger IDs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from rami.policies.fields import options_of
from rami.policies.options import SLOTS
from rami.policies.switches import silent

if TYPE_CHECKING:
    from rami.policies.variant import Variant

__all__ = ["RuleText", "rule_texts"]


@attrs.frozen
class RuleText:
    """One sentence of a rulebook.

    Parameters:
        field: the option that it states, as "slot.field".
        text: the English sentence.
        rules: the ledger IDs behind it.
    """

    field: str
    text: str
    rules: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.rules)}]" if self.rules else self.text


def rule_texts(variant: Variant) -> tuple[RuleText, ...]:
    """What a variant's options say, slot by slot; options that nothing reads are left out.

    A user's own policy contributes the options that it shares with the built-in class of its slot.

    Parameters:
        variant: the game to describe.

    >>> from rami import variants
    >>> print(next(rule for rule in rule_texts(variants.CLASSIC_51) if rule.field == "table.run_joker"))
    The wild card of a run may be exchanged for the very card that it stands for. [R51-JSWAP-01, R51-JRET-EX1]
    """
    settings = variant.settings()
    ignored = silent(settings)
    return tuple(
        RuleText(field, described.sentence(settings[field]), described.rules)
        for slot, policy in SLOTS.items()
        for name, described in options_of(policy).items()
        if (field := f"{slot}.{name}") in settings and field not in ignored
    )
