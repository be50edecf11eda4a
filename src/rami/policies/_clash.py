"""One combination of options that is refused."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from rami.errors import Reason, Violation
from rami.policies._conditions import Settings


@attrs.frozen(eq=False, repr=False)
class Clash:
    """One combination that is refused.

    Parameters:
        fields: every field that takes part, as "slot.field"; the message names the first, then the others.
        holds: whether the settings clash.
        why: the reason in plain words.
        change: the field to change.
    """

    fields: tuple[str, ...]
    holds: Callable[[Settings], bool]
    why: str
    change: str

    @property
    def violation(self) -> Violation:
        """The violation that reports this clash."""
        first, *others = self.fields
        params = {"field": first, "other": ", ".join(others), "why": self.why, "change": self.change}
        return Violation(Reason.OPTION_CLASH, None, params)
