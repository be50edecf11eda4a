"""The arguments of the command, and what is said of wrong ones."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from rami.cli.streams import Output, failure

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["Arguments", "parse"]

DEFAULT_VARIANT = "classic-51"
DEFAULT_SEED = 7
_LARGEST = 2**256 - 1
_EXAMPLES = """\
examples:
  rami play classic-51 --players 4 --seed 7
  rami play classic-51 --quiet --rounds 3
  rami play gin
"""
_PERFT_EXAMPLES = """\
examples:
  rami perft classic-51 3 --players 2 --seed 1
  rami perft gin 2 --turns --divide
  rami perft 'rami position 1; variant gin 1; hands 4♥ 5♥ 6♥ K♠ / K♦ Q♦ 2♣; phase play' 1 --divide
"""
_TEXTS = """\
The moves:
  draw 7♠             a card from the stock
  take                the top card of the discard pile
  lay 7♠ 8♠ 9♠        new melds; several are joined by +
  lay ... from 3:8♥   the 8♥ comes out of the meld [3] on the table
  off Q♣ > 2          a card added to the meld [2]
  swap 4♠ > 1         a card in exchange for the joker of the meld [1]
  drop K♥             the discard that ends the turn
  pass                the discard that is offered is left
  knock K♥ with ...   the hand is shown after a discard face down; big gin shows all of it
A joker is written *. The same seed gives the same match on every machine.
"""


@attrs.frozen(kw_only=True)
class Arguments:
    """What was asked for.

    Parameters:
        command: "play", "variants" or "perft".
        variant: the slug of the game.
        players: how many play; None leaves it to the game.
        seed: where all lots and shuffles come from.
        rounds: how many rounds are played at most; None for a whole match.
        turn_cap: the number of turns after which a round is void; None leaves it to the game.
        quiet: whether the turns are left out.
        position: the text of a position to count from, instead of a deal.
        depth: how many moves or turns to count.
        turns: whether they are turns.
        divide: whether each first move is counted by itself.
    """

    command: str
    variant: str = DEFAULT_VARIANT
    players: int | None = None
    seed: int = DEFAULT_SEED
    rounds: int | None = None
    turn_cap: int | None = None
    quiet: bool = False
    position: str | None = None
    depth: int = 0
    turns: bool = False
    divide: bool = False


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise SystemExit(failure(f"{message} (see {self.prog} --help)", 2))

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        if file is None:
            Output(sys.stdout).write(self.format_help().splitlines())
        else:
            super().print_help(file)


def _whole(least: int, largest: int, what: str) -> Callable[[str], int]:
    def convert(text: str) -> int:
        digits = re.fullmatch(r"0*([0-9]{1,78})", text, re.ASCII)
        value = int(digits[1]) if digits else -1
        if not least <= value <= largest:
            shown = text if len(text) <= 80 else f"{text[:77]}..."
            raise argparse.ArgumentTypeError(f"{what} expected, not {shown!r}")
        return value

    return convert


def _version() -> str:
    try:
        return version("rami")
    except PackageNotFoundError:
        return "(not installed)"


def _parser() -> _Parser:
    parser = _Parser(
        prog="rami",
        description="Play matches of the rummy family with simple bots.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"rami {_version()}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    play = commands.add_parser(
        "play",
        help="play a whole match and print every turn",
        description="Play a whole match by simple bots and print every turn, the score sheets and the winners.",
        epilog=f"{_TEXTS}\n{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    play.add_argument(
        "variant",
        nargs="?",
        default=DEFAULT_VARIANT,
        help=f"which game, see 'rami variants' (default: {DEFAULT_VARIANT})",
    )
    _add_deal(play, "how many play (default: 4, if the game allows it)")
    play.add_argument(
        "--rounds",
        metavar="N",
        type=_whole(1, 10**6, "a number of rounds, 1 or more,"),
        help="stop after this many rounds (default: when the match is over)",
    )
    play.add_argument(
        "--turn-cap",
        metavar="N",
        type=_whole(1, 10**6, "a number of turns, 1 or more,"),
        help="a round is void after this many turns (default: 400, unless the game says otherwise)",
    )
    play.add_argument("--quiet", action="store_true", help="leave out the turns")
    commands.add_parser(
        "variants",
        help="list the games",
        description="List the games that can be played.",
        allow_abbrev=False,
    )
    _add_perft(
        commands.add_parser(
            "perft",
            help="count what can be played from a position",
            description="Count the paths of moves from a position, and the different positions that they lead to.",
            epilog=_PERFT_EXAMPLES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
    )
    return parser


def _add_deal(parser: argparse.ArgumentParser, players: str) -> None:
    parser.add_argument("--players", metavar="N", type=_whole(0, 10**6, "a number of players"), help=players)
    parser.add_argument(
        "--seed",
        metavar="N",
        type=_whole(0, _LARGEST, "an integer from 0 to 2**256 - 1"),
        help=f"where all lots and shuffles come from, 0 to 2**256 - 1 (default: {DEFAULT_SEED})",
    )


def _add_perft(perft: argparse.ArgumentParser) -> None:
    perft.add_argument(
        "start",
        metavar="position",
        help="the text of a position, or the name of a game, which is then dealt",
    )
    perft.add_argument(
        "depth",
        metavar="depth",
        type=_whole(0, 10**6, "a number of moves"),
        help="how many moves are counted",
    )
    perft.add_argument("--turns", action="store_true", help="the depth is a number of complete turns")
    perft.add_argument("--divide", action="store_true", help="a line for each first move, too")
    _add_deal(perft, "how many players cards are dealt to (default: the fewest that the game allows)")


def parse(argv: Sequence[str]) -> Arguments:
    """Read the arguments.

    Parameters:
        argv: the arguments without the name of the program.

    Raises:
        SystemExit: with code 0 after --help and --version, with code 2 after telling what is wrong.
    """
    parser = _parser()
    found = {name: value for name, value in vars(parser.parse_args(argv)).items() if value is not None}
    start = found.pop("start", None)
    if start is not None:
        _counted_from(start, found)
    return Arguments(**found)


def _counted_from(start: str, found: dict[str, Any]) -> None:
    """A position, or the game to deal."""
    parser = _Parser("rami perft")
    if found["divide"] and not found["depth"]:
        parser.error("--divide: a depth of 1 or more expected")
    if ";" not in start:
        found["variant"] = start
        return
    found["position"] = start
    for name in ("players", "seed"):
        if name in found:
            parser.error(f"--{name}: a position is not dealt")
