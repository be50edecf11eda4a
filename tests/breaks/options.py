"""Every option with more than one value, each broken by ignoring what a house says of it."""

from __future__ import annotations

import re

from tests.breaks.changes import Breaks, code, ignored

from rami.policies.fields import options_of
from rami.policies.options import SLOTS


def has_choice(allowed: tuple[object, ...]) -> bool:
    """Whether this describes more than one value."""
    return len(allowed) > 1 or bool(re.search(r"\.\.|,", str(allowed[0])))


OF_A_GAME = ("scoring.kind",)
"""What no house changes alone; it is broken with the rules of the games."""

REFUSED_WITHOUT: Breaks = {
    "dealing.starter_extra": (
        code("engine.positions", "extra=dealing.starter_extra,", 'extra=int(dealing.starter == "dealer"),'),
    ),
    "match.hands": (
        code(
            "policies.match_format", "self.hands is not None and facts.hand >= self.hands", "facts.hand >= 9"
        ),
    ),
}
"""Options that others depend on: to ignore the one alone would be refused."""


def built() -> list[str]:
    """The options that a house may change, as "slot.field"."""
    return [
        f"{slot}.{name}"
        for slot, policy in SLOTS.items()
        for name, option in options_of(policy).items()
        if has_choice(option.values.allowed) and f"{slot}.{name}" not in OF_A_GAME
    ]


BREAKS: Breaks = {**{field: (ignored(field),) for field in built()}, **REFUSED_WITHOUT}
"""Option to its break."""
