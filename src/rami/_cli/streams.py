"""Output of the command, to any terminal or pipe.

A stream may not know suit symbols, may be a pipe whose reader leaves, or a full disk: each ends in readable text or one
line of complaint, never in a traceback.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import TextIO
from unicodedata import combining, normalize

_PLAIN = str.maketrans(
    {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "✓": "x", "«": '"', "»": '"', "“": '"', "”": '"'}
    | {"’": "'", "–": "-", "…": "...", "œ": "oe", "Œ": "OE", "×": "x"}
)
"""Replacements for characters that a stream cannot write."""

_LISTED = re.compile(r" *(?:(?:\d+|-|\[\d+\]) +)?")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Letters without their accents, suits as letters, "?" for what is left."""
    assert isinstance(error, UnicodeEncodeError)  # it is registered for what is written
    wanted = error.object[error.start : error.end].translate(_PLAIN)
    signs = (sign for sign in normalize("NFKD", wanted) if not combining(sign))
    return "".join(sign if sign.isascii() else "?" for sign in signs), error.end


codecs.register_error("rami.plainly", _plainly)


class NobodyReads(Exception):
    """The reader has closed the pipe, or the output cannot be written, so the command stops."""


class Output:
    """Lines written to a stream that may know no suit symbols, or may be closed by its reader.

    Where the symbols cannot be written, suits are letters: `7s` for 7♠, as `rami` reads them too, and letters have no
    accents.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.letters: bool = stream is not None and not _knows(stream, "♣♦♥♠")
        self.complete: bool = True
        self.closed: bool = False
        _writes_all(stream)

    def write(self, lines: Iterable[str]) -> None:
        """Write the lines, and stop when the reader has gone."""
        if self._stream is None:
            return
        try:
            for line in lines:
                self._stream.write(f"{line}\n")
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


def _writes_all(stream: TextIO | None) -> None:
    """Let the stream write what it has no characters for in those that it has."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="rami.plainly")


def window_of(stream: TextIO | None) -> int | None:
    """Return the characters in a line of a terminal's window; None where no window cuts the lines."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


def fitting(line: str, width: int | None) -> list[str]:
    """Return a line in parts that are at most that wide, broken between words; further parts are indented.

    >>> fitting("  12  lay 7♠ 8♠ 9♠ + A♦ A♣ A♥", 20)
    ['  12  lay 7♠ 8♠ 9♠ +', '      A♦ A♣ A♥']
    """
    if width is None or len(line) <= width:
        return [line]
    start = _LISTED.match(line)
    indent = " " * (len(start[0]) if start and start[0] else 2)
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def _abandon(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain on its way out."""
    try:
        # The interpreter flushes at exit, and would complain that the pipe is closed.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except OSError:
        return


def failure(message: str, code: int) -> int:
    """Print an error as one line on the error stream."""
    # What was typed is quoted here, and may hold escape sequences.
    line = "".join(char if char.isprintable() else " " for char in message)
    if sys.stderr is not None:
        _writes_all(sys.stderr)
        sys.stderr.write(f"rami: error: {line}\n")
    return code
