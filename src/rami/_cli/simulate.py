"""The command that plays many rounds and tells what they add up to."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from fractions import Fraction
from math import sqrt
from typing import Any

from rami._cli.arguments import (
    DEFAULT_SEED,
    Commands,
    Parser,
    add_command,
    add_deal,
    add_language,
    add_variant,
    variant_named,
    whole,
)
from rami._cli.opponents import add_bots, bots_named
from rami._cli.screen import Screen, marked
from rami.policies.variant import Variant
from rami.simulation import Simulation, simulate

__all__ = ["add", "run"]

PARTS = 100
"""How many steps the progress has."""

_MOVES = marked("random moves")

_EXAMPLES = """\
The same seed gives the same numbers, whatever the number of processes.

examples:
  rami simulate gin --rounds 200
  rami simulate classic-51 --players 2 --rounds 20 --bots greedy random
  rami simulate gin --rounds 1000 --processes 2 --json
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "simulate",
        "play many rounds and tell what they add up to",
        "Play many rounds, each from a deal of its own, and tell who wins how often.",
        _EXAMPLES,
    )
    add_variant(parser)
    parser.add_argument(
        "--rounds",
        metavar="N",
        type=whole(1, 10**9, "a number of rounds, 1 or more,"),
        default=1000,
        help="how many rounds (default: 1000)",
    )
    add_deal(parser, "how many play (default: the fewest that the game allows)")
    add_bots(parser, "players who choose among the legal moves at random, inside the library")
    parser.add_argument(
        "--processes",
        metavar="N",
        type=whole(1, 1000, "a number of processes, 1 or more,"),
        default=1,
        help="how many processes share the work (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object, for programs")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play them, and write the sums."""
    variant = variant_named(arguments.variant)
    seed = DEFAULT_SEED if arguments.seed is None else arguments.seed
    players = variant.equipment.players[0] if arguments.players is None else arguments.players
    bots = bots_named(arguments.bots, players, seed) if arguments.bots else None
    tally = Tally(variant, players)
    step = max(1, -(-arguments.rounds // PARTS))
    starts = range(0, arguments.rounds, step)
    workers: Any = nullcontext() if arguments.processes == 1 else ProcessPoolExecutor(arguments.processes)
    with workers as executor, _progress(len(starts), arguments.color) as advance:
        for first in starts:
            count = min(step, arguments.rounds - first)
            tally.add(_played(variant, count, seed, players, bots, first, executor, arguments.processes))
            advance()
    names = arguments.bots or [_MOVES]
    seats = names * players if len(names) == 1 else names
    if arguments.json:
        screen.write([json.dumps(tally.told(seed, seats))])
    else:
        _summary(screen, tally, seed, seats)
    return 0


def _played(
    variant: Variant,
    n: int,
    seed: int,
    players: int,
    bots: Any,
    first: int,
    executor: Executor | None,
    share: int,
) -> Simulation:
    chunk = max(1, -(-n // share))
    return simulate(variant, n, seed, players=players, bots=bots, first=first, executor=executor, chunk=chunk)


class Tally:
    """Sums over rounds.

    Parameters:
        variant: the rules.
        players: how many play.
    """

    def __init__(self, variant: Variant, players: int) -> None:
        self.variant: Variant = variant
        self.players: int = players
        self.rounds: int = 0
        self.void: int = 0
        self.turns: int = 0
        self.wins: list[int] = [0] * players
        self.opened: list[int] = [0] * players
        self.points: list[int | Fraction] = [0] * players

    def add(self, played: Simulation) -> None:
        """Count more rounds."""
        self.rounds += len(played)
        self.void += sum(result.winner is None for result in played)
        self.turns += played.turns
        for seat in range(self.players):
            self.wins[seat] += played.wins[seat]
            self.opened[seat] += played.openings[seat]
            self.points[seat] += played.points[seat]

    def told(self, seed: int, bots: list[str]) -> dict[str, Any]:
        """The sums as data for other programs."""
        return {
            "variant": self.variant.slug,
            "version": self.variant.version,
            "players": self.players,
            "seed": seed,
            "rounds": self.rounds,
            "without_winner": self.void,
            "turns": self.turns,
            "seats": [
                {
                    "seat": seat,
                    "bot": bots[seat],
                    "wins": self.wins[seat],
                    "opened": self.opened[seat],
                    "points": _plain(self.points[seat]),
                }
                for seat in range(self.players)
            ],
        }


def _plain(points: int | Fraction) -> int | float:
    return int(points) if points.denominator == 1 else float(points)


def interval(wins: int, rounds: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share, in percent.

    >>> tuple(round(each, 1) for each in interval(50, 100))
    (40.4, 59.6)
    """
    z, share = 1.96, wins / rounds
    middle = share + z * z / (2 * rounds)
    width = z * sqrt(share * (1 - share) / rounds + z * z / (4 * rounds * rounds))
    scale = 1 + z * z / rounds
    return 100 * max(0.0, (middle - width) / scale), 100 * min(1.0, (middle + width) / scale)


def _summary(screen: Screen, tally: Tally, seed: int, bots: list[str]) -> None:
    screen.say(
        "{game}: {players:player|players}, {rounds:round|rounds}, seed {seed}",
        game=screen.game(tally.variant.name),
        players=tally.players,
        rounds=tally.rounds,
        seed=seed,
    )
    rows: list[tuple[object, ...]] = []
    for seat in range(tally.players):
        lo, hi = interval(tally.wins[seat], tally.rounds)
        rows.append(
            (
                seat,
                tally.wins[seat],
                screen.decimal(100 * tally.wins[seat] / tally.rounds),
                f"{screen.decimal(lo)}-{screen.decimal(hi)}",
                screen.decimal(float(tally.points[seat]) / tally.rounds, 2),
                screen.decimal(100 * tally.opened[seat] / tally.rounds),
                screen.word(_MOVES) if bots[seat] == _MOVES else bots[seat],
            )
        )
    head = [
        screen.word("player"),
        screen.word("wins"),
        "%",
        "95 %",
        screen.word("points"),
        screen.word("opened %"),
        screen.word("bot"),
    ]
    screen.table(head, rows, left=1)
    screen.say(
        "Rounds without a winner: {void}. Turns in a round: {turns}",
        void=tally.void,
        turns=screen.decimal(tally.turns / tally.rounds),
    )


@contextmanager
def _progress(parts: int, color: str) -> Generator[Callable[[], None]]:
    """What is called after each part; it shows how far the work is, if somebody looks."""
    stream = sys.stderr
    if stream is None or not stream.isatty():
        yield lambda: None
        return
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        done = 0

        def advance() -> None:
            nonlocal done
            done += 1
            stream.write(f"\r{100 * done // parts:3} %")
            stream.flush()

        try:
            yield advance
        finally:
            stream.write("\r     \r")
            stream.flush()
        return
    console = Console(file=stream, no_color=True if color == "never" else None)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("", total=parts)
        yield lambda: bar.advance(task)
