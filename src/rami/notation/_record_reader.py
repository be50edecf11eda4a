"""Read records: replay a match or a session line by line, and refuse the first wrong line."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from rami import variants
from rami._kernel.budget import Meter
from rami._kernel.cards.shuffle import VERSION as SHUFFLE
from rami.cards._cursor import Cursor, expected, readable_lines, short
from rami.cards._move_text import LONGEST_TURN, read_moves
from rami.cards.moves import Move
from rami.errors import InvalidText, RamiError, Reason, Violation
from rami.errors.checks import nearest
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.notation._differences import Differences, differences_of, place_of, read_option
from rami.notation._record_lines import SESSION_TITLE, TITLE, digest, end_of, following, same_turn
from rami.notation.commitments import check_commitment
from rami.policies.variant import Variant

P = TypeVar("P")
"""The type of the value being replayed: a match or a session."""

_HEADER: Final = ("variant", "option", "policy", "name", "agreed", "players", "shuffle", "seed", "commitment")
"""The first words of the header lines, in the order in which they are written."""
# Allow no leading zeros, so that each match has only one record.
_FORMS: Mapping[Part, re.Pattern[str]] = {
    Part.RECORD_HEAD: re.compile(TITLE),
    Part.SESSION_HEAD: re.compile(SESSION_TITLE),
    Part.WRITER_LINE: re.compile(r"rami [0-9A-Za-z.+!-]{1,40}"),
    Part.VARIANT_LINE: re.compile(r"variant ([a-z0-9-]{1,100}) ([1-9][0-9]{0,15})"),
    Part.POLICY_LINE: re.compile(r"policy ([a-z_]{1,20})"),
    Part.PLAYERS_LINE: re.compile(r"players (0|[1-9][0-9]{0,8})"),
    Part.SHUFFLE_LINE: re.compile(f"shuffle {SHUFFLE}"),
    Part.SEED_LINE: re.compile(r"seed (0|[1-9][0-9]{0,79})"),
    Part.COMMITMENT_LINE: re.compile(r"commitment ([0-9a-f]{64})"),
    Part.DIGEST_LINE: re.compile(r"digest ([0-9a-f]{64})"),
}


def _in_order(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines, from 0, with the header lines in the order in which rami now writes them."""
    end = lines.index("") if "" in lines else 0
    words = {number: lines[number].partition(" ")[0] for number in range(2, end)}
    header = list(words)
    # Do not reorder a header with an unknown word, so that the error names the right line.
    if set(words.values()) <= set(_HEADER):
        header.sort(key=lambda number: _HEADER.index(words[number]))
    yield from (*range(min(2, len(lines))), *header, *range(max(2, end), len(lines)))


class Reader(ABC, Generic[P]):
    """Reads a record line by line and replays it.

    The abstract methods at the end depend on the value being replayed: a match, or a session with its match.
    """

    def __init__(self, text: str, limit: int) -> None:
        self.text: str = readable_lines(text, Part.RECORD, limit, LONGEST_TURN)
        self.lines: list[str] = text.split("\n")
        if not self.lines[-1]:
            self.lines.pop()
        self.at: int = 0
        self.revealed: bool = False
        # Each move takes one step of a `step_budget`.
        self._played = Meter(1)
        # Older records may have another order, so read the header lines in the current order.
        self._numbers: list[int] = [*_in_order(self.lines)]
        self.lines = [self.lines[number] for number in self._numbers]

    def number(self, back: int = 0) -> int:
        """Return the number of the current line, or of a line before it, in the whole text."""
        at = self.at - back
        return self._numbers[at] + 1 if 0 <= at < len(self._numbers) else at + 1

    def line(self, ahead: int = 0) -> str | None:
        """Return the current line, or a line after it; None after the last line."""
        return self.lines[self.at + ahead] if self.at + ahead < len(self.lines) else None

    def fault(self, *violations: Violation, back: int = 0) -> InvalidText:
        """Return the error for the current line, or for a line before it."""
        return InvalidText(*(violation.at(line=self.number(back)) for violation in violations))

    @contextmanager
    def located(self, back: int = 0) -> Generator[None]:
        """Turn any error of rami into an error for the current line, or for a line before it."""
        try:
            yield
        except RamiError as error:
            raise self.fault(*error.violations, back=back) from None

    def excerpt(self) -> str | None:
        """Return the current line, shortened for an error message."""
        line = self.line()
        return None if line is None else short(line)

    def wrong(self, part: Part) -> InvalidText:
        """Return the error for unexpected text in the current line."""
        return self.fault(expected(part, self.excerpt()))

    def differs(self, line: str) -> InvalidText:
        """Return the error for a line that differs from what the replayed match gives."""
        params = {"recorded": self.excerpt(), "found": short(line)}
        return self.fault(Violation(Reason.RECORD_DIFFERS, None, params))

    def matching(self, part: Part) -> re.Match[str]:
        """Match the current line against the form of a part of the record, and move on to the next line."""
        found = _FORMS[part].fullmatch(self.line() or "")
        if found is None:
            raise self.wrong(part)
        self.at += 1
        return found

    def exactly(self, lines: Iterable[str]) -> None:
        """Read the next lines, which must equal the given lines."""
        for line in lines:
            if self.line() != line:
                raise self.differs(line)
            self.at += 1

    def variant(self, head: Part, given: Variant | None) -> Variant:
        """Return the variant from the first lines, which must be exactly the lines that rami would write for it."""
        self.matching(head)
        self.matching(Part.WRITER_LINE)
        places: dict[str, int] = {}
        found = self.matching(Part.VARIANT_LINE)
        start = self.number(back=1)
        first = self.at
        options: dict[str, object] = {}
        policies: list[str] = []
        while (self.line() or "").startswith("option "):
            name, value = self.option()
            if name in options:
                raise self.fault(Violation(Reason.KEY_TWICE, None, {"key": short(name)}))
            options[name], places[name] = value, self.number()
            self.at += 1
        while (self.line() or "").startswith("policy "):
            slot = self.matching(Part.POLICY_LINE)[1]
            if slot in policies:
                raise self.fault(Violation(Reason.KEY_TWICE, None, {"key": short(slot)}), back=1)
            policies.append(slot)
            places[slot] = self.number(back=1)
        differences = Differences(found[1], int(found[2]), tuple(options.items()), tuple(policies))
        try:
            variant = differences.variant(given)
            if options:
                # Refuse an option that has the parent's value, so that each match has only one record.
                self.canonical(differences, differences_of(variant, variants.get(differences.slug)), first)
        except InvalidText:
            raise
        except RamiError as error:
            # A misspelt word, as in "optoin match.hands = 2", ends the options too early.
            self.header_word()
            located = (each.at(line=place_of(each, places) or start) for each in error.violations)
            raise InvalidText(*located) from None
        return variant

    def header_word(self) -> None:
        """Check that the current line begins with a word of the header."""
        word = (self.line() or "").partition(" ")[0]
        if word and word not in _HEADER:
            near = nearest(word, _HEADER)
            words = _HEADER if near is None else (near,)
            raise self.fault(Violation(Reason.WORD_EXPECTED, None, {"words": words, "found": short(word)}))

    def canonical(self, recorded: Differences, found: Differences, start: int) -> None:
        """Check that the record lists, in any order, exactly the options that differ from the parent's."""
        known = dict(zip(dict(found.options), found.lines, strict=True))
        for line, ((name, _), mine) in enumerate(zip(recorded.options, recorded.lines, strict=True), start):
            theirs = known.pop(name, None)
            if mine != theirs:
                self.at = line
                if theirs is None:
                    raise self.wrong(Part.END_OF_OPTIONS)
                raise self.differs(f"option {theirs}")
        for theirs in known.values():
            self.at = start + len(recorded.options)
            raise self.differs(f"option {theirs}")

    def option(self) -> tuple[str, object]:
        """Return the option on the current line."""
        _, head, option = (self.line() or "").partition("option ")
        with self.located():
            return read_option(option, len(head))

    def seed(self, given: int | None) -> int:
        """Return the seed from the header or the given seed, after checking it against the commitment."""
        seed = given
        if (self.line() or "").startswith("shuffle "):
            self.matching(Part.SHUFFLE_LINE)
        if (self.line() or "").startswith("seed "):
            seed = int(self.matching(Part.SEED_LINE)[1])
            self.revealed = True
            if given not in (None, seed):
                raise self.fault(
                    Violation(Reason.SEED_DIFFERS, None, {"recorded": seed, "given": given}), back=1
                )
        published = self.matching(Part.COMMITMENT_LINE)[1]
        # Without the seed the cards cannot be dealt again, and rami reads no record that it cannot check.
        if seed is None:
            raise self.fault(Violation(Reason.SEED_HIDDEN), back=1)
        with self.located(back=1):
            check_commitment(published, seed)
        return seed

    def rounds(self, at: P) -> P:
        """Play the rounds line by line and return the result."""
        self.exactly(following(None, self.match_of(at)))
        turn: Match | None = None
        while self.continues():
            before = self.match_of(at)
            after = self.other_step(at)
            at, turn = (self.turn(at, turn), before) if after is None else (after, None)
            self.exactly(following(before, self.match_of(at)))
        self.exactly(("", end_of(self.match_of(at))))
        self.finish()
        return at

    def turn(self, at: P, earlier: Match | None) -> P:
        """Play the turn on the current line; `earlier` is the match before the line above, if that line was a turn."""
        before = self.match_of(at)
        if before.round.over:
            self.exactly([""])
        cursor = Cursor(self.line() or "")
        with self.located():
            seat = cursor.number(Part.SEAT)
            cursor.needs(":")
            moves = read_moves(cursor)
        # Refuse a turn split into two lines. Each match has only one record, so that records can be compared as text.
        if earlier is not None and same_turn(earlier, before):
            raise self.fault(Violation(Reason.TURN_SPLIT))
        column = len(f"{seat}: ") + 1
        written: list[str] = []
        for move in moves:
            if not same_turn(before, self.match_of(at)):
                # The next turn needs a new line.
                raise self.fault(expected(Part.END_OF_TURN, short(str(move))).at(column=column))
            self._played.count()
            try:
                at, text = self.moved(at, move, seat)
            except RamiError as error:
                raise self.fault(*(each.at(column=column) for each in error.violations)) from None
            # Keep the move as the game writes it, because the position has read its melds.
            written.append(text)
            column += len(f"{move}; ")
        self.exactly([f"{seat}: {'; '.join(written)}"])
        return at

    def finish(self) -> None:
        """Check the digest, and check that nothing follows it."""
        recorded = self.matching(Part.DIGEST_LINE)[1]
        above = "".join(f"{line}\n" for line in self.text.split("\n")[: self.at - 1])
        # Use the original text, because `self.lines` may have the header in another order.
        if recorded != digest(above):
            raise self.fault(Violation(Reason.RECORD_EDITED), back=1)
        if self.line() is not None:
            raise self.wrong(Part.END)
        if not self.text.endswith("\n"):
            raise self.fault(expected(Part.END_OF_LINE, None), back=1)

    @abstractmethod
    def match_of(self, at: P) -> Match:
        """Return the match of the value being replayed, which is either a match or a session."""

    @abstractmethod
    def continues(self) -> bool:
        """Return whether another step follows."""

    @abstractmethod
    def moved(self, at: P, move: Move, seat: int) -> tuple[P, str]:
        """Play a move; return the value after it, and the move as the game writes it."""

    @abstractmethod
    def other_step(self, at: P) -> P | None:
        """Read a step other than a move and return the value after it; None if the line is a turn."""
