"""The same check in another Python process, whose texts have other hashes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

from rami.policies.variant import Variant
from rami.testing.failure import CheckFailed, Property

__all__ = ["digest_elsewhere"]

_PROGRAM = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rami.testing import check_variant
variant, options = pickle.load(sys.stdin.buffer)
print(check_variant(variant, **options).digest)
"""


def digest_elsewhere(variant: Variant, options: Mapping[str, Any], hash_seed: int) -> str:
    """The digest of `check_variant(variant, **options)` in a new process.

    Parameters:
        variant: the rules, picklable and importable there.
        options: the arguments of the check.
        hash_seed: the value of `PYTHONHASHSEED` there.

    Raises:
        CheckFailed: the check does not come to its end there.
    """
    import os  # only this check leaves the process
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=pickle.dumps(sys.path) + pickle.dumps((variant, dict(options))),
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        found = f"in a process with PYTHONHASHSEED={hash_seed} the check fails: {said}"
        raise CheckFailed(Property.DETERMINISTIC, found)
    return done.stdout.decode("ascii").strip()
