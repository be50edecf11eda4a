"""The command that counts what can be played."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from rami._cli.arguments import Commands, Parser, add_command, add_deal, starting_position, whole, written
from rami._cli.screen import Screen
from rami._cli.streams import failure
from rami.notation import move_text
from rami.round import Round

__all__ = ["add", "run"]

_EXAMPLES = """\
examples:
  rami perft classic-51 3 --players 2 --seed 1
  rami perft gin 2 --turns --divide
  rami perft 'rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play' 1 --divide
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(
        commands,
        "perft",
        "count what can be played from a position",
        "Count the paths of moves from a position, and the different positions that they lead to.",
        _EXAMPLES,
    )
    parser.add_argument(
        "start",
        metavar="position",
        help="the text of a position, - for one line of standard input, or the name of a game, which is then dealt",
    )
    parser.add_argument(
        "depth",
        metavar="depth",
        type=whole(0, 10**6, "a number of moves"),
        help="how many moves are counted",
    )
    parser.add_argument("--turns", action="store_true", help="the depth is a number of complete turns")
    parser.add_argument("--divide", action="store_true", help="a line for each first move, too")
    add_deal(parser, "how many players cards are dealt to (default: the fewest that the game allows)")
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """Write the counts."""
    if arguments.divide and not arguments.depth:
        return failure("--divide: a depth of 1 or more expected (see rami perft --help)", 2)
    text = written(arguments.start)
    if ";" in text:
        for name in ("players", "seed"):
            if getattr(arguments, name) is not None:
                return failure(f"--{name}: a position is not dealt (see rami perft --help)", 2)
    start = starting_position(text, arguments.players, arguments.seed)
    screen.write(counts(start, arguments.depth, turns=arguments.turns, divided=arguments.divide))
    return 0


def counts(start: Round, depth: int, *, turns: bool, divided: bool) -> Iterator[str]:
    """The lines that tell the counts: one for each first move, if wanted, and the whole.

    Parameters:
        start: the position.
        depth: how many moves or turns.
        turns: whether they are turns.
        divided: whether each first move is counted by itself.
    """
    from rami.testing.perft import divide, perft

    moves, whole = (None, depth) if turns else (depth, None)
    if divided:
        for move, part in divide(start, moves, turns=whole).items():
            yield f"{move_text(move)}: {part}"
    yield f"total: {perft(start, moves, turns=whole)}"
