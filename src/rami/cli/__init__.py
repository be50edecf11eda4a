"""The command `rami`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rami import variants
from rami.cli.arguments import Arguments, parse
from rami.cli.perft import counts, starting_position
from rami.cli.play import UnfinishedMatch, demonstration, opening_position
from rami.cli.streams import Output, failure
from rami.errors import RamiError

__all__ = ["main"]

USAGE_ERROR = 2
FAILED = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters:
        argv: the arguments without the name of the program; by default those of the process.

    Returns:
        The exit code: 0 when done, 1 when the output could not be written or a match could not be finished, 2 for
        wrong arguments, which are told in one line.
    """
    try:
        arguments = parse(sys.argv[1:] if argv is None else argv)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else USAGE_ERROR
    try:
        lines = _lines(arguments)
    except RamiError as error:
        return failure(str(error), USAGE_ERROR)
    output = Output(sys.stdout)
    try:
        output.write(lines)
    except (RamiError, UnfinishedMatch) as error:
        return failure(str(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0 if output.complete else FAILED


def _lines(arguments: Arguments) -> Iterator[str]:
    if arguments.command == "variants":
        return (f"{slug:<16} {variants.get(slug).name}" for slug in variants.available())
    if arguments.command == "perft":
        start = starting_position(arguments.position, arguments.variant, arguments.players, arguments.seed)
        return counts(start, arguments.depth, turns=arguments.turns, divided=arguments.divide)
    match = opening_position(arguments.variant, arguments.players, arguments.seed, arguments.turn_cap)
    return demonstration(match, rounds=arguments.rounds, quiet=arguments.quiet)
