"""What the commands share: a parser with errors on one line, common options, and conversions of arguments.

Each common option is added by one function, so that its help is the same everywhere. If an argument cannot be read, the
user gets an error in plain words, never a traceback.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from rami._base.entropy import seed_or_fresh
from rami._cli.python_files import game_named
from rami._cli.screen import Screen
from rami._cli.streams import Output, failure, fitting, window_of
from rami.bots import Bot, ExpertBot, GreedyBot, RandomBot, SearchBot
from rami.errors import RamiError, reject
from rami.errors.checks import count, nearest
from rami.errors.texts import HINT
from rami.locales.speaking import languages
from rami.rounds.round import Round

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

DEFAULT_VARIANT = "classic-51"
LARGEST_SEED = 2**256 - 1
BOTS: Mapping[str, Callable[[int], Bot]] = {
    # These two bots never choose at random, so they ignore the seed.
    "expert": lambda seed: ExpertBot(),
    "greedy": lambda seed: GreedyBot(),
    "random": lambda seed: RandomBot(seed),
    "search": lambda seed: SearchBot(seed=seed),
}
"""For each name, a function that makes the bot from a seed."""


class Misuse(Exception):
    """Raised for arguments that contradict each other; `main` prints the message and returns exit code 2."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports a mistake on one line."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with code 2."""
        raise SystemExit(failure(f"{message} (see {self.prog} --help)", 2))

    # Argparse treats commands as choices too, so `rami paly` suggests `play`.
    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not a choice, and suggest the closest one."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message += did_you_mean(value, tuple(action.choices or ()))
            raise

    @property
    def options(self) -> tuple[str, ...]:
        """The options of the parser, as the user types them."""
        # Argparse publishes its options only in the usage line, which has -h but not --help.
        return (*sorted(set(re.findall(r"(?<=\[)--[a-z-]+", self.format_usage()))), "--help")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help through rami's own output."""
        # Argparse writes directly to the stream, but an ASCII terminal cannot show the suit symbols in the examples.
        if file is None:
            window = window_of(sys.stdout)
            lines = self.format_help().splitlines()
            Output(sys.stdout).write(part for line in lines for part in fitting(line, window))
        else:
            super().print_help(file)


def did_you_mean(typed: object, known: Iterable[object]) -> str:
    """Return a suggestion, such as "; did you mean 'play'?", for the end of an error message; "" if there is none."""
    near = nearest(typed, known)
    return "" if near is None else HINT.replace("{nearest!r}", repr(near))


class Commands(Protocol):
    """The group of subcommands of a parser."""

    def add_parser(self, name: str, **kwargs: Any) -> Parser:
        """Add a subcommand and return its parser."""
        ...

    @property
    def choices(self) -> Mapping[str, Parser]:
        """The parsers of the subcommands, by name."""
        ...


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace, Screen], int],
    what: str,
    more: str = "",
    examples: str = "",
) -> Parser:
    """Add a command and return its parser; `what` describes it in the list of commands."""
    parser = commands.add_parser(
        name,
        help=what,
        description=more or f"{what[0].upper()}{what[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def integer_type(least: int, largest: int, what: str) -> Callable[[str], int]:
    """Return a function that converts text to an integer; its error says that `what` was expected."""

    def convert(text: str) -> int:
        # `int` would also read non-ASCII digits, underscores and signs, and be slow for thousands of digits. The
        # largest seed, 2**256 - 1, has 78 digits.
        digits = re.fullmatch(r"0*([0-9]{1,78})", text, re.ASCII)
        value = int(digits[1]) if digits else -1
        if not least <= value <= largest:
            excerpt = text if len(text) <= 80 else f"{text[:77]}..."
            raise argparse.ArgumentTypeError(f"expected {what}, not {excerpt!r}")
        return value

    return convert


def add_number(
    parser: Parser, *options: str, what: str, least: int = 1, largest: int = 10**6, **kwargs: Any
) -> None:
    """Add an option that takes an integer; errors call the integer `what`."""
    parser.add_argument(*options, metavar="N", type=integer_type(least, largest, what), **kwargs)


def add_variant(parser: Parser) -> None:
    """Add the argument for the game: a slug, a house-rule file, or a Python file and the name of a variant in it."""
    parser.add_argument(
        "variant",
        nargs="?",
        default=DEFAULT_VARIANT,
        help=(
            "the game (see 'rami variants'), a house-rule file, or a variant in a Python file, as in table.py:MINE "
            f"(default: {DEFAULT_VARIANT})"
        ),
    )


def add_seed(parser: Parser, meaning: str) -> None:
    """Add the option for a seed."""
    what = "an integer from 0 to 2**256 - 1"
    add_number(parser, "--seed", what=what, least=0, largest=LARGEST_SEED, help=meaning)


def add_deal(parser: Parser) -> None:
    """Add the options for the number of players and the seed."""
    players = "set the number of players (default: 4, or the nearest number that the game allows)"
    add_number(parser, "--players", what="a number of players", least=0, help=players)
    add_seed(parser, "use this seed for all shuffles and other draws, 0 to 2**256 - 1 (default: a fresh one)")


def seed_given(seed: int | None) -> int:
    """Return the seed that was typed, or a random seed that is short enough to type."""
    # Use 32 random bits: that is enough for many matches, and people can type ten digits to see a match again.
    return seed_or_fresh(None) >> 224 if seed is None else seed


def usual_language() -> str:
    """Return the default language: RAMI_LANG, or the language of the locale if rami has it, or English."""
    # Use RAMI_LANG as it is, so that a wrong value is refused. An unknown language in the locale means English.
    if chosen := os.environ.get("RAMI_LANG"):
        return chosen
    # Read these in the order that POSIX prescribes; the first variable that is not empty counts.
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = re.split(r"[_.@]", locale)[0].lower()
    return code if code in languages() else "en"


def add_language(parser: Parser) -> None:
    """Add the options for the language and for colours."""
    parser.add_argument(
        "--lang",
        metavar="LANG",
        default=usual_language(),
        help=f"use this language: {', '.join(languages())} (default: $RAMI_LANG, or the language of $LANG, or en)",
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="when to print red suits in red (default: auto, that is, on a terminal unless NO_COLOR is set)",
    )


def add_bots(parser: Parser) -> None:
    """Add the option that names the bots."""
    parser.add_argument(
        "--bots",
        metavar="BOT",
        nargs="+",
        choices=tuple(BOTS),
        help=f"choose the bots: {', '.join(BOTS)}; one for all seats, or one for each (default: greedy)",
    )


def bots_named(names: Sequence[str] | None, seats: int, seed: int) -> tuple[Bot, ...]:
    """Return a bot for each seat, given one name for all seats or a name for each; None for the default bot."""
    # Greedy bots are the default, so that people who try the command need not wait for a search.
    chosen = list(names or ["greedy"])
    if len(chosen) == 1:
        chosen *= seats
    reject(RamiError, count("--bots", len(chosen), seats))
    return tuple(BOTS[name](seed) for name in chosen)


def text_or_input(text: str, *, whole: bool = False) -> str:
    """Return the text; if it is "-", return one line of standard input, or all lines if `whole` is True."""
    if text != "-":
        return text
    # Windows may start a program without streams.
    if sys.stdin is None:
        return ""
    return sys.stdin.read() if whole else sys.stdin.readline().strip()


def starting_position(text: str, players: int | None = None, seed: int | None = None) -> Round:
    """Return the position that `text` describes, or a new deal if `text` names a game."""
    from rami.notation import parse_position

    # Every position contains a semicolon, but no slug does.
    if ";" in text:
        return Round.from_setup(parse_position(text))
    return Round.deal(game_named(text), players=players, seed=seed_given(seed))
