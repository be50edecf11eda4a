"""Input from the user."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

from rami._cli.screen import Screen


class Keyboard:
    """Standard input, asked line by line; at a terminal with the usual keys for editing."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self._terminal:
            with suppress(ImportError):
                import_module("readline")  # `input` uses it

    def ask(self, question: str) -> str | None:
        """The answer, without the spaces around it; None at the end of the input."""
        if self._terminal:
            *above, last = self._screen.shown(question)
            for line in above:
                self._screen.exact(line)
            try:
                return input(f"{last} ").strip()
            except EOFError:
                self._screen.write([""])
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        self._screen.write([f"{question} {line.strip()}"])
        return line.strip()
