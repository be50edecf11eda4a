"""Commands as a user at a terminal gives them, in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from rami._cli import main

Run = Callable[..., tuple[int, list[str]]]
Said = Callable[..., list[str]]
Complaint = Callable[..., str]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs a command with what is typed, and gives the exit code and the lines written."""

    def run(*arguments: str, typed: str = "") -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(arguments)
        shown = capsys.readouterr()
        return code, (shown.err if code == 2 else shown.out).splitlines()

    return run
