"""A rulebook as data: sections of sentences, with the rule IDs and options behind them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator

import attrs

from rami._base.values import Value
from rami.cards import Card
from rami.errors import RamiError, reject
from rami.errors.checks import flag, integer

__all__ = ["Example", "Rulebook", "Section", "Sentence"]

WIDTH = 79
_APART = re.compile(r" (?=[;:!?])")


@attrs.frozen
class Sentence(Value):
    """One sentence of a rulebook.

    Parameters:
        text: the sentence.
        rules: the ledger IDs of the written rules that the sentence states or interprets.
        sources: the options, as "slot.field", or the modules of rami from which the sentence is derived.
        readings: the `rules` that do not say this explicitly; the sentence is rami's interpretation of them.
        step: the number of the sentence among the steps of a turn; 0 for any other sentence.
        boxed: True if the box at the head of the rulebook already says this; the sentence is then printed only together
            with the IDs of its rules.

    >>> Sentence(
    ...     "The last card is discarded.",
    ...     ("LEB-OBL-01", "R51-GO-01"),
    ...     readings=("R51-GO-01",),
    ... ).readings
    ('R51-GO-01',)
    """

    text: str
    rules: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    step: int = 0
    boxed: bool = False

    @property
    def citation(self) -> str:
        """The IDs of the rules, with "cf." before each rule that the sentence only interprets."""
        # No line may break between "cf." and its rule.
        return ", ".join(f"cf.\u00a0{rule}" if rule in self.readings else rule for rule in self.rules)

    def __str__(self) -> str:
        return f"{self.text} [{self.citation}]" if self.rules else self.text


@attrs.frozen
class Example(Value):
    """A worked example: cards, and how the rules judge them.

    Parameters:
        cards: the cards in their groups, as on the table.
        text: the explanation.
        allowed: True if the rules allow them, False if not; None if the example is about something else.
        rules: the ledger IDs that the refusal names.
    """

    cards: tuple[tuple[Card, ...], ...]
    text: str
    allowed: bool | None = None
    rules: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """A tick if the example is allowed, a cross if it is not, and "" if it shows something else."""
        return {True: "✓", False: "✗", None: ""}[self.allowed]


@attrs.frozen
class Section(Value):
    """A part of a rulebook.

    Parameters:
        code: its code, the same in every language, such as "melds".
        title: its heading.
        sentences: its sentences, in order.
        examples: worked examples.
        examples_title: the heading of the examples.
        table: the same content as rows of cells, the headings first, if a table is easier to read; otherwise ().
    """

    code: str
    title: str
    sentences: tuple[Sentence, ...]
    examples: tuple[Example, ...] = ()
    examples_title: str = ""
    table: tuple[tuple[str, ...], ...] = ()

    @property
    def citations(self) -> tuple[str, ...]:
        """The IDs of the rules behind its sentences, each once; "cf." marks rules that are only interpreted."""
        # If one sentence states a rule plainly, the rule needs no "cf.", even if another sentence only interprets it.
        stated = {rule for each in self.sentences for rule in each.rules if rule not in each.readings}
        read = dict.fromkeys(rule for each in self.sentences for rule in each.rules)
        return tuple(rule if rule in stated else f"cf.\u00a0{rule}" for rule in read)

    def marks(self, *, boxed: bool = False) -> Iterator[tuple[str, Sentence]]:
        """Yield the sentences, each with the mark printed before it: a step number or an indented dash.

        Parameters:
            boxed: True to include sentences that only repeat the box.
        """
        reject(RamiError, flag("boxed", boxed))
        within = False
        for sentence in self.sentences:
            # The box cites no rules, so a caller that prints IDs sets `boxed` to include these sentences.
            if sentence.boxed and not boxed:
                continue
            within = within or bool(sentence.step)
            yield f"{sentence.step}. " if sentence.step else "   - " if within else "- ", sentence


Drawing = Callable[[tuple[tuple[Card, ...], ...]], str]


@attrs.frozen
class Rulebook(Value):
    """The rules of one game in one language, written from its policies.

    Parameters:
        title: its heading.
        language: the code of the language, such as "fr".
        variant: the slug of the game.
        sections: its parts, in the order of play.
        letters: the text of each card in that language, by card id.
        box: the game at a glance, as pairs of a label and a few words.

    >>> from rami import rulebook, variants
    >>> book = rulebook(variants.GIN)
    >>> print(book.section("knock").sentences[1])
    A knock without deadwood is called gin. [GIN-SCORE-03]
    """

    title: str
    language: str
    variant: str
    sections: tuple[Section, ...]
    letters: tuple[str, ...] = attrs.field(repr=False)
    box: tuple[tuple[str, str], ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)

    @property
    def rules(self) -> frozenset[str]:
        """The ledger IDs of all written rules that its sentences state or interpret."""
        return frozenset(rule for sentence in self.sentences for rule in sentence.rules)

    def section(self, code: str) -> Section:
        """Return the section with this code.

        Parameters:
            code: a code such as "melds".

        Raises:
            KeyError: this rulebook has no such section.
        """
        for section in self.sections:
            if section.code == code:
                return section
        raise KeyError(code)

    def about(self, source: str) -> tuple[Sentence, ...]:
        """Return the sentences about an option.

        Parameters:
            source: an option as "slot.field", or any other source of a `Sentence`; for a custom policy, its slot.

        >>> from rami import rulebook, variants
        >>> [str(each) for each in rulebook(variants.GIN, "fr").about("equipment.players")]
        ['Le jeu se joue à deux. [GIN-MAT-01]']
        """
        return tuple(sentence for sentence in self.sentences if source in sentence.sources)

    def shown(self, cards: tuple[tuple[Card, ...], ...]) -> str:
        """Return the cards of an example in the letters of the language.

        Parameters:
            cards: the cards, in their groups.
        """
        return " | ".join(" ".join(self.letters[Card(card).id] for card in group) for group in cards)

    def __str__(self) -> str:
        return self.plain()

    def plain(self, width: int = WIDTH, *, ids: bool = False) -> str:
        """Return the rulebook as lines of plain text, wrapped at a width; `str` uses the default width.

        Parameters:
            width: the maximum number of characters in a line.
            ids: True to end each sentence with the IDs of the written rules that it states.
        """
        reject(RamiError, (*integer("width", width, 1), *flag("ids", ids)))
        return "\n".join(self._plain(width, ids))

    def _plain(self, width: int, ids: bool) -> Iterator[str]:
        yield from (self.title, "=" * len(self.title))
        if self.box:
            yield ""
        longest = max((len(label) for label, _ in self.box), default=0)
        for label, words in self.box:
            yield _wrapped(words, f"{label:<{longest}}  ", width)
        for number, section in enumerate(self.sections, 1):
            heading = f"{number}. {section.title}"
            yield from ("", heading, "-" * len(heading))
            for mark, sentence in section.marks(boxed=ids):
                yield _wrapped(str(sentence) if ids else sentence.text, mark, width)
            if section.examples and section.examples_title:
                yield from ("", section.examples_title)
            for example in section.examples:
                words = f"{self.shown(example.cards)}  {example.text}"
                yield _wrapped(words, f"{example.sign or '·'} ", width)

    def markdown(self, *, level: int = 1, draw: Drawing | None = None, ids: bool = False) -> str:
        """Return the rulebook as Markdown.

        Parameters:
            level: the level of its heading; sections are one level below.
            draw: a function that returns Markdown or HTML for the cards of an example; by default, code spans.
            ids: True to end each section, in small type, with the IDs of the written rules that it states.

        >>> from rami import rulebook, variants
        >>> print(rulebook(variants.GIN).markdown().splitlines()[0])
        # The rules of Gin
        """
        reject(RamiError, (*integer("level", level, 1, 5), *flag("ids", ids)))
        return "\n".join(self._markdown(level, draw or self._spans, ids)) + "\n"

    def _spans(self, cards: tuple[tuple[Card, ...], ...]) -> str:
        return " ".join(f"`{self.shown((group,))}`" for group in cards)

    def _markdown(self, level: int, draw: Drawing, ids: bool) -> Iterator[str]:
        yield f"{'#' * level} {self.title}"
        if self.box:
            yield from ("", "| | |", "|---|---|")
            yield from (_row((label, _escaped(words))) for label, words in self.box)
        for section in self.sections:
            yield from ("", f"{'#' * (level + 1)} {section.title}", "")
            if section.table:
                heading, *rows = section.table
                yield from map(_row, (heading, ("---",) * len(heading), *rows))
            for mark, sentence in () if section.table else section.marks():
                yield f"{mark}{_escaped(sentence.text)}"
            if section.examples and section.examples_title:
                yield from ("", f"**{section.examples_title}**", "")
            for example in section.examples:
                yield f"- {draw(example.cards)} {example.sign} {_escaped(example.text)}".replace("  ", " ")
            if ids and section.citations:
                yield from ("", f"<small>{', '.join(section.citations)}</small>")


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _bound(text: str) -> str:
    """Return text with no-break spaces before French punctuation, so that no line can begin with such a sign."""
    return _APART.sub("\u00a0", text)


def _wrapped(text: str, start: str, width: int) -> str:
    return textwrap.fill(
        _bound(text), width, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
    )


def _escaped(text: str) -> str:
    """Escape text for Markdown."""
    for mark in ("\\", "*", "_", "`", "<", "["):
        # The backslash must come first, or the backslashes added for the others would be doubled.
        text = text.replace(mark, f"\\{mark}")
    return _bound(text)
