"""Input from the user."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from rami._cli.screen import Screen

# The lines already scrolled away are kept.
CLEAR = "\x1b[2J\x1b[H"


class Keyboard:
    """Standard input, read line by line, with the usual editing keys at a terminal."""

    def __init__(self, screen: Screen, *, plain: bool = False) -> None:
        self._screen = screen
        # `input` edits with readline only if both ends are a terminal; Windows may start a program without streams.
        ends = (sys.stdin, sys.stdout)
        self.terminal: bool = all(end is not None and end.isatty() for end in ends)
        self._history: Any = None
        # A dumb terminal, such as a shell inside Emacs, prints escape sequences as letters.
        self.in_place: bool = self.terminal and not plain and os.environ.get("TERM") != "dumb"
        if self.terminal:
            # Windows has no readline; `input` works without it, but the arrow keys offer no moves.
            with suppress(ImportError):
                self._history = import_module("readline")  # `input` uses it
        self.arrows: bool = self.in_place and self._history is not None
        """Whether the arrow keys step through the answers offered."""

    def clear(self, heading: str) -> None:
        """Clear the window, so that the table is redrawn in one place."""
        if self.in_place:
            self._screen.exact(f"{CLEAR}{heading}")

    def ask(self, question: str, offered: Sequence[str] = ()) -> str | None:
        """Ask a question and return the answer, stripped; None at the end of the input.

        The arrow keys step through the answers offered, if readline is available.
        """
        if self.terminal:
            # Readline redraws one line while somebody types, so only the end of a wrapped question is the prompt.
            *above, last = self._screen.fitted(question)
            for line in above:
                self._screen.exact(line)
            if self._history is not None and offered:
                # The history is the list of legal moves, without earlier input; the arrow up begins with the first
                # move.
                self._history.clear_history()
                # Under LC_ALL=C readline takes ASCII alone; an answer that it cannot hold is typed instead.
                for answer in reversed(offered):
                    with suppress(UnicodeEncodeError):
                        self._history.add_history(answer)
            try:
                return input(f"{last} ").strip()
            except EOFError:
                # Ctrl-D leaves the cursor behind the question.
                self._screen.write([""])
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        # Nothing echoes the input of a pipe, so without the answers the questions would run into each other.
        self._screen.write([f"{question} {line.strip()}"])
        return line.strip()
