"""Tools for authors of variants: a check that every variant has to pass, and counts of all possible paths of play.

>>> from rami import variants
>>> from rami.testing import check_variant
>>> report = check_variant(variants.GIN, rounds=1, turn_cap=4, seed=7)
>>> report.rounds
1
"""

from __future__ import annotations

from rami.testing.check import check_position, check_variant
from rami.testing.failure import CheckFailed, Property
from rami.testing.perft import Perft, after_turns, divide, perft
from rami.testing.report import KINDS, Report

__all__ = [
    "KINDS",
    "CheckFailed",
    "Perft",
    "Property",
    "Report",
    "after_turns",
    "check_position",
    "check_variant",
    "divide",
    "perft",
]
