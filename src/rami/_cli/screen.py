"""What the user sees: lines, sentences in a language, tables, and cards in two colours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TextIO, TypeVar

from rami._cli.streams import NobodyReads, Output
from rami._drawing import aligned
from rami.errors import Violation
from rami.locales.reading import neutral_cards, read
from rami.locales.sentences import text
from rami.locales.speaking import Language, filled, language, shown, word
from rami.policies.variant import Variant
from rami.setup import Phase, TableMeld

T = TypeVar("T")

RED, PLAIN = "\x1b[31m", "\x1b[0m"
_RED_CARD = re.compile(r"(?:10|[A2-9TJQKVDR])[♦♥]")


def _colourful(stream: TextIO | None, wish: str) -> bool:
    if wish != "auto" or stream is None:
        return wish == "always"
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not dull


class Screen:
    """Standard output, with a language and colours: "auto", "always" or "never"."""

    def __init__(self, lang: str = "en", color: str = "auto", stream: TextIO | None = None) -> None:
        stream = sys.stdout if stream is None else stream
        self.language: Language = language(lang)
        self.output: Output = Output(stream)
        self.colour: bool = _colourful(stream, color)
        self._terminal = stream is not None and stream.isatty()

    def plays(self, variant: Variant) -> None:
        """Call the cards from now on what they are called in a game."""
        self.language = language(self.language, variant.equipment.faces)

    def write(self, lines: Iterable[str]) -> None:
        """Write lines as they come; NobodyReads is raised if the output is closed."""
        self._put(map(self.shown, lines))

    def exact(self, line: str) -> None:
        """Write a line that rami reads in every language, with the letters of its own."""
        self._put([line])

    def _put(self, lines: Iterable[str]) -> None:
        self.output.write(lines)
        if self.output.closed:
            raise NobodyReads

    def say(self, english: str = "", /, **params: Any) -> None:
        """Write a sentence in the user's language."""
        self.write([self.word(english, **params) if english else ""])

    def word(self, english: str, /, **params: Any) -> str:
        """A sentence or a word in the user's language."""
        made = {name: shown(self.language, name, value) for name, value in params.items()}
        return self._neutral(filled(self.language, "cli", english, made))

    def words(self, english: Iterable[str]) -> list[str]:
        """Several words in the user's language."""
        return [self.word(each) for each in english]

    def game(self, name: str) -> str:
        """The name of a game in the user's language; one of somebody's own stays as it is."""
        return self.language.message("rulebook.name", name)

    def decimal(self, value: float, places: int = 1) -> str:
        """A number with that many decimals."""
        return f"{value:.{places}f}".replace(".", self.language.message("number", "."))

    def text(self, value: object, names: Sequence[str] = (), table: Iterable[TableMeld] = ()) -> str:
        """What a value says in the user's language."""
        return self._neutral(text(value, self.language, names, table))

    def reasons(self, violations: Iterable[Violation]) -> Iterator[str]:
        """A line for each violation, with its rule."""
        for violation in violations:
            rule = f" [{violation.rule}]" if violation.rule else ""
            yield f"- {self.text(violation)}{rule}"

    def _neutral(self, line: str) -> str:
        """A line with cards as rami writes them where suits are letters: one alphabet."""
        if not self.output.letters or self.language.tiles:
            return line
        own = {self.language.message("card.letter", rank): rank for rank in "A23456789TJQK"}
        return re.sub(
            f"({'|'.join(map(re.escape, own))})([♣♦♥♠])", lambda card: f"{own[card[1]]}{card[2]}", line
        )

    @property
    def french(self) -> bool:
        """Whether cards are read with French letters; where suits are written as letters they are rami's own."""
        return self.language.code == "fr" and not self.output.letters

    def phase(self, phase: Phase) -> str:
        """Return the name of a phase in the user's language."""
        return word(self.language, "phase", phase.value)

    def shown(self, line: str) -> str:
        """A line as it is written: cards with the letters of the language, red suits in red."""
        if self.output.letters and not self.language.tiles:
            return self._neutral(line)
        line = str(shown(self.language, "cards", line))
        return _RED_CARD.sub(lambda card: f"{RED}{card[0]}{PLAIN}", line) if self.colour else line

    def read(self, typed: str) -> str:
        """What was typed, with cards as rami writes them; in French, ranks and suits may be French letters."""
        return typed if self.output.letters else neutral_cards(typed, self.language)

    def parse(self, parse: Callable[[str], T], typed: str) -> T:
        """What a function makes of moves or melds, whose words may be those of the language."""
        return read(parse, typed, self.language, cards=not self.output.letters)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]], *, left: int = 0) -> None:
        """Write a table; with the extra `rich`, on a terminal, one with rules.

        The headings are in the user's language.  The last columns, as many as are `left`-aligned, hold texts.
        """
        cells = [[str(shown(self.language, "points", cell)) for cell in row] for row in rows]
        if self._terminal and not self.output.letters and self._rich(head, cells, left):
            return
        self.write(aligned(head, cells, left))

    def _rich(self, head: Sequence[str], cells: Sequence[Sequence[str]], left: int) -> bool:
        """Write it by rich; False if that is not installed."""
        try:
            from rich.console import Console
            from rich.table import Table
            from rich.text import Text
        except ImportError:
            return False
        console = Console(file=sys.stdout, no_color=not self.colour)
        widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
        if sum(width + 3 for width in widths[: len(head) - left]) + 16 * left >= console.width:
            return False
        table = Table()
        for place, title in enumerate(head):
            number = place < len(head) - left
            table.add_column(title, justify="right" if number else "left", no_wrap=number)
        for row in cells:
            table.add_row(*(Text.from_ansi(self.shown(cell)) for cell in row))
        console.print(table)
        return True
