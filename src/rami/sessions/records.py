"""Records of sessions: a match with its players, takebacks, comments and tags, written as text and checked on reading.

A record looks like this::

    rami session 2
    rami 0.1.0
    variant gin 1
    name Ana
    name Bruno
    shuffle 1
    seed 7
    commitment 958f6fe46f211316edbc3c8f124022bae0ca5d1a35604f4af8c550f14b41ac91

    round 1 dealer 1
    tag date=2026-11-23
    0: take
    undo 0
    comment 1 are you sure?
    0: pass
    ...
    unfinished
    digest 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef

A session record is the record of a match (`rami.notation.records`) with additional lines. The header names the player
at each seat. It also states the terms of the table's `Agreement` that differ from the defaults, such as
``agreed missed_turns 3``. Every log entry other than a move has a line among the moves: its kind, the seat (``-`` for
the whole table) and its text. Steps that were taken back remain in the record, so every mark keeps its meaning.

Reading a record replays the session line by line. A record is refused unless the replayed session would be written as
exactly the same record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rami._base.version import __version__
from rami.cards._cursor import readable_lines
from rami.cards.moves import Move
from rami.errors import InvalidText, reject
from rami.errors.checks import flag, instance, integer
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.notation._differences import differences_of
from rami.notation._record_lines import SESSION_TITLE, Body, digest, end_of, following, seed_lines
from rami.notation._record_reader import Reader
from rami.notation.files import Source, Target, read, write
from rami.notation.records import LARGEST_RECORD, LONGEST_LINE
from rami.policies.variant import Variant
from rami.sessions._rows import read_agreement
from rami.sessions.agreements import Agreement
from rami.sessions.entries import Entry, EntryKind
from rami.sessions.session import Session

__all__ = ["dump", "dumps", "load", "loads"]

# The record of a match has lines for moves; a session adds a line, a *note*, for each other entry.
_KINDS: Final = "|".join(kind for kind in EntryKind if kind is not EntryKind.MOVE)
_NOTE: Final = re.compile(rf"({_KINDS}) (-|0|[1-9][0-9]{{0,3}})(?: (.*))?")


def dump(session: Session, target: Target, *, reveal: bool = True) -> None:
    """Write the record of a session to a file.

    Parameters:
        session: the session, which need not be over.
        target: a path, whose file is replaced, or an open text file.
        reveal: False to write the commitment but not the seed; the reader of the record then has to supply the seed.

    Raises:
        InvalidText: the variant cannot be written, or the record would be too long.
        OSError: the file cannot be written.
    """
    write(dumps(session, reveal=reveal), target)


def dumps(session: Session, *, reveal: bool = True) -> str:
    r"""Return the record of a session as text.

    Parameters:
        session: the session, which need not be over.
        reveal: False to write the commitment but not the seed; the reader of the record then has to supply the seed.

    Raises:
        InvalidText: the variant cannot be written, or the record would be too long.

    >>> from rami import variants
    >>> session = (
    ...     Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
    ...     .play("take", by=0)
    ...     .undo(by=0)
    ... )
    >>> print(*dumps(session).splitlines()[-8:-1], sep="\n")
    commitment 958f6fe46f211316edbc3c8f124022bae0ca5d1a35604f4af8c550f14b41ac91
    <BLANKLINE>
    round 1 dealer 1
    0: take
    undo 0
    <BLANKLINE>
    unfinished
    """
    reject(InvalidText, (*instance("session", session, Session), *flag("reveal", reveal)))
    text = "".join(f"{line}\n" for line in (*_head(session, reveal), *_body(session)))
    # Refuse to write a record that would be too long to read.
    return readable_lines(f"{text}digest {digest(text)}\n", Part.RECORD, LARGEST_RECORD, LONGEST_LINE)


def _head(session: Session, reveal: bool) -> Iterator[str]:
    match = session.match
    yield from (SESSION_TITLE, f"rami {__version__}", *differences_of(match.variant).facts)
    yield from (f"name {name}" for name in session.names)
    yield from _agreed(session.agreement)
    yield from seed_lines(match.seed, reveal)


def _agreed(agreement: Agreement) -> Iterator[str]:
    yield from (f"agreed {field} {value}" for field, value in agreement.differences.items())


def _body(session: Session) -> list[str]:
    """Return the rounds, the notes and the end of the record."""
    # The log alone does not show where turns and rounds end. Replay the session to put the moves of a turn on one
    # line, and the scores after each round.
    match = session.match
    at = Session.start(match.variant, session.names, match.seed, agreement=session.agreement)
    body = Body()
    body.lines += following(None, at.match)
    for entry in session.log:
        before, at = at, at.repeat(entry.kind, entry.seat, entry.text)
        if entry.kind is EntryKind.MOVE:
            body.add_move(before.match, entry.seat or 0, entry.text)
        else:
            body.add_step(_note(entry))
        body.add_results(before.match, at.match)
    return [*body.lines, "", end_of(session.match)]


def _note(entry: Entry) -> str:
    """Return the line for an entry other than a move."""
    seat = "-" if entry.seat is None else entry.seat
    return f"{entry.kind} {seat} {entry.text}" if entry.text else f"{entry.kind} {seat}"


def load(
    source: Source, *, variant: Variant | None = None, seed: int | None = None, limit: int = LARGEST_RECORD
) -> Session:
    """Read a session from a record file.

    Parameters:
        source: a path, or an open file.
        variant: the variant, needed only if the record alone does not define it; see `loads`.
        seed: the seed, needed only if the record does not reveal it; it must match the commitment.
        limit: the maximum number of characters in the record.

    Raises:
        InvalidText: the text is not a record, or the session breaks the rules; the error names the first wrong line and
            the reason.
        OSError: the file cannot be read.
    """
    return loads(read(source, Part.RECORD, limit), variant=variant, seed=seed, limit=limit)


def loads(
    text: str, *, variant: Variant | None = None, seed: int | None = None, limit: int = LARGEST_RECORD
) -> Session:
    """Read a session from its record; every line is checked by replaying the session.

    Parameters:
        text: the record.
        variant: the variant, needed only if it has a custom policy, which cannot be written as text, or if it has
            another version now than when the record was written. Variants that other packages register by entry point
            are found automatically.
        seed: the seed, needed only if the record does not reveal it; it must match the commitment.
        limit: the maximum number of characters in the record.

    Returns:
        The session as it was written, with the same log and the same marks.

    Raises:
        InvalidText: the text is not a record, or the session breaks the rules; the error names the first wrong line and
            the reason.

    >>> from rami import variants
    >>> session = (
    ...     Session.start(variants.GIN, ["Ana", "Bruno"], seed=7)
    ...     .play("take", by=0)
    ...     .undo(by=0)
    ... )
    >>> loads(dumps(session)) == session
    True
    """
    reject(InvalidText, () if seed is None else integer("seed", seed))
    return _SessionReader(text, limit).session(variant, seed)


class _SessionReader(Reader[Session]):
    """Reads a session's record."""

    def session(self, given: Variant | None, seed: int | None) -> Session:
        """Read the whole record and return its session."""
        variant = self.variant(Part.SESSION_HEAD, given)
        names: list[str] = []
        while (line := self.line() or "").startswith("name "):
            names.append(line.removeprefix("name "))
            self.at += 1
        agreement = self._agreement()
        secret = self.seed(seed)
        with self.located():
            session = Session.start(variant, names, secret, agreement=agreement)
        return self.rounds(session)

    def _agreement(self) -> Agreement:
        """Read the agreement from the lines of the header."""
        lines: list[str] = []
        while (line := self.line(len(lines)) or "").startswith("agreed "):
            lines.append(line)
        facts = [line.split(" ", 2)[1:] for line in lines]
        terms = {
            name: int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else value
            for name, value in (fact if len(fact) == 2 else [*fact, ""] for fact in facts)
        }
        with self.located():
            found = read_agreement(terms)
        self.exactly(_agreed(found))
        return found

    def match_of(self, at: Session) -> Match:
        return at.match

    def continues(self) -> bool:
        return bool(self.line())

    def moved(self, at: Session, move: Move, seat: int) -> tuple[Session, str]:
        after = at.play(move, by=seat)
        return after, after.log[-1].text

    def other_step(self, at: Session) -> Session | None:
        found = _NOTE.fullmatch(self.line() or "")
        if found is None:
            return None
        with self.located():
            after = at.repeat(EntryKind(found[1]), None if found[2] == "-" else int(found[2]), found[3] or "")
        # A step that changes nothing, such as leaving twice, adds nothing to the log, so its line is refused.
        self.exactly([*map(_note, after.log[len(at.log) :])] or [""])
        return after
