"""What the commands share: a parser that complains in one line, numbers, games, and the options they have in common."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from rami import variants
from rami._cli.streams import Output, failure
from rami.notation.houses import load_variant
from rami.policies.variant import Variant
from rami.round import Round

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = [
    "DEFAULT_SEED",
    "DEFAULT_VARIANT",
    "LARGEST_SEED",
    "Commands",
    "Parser",
    "add_command",
    "add_deal",
    "add_language",
    "add_variant",
    "starting_position",
    "variant_named",
    "whole",
    "written",
]

DEFAULT_VARIANT = "classic-51"
DEFAULT_SEED = 7
LARGEST_SEED = 2**256 - 1


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Tell it, and leave with code 2."""
        raise SystemExit(failure(f"{message} (see {self.prog} --help)", 2))

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Write the help as any other output."""
        if file is None:
            Output(sys.stdout).write(self.format_help().splitlines())
        else:
            super().print_help(file)


class Commands(Protocol):
    """Where commands are added to the parser."""

    def add_parser(self, name: str, **kwargs: Any) -> Parser:
        """Return the parser of one more command."""
        ...

    @property
    def choices(self) -> Mapping[str, Parser]:
        """The parsers that were added, by name."""
        ...


def add_command(commands: Commands, name: str, what: str, more: str = "", examples: str = "") -> Parser:
    """The parser of one more command.

    Parameters:
        commands: where it is added.
        name: what the user types.
        what: one line for the list of commands.
        more: a longer description; by default that line.
        examples: what stands below the options.
    """
    return commands.add_parser(
        name,
        help=what,
        description=more or f"{what[0].upper()}{what[1:]}.",
        epilog=examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def whole(least: int, largest: int, what: str) -> Callable[[str], int]:
    """A converter of whole numbers.

    Parameters:
        least: the least that is allowed.
        largest: the largest.
        what: what is expected, as people call it.
    """

    def convert(text: str) -> int:
        digits = re.fullmatch(r"0*([0-9]{1,78})", text, re.ASCII)
        value = int(digits[1]) if digits else -1
        if not least <= value <= largest:
            shown = text if len(text) <= 80 else f"{text[:77]}..."
            raise argparse.ArgumentTypeError(f"{what} expected, not {shown!r}")
        return value

    return convert


def add_variant(parser: Parser, *, required: bool = False) -> None:
    """The game: a slug, or a file of house rules."""
    parser.add_argument(
        "variant",
        nargs=None if required else "?",
        default=None if required else DEFAULT_VARIANT,
        help="which game, see 'rami variants', or a house-rule file"
        + ("" if required else f" (default: {DEFAULT_VARIANT})"),
    )


def add_deal(parser: Parser, players: str) -> None:
    """The number of players and the seed."""
    parser.add_argument("--players", metavar="N", type=whole(0, 10**6, "a number of players"), help=players)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole(0, LARGEST_SEED, "an integer from 0 to 2**256 - 1"),
        help=f"where all lots and shuffles come from, 0 to 2**256 - 1 (default: {DEFAULT_SEED})",
    )


def add_language(parser: Parser) -> None:
    """The language, and colours."""
    parser.add_argument(
        "--lang",
        metavar="LANG",
        default=os.environ.get("RAMI_LANG") or "en",
        help="the language of what is told: en or fr (default: $RAMI_LANG, else en)",
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="red suits in red (default: auto, on a terminal unless NO_COLOR is set)",
    )


def variant_named(text: str) -> Variant:
    """The variant of a slug, or of a house-rule file.

    Parameters:
        text: the slug, or a path that ends in ``.toml``.

    Raises:
        RamiError: there is no such variant, or the file is none.
        OSError: the file cannot be read.
    """
    return load_variant(text) if text.endswith(".toml") else variants.get(text)


def written(text: str) -> str:
    """The text itself, or, for "-", one line of standard input."""
    return sys.stdin.readline().strip() if text == "-" else text


def starting_position(text: str, players: int | None, seed: int | None) -> Round:
    """The position that is written, or a deal of the game that is named.

    Parameters:
        text: the position, or a game.
        players: to how many is dealt; None for the fewest that the game allows.
        seed: how the pack is shuffled.

    Raises:
        RamiError: this is no position, or there is no such deal.
        OSError: a house-rule file cannot be read.
    """
    from rami.notation import parse_position

    if ";" in text:
        return Round.from_setup(parse_position(text))
    return Round.deal(variant_named(text), players=players, seed=DEFAULT_SEED if seed is None else seed)
