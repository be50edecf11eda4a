"""Every option with more than one value, each broken by ignoring what a house says of it."""

from __future__ import annotations

import re

from tests.breaks.changes import Breaks, ignored

from rami.policies.fields import options_of
from rami.policies.options import SLOTS


def has_choice(expected: str) -> bool:
    """Whether this describes more than one value."""
    numbers = re.fullmatch(r"an integer from (\d+) to (\d+)", expected)
    return (
        numbers[1] != numbers[2]
        if numbers
        else bool(re.search(r" or |integer|number|set|pair|list", expected))
    )


def built() -> list[str]:
    """The options that a house may change, as "slot.field"."""
    return [
        f"{slot}.{name}"
        for slot, policy in SLOTS.items()
        for name, option in options_of(policy).items()
        if has_choice(option.values.expected)
    ]


BREAKS: Breaks = {field: (ignored(field),) for field in built()}
"""Option to its break."""
