"""The screen: print lines, translated sentences, tables, and cards in two colours.

Everything that a command prints goes through a `Screen`. The screen translates sentences into the user's language,
wraps lines at the width of the window, and writes cards in the best form that the terminal can show, from a red ♥ to
the letter h. Text for programs, such as a position, is printed unchanged by `exact`.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TextIO, TypeVar

from rami._base.lines import ROOMY, aligned, marked
from rami._cli import words
from rami._cli.streams import NobodyReads, Output, fitting, window_of
from rami.cards import JOKER, Card, Rank, Suit
from rami.errors import RamiError, Violation
from rami.errors.texts import for_people
from rami.locales.reading import neutral_cards, own_ranks, read
from rami.locales.sentences import text
from rami.locales.speaking import Language, filled, language, name, word, written
from rami.policies.variant import Variant
from rami.rounds.setup import Phase, TableMeld

T = TypeVar("T")

_FILES = {
    errno.ENOENT: marked("No such file or directory"),
    errno.EACCES: marked("Permission denied"),
    errno.EISDIR: marked("Is a directory"),
    errno.ENOTDIR: marked("Not a directory"),
}
RED, PLAIN = "\x1b[31m", "\x1b[0m"
# On French cards the ranks J, Q and K are V, D and R.
_RED_CARD = re.compile(r"(?:10|[A2-9TJQKVDR])[♦♥]")


def _colourful(stream: TextIO | None, wish: str) -> bool:
    if wish != "auto" or stream is None:
        return wish == "always"
    # See https://no-color.org: any text in this variable turns colours off.
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not dull


@lru_cache(maxsize=16)
def _card_names(spoken: Language) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return a pattern for the card names of a language, and the card that each name means."""
    names: dict[str, str] = {}
    for card in (*(Card.of(rank, suit) for rank in Rank for suit in Suit), JOKER):
        whole = name(card, spoken).lower()
        names[whole] = str(card)
        if card.rank is not None and not spoken.tiles:
            rest = whole.removeprefix(name(card.rank, spoken).lower())
            # People also type `9 of diamonds` and `k of hearts`, with the rank as it is in the corner of the card.
            names |= {f"{rank}{rest}": str(card) for rank in (card.rank.symbol.lower(), str(int(card.rank)))}
    # The first alternative of a pattern that fits wins, so put longer names first.
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE), names


class Screen:
    """Standard output in one language; `color` is "auto", "always" or "never"."""

    def __init__(self, lang: str = "en", color: str = "auto", stream: TextIO | None = None) -> None:
        stream = sys.stdout if stream is None else stream
        self.language: Language = language(lang)
        self.output: Output = Output(stream)
        self.colour: bool = _colourful(stream, color)
        self._stream = stream
        self.names: tuple[str, ...] = ()

    @property
    def window(self) -> int | None:
        """The width of the terminal in characters; None if the output goes to a file or a pipe."""
        return window_of(self._stream)

    @property
    def width(self) -> int:
        """The maximum width of tables and lists."""
        return min(ROOMY, self.window or ROOMY)

    def plays(self, variant: Variant) -> None:
        """Use the words for cards or for tiles from now on, depending on the game."""
        self.language = language(self.language, variant.equipment.faces)

    def player(self, seat: int) -> str:
        """Return the name of a player for use in a sentence."""
        return self.names[seat] if self.names else self.word("player {player}", player=seat)

    def labels(self, players: int) -> list[str]:
        """Return the labels of the players for the rows of a table, by seat: names, or seat numbers."""
        names = self.names or tuple(map(str, range(players)))
        return [f"{name[:1].upper()}{name[1:]}" for name in names]

    def write(self, lines: Iterable[str]) -> None:
        """Print lines, each wrapped between words at the width of the window.

        Raises:
            NobodyReads: the output has been closed.
        """
        self._put(part for line in lines for part in self.fitted(line))

    def exact(self, line: str) -> None:
        """Print a line in rami's own notation, which rami can read in any language."""
        self._put([line])

    def _put(self, lines: Iterable[str]) -> None:
        self.output.write(lines)
        if self.output.closed:
            raise NobodyReads

    def say(self, english: str = "", /, **params: Any) -> None:
        """Print a sentence in the user's language."""
        self.write([self.word(english, **params) if english else ""])

    def word(self, english: str, /, **params: Any) -> str:
        """Return a sentence or a word translated into the user's language."""
        # Write cards, contracts and fractions as people write them in this language.
        made = {name: written(self.language, name, value) for name, value in params.items()}
        return self._neutral(filled(self.language, "cli", english, made))

    def words(self, english: Iterable[str]) -> list[str]:
        """Return several words translated into the user's language."""
        return [self.word(each) for each in english]

    def listed(self, parts: Iterable[str]) -> str:
        """Join parts with the commas of the user's language."""
        return self.language.message("joint", ", ").join(parts)

    def command(self, word: str) -> str:
        """Return one of `words.WORDS` as the user types it, in their language."""
        return words.command(self.language, word)

    def meant(self, typed: str) -> str:
        """Return the word in `words.WORDS` that the user meant or, if there is none, the input in lower case."""
        return words.meant(self.language, typed)

    def game(self, name: str) -> str:
        """Return the translated name of a game; the name of a custom game is not translated."""
        return self.language.message("rulebook.name", name)

    def decimal(self, value: float, places: int = 1) -> str:
        """Return a number with this many decimals, as people write numbers in this language."""
        return f"{value:.{places}f}".replace(".", self.language.message("number", "."))

    def percent(self, number: str) -> str:
        """Return a number followed by a percent sign, with a space between them in French."""
        return self.word("{number}%", number=number)

    def text(self, value: object, table: Iterable[TableMeld] = ()) -> str:
        """Return a value as a sentence in the user's language."""
        return self._neutral(text(value, self.language, self.names, table))

    def reason_of(self, error: RamiError | OSError) -> str:
        """Return the text of an error in the user's language, preceded by the name of the file if there is one."""
        if isinstance(error, RamiError):
            return self.text(error)
        # The operating system describes errors in English, so translate the usual ones.
        known = _FILES.get(error.errno or 0)
        why = self.word(known) if known else error.strerror or str(error)
        return self.word("{path}: {why}", path=error.filename, why=why) if error.filename else why

    def reasons(self, violations: Iterable[Violation]) -> Iterator[str]:
        """Yield a line for each violation, with the ID of the rule."""
        for violation in violations:
            # A violation by a custom policy may have no ID.
            rule = f" [{violation.rule}]" if violation.rule else ""
            yield f"- {self.text(violation)}{rule}"

    def _neutral(self, line: str) -> str:
        """Return a line with English letters for ranks if suits are printed as letters."""
        # If suits are letters, a French D could mean a queen or diamonds, so use English letters for ranks.
        if not self.output.letters or self.language.tiles:
            return line
        own = own_ranks(self.language)
        return re.sub(
            f"({'|'.join(map(re.escape, own))})([♣♦♥♠])",
            lambda card: for_people(f"{own[card[1]]}{card[2]}"),
            line,
        )

    @property
    def ranks(self) -> dict[str, str]:
        """The letters and words for ranks in the user's language; empty if suits are letters as well."""
        if self.output.letters:
            return {}
        # Words are included because they may look like cards: in French, "As" is an ace, not the ace of spades.
        words = {self.language.message("card.rank", rank.name.lower()).upper(): rank for rank in Rank}
        return own_ranks(self.language) | {word: "A23456789TJQK"[rank - 1] for word, rank in words.items()}

    def phase(self, phase: Phase) -> str:
        """Return the name of a phase in the user's language."""
        return word(self.language, "phase", phase.value)

    def fitted(self, line: str) -> Iterator[str]:
        """Wrap a line at the width of the window."""
        return map(self._coloured, fitting(self._in_own_letters(line), self.window))

    def _in_own_letters(self, line: str) -> str:
        """Return a line with the letters for cards that people use in this language."""
        if self.output.letters and not self.language.tiles:
            return self._neutral(line)
        return str(written(self.language, "cards", line))

    def _coloured(self, line: str) -> str:
        """Return a line with red suits coloured red."""
        if not self.colour or self.output.letters:
            return line
        return _RED_CARD.sub(lambda card: f"{RED}{card[0]}{PLAIN}", line)

    def read(self, typed: str) -> str:
        """Return the input with cards in rami's own notation."""
        named = self._replace_card_names(typed)
        return named if self.output.letters else neutral_cards(named, self.language)

    def parse(self, parse: Callable[[str], T], typed: str) -> T:
        """Parse moves or melds typed in the user's language, and return the result."""
        return read(parse, self._replace_card_names(typed), self.language, cards=not self.output.letters)

    def _replace_card_names(self, typed: str) -> str:
        """Replace card names such as "king of hearts" in the input with rami's notation."""
        pattern, cards = _card_names(self.language)
        return pattern.sub(lambda found: cards[found[0].lower()], typed)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]], *, left: int = 0) -> None:
        """Print a table; its last `left` columns hold text and are aligned to the left."""
        cells = [[str(written(self.language, "points", cell)) for cell in row] for row in rows]
        self.write(aligned(head, cells, left, self.width))
