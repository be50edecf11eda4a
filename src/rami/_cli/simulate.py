"""`rami simulate`: play many rounds and add up their results.

The command divides the rounds among processes, and adds up the results. The deal of round n depends only on the seed
and on n, so the totals do not depend on the number of processes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from itertools import count
from math import sqrt
from typing import Any

from rami._cli.arguments import (
    Commands,
    Parser,
    add_bots,
    add_command,
    add_deal,
    add_language,
    add_number,
    add_variant,
    bots_named,
    seed_given,
)
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami.bots.simulation import Tally, tally
from rami.policies.results.scores import Points

PARTS = 100
"""The minimum number of steps of the progress bar."""

LARGEST_PART = 100_000
"""The maximum number of rounds that a process plays in one step, so that the progress bar keeps moving."""

_EXAMPLES = """\
The same seed gives the same numbers, whatever the number of processes.

examples:
  rami simulate gin
  rami simulate classic-51 --players 2 --rounds 20 --bots greedy random
  rami simulate gin --rounds 100000 --bots random --processes 2 --json
"""


def add(commands: Commands) -> Parser:
    """Add `rami simulate` to the commands."""
    what = "play many rounds and add up their results"
    more = "Play many rounds, each with its own deal, and count each player's wins."
    parser = add_command(commands, "simulate", run, what, more, _EXAMPLES)
    add_variant(parser)
    add_number(
        parser,
        "--rounds",
        what="a number of rounds, 1 or more",
        largest=10**9,
        default=100,
        help="play this many rounds (default: 100)",
    )
    add_deal(parser)
    add_bots(parser)
    add_number(
        parser,
        "--processes",
        what="a number of processes, 1 or more",
        largest=1000,
        default=1,
        help="share the work among this many processes (default: 1)",
    )
    # JSON is for programs, so its keys are always English and its points are not rounded.
    parser.add_argument("--json", action="store_true", help="print one JSON object, for other programs")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play the rounds and print the totals."""
    variant, rounds, share = game_named(arguments.variant), arguments.rounds, arguments.processes
    seed = seed_given(arguments.seed)
    players = variant.usual_players if arguments.players is None else arguments.players
    names = arguments.bots or ["greedy"]
    # If all bots choose at random, the kernel plays whole rounds by itself, a hundred times as fast.
    bots = None if set(names) == {"random"} else bots_named(names, players, seed)
    seated = names * players if len(names) == 1 else names
    # Make a hundred steps or more, so that the progress bar is never still for long.
    step = max(1, min(-(-rounds // PARTS), LARGEST_PART * share))
    starts = range(0, rounds, step)
    workers: Any = nullcontext() if share == 1 else ProcessPoolExecutor(share)
    sums: Tally | None = None
    with workers as executor, _progress(len(starts)) as advance:
        for first in starts:
            n = min(step, rounds - first)
            chunk = max(1, -(-n // share))
            # The deal of a round depends on its number alone, so parts can be played anywhere and in any order.
            part = tally(
                variant, n, seed, players=players, bots=bots, first=first, executor=executor, chunk=chunk
            )
            sums = part if sums is None else sums + part
            advance()
    assert sums is not None  # there is at least one round
    if arguments.json:
        screen.write([json.dumps(_facts(sums, seated))])
    else:
        _summary(screen, sums, seated)
    return 0


def _facts(sums: Tally, bots: Sequence[str]) -> dict[str, Any]:
    """Return the totals as data for other programs."""
    found = sums.statistics
    return {
        "variant": sums.variant.slug,
        "version": sums.variant.version,
        "players": sums.players,
        "seed": sums.seed,
        "rounds": found.count,
        "without_winner": found.without_winner,
        "turns": found.lengths.total,
        "seats": [
            {
                "seat": seat,
                "bot": bot,
                "wins": found.wins[seat],
                "opened": found.openings[seat],
                "points": _plain(points.total),
                "deviation": points.deviation,
                "histogram": points.histogram(),
                "wins_by_dealer": [each.wins[seat] for each in sums.by_dealer],
                "opened_by_dealer": [each.openings[seat] for each in sums.by_dealer],
            }
            for seat, (bot, points) in enumerate(zip(bots, found.points, strict=True))
        ],
    }


def _plain(points: Points) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


def interval(wins: int, rounds: int) -> tuple[float, float]:
    """Return the 95% confidence limits of a share of wins, in percent.

    >>> tuple(round(each, 1) for each in interval(50, 100))
    (40.4, 59.6)
    """
    # Use Wilson's interval: unlike the usual one, it stays between 0 and 100%, and is right even for few wins.
    z, share = 1.96, wins / rounds
    middle = share + z * z / (2 * rounds)
    width = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    scale = 1 + z * z / rounds
    return 100 * max(0.0, (middle - width) / scale), 100 * min(1.0, (middle + width) / scale)


def _summary(screen: Screen, sums: Tally, bots: Sequence[str]) -> None:
    found = sums.statistics
    rounds = found.count
    screen.say(
        "{game}: {players:player|players}, {rounds:round|rounds}, seed {seed}",
        game=screen.game(sums.variant.name),
        players=sums.players,
        rounds=rounds,
        seed=sums.seed,
    )
    rows: list[tuple[object, ...]] = []
    for seat, bot in enumerate(bots):
        wins, points = found.wins[seat], found.points[seat]
        rows.append(
            (
                seat + 1,  # people count from 1, as in `rami play`; the JSON has seats, from 0
                wins,
                screen.decimal(100 * wins / rounds),
                "-".join(map(screen.decimal, interval(wins, rounds))),
                screen.decimal(float(points.mean), 2),
                screen.decimal(points.deviation, 2),
                screen.decimal(100 * found.openings[seat] / rounds),
                bot,
            )
        )
    words = screen.words(["player", "wins", "points", "spread", "opened %", "bot"])
    player, won, mean, spread, opened, bot = words
    screen.table([player, won, "%", screen.percent("95"), mean, spread, opened, bot], rows, left=1)
    screen.say(
        "Rounds without a winner: {void}. Turns in a round: {turns}",
        void=found.without_winner,
        turns=screen.decimal(float(found.lengths.mean)),
    )
    screen.say(
        "Wins by position, starting with the dealer: {wins}",
        wins=" ".join(screen.percent(screen.decimal(100 * each / rounds)) for each in sums.by_position.wins),
    )


@contextmanager
def _progress(parts: int) -> Generator[Callable[[], None]]:
    """Yield a function that updates the progress bar on a terminal; call it after each finished part."""
    # Draw the bar on the error stream, so that the user can redirect the numbers to a file.
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield lambda: None
        return
    done = count(1)

    def advance() -> None:
        stream.write(f"\r{100 * next(done) // parts:3}%")
        stream.flush()

    try:
        yield advance
    finally:
        # Overwrite "100%" with spaces, so that the next line begins clean.
        stream.write("\r    \r")
        stream.flush()
