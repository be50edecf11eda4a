"""Count comparisons, cases left out, and known faults, over the whole test run."""

from __future__ import annotations

from collections import Counter

TALLY: Counter[str] = Counter()
