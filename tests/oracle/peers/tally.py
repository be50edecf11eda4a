"""Counts of comparisons, of cases left out and of known faults met, over the whole session."""

from __future__ import annotations

from collections import Counter

TALLY: Counter[str] = Counter()
