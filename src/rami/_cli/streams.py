"""Streams: write the output of the command to any terminal, file or pipe.

The encoding may lack suit symbols, the program that reads the output may close the pipe, or the disk may be full. In
each case the user gets readable text or a one-line error, never a traceback.
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
"""Replacements for characters that the encoding of a stream may lack."""

_LISTED = re.compile(r" *(?:(?:\d+|-|\[\d+\]) +)?")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace accented letters, suit symbols and other characters that the stream cannot encode."""
    assert isinstance(error, UnicodeEncodeError)  # the handler is used only for writing
    wanted = error.object[error.start : error.end].translate(_PLAIN)
    # Normalise first, so that an accent is a separate character, which can be dropped: é becomes e.
    signs = (sign for sign in normalize("NFKD", wanted) if not combining(sign))
    return "".join(sign if sign.isascii() else "?" for sign in signs), error.end


codecs.register_error("rami.plainly", _plainly)


class NobodyReads(Exception):
    """Raised when the program that reads the output has closed the pipe, or when the output cannot be written."""


class Output:
    """Writes lines to a stream, whatever its encoding, and stops if the program that reads them closes it.

    If the encoding lacks suit symbols, suits become letters, as in `7s` for 7♠, and letters lose their accents; rami
    reads cards and words in this form too.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self.letters: bool = stream is not None and not _knows_suits(stream)
        self.complete: bool = True
        self.closed: bool = False
        _writes_all(stream)

    def write(self, lines: Iterable[str]) -> None:
        """Print the lines, and stop if the program that reads them closes the stream."""
        if self._stream is None:
            return
        try:
            for line in lines:
                self._stream.write(f"{line}\n")
            self._stream.flush()
        except OSError as error:
            _abandon(self._stream)
            self.closed = True
            # In `rami rules | head`, `head` closes the pipe early; this is not a failure.
            if not isinstance(error, BrokenPipeError):
                failure(f"cannot write the output: {error.strerror or error}", 1)
                self.complete = False


def _knows_suits(stream: TextIO) -> bool:
    try:
        "♣♦♥♠".encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeError):
        return False
    return True


def _writes_all(stream: TextIO | None) -> None:
    """Make the stream replace characters that it cannot encode."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="rami.plainly")


def window_of(stream: TextIO | None) -> int | None:
    """Return the width of the terminal in characters; None if the stream is not a terminal."""
    return shutil.get_terminal_size().columns if stream is not None and stream.isatty() else None


def fitting(line: str, width: int | None) -> list[str]:
    """Wrap a line between words at this width, and indent the lines after the first.

    >>> fitting("  12  lay 7♠ 8♠ 9♠ + A♦ A♣ A♥", 20)
    ['  12  lay 7♠ 8♠ 9♠ +', '      A♦ A♣ A♥']
    """
    if width is None or len(line) <= width:
        return [line]
    # If the line begins with a number, as in a list, align the other lines with the text after the number.
    start = _LISTED.match(line)
    indent = " " * (len(start[0]) if start and start[0] else 2)
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indent,
        # Do not break words: a long word is a path or the text of cards, and `lay-off` is one word.
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def _abandon(stream: TextIO) -> None:
    """Drop the text still in the buffer, so that Python prints no error when it exits."""
    try:
        # Python flushes the stream when it exits, and would print an error if the pipe is closed.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except OSError:
        return


def failure(message: str, code: int) -> int:
    """Print an error on one line to the error stream, and return the exit code."""
    # The message may quote input that contains escape sequences, so remove them.
    line = "".join(char if char.isprintable() else " " for char in message)
    if sys.stderr is not None:
        _writes_all(sys.stderr)
        sys.stderr.write(f"rami: error: {line}\n")
    return code
