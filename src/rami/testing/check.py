"""The check that every variant has to pass.

The check walks through random rounds and tests every property of `Property` at each position. The report has a digest
of all lists, reasons and scores, by which two machines can tell that they agree.
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
from rami.errors import RamiError, reject
from rami.errors.checks import instance, integer, one_of
from rami.policies.slots.match_format import MatchFormat
from rami.policies.variant import Variant
from rami.rounds._engine.positions import check_seed
from rami.rounds.round import Round
from rami.testing._pool import other_moves
from rami.testing._positions import (
    LONGEST_TURN,
    check_conserved,
    check_lazy,
    check_listed,
    check_order,
    check_score,
    check_text,
    check_tried,
    check_turn_ends,
    check_values,
)
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
"""The depth of the check at each position: a share of the costly questions, drawn by lot, or all of them."""

TRIED = 12
"""The number of other moves tried at a position."""

_TURNS_FOLLOWED = 2
_LAZY_EACH = 8
# The costly questions; a quick check asks one kind of them at each position.
_ANSWERS, _COPIES, _SECRETS, _EVENTS, _REFUSALS = range(5)

# The path is read first: unpickling the variant may need a module that only this process knows where to find.
_ELSEWHERE = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rami.testing import check_variant
variant, options = pickle.load(sys.stdin.buffer)
print(check_variant(variant, **options).digest)
"""


class _Tally:
    """Counts of the cases seen."""

    def __init__(self) -> None:
        self.rounds = self.positions = self.moves = 0
        self.played: Counter[str] = Counter()
        self.endings: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.duties: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self._digest = sha256()

    def note(self, *values: object) -> None:
        """Add the texts of some values to the digest."""
        for value in values:
            # The zero keeps "ab" + "c" apart from "a" + "bc".
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
    """Play random rounds of a variant and check every property at their positions.

    The rounds mix plain deals with rich ones, full stocks with short ones, and bots with chance, so that openings,
    lay-offs, recovered jokers, knocks and ends occur; the report lists the cases that never occurred. `Property` lists
    the properties checked.

    Parameters:
        variant: the rules; their rounds end after `turn_cap` turns, unless the match policy is a custom one.
        rounds: the number of rounds.
        seed: 0 to 2**256 - 1; the same seed plays the same rounds. None for 256 random bits of the system, which the
            report records.
        players: the number of players; by default every number that can be dealt, in turn.
        turn_cap: the number of turns after which a round ends.
        breadth: the number of listed moves to check in each position.
        depth: "quick" to check the list of moves, the end of the turn, the cards, the events and the score at every
            position, and one kind of the questions that take longer, of one viewer; which one, the seed decides.
            "full" to check everything for everybody at every position, in five to nine times the time.
        hash_seeds: for each of these numbers the same check runs again in another Python process with that
            `PYTHONHASHSEED`, and must give the same report; the variant must be picklable and importable there.

    Returns:
        The report of the cases seen.

    Raises:
        CheckFailed: a property does not hold; it carries the position and the move.
        InvalidSetup: no round of this variant can be dealt.
        RamiError: a number is out of range, or `variant` is not a variant.

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
            found = f"a process with PYTHONHASHSEED={hash_seed} lists or explains otherwise"
            raise CheckFailed(Property.DETERMINISTIC, found)
    return report


def _digest_elsewhere(variant: Variant, options: Mapping[str, object], hash_seed: int) -> str:
    """Return the digest of `check_variant` from a new process, where strings hash differently."""
    import os  # only this check leaves the process
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
        found = f"in a process with PYTHONHASHSEED={hash_seed} the check fails: {last_line}"
        raise CheckFailed(Property.DETERMINISTIC, found)
    return done.stdout.decode("ascii").strip()


def check_position(position: Round, *, seed: int | None = None, breadth: int = BREADTH) -> Report:
    """Check a single position, for instance that of a failure.

    Parameters:
        position: the round.
        seed: 0 to 2**256 - 1, which chooses the moves to try. None for 256 random bits of the system.
        breadth: the number of listed moves to check.

    Returns:
        The report of the cases seen.

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
    """Turn any error raised inside, except a failed check, into a failure."""
    try:
        yield
    except CheckFailed:
        raise
    except Exception as error:
        setup = None if position is None else position.setup
        raise CheckFailed(Property.ERRORS, f"{type(error).__name__} is raised: {error}", setup) from error


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
        # A custom match policy has no turn cap, so its long rounds are abandoned and do not fail.
        if position.turn > turn_cap and not isinstance(variant.match, MatchFormat):
            break
        if position.turn > turn_cap or in_turn > LONGEST_TURN:
            found = f"turn {position.turn} goes on after {in_turn} moves; the cap is {turn_cap} turns"
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
    """Return in a word how a round ended; a round ended by the turn cap may have had no other end."""
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
    """Check everything about one position and the move that led to it, or a share of it."""
    position = step.position
    # The kind is drawn by lot: draws and plays alternate, so counting off would ask some questions only at draws.
    only = stream.below(_REFUSALS + 1) if depth == "quick" else None
    viewers: tuple[int | None, ...] = (None, *range(position.context.seats))
    if only is not None:
        viewers = (pick(stream, (*viewers, position.player)),)
    check_conserved(position, step.before, step.move)
    # This is taken before all questions, to be compared after them.
    setup, number = position.setup, hash(position)
    moves = listed(position, breadth)
    check_listed(position, moves, complete=len(moves) < breadth)
    asked = (_ANSWERS, _COPIES, _SECRETS)
    tried = tuple(other_moves(position, stream, moves, TRIED)) if only is None or only in asked else ()
    reasons: Counter[str] = Counter()
    if only in (None, _ANSWERS):
        reasons = check_tried(position, tried, breadth)
    for _ in range(_TURNS_FOLLOWED if moves else 0):
        check_turn_ends(position, pick(stream, moves), stream, breadth)
    if only in (None, _COPIES):
        check_values(position)
    if only in (None, _ANSWERS):
        check_text(position, (*moves, *tried))
    if only in (None, _COPIES):
        check_order(position, moves, tried, breadth)
    if only in (None, _SECRETS):
        check_secrecy(position, moves, tried, stream, breadth, viewers)
    if only in (None, _EVENTS):
        check_events(step, stream, viewers)
    if only in (None, _REFUSALS):
        check_refusals(step, stream, viewers)
    check_board(step, viewers)
    check_score(position)
    # Each query of this check takes a fresh copy, so it runs only at some positions, but always at long lists.
    if only in (None, _COPIES) and (index % _LAZY_EACH == 0 or len(moves) == breadth):
        check_lazy(position, moves, breadth)
    unchanged = position.setup == setup and hash(position) == number
    require(unchanged, Property.VALUES, "questions and moves have changed the position", position)
    tally.positions += 1
    tally.moves += len(moves) + len(tried)
    tally.reasons += reasons
    tally.phases[str(position.phase)] += 1
    # Positions are counted, not duties: two jokers to place are one case.
    tally.duties.update({str(duty.kind) for duty in position.duties})
    if step.before is not None and step.move is not None:
        tally.played[kind_of(step.before, step.move)] += 1
    # Use the texts, which are the same on every machine; hashes and addresses are not.
    tally.note(*moves, "tried", *tried, *(each for move in tried for each in position.explain(move)))
    if position.over:
        tally.note(position.score())
