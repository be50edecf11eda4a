"""The lines common to records of matches and of sessions: the seed, the rounds, the results and the digest."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from rami._kernel.cards.shuffle import VERSION as SHUFFLE
from rami.errors import InvalidText, Reason, Violation
from rami.matches.match import Match
from rami.matches.steps import Dealt, Moved
from rami.notation.commitments import commitment
from rami.policies.results.scores import RoundScore

TITLE: Final = "rami record 1"
SESSION_TITLE: Final = "rami session 2"


def seed_lines(seed: int, reveal: bool) -> Iterator[str]:
    """Yield the header lines that say how the cards were shuffled."""
    yield f"shuffle {SHUFFLE}"
    if reveal:
        yield f"seed {seed}"
    # Write the commitment even next to the seed, so that people can compare it with the one published before the deal.
    yield f"commitment {commitment(seed)}"


class Body:
    """The part of a record below the header, written step by step; the moves of a turn share a line."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._turn: tuple[int, int] | None = None

    def of(self, match: Match) -> list[str]:
        """Replay a match and return its lines."""
        first, *steps = match.steps
        # Replay step by step, because totals, departures and scores follow the step that caused them.
        at = Match.replay(match.variant, match.players, match.seed, [first])
        self.lines += following(None, at)
        for step in steps:
            before, at = at, at.after(step)
            if isinstance(step, Moved):
                self.add_move(before, step.player, str(step.move))
            elif not isinstance(step, Dealt):
                self.add_step(str(step))
            self.add_results(before, at)
        # The match may have been built by hand, so that its steps do not lead to its position.
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
        """Add a step other than a move; the moves after it begin a new line."""
        self._turn = None
        self.lines.append(line)

    def add_results(self, before: Match, match: Match) -> None:
        """Add the lines that follow from the last step."""
        lines = [*following(before, match)]
        if lines:
            self._turn = None
            self.lines += lines


def following(before: Match | None, match: Match) -> Iterator[str]:
    """Yield the lines that a step causes: the score of a finished round, new totals, and the head of a new round."""
    gone = () if before is None else before.departures
    dealt = before is None or match.number > before.number
    ended = len(match.scores) > (0 if before is None else len(before.scores))
    # A deal may end the round, which is then scored before anybody moves.
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
    """Yield the first lines of a round that has just been dealt."""
    yield from ("", f"round {match.number} dealer {match.round.context.dealer}")
    if match.deck:
        yield f"deck {' '.join(map(str, match.deck))}"


def same_turn(one: Match, other: Match) -> bool:
    """Return whether moves made in these two positions belong on one line."""
    places = ((each.number, each.round.turn, each.player) for each in (one, other))
    return not other.round.over and next(places) == next(places)


def lines_after(match: Match, gone: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """Yield the lines after a finished round; `gone` lists the groups of players who had already left."""
    yield f"scores {_scores(match.scores[-1], match.players)}"
    yield from counted_lines(match, gone)


def counted_lines(match: Match, gone: tuple[tuple[int, ...], ...]) -> Iterator[str]:
    """Yield the totals, departures and contracts; `gone` lists the groups of players who had already left."""
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
    """Return the digest by which a reader detects accidental changes in the text."""
    # Text with a lone surrogate cannot be encoded normally. A forged record may contain one, and must be refused with a
    # proper error.
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
