"""What the import of the testing package costs."""

from __future__ import annotations

import subprocess
import sys


def test_the_exam_needs_no_more_than_rami_does() -> None:
    program = "import rami.testing, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "hypothesis",
        "pytest",
        "random",
        "subprocess",
        "rami._cli",
        "rami.testing.strategies",
    }
