"""The command that plays many rounds and adds up their results."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from itertools import count
from math import sqrt
from typing import Any

import attrs

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
    variant_named,
)
from rami._cli.screen import Screen
from rami._drawing import marked
from rami.policies.scores import Points
from rami.policies.variant import Variant
from rami.simulation import Simulation, simulate

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
    what = "play many rounds and add up their results"
    more = "Play many rounds, each from a deal of its own, and count who wins how often."
    parser = add_command(commands, "simulate", run, what, more, _EXAMPLES)
    add_variant(parser)
    add_number(
        parser,
        "--rounds",
        what="a number of rounds, 1 or more,",
        largest=10**9,
        default=1000,
        help="how many rounds (default: 1000)",
    )
    add_deal(parser)
    add_bots(parser, "players who choose among the legal moves at random, inside the library")
    add_number(
        parser,
        "--processes",
        what="a number of processes, 1 or more,",
        largest=1000,
        default=1,
        help="how many processes share the work (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object, for programs")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Play them, and write the sums."""
    variant, rounds, share = variant_named(arguments.variant), arguments.rounds, arguments.processes
    seed = seed_given(arguments.seed)
    players = variant.usual_players if arguments.players is None else arguments.players
    bots = bots_named(arguments.bots, players, seed) if arguments.bots else None
    names = arguments.bots or [_MOVES]
    tally = Tally([Seat(name) for name in (names * players if len(names) == 1 else names)])
    step = max(1, -(-rounds // PARTS))
    starts = range(0, rounds, step)
    workers: Any = nullcontext() if share == 1 else ProcessPoolExecutor(share)
    with workers as executor, _progress(len(starts), arguments.color) as advance:
        for first in starts:
            n = min(step, rounds - first)
            chunk = max(1, -(-n // share))
            part = simulate(
                variant, n, seed, players=players, bots=bots, first=first, executor=executor, chunk=chunk
            )
            tally.add(part)
            advance()
    if arguments.json:
        screen.write([json.dumps(_facts(tally, variant, seed))])
    else:
        _summary(screen, tally, variant, seed)
    return 0


@attrs.define
class Seat:
    """Who plays on a seat, and the sums."""

    bot: str
    wins: int = 0
    opened: int = 0
    points: Points = 0


@attrs.define
class Tally:
    """Sums over rounds."""

    seats: list[Seat]
    rounds: int = 0
    void: int = 0
    turns: int = 0

    def add(self, played: Simulation) -> None:
        """Count more rounds."""
        self.rounds += len(played)
        self.void += sum(result.winner is None for result in played)
        self.turns += played.turns
        sums = zip(played.wins, played.openings, played.points, strict=True)
        for seat, (wins, opened, points) in zip(self.seats, sums, strict=True):
            seat.wins += wins
            seat.opened += opened
            seat.points += points


def _facts(tally: Tally, variant: Variant, seed: int) -> dict[str, Any]:
    """The sums as data for other programs."""
    return {
        "variant": variant.slug,
        "version": variant.version,
        "players": len(tally.seats),
        "seed": seed,
        "rounds": tally.rounds,
        "without_winner": tally.void,
        "turns": tally.turns,
        "seats": [
            {"seat": number, **attrs.asdict(seat), "points": _plain(seat.points)}
            for number, seat in enumerate(tally.seats)
        ],
    }


def _plain(points: Points) -> int | float:
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


def _summary(screen: Screen, tally: Tally, variant: Variant, seed: int) -> None:
    rounds = tally.rounds
    screen.say(
        "{game}: {players:player|players}, {rounds:round|rounds}, seed {seed}",
        game=screen.game(variant.name),
        players=len(tally.seats),
        rounds=rounds,
        seed=seed,
    )
    rows: list[tuple[object, ...]] = []
    for number, seat in enumerate(tally.seats):
        rows.append(
            (
                number,
                seat.wins,
                screen.decimal(100 * seat.wins / rounds),
                "-".join(map(screen.decimal, interval(seat.wins, rounds))),
                screen.decimal(float(seat.points) / rounds, 2),
                screen.decimal(100 * seat.opened / rounds),
                screen.word(_MOVES) if seat.bot == _MOVES else seat.bot,
            )
        )
    player, wins, points, opened, bot = screen.words(["player", "wins", "points", "opened %", "bot"])
    screen.table([player, wins, "%", "95 %", points, opened, bot], rows, left=1)
    screen.say(
        "Rounds without a winner: {void}. Turns in a round: {turns}",
        void=tally.void,
        turns=screen.decimal(tally.turns / rounds),
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
        done = count(1)

        def advance() -> None:
            stream.write(f"\r{100 * next(done) // parts:3} %")
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
