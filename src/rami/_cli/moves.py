"""The command that lists legal moves."""

from __future__ import annotations

import argparse
from itertools import islice

from rami._cli.arguments import (
    Commands,
    Parser,
    add_command,
    add_deal,
    add_language,
    starting_position,
    whole,
    written,
)
from rami._cli.screen import Screen
from rami._cli.streams import failure
from rami.notation import move_text, position_text

__all__ = ["add", "run"]

_EXAMPLES = """\
examples:
  rami moves gin --seed 5
  rami moves "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play"
  rami moves classic-51 --turns --limit 10
"""


def add(commands: Commands) -> Parser:
    """Add the command."""
    parser = add_command(commands, "moves", "list the legal moves of a position", "", _EXAMPLES)
    parser.add_argument(
        "start",
        metavar="position",
        help="the text of a position, - for one line of standard input, or the name of a game, which is then dealt",
    )
    parser.add_argument(
        "--turns", action="store_true", help="list complete turns; a draw stands for all that follow"
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=whole(1, 10**9, "a number of moves, 1 or more,"),
        help="list so many at most",
    )
    parser.add_argument("--quiet", action="store_true", help="leave out the position, list the moves alone")
    add_deal(parser, "how many players cards are dealt to (default: the fewest that the game allows)")
    add_language(parser)
    return parser


def run(arguments: argparse.Namespace, screen: Screen) -> int:
    """List them."""
    text = screen.read(written(arguments.start))
    if not text.strip():
        return failure("a position expected, not an empty text (see rami moves --help)", 2)
    if ";" in text:
        for name in ("players", "seed"):
            if getattr(arguments, name) is not None:
                return failure(f"--{name}: a position is not dealt (see rami moves --help)", 2)
    start = starting_position(text, arguments.players, arguments.seed)
    if not arguments.quiet:
        if ";" not in text:
            screen.exact(position_text(start.setup))
        screen.say("Player {player}, {phase}:", player=start.player, phase=screen.phase(start.phase))
    if arguments.turns:
        screen.write(str(turn) for turn in start.turns(arguments.limit))
    else:
        screen.write(move_text(move) for move in islice(start.legal_moves, arguments.limit))
    return 0
