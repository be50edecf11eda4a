"""Records changed at random: every one is refused with a line and a reason, in bounded time.

`RAMI_FUZZ_SECONDS` says how long the random changes go on, `RAMI_FUZZ_SEED` where they start.
"""

from __future__ import annotations

import os
import random
import time
from itertools import count

from tests.notation.record_edits import mutated, signed, small_records

from rami import Match, RamiError
from rami.notation.records import dumps, loads

SECONDS = float(os.environ.get("RAMI_FUZZ_SECONDS", "3"))
SEED = int(os.environ.get("RAMI_FUZZ_SEED", "1"))
SLOWEST = 10.0


def read(text: str) -> Match | RamiError:
    """The match, or the refusal; any other exception is a failure."""
    begun = time.process_time()
    try:
        return loads(text)
    except RamiError as error:
        return error
    finally:
        assert time.process_time() - begun < SLOWEST, repr(text)


def test_changed_records_are_refused() -> None:
    texts = small_records()
    end = time.monotonic() + SECONDS
    seen = {"refused": 0, "another match": 0}
    for number in count():
        if number >= 200 and time.monotonic() > end:
            break
        rng = random.Random(f"{SEED}/{number}")
        text = rng.choice(texts)
        changed = mutated(text, rng, texts)
        if changed in texts:
            continue
        found = read(changed)
        assert isinstance(found, RamiError), changed
        assert all("line" in dict(each.params) for each in found.violations), changed
        assert len(str(found)) < 10_000
        seen["refused"] += 1
        forged = signed(changed)
        match = read(forged)
        if isinstance(match, Match):
            seen["another match"] += 1
            assert loads(dumps(match)) == match
            assert dumps(match).splitlines()[2:-1] == forged.splitlines()[2:-1], forged
    assert min(seen.values()) > 0, seen
