"""What was compared, what was left out and which known faults were met, counted over the whole session."""

from __future__ import annotations

from collections import Counter

TALLY: Counter[str] = Counter()
