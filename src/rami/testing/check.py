"""The check that every variant has to pass.

The check plays random rounds and tests every `Property` in each position. The report contains a digest of all lists
of moves, reasons against moves, and scores, so that you can compare the results of two machines.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from typing import Literal, get_args

from rami._base.entropy import seed_or_fresh
from rami._kernel.cards.shuffle import Stream
from rami.cards.moves import Move
from rami.errors import RamiError, reject
from rami.errors.checks import instance, integer, one_of
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant
from rami.rounds._engine.positions import check_seed
from rami.rounds.round import Round
from rami.testing import _positions
from rami.testing._pool import other_moves
from rami.testing._refusals import check_refusals
from rami.testing._secrecy import check_board, check_events, check_secrecy
from rami.testing._walks import (
    BREADTH,
    Step,
    capped,
    check_match,
    check_verdict,
    listed,
    pick,
    seat_numbers,
    walk,
)
from rami.testing.failure import CheckFailed, Property, require
from rami.testing.report import KINDS, Report, counts, kind_of

__all__ = ["check_position", "check_variant"]

Depth = Literal["quick", "full"]
"""The depth of the check at each position: a random selection of the slow checks, or all of them."""

TRIED = 12
"""The number of random moves to try in a position in addition to the listed moves."""

_TURNS_FOLLOWED = 2
_LAZY_EACH = 8
# A "quick" check looks closely at the first 12 positions of a round, and at position `n` with a chance of 12 in `n`.
# The check of a long round would otherwise take several seconds, without finding much more.
_CLOSELY = 12
# The number of listed moves that a "quick" check judges in such a position, and in any other. A list of rearranged
# tables may be long, and each of them takes milliseconds.
_MANY, _FEW = 8, 3
# The kinds of slow checks; a "quick" check runs at most one kind in each position.
_ANSWERS, _COPIES, _SECRETS, _EVENTS, _REFUSALS, _NONE = range(6)

# Read `sys.path` first, because otherwise the new process might not find the module of the variant.
_ELSEWHERE = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rami.testing import check_variant
variant, options = pickle.load(sys.stdin.buffer)
print(check_variant(variant, **options).digest)
"""


class _Tally:
    """The counts of a check in progress."""

    def __init__(self) -> None:
        self.rounds = self.positions = self.moves = 0
        self.played: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.duties: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self._digest = sha256()

    def note(self, *values: object) -> None:
        """Add values, as text, to the digest."""
        for value in values:
            # Without the zero byte, "ab" and "c" would give the same digest as "a" and "bc".
            self._digest.update(str(value).encode("utf-8") + b"\0")

    def report(self, variant: Variant, seed: int) -> Report:
        return Report(
            variant=variant.slug,
            seed=seed,
            rounds=self.rounds,
            positions=self.positions,
            moves=self.moves,
            played=counts(self.played, KINDS),
            endings=counts(self.endings),
            phases=counts(self.phases),
            duties=counts(self.duties),
            reasons=counts(self.reasons),
            digest=self._digest.hexdigest(),
        )


def check_variant(
    variant: Variant,
    *,
    rounds: int = 8,
    seed: int | None = None,
    players: int | None = None,
    turn_cap: int = 40,
    breadth: int = BREADTH,
    depth: Depth = "quick",
    hash_seeds: Sequence[int] = (),
) -> Report:
    """Play random rounds of a variant and check every `Property` in their positions.

    Some deals are full of melds, some stocks are short, and bots choose some moves, so that openings, lay-offs,
    recovered jokers, knocks and endings occur. `Report.never` lists the kinds of moves that never occurred.

    Parameters:
        variant: the rules; rounds end after `turn_cap` turns, unless the variant has a custom match policy.
        rounds: the number of rounds to play.
        seed: a number from 0 to 2**256 - 1, which determines the rounds; None for 256 random bits from the operating
            system. The report records the seed.
        players: the number of players; None for each possible number in turn.
        turn_cap: the number of turns after which a round ends.
        breadth: the maximum number of listed moves to check in each position.
        depth: "quick" to check, in every position, the cards, the events, the score, one way to complete the turn, and
            three random listed moves. In the first 12 positions of a round, and in fewer and fewer of the later ones,
            it checks eight listed moves, and runs one random kind of slow check for one random viewer. "full" to run
            all checks in every position, for all viewers and all listed moves, which takes 3 to 20 times as long.
        hash_seeds: values of `PYTHONHASHSEED`. For each value, the same check runs in another Python process, which
            must return the same digest. The variant must be picklable, and its module must be importable in that
            process.

    Returns:
        A report of the moves and endings that occurred.

    Raises:
        CheckFailed: a property does not hold; the error contains the position and the move.
        InvalidSetup: no round of this variant can be dealt.
        RamiError: an argument has the wrong type or is out of range.

    >>> from rami import variants
    >>> report = check_variant(variants.GIN, rounds=1, turn_cap=4, seed=7)
    >>> report.rounds, report["Discard"] > 0
    (1, True)
    """
    reject(RamiError, instance("variant", variant, Variant))
    for name, value in (("rounds", rounds), ("turn_cap", turn_cap), ("breadth", breadth)):
        reject(RamiError, integer(name, value, 1))
    reject(RamiError, one_of("depth", depth, get_args(Depth)))
    seed = seed_or_fresh(seed)
    reject(RamiError, check_seed(seed))
    ended = capped(variant, turn_cap)
    numbers = seat_numbers(ended, players)
    tally = _Tally()
    for number in range(rounds):
        seats = numbers[number % len(numbers)]
        _check_round(ended, seats, seed, number, turn_cap, breadth, depth, tally)
    with _documented_errors(None):
        check_match(ended, numbers[-1], seed)
    report = tally.report(variant, seed)
    options = {
        "rounds": rounds,
        "seed": seed,
        "players": players,
        "turn_cap": turn_cap,
        "breadth": breadth,
        "depth": depth,
    }
    for hash_seed in hash_seeds:
        if _digest_elsewhere(variant, options, hash_seed) != report.digest:
            found = f"a process with PYTHONHASHSEED={hash_seed} gives other lists or reasons"
            raise CheckFailed(Property.DETERMINISTIC, found)
    return report


def _digest_elsewhere(variant: Variant, options: Mapping[str, object], hash_seed: int) -> str:
    """Return the digest of `check_variant` from a new process, in which strings have different hashes."""
    import os  # only this check starts another process
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE],
        input=pickle.dumps(sys.path) + pickle.dumps((variant, options)),
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        check=False,
    )
    if done.returncode:
        last_line = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        found = f"the check fails in a process with PYTHONHASHSEED={hash_seed}: {last_line}"
        raise CheckFailed(Property.DETERMINISTIC, found)
    return done.stdout.decode("ascii").strip()


def check_position(position: Round, *, seed: int | None = None, breadth: int = BREADTH) -> Report:
    """Check a single position, such as the position of a failure.

    Parameters:
        position: the position to check.
        seed: a number from 0 to 2**256 - 1, which determines the moves to try; None for 256 random bits from the
            operating system.
        breadth: the maximum number of listed moves to check.

    Returns:
        A report of the moves that were tried.

    Raises:
        CheckFailed: a property does not hold.

    >>> from rami import variants
    >>> check_position(Round.deal(variants.GIN, seed=7)).positions
    1
    """
    seed = seed_or_fresh(seed)
    wrong = (*instance("position", position, Round), *check_seed(seed), *integer("breadth", breadth, 1))
    reject(RamiError, wrong)
    tally = _Tally()
    with _documented_errors(position):
        _check(Step(position), Stream(seed, "position"), 0, breadth, "full", tally)
    return tally.report(position.variant, seed)


@contextmanager
def _documented_errors(position: Round | None) -> Generator[None, None, None]:
    """Turn any error in the `with` block into a failed check."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception as error:
        setup = None if position is None else position.setup
        raise CheckFailed(
            Property.ERRORS, f"a method raises {type(error).__name__}: {error}", setup
        ) from error


def _check_round(
    variant: Variant,
    seats: int,
    seed: int,
    number: int,
    turn_cap: int,
    breadth: int,
    depth: Depth,
    tally: _Tally,
) -> None:
    stream = Stream(seed, f"checks {number}")
    steps = walk(variant, seats, seed, number, breadth)
    position: Round | None = None
    in_turn = 0
    for index in count():
        with _documented_errors(position):
            step = next(steps, None)
        if step is None:
            break
        same_turn = position is not None and step.position.turn == position.turn
        position = step.position
        in_turn = in_turn + 1 if same_turn else 0
        # A custom match policy may have no turn cap, so abandon a long round instead of reporting it.
        if position.turn > turn_cap and not isinstance(variant.match, MatchFormat):
            break
        if position.turn > turn_cap or in_turn > _positions.LONGEST_TURN:
            found = f"turn {position.turn} continues after {in_turn} moves; the cap is {turn_cap} turns"
            raise CheckFailed(Property.TERMINATING, found, position.setup)
        with _documented_errors(position):
            _check(step, stream, index, breadth, depth, tally)
    tally.rounds += 1
    if position is not None:
        tally.endings[_ending(position, turn_cap)] += 1
        if position.over:
            with _documented_errors(position):
                check_verdict(position)


def _ending(position: Round, turn_cap: int) -> str:
    """Return how a round ended, in a few words."""
    if not position.over:
        return "stopped"
    if position.turn >= turn_cap and position.score().void:
        return "stopped at the cap"
    if position.knock is not None:
        return str(position.knock.kind)
    if position.score().void:
        return "void"
    return "without a winner" if position.outcome is None or position.outcome.winner is None else "went out"


def _check(step: Step, stream: Stream, index: int, breadth: int, depth: Depth, tally: _Tally) -> None:
    """Check a position and the move that led to it; a "quick" check runs only some of the slow checks."""
    position = step.position
    only, several = None, breadth
    viewers: tuple[int | None, ...] = (None, *range(position.context.seats))
    if depth == "quick":
        closely = stream.below(index + 1) < _CLOSELY
        # Choose the kind of slow check at random. If the kinds took turns, some would run only before draws, because
        # draws and plays alternate.
        only = stream.below(_NONE) if closely else _NONE
        several = min(breadth, _MANY if closely else _FEW)
        viewers = (pick(stream, (*viewers, position.player)),)
    _positions.check_conserved(position, step.before, step.move)
    # Compare these after all checks, to make sure that no query has changed the position.
    setup, number = position.setup, hash(position)
    moves = listed(position, breadth)
    judged = _some(stream, moves, several)
    _positions.check_listed(position, judged, complete=judged is moves and len(moves) < breadth)
    asked = (_ANSWERS, _COPIES, _SECRETS)
    tried = tuple(other_moves(position, stream, moves, TRIED)) if only is None or only in asked else ()
    reasons: Counter[str] = Counter()
    if only in (None, _ANSWERS):
        reasons = _positions.check_tried(position, tried, breadth)
    for _ in range(_TURNS_FOLLOWED if only is None else 1) if moves else ():
        _positions.check_turn_ends(position, pick(stream, moves), stream, breadth)
    if only in (None, _COPIES):
        _positions.check_values(position)
    if only in (None, _ANSWERS):
        _positions.check_text(position, (*judged, *tried))
    if only in (None, _COPIES):
        _positions.check_order(position, moves[:several], tried, several)
    if only in (None, _SECRETS):
        check_secrecy(position, moves[:several], tried, stream, several, viewers)
    if step.before is not None and step.move is not None:
        if only in (None, _EVENTS):
            check_events(step.before, step.move, stream, viewers)
        if only in (None, _REFUSALS):
            check_refusals(step.before, step.move, stream, viewers)
        check_board(step.before, step.move, viewers)
        tally.played[kind_of(step.before, step.move)] += 1
    _positions.check_score(position)
    # This check makes a copy for each query, so run it only in some positions, and whenever the list is long.
    if only in (None, _COPIES) and (index % _LAZY_EACH == 0 or len(moves) == breadth):
        _positions.check_lazy(position, moves[:several], several)
    unchanged = position.setup == setup and hash(position) == number
    require(unchanged, Property.VALUES, "queries and moves have changed the position", position)
    tally.positions += 1
    tally.moves += len(judged) + len(tried)
    tally.reasons += reasons
    tally.phases[str(position.phase)] += 1
    # Count positions, not duties, so that two jokers that must be placed count once.
    tally.duties.update({str(duty.kind) for duty in position.duties})
    # Use strings for the digest, because hashes and addresses differ between machines.
    tally.note(*judged, "tried", *tried, *(each for move in tried for each in position.explain(move)))
    if position.over:
        tally.note(position.score())


def _some(stream: Stream, moves: tuple[Move, ...], number: int) -> tuple[Move, ...]:
    """Return random moves in the order of the list, or the list itself if it has no more than `number` moves."""
    if len(moves) <= number:
        return moves
    left = list(range(len(moves)))
    chosen = [left.pop(stream.below(len(left))) for _ in range(number)]
    return tuple(moves[at] for at in sorted(chosen))
