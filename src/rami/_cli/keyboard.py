"""The keyboard: read the user's input from a terminal or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from rami._cli.screen import Screen

# Clear the window, but not the lines that have scrolled away.
CLEAR = "\x1b[2J\x1b[H"


class Keyboard:
    """Standard input, read line by line, with the usual editing keys at a terminal."""

    def __init__(self, screen: Screen, *, plain: bool = False) -> None:
        self._screen = screen
        # `input` uses readline only if both input and output are terminals. On Windows a program may have no streams at
        # all.
        ends = (sys.stdin, sys.stdout)
        self.terminal: bool = all(end is not None and end.isatty() for end in ends)
        self._history: Any = None
        # A dumb terminal, such as a shell inside Emacs, prints escape sequences as letters.
        self.in_place: bool = self.terminal and not plain and os.environ.get("TERM") != "dumb"
        if self.terminal:
            # Windows has no readline, so there the arrow keys offer no moves.
            with suppress(ImportError):
                self._history = import_module("readline")  # once it is imported, `input` uses it
        self.arrows: bool = self.in_place and self._history is not None
        """Whether the user can step through suggested answers with the arrow keys."""

    def clear(self, heading: str) -> None:
        """Clear the window and print a heading, so that the table is always drawn in the same place."""
        if self.in_place:
            self._screen.exact(f"{CLEAR}{heading}")

    def ask(self, question: str, offered: Sequence[str] = ()) -> str | None:
        """Ask a question and return the answer without surrounding spaces; None at the end of the input.

        If readline is available, the user can step through `offered`, the suggested answers, with the arrow keys.
        """
        if self.terminal:
            # Readline redraws only one line while somebody types, so print all lines of a long question except the
            # last.
            *above, last = self._screen.fitted(question)
            for line in above:
                self._screen.exact(line)
            if self._history is not None and offered:
                # Replace the history with the suggestions, in reverse order, so that the up arrow begins with the first
                # of them.
                self._history.clear_history()
                # Under LC_ALL=C readline takes only ASCII. Skip an answer that it cannot store; the user can still type
                # it.
                for answer in reversed(offered):
                    with suppress(UnicodeEncodeError):
                        self._history.add_history(answer)
            try:
                return input(f"{last} ").strip()
            except EOFError:
                # After Ctrl-D the cursor is still on the line of the question.
                self._screen.write([""])
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        # Input from a pipe is not echoed, so print the answer too; otherwise questions would appear without answers.
        self._screen.write([f"{question} {line.strip()}"])
        return line.strip()
