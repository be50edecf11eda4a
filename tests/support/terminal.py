"""Commands that run in this process as if a user typed them at a terminal."""

from __future__ import annotations

import io
import os
import select
import struct
import sys
from collections.abc import Callable
from importlib import import_module
from subprocess import Popen
from typing import Any

import pytest

from rami._cli import main

POSITION = "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play"
"""A position of gin that several commands take."""

Run = Callable[..., tuple[int, list[str]]]
Said = Callable[..., list[str]]
Complaint = Callable[..., str]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command with typed input, and returns the exit code and the lines of output."""

    def run(*arguments: str, typed: str = "") -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(arguments)
        shown = capsys.readouterr()
        return code, (shown.err if code == 2 else shown.out).splitlines()

    return run


class Window:
    """The command in a terminal window of 60 columns and 20 lines."""

    def __init__(self, *arguments: str, locale: str = "C.UTF-8") -> None:
        pty: Any = pytest.importorskip("pty")
        self._ours, theirs = pty.openpty()
        size = struct.pack("HHHH", 20, 60, 0, 0)
        import_module("fcntl").ioctl(theirs, import_module("termios").TIOCSWINSZ, size)
        env = {**os.environ, "TERM": "xterm", "NO_COLOR": "", "PYTHONIOENCODING": "utf-8", "LC_ALL": locale}
        command = [sys.executable, "-m", "rami", *arguments]
        self.command = Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True)
        os.close(theirs)

    def until(self, words: str) -> str:
        """Return the output up to and including some words."""
        found = b""
        while words.encode() not in found:
            assert select.select([self._ours], [], [], 60)[0], found.decode(errors="replace")
            found += os.read(self._ours, 4096)
        return found.decode(errors="replace")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def close(self) -> None:
        """Close the window, whatever the command is doing."""
        os.close(self._ours)
        self.command.wait(60)
