"""Records of matches: a whole match as text, without its players. Reading a record replays the match and checks it.

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

The first line of the header has the version of this format, and the second the version of rami that wrote the record.
The lines after that may come in any order. The line ``variant`` names an installed variant, and lines ``option`` and
``policy`` state the differences from it, as in `rami.notation.positions`. The other lines give the number of players,
the version of the shuffle (1 if the line is missing), the seed (unless the record hides it) and the commitment to the
seed (`rami.notation.commitments`).

Each round begins with its number and its dealer. A line ``deck`` follows if the pack was not shuffled from the seed,
with all cards in dealing order; a record that hides the seed must not have this line. Each turn has a line with the
seat and its moves, as `rami.cards.moves` describes them. Other lines name the seat of the player who acted, or ``-``
for all players together. ``last`` announces the round as the last one, and ``undo`` takes back the last move.
``throw_in`` and ``misdeal`` end the round as void; after ``misdeal`` the same player deals again.

After a finished round come the ``scores`` by seat (``-`` for a seat that did not play, ``void`` for a void round) and
the ``totals``. If players leave the match, ``out`` and their seats follow; in a game of contracts ``contracts``
follows, with the contract that each player has to lay next. The line ``buy_in 2`` means that player 2 buys back into
the match, ``stay_out 2`` that player 2 declines, and ``withdraw 2`` that player 2 leaves for good. After each of these
the totals follow again. ``stop`` ends the match. The record ends with ``won`` and the winners, or with ``unfinished``,
and then the SHA-256 digest of all text above it, in UTF-8.

The digest guards against accidents, and the replay against forgery: a record is refused unless every move is legal for
the player at the seat it names and every number follows from the rules of the variant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rami._base.version import __version__
from rami.cards._cursor import readable_lines
from rami.cards._move_text import LONGEST_TURN
from rami.cards.moves import Move
from rami.errors import InvalidText, Reason, Violation, reject
from rami.errors.checks import flag, instance, integer
from rami.errors.texts import Part
from rami.matches.match import Match
from rami.matches.steps import Dealt
from rami.notation._differences import differences_of
from rami.notation._record_lines import TITLE, Body, digest, end_of, seed_lines
from rami.notation._record_reader import Reader
from rami.notation.files import Source, Target, read, write
from rami.policies.variant import Variant

__all__ = ["LARGEST_RECORD", "LONGEST_LINE", "dump", "dumps", "load", "loads"]

LARGEST_RECORD = 1_000_000
"""The maximum number of characters in a record, unless the caller allows more."""

LONGEST_LINE = LONGEST_TURN
"""The maximum number of characters in a line."""

_WHAT: Final = Part.RECORD
# Allow no leading zeros and at most nine digits, so that each match has only one record and `int` is quick.
_STEP: Final = re.compile(r"(last|undo|buy_in|stay_out|throw_in|misdeal|withdraw|stop) (-|0|[1-9][0-9]{0,8})")
_STEPS: Final[Mapping[str, Callable[[Match, int | None], Match]]] = {
    "last": Match.announce_last,
    # Force the takeback: permission was checked when it was made, and the record does not say whether it was forced.
    "undo": lambda match, seat: match.undo(seat, force=True),
    "buy_in": lambda match, seat: match.buy_in(True, seat),
    "stay_out": lambda match, seat: match.buy_in(False, seat),
    "throw_in": Match.throw_in,
    "misdeal": lambda match, seat: match.throw_in(seat, misdeal=True),
    "withdraw": lambda match, seat: match.withdraw(-1 if seat is None else seat),
    "stop": Match.stop,
}


def dump(match: Match, target: Target, *, reveal: bool = True) -> None:
    """Write the record of a match to a file.

    Parameters:
        match: the match, which need not be over.
        target: a path, whose file is replaced, or an open text file.
        reveal: True to write the seed; False to write only the commitment, so that the reader of the record has to
            supply the seed. In either case all moves are written, including face-down discards.

    Raises:
        InvalidText: the match cannot be written as a record; `dumps` lists the reasons.
        OSError: the file cannot be written.
    """
    write(dumps(match, reveal=reveal), target)


def dumps(match: Match, *, reveal: bool = True) -> str:
    """Return the record of a match as text.

    Parameters:
        match: the match, which need not be over.
        reveal: True to write the seed; False to write only the commitment, so that the reader of the record has to
            supply the seed. In either case all moves are written, including face-down discards.

    Raises:
        InvalidText: the variant cannot be written, the record would be too long, or replaying the steps gives a
            different match. With `reveal` False, a match is also refused if a round was dealt from a pack in a
            given order, because the record would have to list that order.

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
    return readable_lines(f"{text}digest {digest(text)}\n", _WHAT, LARGEST_RECORD, LONGEST_LINE)


def _lines(match: Match, reveal: bool) -> Iterator[str]:
    """Yield the lines of a record except the digest."""
    # The record has to contain the order of the pack, which would reveal the cards that a hidden seed is meant to hide.
    if not reveal and any(isinstance(step, Dealt) and step.deck for step in match.steps):
        raise InvalidText(Violation(Reason.DECK_REVEALS))
    differences = differences_of(match.variant)
    yield from (TITLE, f"rami {__version__}", *differences.facts)
    yield f"players {match.players}"
    yield from seed_lines(match.seed, reveal)
    yield from Body().of(match)
    yield from ("", end_of(match))


def load(
    source: Source,
    *,
    variant: Variant | None = None,
    seed: int | None = None,
    limit: int = LARGEST_RECORD,
) -> Match:
    """Read a match from a record file.

    Parameters:
        source: a path, or an open file.
        variant: the variant, needed only if the record names a custom policy; it must agree with the record.
        seed: the seed, needed only if the record does not reveal it; it must match the commitment.
        limit: the maximum number of characters in the record.

    Raises:
        InvalidText: the text is not a record, or the match breaks the rules; the error names the first wrong line and
            the reason.
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
    """Read a match from its record; every line is checked by replaying the match.

    Parameters:
        text: the record.
        variant: the variant, needed only if the record names a custom policy; it must agree with the record.
        seed: the seed, needed only if the record does not reveal it; it must match the commitment.
        limit: the maximum number of characters in the record.

    Returns:
        The match that was written, with the same position, log, scores and totals.

    Raises:
        InvalidText: the text is not a record, or the match breaks the rules; the error names the first wrong line and
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
    return _MatchReader(text, limit).match(variant, seed)


class _MatchReader(Reader[Match]):
    """Reads the record of a match."""

    def match(self, given: Variant | None, seed: int | None) -> Match:
        """Read the whole record and return its match."""
        variant = self.variant(Part.RECORD_HEAD, given)
        players = int(self.matching(Part.PLAYERS_LINE)[1])
        header = self.at
        secret = self.seed(seed)
        deck = self.deck()
        with self.located(back=self.at + 1 - header if deck is None else -2):
            match = Match.start(variant, players, secret, deck=deck)
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
            with self.located(back=-1 if deck is None else -2):
                return at.next_round(deck=deck)
        found = _STEP.fullmatch(line)
        if found is None:
            return None
        with self.located():
            after = _STEPS[found[1]](at, None if found[2] == "-" else int(found[2]))
        self.exactly([str(after.steps[-1])])
        return after

    def deck(self) -> str | None:
        """Return the pack of the next round in dealing order, or None if the record does not state it."""
        line = self.line(2) or ""
        if not line.startswith("deck "):
            return None
        if not self.revealed:
            raise self.fault(Violation(Reason.DECK_HIDDEN), back=-2)
        return line.removeprefix("deck ")
