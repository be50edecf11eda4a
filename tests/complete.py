"""Whether violations tell all that their sentences are about."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

from rami.errors import TEXTS, Violation

NOTHING = {("impossible_fact", "value"), ("impossible_phase", "phase")}
"""Where None is what was found: a fact or phase that is missing."""


def check_complete(violations: Iterable[Violation]) -> None:
    """Each violation has a value for every blank of its sentence."""
    for each in violations:
        given = dict(each.params)
        for _, name, _, _ in Formatter().parse(TEXTS.get(each.code, "")):
            if name is not None:
                assert name in given, (each, name)
                assert given[name] is not None or (str(each.code), name) in NOTHING, (each, name)
