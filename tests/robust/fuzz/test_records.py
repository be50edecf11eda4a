"""Records changed at random: refused with a line and a reason, or read as they are written, in bounded time.

`RAMI_FUZZ_SECONDS` says how long the random changes go on, `RAMI_FUZZ_SEED` where they start.
"""

from __future__ import annotations

import os
import time
from itertools import count

import pytest
from tests.robust.fuzz.records import BATCH, Tally, batch
from tests.support.depth import some

SECONDS = float(os.environ.get("RAMI_FUZZ_SECONDS", some(3)))
SEED = int(os.environ.get("RAMI_FUZZ_SEED", "1"))


@pytest.mark.slow
def test_changed_records() -> None:
    tally = Tally()
    end = time.time() + SECONDS
    for start in count(0, BATCH):
        # two batches in any case, for each of the verdicts
        tally.add(batch(SEED, start, start + BATCH, end if start > BATCH else float("inf")))
        if start and time.time() > end:
            break
    assert not tally.failures
    assert min(tally.seen[verdict] for verdict in ("refused", "the same", "another match")) > 0, tally.seen
