"""Output of the command, to any terminal or pipe.

A stream may lack suit symbols, its reader may close the pipe, or the disk may be full. In each case the user gets
readable text or an error of one line, never a traceback.
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
    """Replace accented letters, suit symbols and whatever else the stream cannot encode."""
    assert isinstance(error, UnicodeEncodeError)  # it is registered for what is written
    wanted = error.object[error.start : error.end].translate(_PLAIN)
    # In this form an accent is a separate character, so é becomes e.
    signs = (sign for sign in normalize("NFKD", wanted) if not combining(sign))
    return "".join(sign if sign.isascii() else "?" for sign in signs), error.end


codecs.register_error("rami.plainly", _plainly)


class NobodyReads(Exception):
    """Raised when the reader has closed the pipe or the output cannot be written."""


class Output:
    """Lines for a stream that may lack suit symbols or be closed by its reader.

    If the stream lacks the symbols, suits are written as letters, such as `7s` for 7♠, which `rami` also reads, and
    letters lose their accents.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.letters: bool = stream is not None and not _knows(stream, "♣♦♥♠")
        self.complete: bool = True
        self.closed: bool = False
        _writes_all(stream)

    def write(self, lines: Iterable[str]) -> None:
        """Print the lines; stop once the reader is gone."""
        if self._stream is None:
            return
        try:
            for line in lines:
                self._stream.write(f"{line}\n")
            self._stream.flush()
        # `rami rules | head` is not a failure: the reader has seen enough.
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
    """Make the stream replace characters that it cannot encode."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="rami.plainly")


def window_of(stream: TextIO | None) -> int | None:
    """Return the width of the terminal in characters; None where output is not a terminal."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


def fitting(line: str, width: int | None) -> list[str]:
    """Wrap a line at this width between words; further parts are indented.

    >>> fitting("  12  lay 7♠ 8♠ 9♠ + A♦ A♣ A♥", 20)
    ['  12  lay 7♠ 8♠ 9♠ +', '      A♦ A♣ A♥']
    """
    if width is None or len(line) <= width:
        return [line]
    # Further parts stand under the text of a listed line, to the right of its number.
    start = _LISTED.match(line)
    indent = " " * (len(start[0]) if start and start[0] else 2)
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indent,
        # A long word is a path or a card text, which must not be split; `lay-off` is one word.
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def _abandon(stream: TextIO) -> None:
    """Discard what is still buffered, so that the interpreter does not complain when it exits."""
    try:
        # The interpreter flushes at exit, and would complain that the pipe is closed.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except OSError:
        return


def failure(message: str, code: int) -> int:
    """Print an error on one line of the error stream."""
    # What was typed is quoted here, and may hold escape sequences.
    line = "".join(char if char.isprintable() else " " for char in message)
    if sys.stderr is not None:
        _writes_all(sys.stderr)
        sys.stderr.write(f"rami: error: {line}\n")
    return code
