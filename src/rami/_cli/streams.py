"""What the command writes, on any terminal, into any pipe."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import TextIO

_LETTERS = str.maketrans("♣♦♥♠✓", "cdhsx")


class NobodyReads(Exception):
    """The reader has gone, or the output cannot be written: there is nobody to work for."""


class Output:
    """Lines written to a stream that may know no suit symbols, or may be closed by its reader.

    Where the symbols cannot be written, suits are letters: `7s` for 7♠, as `rami` reads them too.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.letters: bool = stream is not None and not _knows(stream, "♣♦♥♠")
        self._spaces = stream is not None and _knows(stream, "\u00a0")
        self.complete: bool = True
        self.closed: bool = False
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

    def write(self, lines: Iterable[str]) -> None:
        """Write the lines, and stop when nobody reads them any more."""
        if self._stream is None:
            return
        try:
            for line in lines:
                shown = line.translate(_LETTERS) if self.letters else line
                shown = shown if self._spaces else shown.replace("\u00a0", " ")
                self._stream.write(f"{shown}\n")
            self._stream.flush()
        except BrokenPipeError:
            _abandon(self._stream)
            self.closed = True
        except OSError as error:
            _abandon(self._stream)
            failure(f"cannot write the output: {error.strerror or error}", 1)
            self.complete = False
            self.closed = True


def _knows(stream: TextIO, signs: str) -> bool:
    try:
        signs.encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeError):
        return False
    return True


def _abandon(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain on its way out."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except OSError:
        return


def failure(message: str, code: int) -> int:
    """Tell in one line on the error stream what is wrong."""
    line = "".join(char if char.isprintable() else " " for char in message)
    if sys.stderr is not None:
        line = line if _knows(sys.stderr, "♣♦♥♠") else line.translate(_LETTERS)
        sys.stderr.write(f"rami: error: {line}\n")
    return code
