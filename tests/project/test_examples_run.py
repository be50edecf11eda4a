"""Every program in examples/ runs on its own and writes nothing to standard error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.programs import EXAMPLES

PROGRAMS = sorted(EXAMPLES.glob("*.py"))


def test_there_are_examples() -> None:
    assert PROGRAMS


@pytest.mark.slow
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_example_runs(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout
