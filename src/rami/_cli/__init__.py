"""The command `rami`, which consists of subcommands such as `rami play`.

Each subcommand has two functions: `add` adds its arguments and its help to the parser, and another takes the arguments
and the `Screen`, does the work and returns the exit code. `main` turns every error into a message on one line. The exit
code is 2 if the user typed something wrong, and 1 if the answer is "no" or the output cannot be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

from rami._cli import check, completion, games, play, positions, replay, score, simulate, solve
from rami._cli.arguments import Misuse, Parser, did_you_mean
from rami._cli.screen import Screen
from rami._cli.streams import NobodyReads, failure
from rami.errors import RamiError

# The order of the commands in the help: those for people first, those for programs last.
COMMANDS = (
    play.add,
    check.add,
    positions.add_moves,
    solve.add,
    score.add,
    games.add_rules,
    replay.add,
    simulate.add,
    games.add_variants,
    positions.add_perft,
    completion.add,
)
FAILED = 1
USAGE_ERROR = 2
# Shells report 128 plus the number of SIGINT for a program that Ctrl-C has ended.
INTERRUPTED = 130
EXAMPLES = """\
examples:
  rami play classic-51 --players 4 --seed 7
  rami play gin --seat 0
  rami check classic-51 "7♠ 8♠ 9♠" "A♦ A♣ A♥"
  rami rules classic-51 --lang fr

exit codes:
  0    success; for a check, the cards or moves are legal
  1    the cards or moves are not legal, or something could not be finished or written
  2    wrong arguments, text that cannot be read, or a missing file
  130  interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, by default those of the process, and return its exit code."""
    try:
        arguments = _read(sys.argv[1:] if argv is None else argv)
    # Argparse raises SystemExit after --help, --version and every mistake; return the exit code instead.
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else USAGE_ERROR
    try:
        # `rami perft`, `rami completion` and `rami` alone have no --lang, because their output is the same in every
        # language.
        screen = Screen(getattr(arguments, "lang", "en"), getattr(arguments, "color", "never"))
    except RamiError as error:
        return failure(str(error), USAGE_ERROR)
    try:
        code: int = arguments.run(arguments, screen) or 0
    except (RamiError, OSError) as error:
        return failure(screen.reason_of(error), USAGE_ERROR)
    except Misuse as error:
        return failure(str(error), USAGE_ERROR)
    # It is no failure if a program such as `head` closes the pipe early, but a full disk is one.
    except NobodyReads:
        return 0 if screen.output.complete else FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _read(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; options may come between the positional arguments."""
    main_parser, commands = _parsers()
    # Argparse stops collecting positional arguments once an option has come between them, so add the rest here.
    arguments, more = main_parser.parse_known_args(argv)
    if more and ("texts" not in arguments or any(text.startswith("-") for text in more)):
        option = next((text for text in more if text.startswith("-")), None)
        hint = did_you_mean(option, commands.get(arguments.command, main_parser).options)
        main_parser.error(f"unrecognized arguments: {' '.join(more)}{hint}")
    if more:
        arguments.texts = [*arguments.texts, *more]
    return arguments


def parser() -> Parser:
    """Return the parser of the command line."""
    return _parsers()[0]


def _parsers() -> tuple[Parser, Mapping[str, Parser]]:
    """Return the parser of the command line and the parsers of its commands."""
    made = Parser(
        prog="rami",
        description="Play rummy games, look up their rules, and keep score.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        # Allow no abbreviations, because a new option could make one ambiguous and break somebody's script.
        allow_abbrev=False,
    )
    made.add_argument("--version", action="version", version=f"rami {_version()}")

    def print_help(_arguments: argparse.Namespace, _screen: Screen) -> None:
        made.print_help()

    made.set_defaults(run=print_help)
    commands = made.add_subparsers(dest="command", metavar="command")
    for add in COMMANDS:
        add(commands)
    return made, commands.choices


def _version() -> str:
    try:
        return version("rami")
    except PackageNotFoundError:
        return "(not installed)"
