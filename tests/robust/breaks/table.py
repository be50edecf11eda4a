"""The code that applies each rule: the options of presets, and the functions that the ledger lists.

A function is written as "name" or "Class.name" without its module, and an option as "slot.field".
"""

from __future__ import annotations

from functools import cache

from tests.robust.breaks.changes import others
from tests.support.presets import SLUGS
from tests.support.tracing import INFORMATIVE, functions, ledger

from rami import variants
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS
from rami.variants import CLASSIC_51


def rules() -> list[str]:
    """Return the binding rules."""
    return [rule for rule in ledger() if rule not in INFORMATIVE]


@cache
def options() -> list[str]:
    """Return the options that a house may change, as "slot.field"; the kind of scores never changes alone."""
    every = [f"{slot}.{name}" for slot, policy in SLOTS.items() for name in options_of(policy)]
    return [
        field for field in every if field != "scoring.kind" and any(True for _ in others(CLASSIC_51, field))
    ]


def ignorable() -> list[str]:
    """Return the options that a house may change alone, so that a test can notice if the change is ignored."""
    return [field for field in options() if field != "table.concealed"]


@cache
def presets_with(rule: str) -> list[str]:
    """Return the presets with this rule."""
    found = [slug for slug in SLUGS if rule in dict(variants.get(slug).ledger.rules)]
    return found or ["classic-51"]


def places(rule: str) -> list[str]:
    """Return the options and functions that apply a rule."""
    named = [dict(variants.get(slug).ledger.rules).get(rule, "").split() for slug in presets_with(rule)]
    found = [place for each in named for place in each if place in options()]
    return list(dict.fromkeys([*found, *functions()[rule].split()]))
