"""Values with exchanged parts are refused with a reason, or are unchanged when they are written and read again.

`RAMI_FUZZ_SECONDS` sets the length of a full run, and `RAMI_FUZZ_SEED` the seed of the changes.
"""

from __future__ import annotations

import os
import time
from itertools import count, takewhile

import pytest
from tests.robust.fuzz.structures import KINDS, batch
from tests.support.depth import is_full

SECONDS = float(os.environ.get("RAMI_FUZZ_SECONDS", "60")) if is_full() else 0
SEED = int(os.environ.get("RAMI_FUZZ_SEED", "1"))


@pytest.mark.parametrize("kind", KINDS)
def test_changed_values(kind: str) -> None:
    batch(kind, SEED, range(1_000 if is_full() else 30))
    end = time.time() + SECONDS / len(KINDS)
    batch(kind, SEED, takewhile(lambda _: time.time() < end, count(1_000)))


@pytest.mark.slow
def test_changed_values_are_refused_and_accepted() -> None:
    seen = sum((batch(kind, 3, range(300)) for kind in KINDS), start=batch("rows", 4, range(1)))
    assert min(seen[f"{kind} {verdict}"] for kind in KINDS for verdict in ("refused", "accepted")) > 0
