"""Fixtures for tests of the command line."""

from __future__ import annotations

import re

import pytest
from tests.support.terminal import Complaint, Run, Said, runner

from rami._cli import arguments, main


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing around a test choose its language."""
    for name in ("RAMI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def system_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the system's entropy be 7, so that output without a seed is known beforehand."""
    monkeypatch.setattr(arguments, "seed_or_fresh", lambda _: 7 << 224)


@pytest.fixture
def rami(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command: `rami("check", "gin", "7♠ 8♠ 9♠", typed="...")` gives the exit code and the lines."""
    return runner(capsys, monkeypatch)


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Return the lines of a command that succeeds."""

    def run(*arguments: str) -> list[str]:
        assert main(arguments) == 0
        shown = capsys.readouterr()
        assert not shown.err
        return shown.out.splitlines()

    return run


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Complaint:
    """Return the one line of a command that fails."""

    def run(*arguments: str, code: int = 2) -> str:
        assert main(arguments) == code
        shown = capsys.readouterr()
        assert code != 2 or not shown.out
        assert re.fullmatch(r"rami: error: .*\n", shown.err)
        return shown.err

    return run
