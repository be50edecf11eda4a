"""`rami moves` and `rami perft`: list the legal moves of a position, or count how play can continue from it.

The user types a position as a line of text, or the name of a game to deal. *Perft* is a test from chess programming: it
counts all sequences of moves, of a given length, that can follow a position. Every build, and every release with the
same rules, must find the same number.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice

from rami._cli.arguments import (
    Commands,
    Misuse,
    Parser,
    add_command,
    add_deal,
    add_language,
    add_number,
    integer_type,
    starting_position,
    text_or_input,
)
from rami._cli.screen import Screen
from rami.cards.moves import LayDown, Move
from rami.locales import worded
from rami.notation import position_text
from rami.rounds.round import Round

_LISTED = """\
examples:
  rami moves gin --seed 5
  rami moves "rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play"
  rami moves classic-51 --turns --limit 10
"""
_COUNTED = """\
examples:
  rami perft classic-51 3 --players 2 --seed 1
  rami perft gin 2 --turns --divide --seed 1
  rami perft 'rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play' 1 --divide
"""


def add_moves(commands: Commands) -> Parser:
    """Add `rami moves`, which lists legal moves."""
    what = "list the legal moves of a position"
    parser = add_command(commands, "moves", _list, what, examples=_LISTED)
    _add_start(parser)
    turns = "list complete turns; a turn that draws from the stock is listed only up to the draw"
    parser.add_argument("--turns", action="store_true", help=turns)
    most = "list at most this many"
    add_number(parser, "--limit", what="a number of moves, 1 or more", largest=10**9, help=most)
    parser.add_argument("--quiet", action="store_true", help="list the moves without the position")
    add_deal(parser)
    add_language(parser)
    return parser


def add_perft(commands: Commands) -> Parser:
    """Add `rami perft`, which counts the possible lines of play from a position."""
    what = "count the possible lines of play from a position"
    more = "Count the lines of play that are possible from a position, and the different positions at their ends."
    parser = add_command(commands, "perft", _count, what, more, _COUNTED)
    _add_start(parser)
    depth = integer_type(0, 10**6, "a number of moves")
    parser.add_argument(
        "depth", metavar="depth", type=depth, help="the length of each line of play, in moves"
    )
    parser.add_argument("--turns", action="store_true", help="count complete turns instead of moves")
    parser.add_argument("--divide", action="store_true", help="also print a line for each first move")
    add_deal(parser)
    return parser


def _add_start(parser: Parser) -> None:
    parser.add_argument(
        "start",
        metavar="position",
        help="the text of a position, - to read it from a line of standard input, or the name of a game to deal",
    )


def _start(arguments: argparse.Namespace, text: str) -> Round:
    for name in ("players", "seed"):
        # A position already has its players and cards, so refuse an option that would have no effect.
        if ";" in text and getattr(arguments, name) is not None:
            raise Misuse(
                f"--{name} is for a new deal, not for a position (see rami {arguments.command} --help)"
            )
    return starting_position(text, arguments.players, arguments.seed)


def _list(arguments: argparse.Namespace, screen: Screen) -> int:
    text = screen.read(text_or_input(arguments.start))
    if not text.strip():
        raise Misuse("expected a position, not an empty text (see rami moves --help)")
    start = _start(arguments, text)
    screen.plays(start.variant)
    if not arguments.quiet:
        if ";" not in text:
            # Print the position in rami's own notation, so that people can copy the line and need no seed.
            screen.exact(position_text(start.setup))
        screen.say("Player {player}, {phase}:", player=start.player, phase=screen.phase(start.phase))
    if arguments.turns:
        screen.write(worded(turn, screen.language) for turn in start.turns(arguments.limit))
    else:
        screen.write(
            worded(_with_points(move), screen.language) for move in islice(start.legal_moves, arguments.limit)
        )
    return 0


def _with_points(move: Move) -> str:
    """Return a move as the user would type it, with its points if it is a lay-down."""
    points = move.points if isinstance(move, LayDown) else None
    return str(move) if points is None else f"{move} ({points} points)"


def _count(arguments: argparse.Namespace, screen: Screen) -> int:
    # At depth 0 the count is 1, as in chess engines, but there is no first move for which to print a line.
    if arguments.divide and not arguments.depth:
        raise Misuse("--divide: expected a depth of 1 or more (see rami perft --help)")
    start = _start(arguments, text_or_input(arguments.start))
    screen.write(_counts(start, arguments.depth, turns=arguments.turns, divided=arguments.divide))
    return 0


def _counts(start: Round, depth: int, *, turns: bool, divided: bool) -> Iterator[str]:
    """Yield the total, preceded by a line for each first move if `divided` is True."""
    from rami.testing.perft import divide, perft

    moves, whole = (None, depth) if turns else (depth, None)
    if divided:
        # If two builds disagree, the first line that differs shows which move to look at.
        for move, part in divide(start, moves, turns=whole).items():
            yield f"{_with_points(move)}: {part}"
    yield f"total: {perft(start, moves, turns=whole)}"
