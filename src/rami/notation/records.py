"""Records: a whole match as text, replayed and checked line by line when it is read.

A record looks like this::

    rami record 1
    rami 0.1.0
    variant classic-51 1
    option opening.minimum = 71
    players 3
    shuffle 1
    seed 7
    commitment 958f6fe46f211316edbc3c8f124022bae0ca5d1a35604f4af8c550f14b41ac91

    round 1 dealer 2
    2: discard K♥
    0: draw; discard 5♠
    1: take; lay 7♠ 8♠ 9♠ + A♦ A♥ A♣; discard 2♦
    ...
    scores 0 30 100
    totals 0 30 100

    won 0
    digest 5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef

The header gives the version of this format and the version of rami that wrote the record; the variant as in
`rami.notation.positions`, with lines ``option`` and ``policy`` if it differs from the installed variant with that slug;
the number of players; the version of the shuffle, 1 if the line is missing; the seed, and the commitment to it
(`rami.notation.commitments`). A record that hides its seed has no line ``seed``. The lines below the version of rami
may come in any order.

Each round begins with its number and its dealer. A line ``deck`` follows if the round was dealt in a given order; only
a record with a line ``seed`` may contain one. Each turn has a line: the seat and its moves, as `rami.cards.moves`
describes them. A line ``last`` announces the round as the last one, with the seat that announced it (``-`` for the
whole table); a line ``undo`` takes back the last move, with the seat that did so; a line ``throw_in``, or ``misdeal``
if the same player deals again, ends the round as void.

After a finished round come the ``scores`` by seat (``-`` for a seat that did not play, ``void`` for a void round) and
the ``totals``; ``out`` and the seats that leave the match, if any; and in a game of contracts the ``contracts`` that
are due next. With ``buy_in 2`` player 2 buys back into the match, with ``stay_out 2`` the player declines, and with
``withdraw 2`` the player leaves for good; the totals then follow again. ``stop`` ends the match. The record ends with
``won`` and the winners, or with ``unfinished``, and then the SHA-256 digest of all text above it, in UTF-8.

The digest guards against accidents and the replay against forgery: a record is refused unless every move is legal for
the player named, and every number agrees with the rules of the variant.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, Generic, TypeVar

from rami import variants
from rami._base.version import __version__
from rami._kernel.budget import Meter
from rami._kernel.cards.shuffle import VERSION as SHUFFLE
from rami.cards._cursor import Cursor, expected, readable, short, too_long
from rami.cards._move_text import LONGEST_TURN, read_moves
from rami.cards.moves import Move
from rami.errors import InvalidMatch, InvalidText, RamiError, Reason, Violation, reject
from rami.errors.checks import flag, instance, integer
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.matches.steps import Dealt, Moved
from rami.notation._differences import Differences, differences_of, place_of, read_option
from rami.notation.commitments import check_commitment, commitment
from rami.notation.files import Source, Target, read, write
from rami.policies.results.scores import RoundScore
from rami.policies.variant import Variant

__all__ = ["LARGEST_RECORD", "LONGEST_LINE", "dump", "dumps", "load", "loads"]

LARGEST_RECORD = 1_000_000
"""The most characters of a record, unless the caller allows more."""

LONGEST_LINE = LONGEST_TURN
"""The most characters of a line."""

P = TypeVar("P")
"""The value on which a record is replayed."""

_WHAT: Final = Part.RECORD
_TITLE = "rami record 1"
SESSION_TITLE = "rami session 2"
_HEADER: Final = ("variant", "option", "policy", "name", "agreed", "players", "shuffle", "seed", "commitment")
"""The words with which the lines of a header begin, in the order in which they are written."""
# Allow no leading zeros and at most nine digits, here and below: each match has one record, and `int` is quick.
_STEP: Final = re.compile(r"(last|undo|buy_in|stay_out|throw_in|misdeal|withdraw|stop) (-|0|[1-9][0-9]{0,8})")
_STEPS: Final[Mapping[str, Callable[[Match, int | None], Match]]] = {
    "last": Match.announce_last,
    # Force the takeback: permission was checked when it was made, and a record only states that it was.
    "undo": lambda match, seat: match.undo(seat, force=True),
    "buy_in": lambda match, seat: match.buy_in(True, seat),
    "stay_out": lambda match, seat: match.buy_in(False, seat),
    "throw_in": Match.throw_in,
    "misdeal": lambda match, seat: match.throw_in(seat, misdeal=True),
    "withdraw": lambda match, seat: match.withdraw(-1 if seat is None else seat),
    "stop": Match.stop,
}
_FORMS: Mapping[Part, re.Pattern[str]] = {
    Part.RECORD_HEAD: re.compile(_TITLE),
    Part.SESSION_HEAD: re.compile("rami session [12]"),
    Part.WRITER_LINE: re.compile(r"rami [0-9A-Za-z.+!-]{1,40}"),
    Part.VARIANT_LINE: re.compile(r"variant ([a-z0-9-]{1,100}) ([1-9][0-9]{0,15})"),
    Part.POLICY_LINE: re.compile(r"policy ([a-z_]{1,20})"),
    Part.PLAYERS_LINE: re.compile(r"players (0|[1-9][0-9]{0,8})"),
    Part.SHUFFLE_LINE: re.compile(f"shuffle {SHUFFLE}"),
    Part.SEED_LINE: re.compile(r"seed (0|[1-9][0-9]{0,79})"),
    Part.COMMITMENT_LINE: re.compile(r"commitment ([0-9a-f]{64})"),
    Part.DIGEST_LINE: re.compile(r"digest ([0-9a-f]{64})"),
}


def dump(match: Match, target: Target, *, reveal: bool = True) -> None:
    """Write the record of a match to a file.

    Parameters:
        match: the match, over or not.
        target: a path, whose file is replaced, or an open text file.
        reveal: as for `dumps`.

    Raises:
        InvalidText: `dumps` raises it.
        OSError: the file cannot be written.
    """
    write(dumps(match, reveal=reveal), target)


def dumps(match: Match, *, reveal: bool = True) -> str:
    """Replay a match and return its record.

    Parameters:
        match: the match, over or not.
        reveal: True to write the seed; False to write only the commitment, and whoever reads the record has to supply
            the seed. All moves are written in either case, including face-down discards.

    Raises:
        InvalidText: the variant cannot be written, the record would be too long, or the match does not agree with its
            log; or `reveal` is False and a round was dealt from a given deck, because the record must contain the
            deck.

    >>> from rami import Match, TakeDiscard, variants
    >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    >>> print(dumps(match), end="")
    rami record 1
    rami ...
    variant gin 1
    players 2
    shuffle 1
    seed 7
    commitment 958f6fe46f211316edbc3c8f124022bae0ca5d1a35604f4af8c550f14b41ac91
    <BLANKLINE>
    round 1 dealer 1
    0: take
    <BLANKLINE>
    unfinished
    digest ...
    """
    reject(InvalidText, (*instance("match", match, Match), *flag("reveal", reveal)))
    text = "".join(f"{line}\n" for line in _lines(match, reveal))
    return readable(f"{text}digest {digest(text)}\n", _WHAT, LARGEST_RECORD)


def _lines(match: Match, reveal: bool) -> Iterator[str]:
    """Yield the lines of a record except the digest."""
    # A record must contain a given deck, which reveals every card that a hidden seed should hide.
    if not reveal and any(isinstance(step, Dealt) and step.deck for step in match.steps):
        raise InvalidText(Violation(Reason.DECK_REVEALS))
    differences = differences_of(match.variant)
    yield from (_TITLE, f"rami {__version__}", *differences.facts)
    yield f"players {match.players}"
    yield from seed_lines(match.seed, reveal)
    yield from Body().of(match)
    yield from ("", end_of(match))


def seed_lines(seed: int, reveal: bool) -> Iterator[str]:
    """Yield the header lines about the source of the cards."""
    yield f"shuffle {SHUFFLE}"
    if reveal:
        yield f"seed {seed}"
    # Write it even if the seed is revealed, so that it can be compared with the commitment published before the deal.
    yield f"commitment {commitment(seed)}"


class Body:
    """The lines of the rounds of a record, written step by step; the moves of a turn share a line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._turn: tuple[int, int] | None = None

    def of(self, match: Match) -> list[str]:
        """Replay a match and return its lines."""
        first, *steps = match.steps
        # Replay step by step: totals, departures and scores belong after the step that caused them.
        at = Match.replay(match.variant, match.players, match.seed, [first])
        self.lines += following(None, at)
        for step in steps:
            before, at = at, at.after(step)
            if isinstance(step, Moved):
                self.add_move(before, step.player, str(step.move))
            elif not isinstance(step, Dealt):
                self.add_step(str(step))
            self.add_results(before, at)
        # A match may have been made by hand, with steps that do not lead to it.
        if at != match:
            raise InvalidText(Violation(Reason.LOG_DIFFERS))
        return self.lines

    def add_move(self, before: Match, seat: int, move: str) -> None:
        """Add a move."""
        turn = (before.round.turn, before.player)
        if turn == self._turn:
            self.lines[-1] += f"; {move}"
        else:
            self.lines.append(f"{seat}: {move}")
        self._turn = turn

    def add_step(self, line: str) -> None:
        """Add any other step, which ends the line of the turn."""
        self._turn = None
        self.lines.append(line)

    def add_results(self, before: Match, match: Match) -> None:
        """Add the lines that follow from the last step."""
        lines = [*following(before, match)]
        if lines:
            self._turn = None
            self.lines += lines


def following(before: Match | None, match: Match) -> Iterator[str]:
    """Yield the lines that follow from a step: the score of a round, an answer, the head of a new round."""
    gone = () if before is None else before.departures
    dealt = before is None or match.number > before.number
    ended = len(match.scores) > (0 if before is None else len(before.scores))
    # The deal itself may end a round, which is then scored before anybody moves.
    if dealt and match.round.over:
        yield from round_head(match)
        yield from lines_after(match, gone)
        return
    if ended:
        yield from lines_after(match, gone)
    elif before is not None and (len(match.buy_ins), len(match.departures)) > (
        len(before.buy_ins),
        len(gone),
    ):
        yield from counted_lines(match, gone)
    if dealt:
        yield from round_head(match)


def round_head(match: Match) -> Iterator[str]:
    """Yield the lines that begin a round just dealt."""
    yield from ("", f"round {match.number} dealer {match.round.context.dealer}")
    if match.deck:
        yield f"deck {' '.join(map(str, match.deck))}"


def _same_turn(one: Match, other: Match) -> bool:
    places = ((each.number, each.round.turn, each.player) for each in (one, other))
    return not other.round.over and next(places) == next(places)


def lines_after(match: Match, gone: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """Yield the lines after a finished round; `gone` are the groups that had left before."""
    yield f"scores {_scores(match.scores[-1], match.players)}"
    yield from counted_lines(match, gone)


def counted_lines(match: Match, gone: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """Yield the match's lines after a round; `gone` are the groups that had left before."""
    yield f"totals {' '.join(map(str, match.totals))}"
    left = match.departures[len(gone) :]
    if left:
        yield f"out {' '.join(str(seat) for group in left for seat in group)}"
    if match.contracts:
        yield f"contracts {' '.join(map(str, match.contracts))}"


def _scores(score: RoundScore, players: int) -> str:
    if score.void:
        return "void"
    points = {line.player: str(line.points) for line in score.lines}
    return " ".join(points.get(seat, "-") for seat in range(players))


def end_of(match: Match) -> str:
    """Return the line that names the winners."""
    return f"won {' '.join(map(str, match.winners))}" if match.over else "unfinished"


def digest(text: str) -> str:
    """Return the digest that protects a text against accidental changes."""
    # A lone surrogate cannot be encoded, but a forged record may contain one and must get a proper error.
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def load(
    source: Source,
    *,
    variant: Variant | None = None,
    seed: int | None = None,
    limit: int = LARGEST_RECORD,
) -> Match:
    """Read the match of a record file.

    Parameters:
        source: a path, or an open file.
        variant: as for `loads`.
        seed: as for `loads`.
        limit: as for `loads`.

    Raises:
        InvalidText: `loads` raises it.
        OSError: the file cannot be read.
    """
    return loads(read(source, _WHAT, limit), variant=variant, seed=seed, limit=limit)


def loads(
    text: str,
    *,
    variant: Variant | None = None,
    seed: int | None = None,
    limit: int = LARGEST_RECORD,
) -> Match:
    """Read the match of a record; every line is checked by replaying the match.

    Parameters:
        text: the record.
        variant: the variant, needed only if the record names a custom policy; it must match the record.
        seed: the seed, needed only if the record does not reveal it; it must match the commitment.
        limit: the most characters that the record may have.

    Returns:
        The match as it was written, with the same position, log, scores and totals.

    Raises:
        InvalidText: the text is not a record, or the match breaks the rules; the error gives the first wrong line and
            the reason.

    >>> from rami import Match, TakeDiscard, variants
    >>> match = Match.start(variants.GIN, players=2, seed=7).play(TakeDiscard())
    >>> loads(dumps(match)) == match
    True
    >>> loads(dumps(match).replace("0: take", "1: take"))
    Traceback (most recent call last):
    rami.errors.violations.InvalidText: line 10, character 4: it is player 0's turn, not player 1's [GIN-TURN-03]
    """
    reject(InvalidText, () if seed is None else integer("seed", seed))
    reader = _MatchReader(text, limit)
    return reader.match(variant, seed)


def _in_order(lines: Sequence[str]) -> Iterator[int]:
    """Yield the line numbers, from 0, with the header lines in canonical order."""
    end = lines.index("") if "" in lines else 0
    words = {number: lines[number].partition(" ")[0] for number in range(2, end)}
    header = list(words)
    # Leave an unknown word in its place, so that the error gives its line number.
    if set(words.values()) <= set(_HEADER):
        header.sort(key=lambda number: _HEADER.index(words[number]))
    yield from (*range(min(2, len(lines))), *header, *range(max(2, end), len(lines)))


class Reader(ABC, Generic[P]):
    """Reads a record line by line and replays it.

    The four methods at the end define the value on which it is replayed: a match, or a session with its match.
    """

    def __init__(self, text: str, limit: int) -> None:
        self.text: str = readable(text, _WHAT, limit)
        self.lines: list[str] = text.split("\n")
        if not self.lines[-1]:
            self.lines.pop()
        self.at: int = 0
        self.revealed: bool = False
        # Each move takes one step of the budget.
        self._played = Meter(1)
        for number, line in enumerate(self.lines, 1):
            if len(line) > LONGEST_LINE:
                raise InvalidText(too_long(Part.LINE, len(line), LONGEST_LINE).at(line=number))
        # Older records may have a different order; read the header in the current one.
        self._numbers: list[int] = [*_in_order(self.lines)]
        self.lines = [self.lines[number] for number in self._numbers]

    def number(self, back: int = 0) -> int:
        """Return the original number of the current line, or of an earlier one."""
        at = self.at - back
        return self._numbers[at] + 1 if 0 <= at < len(self._numbers) else at + 1

    def line(self, ahead: int = 0) -> str | None:
        """Return the current line, or a later one; None after the last."""
        return self.lines[self.at + ahead] if self.at + ahead < len(self.lines) else None

    def fault(self, *violations: Violation, back: int = 0) -> InvalidText:
        """Return the error for the current line, or for an earlier one."""
        return InvalidText(*(violation.at(line=self.number(back)) for violation in violations))

    def excerpt(self) -> str | None:
        """Return the current line as an error quotes it."""
        line = self.line()
        return None if line is None else short(line)

    def wrong(self, part: Part) -> InvalidText:
        """Return the error for unexpected text in the current line."""
        return self.fault(expected(part, self.excerpt()))

    def differs(self, line: str) -> InvalidText:
        """Return the error that the current line differs from the line that the match produces."""
        params = {"recorded": self.excerpt(), "found": short(line)}
        return self.fault(Violation(Reason.RECORD_DIFFERS, None, params))

    def matching(self, part: Part) -> re.Match[str]:
        """Consume a line, which must have the form of a part."""
        found = _FORMS[part].fullmatch(self.line() or "")
        if found is None:
            raise self.wrong(part)
        self.at += 1
        return found

    def exactly(self, lines: Iterable[str]) -> None:
        """Consume lines, which must equal the lines that the match produces."""
        for line in lines:
            if self.line() != line:
                raise self.differs(line)
            self.at += 1

    def variant(self, head: Part, given: Variant | None) -> Variant:
        """Return the variant from the first lines, which must equal the lines that its record would have."""
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
            variant = self.made(differences, given)
            if options:
                # Refuse an option that repeats its parent's value, so that each match has one text.
                self.canonical(differences, self.written(differences, variant), first)
        except InvalidText:
            raise
        except RamiError as error:
            located = (each.at(line=place_of(each, places) or start) for each in error.violations)
            raise InvalidText(*located) from None
        return variant

    def made(self, differences: Differences, given: Variant | None) -> Variant:
        """Return the variant that the differences in the first lines describe."""
        return differences.variant(given)

    def written(self, differences: Differences, variant: Variant) -> Differences:
        """Return the differences that the first lines of this variant must have, with the same parent."""
        return differences_of(variant, variants.get(differences.slug))

    def canonical(self, recorded: Differences, found: Differences, start: int) -> None:
        """Check that the record lists exactly the options that differ, in any order."""
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
        try:
            return read_option(option, len(head))
        except InvalidText as error:
            raise self.fault(*error.violations) from None

    def seed(self, given: int | None) -> int:
        """Return the seed from the header, or the given seed, checked against the commitment."""
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
        # Without the seed the cards cannot be dealt again, and no record is read unchecked.
        if seed is None:
            raise self.fault(Violation(Reason.SEED_HIDDEN), back=1)
        try:
            check_commitment(published, seed)
        except InvalidMatch as error:
            raise self.fault(*error.violations, back=1) from None
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
        """Play the turn on the current line; `earlier` is the match before the previous line if that was a turn."""
        before = self.match_of(at)
        if before.round.over:
            self.exactly([""])
        cursor = Cursor(self.line() or "")
        try:
            seat = cursor.number(Part.SEAT)
            cursor.needs(":")
            moves = read_moves(cursor)
        except InvalidText as error:
            raise self.fault(*error.violations) from None
        # Each match has only one record, so that two records can be compared as text.
        if earlier is not None and _same_turn(earlier, before):
            raise self.fault(Violation(Reason.TURN_SPLIT))
        column = len(f"{seat}: ") + 1
        written: list[str] = []
        for move in moves:
            if not _same_turn(before, self.match_of(at)):
                # A line must not continue into the next turn, which has a separate line.
                raise self.fault(expected(Part.END_OF_TURN, short(str(move))).at(column=column))
            self._played.count()
            try:
                at, text = self.moved(at, move, seat)
            except RamiError as error:
                raise self.fault(*(each.at(column=column) for each in error.violations)) from None
            # The position identifies the melds.
            written.append(text)
            column += len(f"{move}; ")
        self.exactly([f"{seat}: {'; '.join(written)}"])
        return at

    def finish(self) -> None:
        """Check the digest and that nothing follows it."""
        recorded = self.matching(Part.DIGEST_LINE)[1]
        above = "".join(f"{line}\n" for line in self.text.split("\n")[: self.at - 1])
        # Use the original text, since the header lines may have been reordered for reading.
        if recorded != digest(above):
            raise self.fault(Violation(Reason.RECORD_EDITED), back=1)
        if self.line() is not None:
            raise self.wrong(Part.END)
        if not self.text.endswith("\n"):
            raise self.fault(expected(Part.END_OF_LINE, None), back=1)

    @abstractmethod
    def match_of(self, at: P) -> Match:
        """Return the match at a place of the record."""

    @abstractmethod
    def continues(self) -> bool:
        """Return whether another step follows."""

    @abstractmethod
    def moved(self, at: P, move: Move, seat: int) -> tuple[P, str]:
        """Return the place after a move, and the move in the game's spelling."""

    @abstractmethod
    def other_step(self, at: P) -> P | None:
        """Consume a step other than a move and return the place after it; None if the line is no such step."""


class _MatchReader(Reader[Match]):
    """Reads the record of a match."""

    def match(self, given: Variant | None, seed: int | None) -> Match:
        """Return the match of the whole record."""
        variant = self.variant(Part.RECORD_HEAD, given)
        players = int(self.matching(Part.PLAYERS_LINE)[1])
        header = self.at
        secret = self.seed(seed)
        deck = self.deck()
        try:
            match = Match.start(variant, players, secret, deck=deck)
        except RamiError as error:
            back = self.at + 1 - header if deck is None else -2
            raise self.fault(*error.violations, back=back) from None
        return self.rounds(match)

    def match_of(self, at: Match) -> Match:
        return at

    def continues(self) -> bool:
        return bool(self.line()) or (self.line(1) or "").startswith("round ")

    def moved(self, at: Match, move: Move, seat: int) -> tuple[Match, str]:
        after = at.play(move, by=seat)
        made = after.last_move
        assert made is not None  # it has just been played
        return after, str(made.move)

    def other_step(self, at: Match) -> Match | None:
        line = self.line() or ""
        if not line:
            deck = self.deck()
            try:
                return at.next_round(deck=deck)
            except RamiError as error:
                raise self.fault(*error.violations, back=-1 if deck is None else -2) from None
        found = _STEP.fullmatch(line)
        if found is None:
            return None
        try:
            after = _STEPS[found[1]](at, None if found[2] == "-" else int(found[2]))
        except InvalidMatch as error:
            raise self.fault(*error.violations) from None
        self.exactly([str(after.steps[-1])])
        return after

    def deck(self) -> str | None:
        """Return the dealing order of the next round, if its lines give one."""
        line = self.line(2) or ""
        if not line.startswith("deck "):
            return None
        if not self.revealed:
            raise self.fault(Violation(Reason.DECK_HIDDEN), back=-2)
        return line.removeprefix("deck ")
