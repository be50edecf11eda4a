"""What the tests of commands share."""

from __future__ import annotations

import pytest
from tests.cli.terminal import Run, runner


@pytest.fixture
def rami(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command: `rami("check", "gin", "7♠ 8♠ 9♠", typed="...")` gives the exit code and the lines."""
    monkeypatch.delenv("RAMI_LANG", raising=False)
    return runner(capsys, monkeypatch)
